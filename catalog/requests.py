"""Source requests: what the command line or the config names as a source, before anything is opened."""

from __future__ import annotations

import os
from dataclasses import dataclass

from .names import server_name_problem


@dataclass(frozen=True, slots=True)
class SourceRequest:
    """A source by its path (a file, a folder, a glob, or `-` for standard input).

    `server` is the server that its tools belong to. `include` and `exclude` are patterns for tool names (`*`, `?`,
    `[…]`, case-sensitive), held against the raw name and the catalog name: a tool is taken if any include matches (or
    there is none) and no exclude does. `pointer` says where the source stands in the config, if it does.
    """

    path: str
    server: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    pointer: str | None = None


def parse_source(text: str) -> SourceRequest:
    """Return the request that a source argument means: `PATH`, `NAME=PATH`, or `-` for standard input.

    It is split at the first `=` only if what stands before it is a server name and there is no file of the whole text.
    """
    name, equals, path = text.partition("=")
    if equals and path and server_name_problem(name) is None and not _exists(text):
        return SourceRequest(path, name)
    return SourceRequest(text)


def _exists(path: str) -> bool:
    try:
        return os.path.lexists(path)
    except ValueError:
        return False
