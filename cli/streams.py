"""The standard streams as a command line needs them: UTF-8 and LF everywhere, no work lost to a closed pipe."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO


class OutputError(OSError):
    """Standard output could not be written, for another reason than that its reader has gone (a full disk)."""


class _Pipe(io.RawIOBase):
    """Writes to a file descriptor whose reader may go away: what is written then is dropped, and the work goes on.

    `tools list | head` is no failure, and an export or a check must neither stop nor change its exit code because
    nobody reads its messages. With `must_arrive`, any other failure is an OutputError.
    """

    def __init__(self, fd: int, *, must_arrive: bool) -> None:
        self._fd = fd
        self._must_arrive = must_arrive
        self._gone = False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._fd

    def write(self, data: object, /) -> int:
        view = memoryview(data).cast("B")  # pyright: ignore[reportArgumentType]
        if self._gone:
            return len(view)
        try:
            return os.write(self._fd, view)
        except BrokenPipeError:
            self._gone = True
        except OSError as error:
            self._gone = True
            if self._must_arrive:
                raise OutputError(error.errno, f"cannot write to standard output: {error.strerror}") from error
        return len(view)


def prepare() -> None:
    """Make the standard streams write UTF-8 and LF on every system, and survive a reader that leaves."""
    sys.stdout = _prepared(sys.stdout, must_arrive=True)
    sys.stderr = _prepared(sys.stderr, must_arrive=False)


def _prepared(stream: TextIO | None, *, must_arrive: bool) -> TextIO:
    if stream is None:  # closed by the caller (`>&-`): Python has no stream at all then
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123
    if type(stream) is not io.TextIOWrapper:
        return stream  # a test's, which is what it wants to be
    if not stream.isatty():
        try:
            pipe = _Pipe(stream.fileno(), must_arrive=must_arrive)
        except (OSError, ValueError):
            pipe = None
        if pipe is not None:
            stream.flush()
            buffer = io.BufferedWriter(pipe)
            return io.TextIOWrapper(
                buffer, encoding="utf-8", errors="backslashreplace", newline="\n", line_buffering=not must_arrive
            )
    stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return stream
