"""Catalog names: `mcp__<server>__<tool>` and back, and which server and tool names are valid. Nothing is repaired."""

from __future__ import annotations

import re
from typing import NamedTuple

from .text import quoted

PREFIX = "mcp__"
MAX_NAME_BYTES = 256

_SERVER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class QualifiedName(NamedTuple):
    """A tool as it is called: the server (None for a tool of no server) and the tool's raw name."""

    server: str | None
    tool: str


def server_name_problem(name: str) -> str | None:
    """Say why `name` is no server name, or None if it is one.

    A server name is `[A-Za-z0-9_-]+` without `__` and without a separator at either edge, so that a qualified name
    splits in one way only.
    """
    if not name:
        return "a server name is empty"
    if "__" in name:
        return f"the server name {quoted(name)} contains a double underscore, which separates server and tool"
    if not _SERVER.fullmatch(name):
        rule = "must be ASCII letters, digits, '_' and '-', with a letter or digit at both ends"
        return f"the server name {quoted(name)} {rule}"
    return None


def server_key(name: str) -> str:
    """Return the form in which server names must be unique: lower case, `-` read as `_`."""
    return name.lower().replace("-", "_")


def tool_name_problem(name: str) -> str | None:
    """Say why `name` (raw or qualified) is no tool name, or None if it is one.

    At most 256 bytes of UTF-8, not empty, no control characters (C0, DEL, C1), no unpaired surrogates.
    """
    if not name:
        return "the name is empty"
    if _CONTROL.search(name):
        return f"the name {quoted(name)} contains a control character"
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        return f"the name {quoted(name)} contains an unpaired surrogate, which no UTF-8 text can hold"
    if size > MAX_NAME_BYTES:
        return f"the name is {size} bytes of UTF-8, {MAX_NAME_BYTES} are allowed"
    return None


def qualify(server: str | None, tool: str) -> str:
    """Return the catalog name of a tool: `mcp__<server>__<tool>`, or the bare name for a tool of no server."""
    return tool if server is None else f"{PREFIX}{server}__{tool}"


def split(name: str) -> QualifiedName:
    """Split a catalog name into server and tool; a name that is not `mcp__<server>__<tool>` belongs to no server.

    A server name holds no `__` and ends in a letter or digit, so the server ends at the first `__` behind the prefix
    and the tool's name keeps whatever follows: `mcp__a___b` is the tool `_b` of the server `a`.
    """
    if name.startswith(PREFIX):
        server, found, tool = name[len(PREFIX) :].partition("__")
        if found and tool and server_name_problem(server) is None:
            return QualifiedName(server, tool)
    return QualifiedName(None, name)
