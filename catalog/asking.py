"""Live servers among the sources: which requests mean some, asking them, and reading what they answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .findings import ToolcatError
from .requests import SourceRequest

if TYPE_CHECKING:
    from .live.answers import Captured, Failed
    from .sources.json_text import Parsed
    from .sources.text import Limits


class Unanswered(Exception):
    """A server gave no list that can be read; the message says why, `help` what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


def servers_in(request: SourceRequest) -> Iterable[SourceRequest]:
    """Return the servers of a request for an `mcp.json` file (of the one that it names, with `NAME=PATH`), else itself.

    Only a file that is named itself is looked into: reading a folder never starts anything. Raises ToolcatError if
    the file is malformed or has no such server.
    """
    if request.live is not None or not request.path.endswith(".json"):
        return (request,)
    from .live.mcp_json import is_mcp_json, read_mcp_json

    if not is_mcp_json(request.path):
        return (request,)
    servers = read_mcp_json(request.path)
    if request.server is not None:
        named = [server for server in servers if server.name == request.server]
        if not named:
            known = ", ".join(server.name for server in servers) or "none"
            raise ToolcatError(f"{request.path}: there is no server {request.server!r}", hint=f"There are: {known}.")
        servers = named
    if not servers:
        raise ToolcatError(f"{request.path}: the file lists no servers that are on", hint="Add one to mcpServers.")
    return [replace(request, path="", server=server.name, live=server) for server in servers]


def ask(requests: Sequence[SourceRequest], seconds: float) -> Iterator[Captured | Failed]:
    """Ask all live servers at once; their answers come in the order of their requests. Raises as `fetch` does."""
    servers = [request.live for request in requests if request.is_asked and request.live is not None]
    if not servers:
        return iter(())
    from .live.fetch import fetch

    return iter(fetch(servers, seconds=seconds))


def parse_answer(answer: Captured | Failed, label: str, limits: Limits) -> Parsed:
    """Return a server's list as a document, as if it had been read from its snapshot. Raises Unanswered."""
    from .live.answers import Failed
    from .live.listing import Unfit, listing_text
    from .sources.document import parse_text
    from .sources.text import Unreadable

    if isinstance(answer, Failed):
        raise Unanswered(answer.message, answer.help)
    try:
        return parse_text(listing_text(answer), label, ".json", limits)
    except Unfit as error:
        raise Unanswered(str(error), error.help) from None
    except Unreadable as error:
        raise Unanswered(f"its list {error.message}", error.help) from None
