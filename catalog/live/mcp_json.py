"""`mcp.json` files of editors: the shapes of Claude Code (`.mcp.json`), Cursor and VS Code.

Claude Code and Cursor list servers under `mcpServers`, VS Code under `servers`, with `inputs` and comments. An entry
has a `command` (with `args`, `env`, `envFile`, `cwd`) or a `url` (with `headers`); `type` may say which.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..findings import ToolcatError
from ..names import server_name_problem
from ..pointers import join
from ..text import quoted

if TYPE_CHECKING:
    from .servers import HttpServer, LiveServer, StdioServer

MAX_BYTES = 1 << 20

_COMMENTS = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_COMMAS = re.compile(r'"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])')
_STDIO = ("stdio",)
_HTTP = ("http", "streamable-http", "streamableHttp", "streamable_http")


def is_mcp_json(path: str) -> bool:
    """Whether a path is a file that lists servers. Only files that are named themselves are looked at."""
    if not path.endswith(".json") or not Path(path).is_file():  # a pipe must not be read twice, nor waited for
        return False
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError:
        return False
    if len(data) > MAX_BYTES or (b'"mcpServers"' not in data and b'"servers"' not in data):
        return False
    try:
        top = _parse(data.decode("utf-8-sig"), path)
    except (ToolcatError, UnicodeDecodeError):
        # Whoever wrote mcpServers meant such a file, and is told what is wrong with it.
        return b'"mcpServers"' in data and b'"tools"' not in data
    keys = _keys(top)
    return ("mcpServers" in keys or _table(top) is not None) and "tools" not in keys


def read_mcp_json(path: str) -> list[LiveServer]:
    """Return the servers of a file, in its order; entries that are switched off are left out.

    An entry that is not usable becomes a server with a problem, so that its neighbours are asked. Raises ToolcatError
    if the file cannot be read or lists no servers.
    """
    from .servers import LiveServer

    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ToolcatError(f"{path}: the file cannot be read", hint="Check the path.") from error
    top = _parse(text, path)
    table = _table(top)
    if table is None and "mcpServers" in _keys(top):
        raise ToolcatError(f"{path}: mcpServers is no object of servers", hint='Write {"mcpServers": {"name": {…}}}.')
    if table is None:
        raise ToolcatError(f"{path}: the file lists no servers", hint='Write {"mcpServers": {…}}.')
    folder = _workspace(Path(path))
    variables = {
        "workspaceFolder": str(folder),
        "workspaceFolderBasename": folder.name,
        "userHome": str(Path.home()),
        "pathSeparator": os.sep,
        "/": os.sep,
    }
    key, servers = table
    out: list[LiveServer] = []
    for name, entry in servers.items():
        fields = cast("dict[str, object]", entry) if isinstance(entry, dict) else None
        if fields is not None and (fields.get("disabled") is True or fields.get("enabled") is False):
            continue
        problem = server_name_problem(name)
        transport = None
        if problem is None:
            try:
                if fields is None:
                    raise _Wrong("is no object", join(f"/{key}", name))
                transport = _transport(fields, join(f"/{key}", name))
            except _Wrong as wrong:
                problem = f"{wrong.pointer} {wrong.message}"
        out.append(LiveServer(name, transport, path, variables, problem))
    return out


class _Wrong(Exception):
    def __init__(self, message: str, pointer: str) -> None:
        super().__init__(message)
        self.message = message
        self.pointer = pointer


def _workspace(path: Path) -> Path:
    """Return the folder that an editor would have open: above `.cursor` and `.vscode`, else the file's own."""
    folder = Path(os.path.realpath(path)).parent
    return folder.parent if folder.name in (".cursor", ".vscode") else folder


def _parse(text: str, path: str) -> object:
    """Parse JSON with comments and trailing commas; blanks replace both, so that places stay right."""
    import json

    def blank(match: re.Match[str]) -> str:
        found = match[0]
        return found if found.startswith('"') else re.sub(r"[^\n]", " ", found)

    try:
        return json.loads(_COMMAS.sub(blank, _COMMENTS.sub(blank, text)))
    except json.JSONDecodeError as error:
        raise ToolcatError(
            f"{path}:{error.lineno}:{error.colno}: the file is no JSON: {error.msg}", hint="Correct it there."
        ) from None
    except RecursionError:
        raise ToolcatError(f"{path}: the file is nested too deeply", hint="Flatten it.") from None


def _keys(top: object) -> Mapping[str, object]:
    return cast("dict[str, object]", top) if isinstance(top, dict) else {}


def _table(top: object) -> tuple[str, Mapping[str, object]] | None:
    if not isinstance(top, dict):
        return None
    for key in ("mcpServers", "servers"):
        value = cast("dict[str, object]", top).get(key)
        if isinstance(value, dict):
            return key, cast("dict[str, object]", value)
    return None


def _transport(entry: Mapping[str, object], pointer: str) -> StdioServer | HttpServer:
    from .servers import HttpServer, StdioServer

    kind = entry.get("type", entry.get("transport"))
    command, url = entry.get("command"), entry.get("url", entry.get("serverUrl"))
    if kind == "sse":
        raise _Wrong("uses the HTTP+SSE transport, which MCP gave up in 2025; give its streamable HTTP URL", pointer)
    if kind is not None and kind not in (*_STDIO, *_HTTP):
        raise _Wrong(f"has the type {quoted(kind)}; known are stdio and http", join(pointer, "type"))
    if isinstance(command, str) and command and kind not in _HTTP:
        return StdioServer(
            command,
            tuple(_strings(entry.get("args"), join(pointer, "args"))),
            _map(entry.get("env"), join(pointer, "env")),
            _text(entry.get("cwd"), join(pointer, "cwd")),
            _text(entry.get("envFile"), join(pointer, "envFile")),
        )
    if isinstance(url, str) and url and kind not in _STDIO:
        return HttpServer(url, _map(entry.get("headers"), join(pointer, "headers")), reads_token=False)
    if command is not None and not isinstance(command, str) and kind not in _HTTP:
        raise _Wrong("is no text: the program alone, and the rest in args", join(pointer, "command"))
    if url is not None and not isinstance(url, str) and kind not in _STDIO:
        raise _Wrong("is no text", join(pointer, "url" if "url" in entry else "serverUrl"))
    if kind is not None and (command or url):
        raise _Wrong(f"has the type {quoted(kind)} and no {'command' if kind in _STDIO else 'url'}", pointer)
    raise _Wrong("has neither a command nor a url", pointer)


def _strings(value: object, pointer: str) -> list[str]:
    entries = cast("list[object]", value if isinstance(value, list) else [] if value is None else [None])
    if not all(isinstance(entry, str) for entry in entries):
        raise _Wrong("is no list of texts", pointer)
    return cast("list[str]", entries)


def _map(value: object, pointer: str) -> dict[str, str]:
    """Return an object of texts; numbers and booleans are written as JSON writes them, null is left out."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _Wrong("is no object", pointer)
    out: dict[str, str] = {}
    for key, item in cast("dict[str, object]", value).items():
        if isinstance(item, bool):
            out[key] = "true" if item else "false"
        elif isinstance(item, (str, int, float)):
            out[key] = str(item)
        elif item is not None:
            raise _Wrong("is no text", join(pointer, key))
    return out


def _text(value: object, pointer: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise _Wrong("is no text", pointer)
