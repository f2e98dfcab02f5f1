"""What became of asking a server: what it answered, or why there is nothing. Needs no SDK."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .servers import LiveServer


@dataclass(frozen=True, slots=True)
class Captured:
    """What a server answered: its tools exactly as it sent them, all pages in one list, and who it says it is.

    `rest` are the other keys of the result's first page. `secrets` must not turn up in anything that is written.
    """

    server: LiveServer
    tools: list[object] = field(repr=False)
    rest: Mapping[str, object] = field(repr=False)
    protocol: str
    identity: Mapping[str, object] = field(repr=False)
    instructions: str | None = field(repr=False)
    pages: int
    seconds: float
    secrets: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a server gave no tools, in one sentence without secrets, and what to do."""

    server: LiveServer
    message: str
    help: str
    seconds: float = 0.0
