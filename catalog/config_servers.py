"""Live servers in the config: a source with a `command` or a `url`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from .live.servers import HttpServer, LiveServer, StdioServer, cleartext_problem, is_https, is_loopback, url_problem
from .pointers import join

if TYPE_CHECKING:
    from .findings import ToolcatError

_OF_COMMANDS = ("env", "cwd")
_OF_URLS = ("headers", "insecure-http")


class Wrong(Protocol):
    """Makes the error about a place in the config."""

    def __call__(self, pointer: str, message: str, help: str) -> ToolcatError:
        """Return the error."""
        ...


def read_server(
    table: Mapping[str, object], pointer: str, name: str | None, *, root: Path, wrong: Wrong, where: str
) -> LiveServer:
    """Return the server that a source describes. `root` is the config's folder.

    Raises ToolcatError, made by `wrong`.
    """
    command, url = table.get("command"), table.get("url")
    if name is None:
        raise wrong(pointer, "a source that is a live server has no server", 'Add its name: server = "…".')
    if (command is None) == (url is None):
        problem = "a live server has neither command nor url" if url is None else "a source has a command and a url"
        raise wrong(pointer, problem, "Write one of them.")
    others = _OF_URLS if url is None else _OF_COMMANDS
    for key in others:
        if key in table:
            kind = "command" if url is None else "url"
            raise wrong(join(pointer, key), f"{key} means nothing for a server with a {kind}", "Remove it.")
    if url is None:
        words = _strings(command)
        if not words or not words[0].strip():
            raise wrong(join(pointer, "command"), "command is no list of texts", 'Write command = ["npx", "…"].')
        cwd = table.get("cwd")
        if cwd is not None and not isinstance(cwd, str):
            raise wrong(join(pointer, "cwd"), "cwd is no text", "Write a folder.")
        folder = root if cwd is None else root / Path(cwd).expanduser()
        env = _map(table, pointer, "env", wrong)
        return LiveServer(name, StdioServer(words[0], tuple(words[1:]), env, str(folder)), where)
    insecure = table.get("insecure-http", False)
    if not isinstance(url, str) or not isinstance(insecure, bool):
        raise wrong(pointer, "url is no text, or insecure-http neither true nor false", "Correct it.")
    if "${" not in url:
        problem = url_problem(url)
        if problem is not None:
            raise wrong(join(pointer, "url"), problem, "Correct the URL.")
        if insecure and (is_https(url) or is_loopback(url)):
            message = "insecure-http permits nothing: the URL is https or on this machine"
            raise wrong(join(pointer, "insecure-http"), message, "Remove it.")
    headers = _map(table, pointer, "headers", wrong)
    if headers and "${" not in url:
        problem = cleartext_problem(url, insecure_http=insecure)
        if problem is not None:
            raise wrong(join(pointer, "url"), problem, "Use https, or permit it: insecure-http = true.")
    return LiveServer(name, HttpServer(url, headers, insecure), where)


def _strings(value: object) -> list[str]:
    entries = cast("list[object]", value) if isinstance(value, list) else []
    return [entry for entry in entries if isinstance(entry, str)] if all(isinstance(e, str) for e in entries) else []


def _map(table: Mapping[str, object], pointer: str, key: str, wrong: Wrong) -> dict[str, str]:
    value = table.get(key, {})
    if not isinstance(value, dict) or not all(
        isinstance(each, str) for each in cast("dict[str, object]", value).values()
    ):
        raise wrong(join(pointer, key), f"{key} is no table of texts", f'Write {key} = {{ NAME = "…" }}.')
    return cast("dict[str, str]", value)
