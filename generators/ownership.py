"""Which files of a tree are ours: what may be removed must look like ours, whatever a lock says of it.

A lock is a text file that anybody may edit, merge or copy: that it lists a file, even with the right hash, is no proof
that an export wrote it.
"""

from __future__ import annotations

_PACKAGE = b'{"type":"module"}'
_INDEX = (b'{\n  "tools": [\n    ', b"\n  ]\n}\n")
_TOOLS = (b'[\n  {"name": ', b"}\n]\n")


def is_generated(path: str, content: bytes, mark: bytes) -> bool:
    """Whether a file of a tree is one that an export for the target with this `mark` writes.

    Files begin with the mark. The ones that can hold no comment have a known name, and content that nobody else would
    give them: a package.json that says nothing but the type, an empty `py.typed`, the index of a search, the array of
    tools for a request.
    """
    if content.startswith(mark):
        return True
    content = content.replace(b"\r\n", b"\n")
    name = path.rpartition("/")[2]
    if name == "py.typed":
        return not content
    if path == "package.json":
        return b"".join(content.split()) == _PACKAGE
    known = {"index.json": _INDEX, "_index.json": _INDEX, "tools.json": _TOOLS}.get(name)
    return known is not None and content.startswith(known[0]) and content.endswith(known[1])
