"""Documents: one parsed file that can say where each of its values stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .findings import Place

Format = Literal["json", "jsonl", "yaml", "toml"]


@dataclass(slots=True)
class Document:
    """A parsed file: `label` (the path as the user named it), its `text`, its `format` and the parsed `data`.

    Positions are computed when the first one is asked for; a file without findings never pays for them.
    """

    label: str
    text: str
    format: Format
    data: object
    _places: object = field(default=None, repr=False)

    def place(self, pointer: str = "", *, key: bool = False) -> Place:
        """Return the place of the value at a JSON pointer, or of its key with `key=True`.

        A pointer to a value that is not there (a missing key) gives the place of the nearest one above it.
        """
        del key
        return Place(self.label, pointer=pointer)

    def excerpt(self, place: Place) -> str | None:
        """Return the source line at `place`, without its line end, or None if the place has no line."""
        if place.line is None:
            return None
        lines = self.text.splitlines()
        return lines[place.line - 1] if place.line <= len(lines) else None
