"""A progress bar on standard error for work over a second, on a terminal only."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

DELAY_SECONDS = 1.0


@contextmanager
def progress_bar(what: str, *, quiet: bool = False) -> Generator[Callable[[int, int], None] | None]:
    """Yield a callback (done, total) that draws a bar once the work has taken a second; None where none is wanted."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    start = time.monotonic()
    stop: list[Callable[[], None]] = []
    draw: list[Callable[[int, int], None]] = []

    def step(done: int, total: int) -> None:
        if draw:
            draw[0](done, total)
        elif time.monotonic() - start > DELAY_SECONDS:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            bar = Progress(*columns, console=Console(stderr=True), transient=True)
            task = bar.add_task(what, total=total)
            bar.start()
            stop.append(bar.stop)
            draw.append(lambda done, total: bar.update(task, completed=done, total=total))

    try:
        yield step
    finally:
        for end in stop:
            end()
