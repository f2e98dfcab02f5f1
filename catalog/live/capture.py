"""Asking one server for its tools, through the official SDK. The SDK is imported here and in `tap`, nowhere else."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import anyio
import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import METHOD_NOT_FOUND, Implementation, PaginatedRequestParams
from pydantic import ValidationError

from ..spec import EMPTY
from ..text import one_line
from .answers import Captured, Failed
from .secrets import NotUsable, Prepared, prepare, redact
from .servers import HttpServer, LiveServer, StdioServer, token_variable
from .stderr import StderrTail
from .tap import BUDGET, ENCODING, MAX_BYTES, Budget, Tap

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MAX_TOOLS = 100_000
MAX_PAGES = 10_000

TOO_MANY = 429
SERVER_ERROR = 500
_NO_ENDPOINT = "Check the URL: is it the MCP endpoint of the server?"


@dataclass(slots=True)
class _Notes:
    """What is learned on the way, for the words of a failure."""

    status: int | None = None
    encoding: str | None = None
    stderr: StderrTail | None = None
    tap: Tap | None = None


class _Stop(Exception):
    """The server answered what cannot be used."""


async def capture(server: LiveServer, prepared: Prepared, seconds: float) -> Captured | Failed:
    """Connect to one server and list its tools. Never raises for what a server does; takes `seconds` and a little."""
    start = time.monotonic()
    notes = _Notes()
    outcome: Captured | None = None
    error: BaseException | None = None
    scope = anyio.CancelScope(deadline=anyio.current_time() + seconds)
    budget = Budget(scope)
    with scope:
        BUDGET.set(budget)
        try:
            async with AsyncExitStack() as stack:
                notes.tap = tap = Tap(await _transport(prepared, stack, budget, notes))
                outcome = await _list(prepared, tap, seconds, start)
        except Exception as raised:  # a server's fault, whatever it is; a late one does not undo an answer
            error = raised
    took = time.monotonic() - start
    if outcome is not None:
        return outcome
    if budget.is_spent:
        message = f"it was cut off: it sent more than {MAX_BYTES >> 20} MiB"
        return Failed(server, message, "No list of tools needs this; look at what the server sends.", took)
    message, help = _words(error, notes, prepared, seconds)
    return Failed(server, message, help, took)


async def _transport(prepared: Prepared, stack: AsyncExitStack, budget: Budget, notes: _Notes) -> Any:
    transport = prepared.transport
    if isinstance(transport, HttpServer):
        client = await stack.enter_async_context(_http_client(transport, budget, notes))
        return streamable_http_client(transport.url, http_client=client, max_sse_event_size=MAX_BYTES)
    notes.stderr = stack.enter_context(StderrTail())
    parameters = StdioServerParameters(
        command=transport.command,
        args=list(transport.args),
        env=dict(transport.env),
        cwd=transport.cwd,
        encoding=ENCODING,
        encoding_error_handler="replace",
    )
    return stdio_client(parameters, errlog=notes.stderr.writer)


def _http_client(transport: HttpServer, budget: Budget, notes: _Notes) -> httpx2.AsyncClient:
    """Return a client that counts what comes, and takes no compressed bodies (a few bytes may become gigabytes)."""

    async def look(response: httpx2.Response) -> None:
        if response.status_code >= 300:
            notes.status = response.status_code
        coding = response.headers.get("content-encoding", "identity").lower()
        if coding not in ("", "identity"):
            notes.encoding = coding
            raise _Stop("it compressed its answer although it was asked not to")
        response.stream = _Counted(response.stream, budget)

    return httpx2.AsyncClient(
        headers={**transport.headers, "Accept-Encoding": "identity"},
        timeout=httpx2.Timeout(30.0, read=300.0),
        event_hooks={"response": [look]},
    )


class _Counted(httpx2.AsyncByteStream):
    """A response body that is counted as it comes."""

    def __init__(self, inner: Any, budget: Budget) -> None:
        self._inner = inner
        self._budget = budget

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            self._budget.take(len(chunk))
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


async def _list(prepared: Prepared, tap: Tap, seconds: float, start: float) -> Captured:
    from importlib.metadata import version

    client = Client(
        cast("Any", tap),
        read_timeout_seconds=seconds,
        client_info=Implementation(name="toolcat", version=version("toolcat")),
        cache=None,
    )
    async with client:
        tools = await _pages(client, tap)
        info = client.server_info
        first: Mapping[str, object] = tap.pages[0] if tap.pages else EMPTY
        return Captured(
            server=prepared.server,
            tools=tools,
            rest={key: value for key, value in first.items() if key not in ("tools", "nextCursor")},
            protocol=client.protocol_version,
            identity={} if info is None else info.model_dump(by_alias=True, mode="json", exclude_none=True),
            instructions=client.instructions,
            pages=len(tap.pages),
            seconds=time.monotonic() - start,
            secrets=prepared.guarded,
        )


async def _pages(client: Client, tap: Tap) -> list[object]:
    """Follow the pages to their end; the raw pages decide, not what the SDK makes of them."""
    tools: list[object] = []
    seen: set[str] = set()
    cursor: str | None = None
    while True:
        before = len(tap.pages)
        try:
            await client.session.list_tools(params=PaginatedRequestParams(cursor=cursor) if cursor else None)
        except ValidationError:
            if len(tap.pages) == before:
                raise
        except MCPError as error:
            if error.error.code == METHOD_NOT_FOUND and not tap.pages:
                return []  # a server without tools
            raise
        page = tap.pages[-1]
        listed = page.get("tools")
        if not isinstance(listed, list):
            raise _Stop("it answered tools/list without a list of tools")
        tools += cast("list[object]", listed)
        following = page.get("nextCursor")
        if not isinstance(following, str) or not following:
            return tools
        if following in seen:
            raise _Stop("its pages go in a circle: a nextCursor came twice")
        seen.add(following)
        if len(tools) > MAX_TOOLS or len(seen) > MAX_PAGES:
            raise _Stop(f"its list does not end: {len(tools):,} tools on {len(seen):,} pages")
        cursor = following


def _words(error: BaseException | None, notes: _Notes, prepared: Prepared, seconds: float) -> tuple[str, str]:
    """Return what happened and what to do."""
    leaf = _leaf(error)
    if isinstance(leaf, (FileNotFoundError, PermissionError, NotADirectoryError)) and notes.stderr is not None:
        return f"it cannot be started: {_unstarted(leaf, prepared)}", "Check the command."
    if isinstance(leaf, _Stop):
        return _short(leaf, prepared.secrets), "This is the server's fault; report it to its author."
    last = redact(" | ".join(notes.stderr.lines(3)), prepared.secrets) if notes.stderr is not None else ""
    said = f"; its last words: {last[-300:]}" if last else ""
    if notes.tap is not None and notes.tap.junk:
        said += f"; {notes.tap.junk:,} of its messages could not be read"
    if leaf is None or isinstance(leaf, TimeoutError) or "timed out" in str(leaf).lower():
        what_to_do = "Start it by hand, or allow more with --timeout."
        if notes.tap is not None and notes.tap.junk:
            what_to_do = (
                "Its standard output is for one JSON-RPC message a line; what else it says belongs to standard error."
            )
        return f"it did not answer within {seconds:g} s{said}", what_to_do
    if notes.status in (401, 403):
        return f"it refused the request: HTTP {notes.status}", _credentials(prepared.server)
    if isinstance(leaf, httpx2.TransportError):
        return (
            f"it cannot be reached: {_short(leaf, prepared.secrets)}",
            "Check the URL and whether the server is running.",
        )
    if notes.status is not None and notes.status >= 400:
        busy = notes.status == TOO_MANY or notes.status >= SERVER_ERROR
        what_to_do = "Try again later; if it stays so, tell its author." if busy else "Check the URL."
        return f"it answered HTTP {notes.status}: {_short(leaf, prepared.secrets)}", what_to_do
    text = str(leaf)
    if text.startswith("Failed to parse JSON"):
        # What follows is pydantic's, and means nothing to who asks.
        return "it answered with what is no JSON-RPC message", _NO_ENDPOINT
    if text.startswith("Unexpected content type"):
        return f"it failed: {_short(leaf, prepared.secrets)}", _NO_ENDPOINT
    if "onnection closed" in text:
        return f"it ended before it answered{said}", "Start its command by hand to see why."
    return (
        f"it failed: {_short(leaf, prepared.secrets)}{said}",
        "Ask it with another client to see whether it works at all.",
    )


def _unstarted(error: OSError, prepared: Prepared) -> str:
    """Say what is not there: the folder or the program, as its description has them (not as they are filled in)."""
    written, used = prepared.server.transport, prepared.transport
    assert isinstance(written, StdioServer)
    assert isinstance(used, StdioServer)
    command, cwd = written.command, written.cwd
    if cwd is not None and error.filename == used.cwd:
        return f"there is no folder {one_line(repr(cwd))}"
    if isinstance(error, PermissionError):
        return f"{one_line(repr(command))} may not be run"
    return f"there is no program {one_line(repr(command))}"


def _credentials(server: LiveServer) -> str:
    """Say where a server's credentials come from."""
    if isinstance(server.transport, HttpServer) and not server.transport.reads_token:
        return f"Give it the headers that it wants in {server.where}."
    return f"Set {token_variable(server.name)}, or the headers that it wants."


def _short(error: BaseException, secrets: tuple[str, ...]) -> str:
    """Return an error in a line. Secrets are struck out before it is cut: half a token is still a secret."""
    return " ".join(redact(str(error) or type(error).__name__, secrets).split())[:300]


def _leaf(error: BaseException | None) -> BaseException | None:
    """Return the first error inside groups of errors."""
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error


def try_prepare(server: LiveServer) -> Prepared | Failed:
    """Fill in a server, or say why it cannot be asked. Raises ToolcatError as `prepare` does."""
    try:
        return prepare(server)
    except NotUsable as error:
        return Failed(server, f"it cannot be asked: {error}", f"Correct it in {server.where}.")


def silence() -> None:
    """Let the SDK and its HTTP client log nothing: their messages hold headers, URLs and whatever a server sends."""
    for name in ("mcp", "client", "httpx2", "httpcore2", "httpcore"):
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = False
