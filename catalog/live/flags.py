"""The flags `--mcp-server NAME=URL` and `--mcp-server-insecure-http NAME`, and `NAME=-- COMMAND…`.

All flags are read before any is judged, so that their order means nothing. The environment is not looked at here.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

from ..findings import ToolcatError
from ..names import server_key, server_name_problem
from ..text import quoted
from .servers import HttpServer, LiveServer, StdioServer, is_https, is_loopback, url_problem

FLAG = "--mcp-server"
INSECURE = "--mcp-server-insecure-http"
COMMAND_MARK = "=--"


def servers_of_flags(servers: Sequence[str], insecure: Sequence[str]) -> list[LiveServer]:
    """Return the servers of the flags, in their order.

    Raises ToolcatError for a malformed or repeated one, and for a permission of plain http that permits nothing: of a
    server that is not named, or whose URL needs none.
    """
    made: dict[str, LiveServer] = {}
    for text in servers:
        server = _http_server(text)
        first = made.setdefault(server_key(server.name), server)
        if first is not server:
            raise ToolcatError(
                f"{FLAG}: the names {first.name!r} and {server.name!r} are one name (case, '-' and '_' do not count)",
                hint="The name decides where the token is read from; give each server its own.",
            )
    names = {server.name: key for key, server in made.items()}
    seen: set[str] = set()
    for name in insecure:
        if name in seen:
            raise ToolcatError(f"{INSECURE} {quoted(name)} stands there twice", hint="Name each server once.")
        seen.add(name)
        key = names.get(name)
        if key is None:
            known = ", ".join(names) or "none"
            raise ToolcatError(
                f"{INSECURE} {quoted(name)}: no {FLAG} has this name", hint=f"Named are: {known}. Correct or remove it."
            )
        made[key] = _permitted(made[key])
    return list(made.values())


def _http_server(text: str) -> LiveServer:
    name, equals, url = text.partition("=")
    if not equals or not name or not url:
        raise ToolcatError(f"{FLAG} takes NAME=URL", hint=f"For example {FLAG} github=https://mcp.example.com/v1")
    problem = server_name_problem(name)
    if problem is not None:
        raise ToolcatError(f"{FLAG}: {problem}", hint="Choose another name.")
    problem = url_problem(url)
    if problem is not None:
        raise ToolcatError(f"{FLAG} {name}: {problem}", hint="Correct the URL.")
    return LiveServer(name, HttpServer(url), FLAG)


def _permitted(server: LiveServer) -> LiveServer:
    transport = server.transport
    assert isinstance(transport, HttpServer)
    needless = "is https" if is_https(transport.url) else "is on this machine" if is_loopback(transport.url) else None
    if needless:
        raise ToolcatError(
            f"{INSECURE} {server.name}: its URL {needless}, so there is nothing to permit", hint="Remove the flag."
        )
    return replace(server, transport=replace(transport, insecure_http=True))


def is_command(text: str) -> bool:
    """Whether an argument is `NAME=-- COMMAND…`."""
    name, mark, rest = text.partition(COMMAND_MARK)
    return bool(mark) and (not rest or rest[0].isspace()) and "=" not in name


def server_of_command(text: str) -> LiveServer:
    """Return the server that `NAME=-- COMMAND…` means; the command is split as a POSIX shell splits it, and no more.

    Raises ToolcatError for a bad name or a command that is empty or cannot be split.
    """
    name, _, rest = text.partition(COMMAND_MARK)
    problem = server_name_problem(name)
    if problem is not None:
        raise ToolcatError(f"NAME=-- COMMAND: {problem}", hint="Choose another name.")
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise ToolcatError(f"{name}=--: the command cannot be split: {error}", hint="Balance its quotes.") from None
    if not words:
        raise ToolcatError(f"{name}=--: there is no command", hint=f"For example {name}=-- npx -y some-server")
    return LiveServer(name, StdioServer(words[0], tuple(words[1:])), "the command line")
