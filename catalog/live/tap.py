"""A tap on the SDK's transport: what a server really answered, before the SDK's models drop or refuse any of it.

The SDK's session gets the same messages with an empty list of tools in them, so that one tool without a schema cannot
fail the list. Every byte of the protocol is still the SDK's.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    import anyio
    from _typeshed import ReadableBuffer
    from mcp.client import Transport
    from mcp.shared._stream_protocols import ReadStream, WriteStream
    from mcp.shared.message import SessionMessage

MAX_BYTES = 64 << 20
"""What one server may send in all, before it is cut off."""


class Budget:
    """Counts the bytes of one server, and ends its turn when they are too many."""

    def __init__(self, scope: anyio.CancelScope) -> None:
        self._scope = scope
        self.seen = 0

    @property
    def is_spent(self) -> bool:
        """Whether the server sent more than it may."""
        return self.seen > MAX_BYTES

    def take(self, size: int) -> None:
        """Count bytes. Raises OverflowError when they are too many; the server's turn is over then."""
        self.seen += size
        if self.is_spent:
            self._scope.cancel()
            raise OverflowError("the server sends too much")


BUDGET: ContextVar[Budget | None] = ContextVar("toolcat_live_budget", default=None)
"""The budget of the server whose transport runs in this context."""

ENCODING = "toolcat_bounded_utf8"


class _BoundedUtf8(codecs.IncrementalDecoder):
    """UTF-8 that counts: the SDK's stdio transport gathers a line without an end for as long as it comes.

    Bytes that are no UTF-8 become replacement characters: they stand in junk that a server prints, not in messages.
    """

    def __init__(self, errors: str = "strict") -> None:
        super().__init__(errors)
        self._inner = codecs.getincrementaldecoder("utf-8")("replace")
        self._budget = BUDGET.get()

    def decode(self, input: ReadableBuffer, final: bool = False) -> str:
        data = bytes(input)
        if self._budget is not None:
            self._budget.take(len(data))
        return self._inner.decode(data, final)


def _find_codec(name: str) -> codecs.CodecInfo | None:
    if name != ENCODING:
        return None
    plain = codecs.lookup("utf-8")
    return codecs.CodecInfo(plain.encode, plain.decode, incrementaldecoder=_BoundedUtf8, name=ENCODING)


codecs.register(_find_codec)


class Tap:
    """A transport around a transport. `pages` are the raw results of `tools/list`, in their order.

    `junk` counts what came that was no message.
    """

    def __init__(self, transport: AbstractAsyncContextManager[Any]) -> None:
        self._transport = transport
        self._asked: set[str] = set()
        self.pages: list[Mapping[str, object]] = []
        self.junk = 0

    async def __aenter__(self) -> tuple[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]]:
        read, write = await self._transport.__aenter__()
        return _Reading(read, self), _Writing(write, self)

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        return await self._transport.__aexit__(exc_type, exc_val, exc_tb)

    def sent(self, item: SessionMessage) -> None:
        """Look at a message to the server."""
        from mcp.types import JSONRPCRequest

        message = item.message
        if isinstance(message, JSONRPCRequest) and message.method == "tools/list":
            self._asked.add(str(message.id))

    def received(self, item: SessionMessage | Exception) -> SessionMessage | Exception:
        """Look at a message from the server; returns what the SDK's session is to see."""
        from mcp.types import JSONRPCResponse

        if isinstance(item, Exception):
            self.junk += 1
            return item
        message = item.message
        if not isinstance(message, JSONRPCResponse) or str(message.id) not in self._asked:
            return item
        self._asked.discard(str(message.id))
        result = cast("Mapping[str, object]", message.result)
        self.pages.append(dict(result))
        return replace(item, message=message.model_copy(update={"result": {**result, "tools": []}}))


class _Stream:
    """What both directions share: closing, and the context that the SDK looks for."""

    def __init__(self, inner: Any, tap: Tap) -> None:
        self._inner = inner
        self._tap = tap

    async def aclose(self) -> None:
        await self._inner.aclose()

    def close(self) -> None:
        self._inner.close()

    @property
    def last_context(self) -> object:
        return getattr(self._inner, "last_context", None)

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        await self._inner.aclose()
        return None


class _Reading(_Stream):
    async def receive(self) -> SessionMessage | Exception:
        return self._tap.received(await self._inner.receive())

    def __aiter__(self) -> _Reading:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        return self._tap.received(await self._inner.__anext__())

    async def __aenter__(self) -> _Reading:
        return self


class _Writing(_Stream):
    async def send(self, item: SessionMessage, /) -> None:
        self._tap.sent(item)
        await self._inner.send(item)

    async def __aenter__(self) -> _Writing:
        return self


if TYPE_CHECKING:

    def _is_transport(tap: Tap) -> Transport:  # pyright: ignore[reportUnusedFunction]
        return tap
