"""Source requests: what the command line or the config names as a source, before anything is opened."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .findings import ToolcatError
from .names import server_name_problem

if TYPE_CHECKING:
    from .live.servers import LiveServer


@dataclass(frozen=True, slots=True)
class SourceRequest:
    """A source by its path (a file, a folder, a glob, or `-` for standard input).

    `server` is the server that its tools belong to. `include` and `exclude` are patterns for tool names (`*`, `?`,
    `[…]`, case-sensitive), held against the raw name and the catalog name: a tool is taken if any include matches (or
    there is none) and no exclude does. `pointer` says where the source stands in the config, if it does.

    `live` is the server that the tools come from. Without a path it is asked; with one, the file is read, and the
    server is what its snapshot is made from.
    """

    path: str
    server: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    pointer: str | None = None
    live: LiveServer | None = None

    @property
    def is_asked(self) -> bool:
        """Whether a live server is asked when this source is read."""
        return self.live is not None and not self.path


def parse_source(text: str) -> SourceRequest:
    """Return the request that a source argument means: `PATH`, `NAME=PATH`, `-` for standard input, or a command.

    `NAME=-- COMMAND…` is a live server (ToolcatError if it is malformed). A path is split at the first `=` only if
    what stands before it is a server name and there is no file of the whole text. Raises ToolcatError for an empty one.
    """
    if not text.strip():
        raise ToolcatError("a source is an empty text", hint="Name a file, a folder, a pattern, or '-'.")
    if "=--" in text:
        from .live.flags import is_command, server_of_command

        if is_command(text):
            return live_request(server_of_command(text))
    name, equals, path = text.partition("=")
    if equals and path and server_name_problem(name) is None and not _exists(text):
        return SourceRequest(path, name)
    return SourceRequest(text)


def live_request(server: LiveServer) -> SourceRequest:
    """Return the request for a live server's tools."""
    return SourceRequest("", server.name, live=server)


def _exists(path: str) -> bool:
    try:
        return os.path.lexists(path)
    except ValueError:
        return False
