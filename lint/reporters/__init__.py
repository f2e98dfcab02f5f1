"""Reporters: one file a format, each a function from a result to text. None changes what is found or how a run ends."""
