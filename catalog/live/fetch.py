"""Asking many servers at once: at most 16, each with its own time, no failure another's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..findings import ToolcatError

if TYPE_CHECKING:
    from .answers import Captured, Failed
    from .servers import LiveServer

AT_ONCE = 16
SECONDS = 30.0


def fetch(
    servers: Sequence[LiveServer],
    *,
    seconds: float = SECONDS,
    on_done: Callable[[Captured | Failed], None] | None = None,
) -> list[Captured | Failed]:
    """Ask servers for their tools; returns their answers and failures in the order of `servers`.

    Each has `seconds` from its start to its list. `on_done` is called as each is done. Raises ToolcatError if the
    extra `toolcat[mcp]` is not installed, or if credentials would be sent in the clear; nothing was asked then.
    """
    try:
        import anyio

        from . import capture as one
    except ImportError as error:
        raise ToolcatError(
            f"live servers need the MCP SDK, which is not installed (no module {error.name!r})",
            hint="Install the extra: pip install 'toolcat[mcp]'.",
        ) from None
    one.silence()
    prepared = [one.try_prepare(server) for server in servers]
    outcomes: list[Captured | Failed | None] = [None] * len(servers)

    async def ask(place: int, limiter: anyio.CapacityLimiter) -> None:
        ready = prepared[place]
        if isinstance(ready, one.Failed):
            outcome: Captured | Failed = ready
        else:
            async with limiter:
                outcome = await one.capture(servers[place], ready, seconds)
        outcomes[place] = outcome
        if on_done is not None:
            on_done(outcome)

    async def ask_all() -> None:
        limiter = anyio.CapacityLimiter(AT_ONCE)
        async with anyio.create_task_group() as group:
            for place in range(len(servers)):
                group.start_soon(ask, place, limiter)

    anyio.run(ask_all)
    return [outcome for outcome in outcomes if outcome is not None]
