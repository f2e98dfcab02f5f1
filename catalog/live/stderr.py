"""The end of what a server prints to its standard error, kept in bounded memory."""

from __future__ import annotations

import os
from contextlib import suppress
from threading import Thread
from types import TracebackType

KEPT = 4_096


class StderrTail:
    """A pipe for a process to write to. `lines` are its last words."""

    def __init__(self) -> None:
        self._kept = b""
        self._is_cut = False
        self._reader, writer = os.pipe()
        self.writer = os.fdopen(writer, "w", encoding="utf-8")
        self._thread = Thread(target=self._read, daemon=True)

    def __enter__(self) -> StderrTail:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening: a process that outlives its server may hold the pipe, so this waits a moment only."""
        with suppress(OSError):
            self.writer.close()
        self._thread.join(0.5)

    def _read(self) -> None:
        with suppress(OSError):
            while chunk := os.read(self._reader, 65_536):
                whole = self._kept + chunk
                self._is_cut |= len(whole) > KEPT
                self._kept = whole[-KEPT:]
            os.close(self._reader)

    def lines(self, count: int) -> list[str]:
        """Return the last lines that are not blank; of one whose beginning is lost nothing is shown."""
        kept = self._kept.partition(b"\n")[2] if self._is_cut else self._kept
        text = kept.decode("utf-8", "replace")
        return [line.strip() for line in text.splitlines() if line.strip()][-count:]
