"""The rules: one small class each, close ones share a file. A class with a `code` is registered by standing here.

Files whose name begins with `skills` hold the rules of `skills lint`, all others those of `tools lint`. A rule looks
at what the engine hands it (a file, a tool, a schema node, a text) and reads nothing else; it prints nothing.
"""
