"""Documents: one parsed file that can say where each of its values stands."""

from __future__ import annotations

from sys import getsizeof
from typing import Literal

from .findings import Place
from .positions import Lines, PlaceIndex, Span, index_for

Format = Literal["json", "jsonl", "yaml", "toml"]

_SMALL = 10_000
"""Bytes that are not worth packing a text for."""

MAX_EXCERPT = 2_000
"""A longer source line (a minified list is one line) is not shown: nobody reads it, and each finding would hold it."""


class Document:
    """A parsed file: `label` (the path as the user named it), its `text`, its `format` and the parsed `data`.

    The data of a `jsonl` document is the list of its lines' values, so `/0` is the first line that is not blank.
    Positions are computed when the first one is asked for; a file without findings never pays for them.
    """

    __slots__ = ("_index", "_lines", "_packed", "_text", "data", "format", "label")

    def __init__(self, label: str, text: str, format: Format, data: object) -> None:
        self.label = label
        self.format: Format = format
        self.data = data
        self._text: str | None = text
        self._packed = b""
        self._index: PlaceIndex | None = None
        self._lines: Lines | None = None

    def __repr__(self) -> str:
        return f"Document({self.label!r}, format={self.format!r})"

    @property
    def text(self) -> str:
        """The text of the file."""
        if self._text is None:
            self._text = self._packed.decode("utf-8", "surrogatepass")
        return self._text

    def place(self, pointer: str = "", *, key: bool = False) -> Place:
        """Return the place of the value at a JSON pointer, or of its key with `key=True`.

        A pointer to a value that is not there (a missing key) gives the place of the nearest one above it; so does
        `key=True` for a value that has no key (an array's entry, the document). The pointer is kept as it was asked.
        """
        return self.place_of(self.span(pointer, key=key), pointer)

    def place_of(self, span: Span | None, pointer: str | None = None) -> Place:
        """Return the place of a span of character offsets in the text (None: the file as a whole)."""
        if span is None:
            return Place(self.label, pointer=pointer)
        lines = self._line_index()
        line, column = lines.position(span[0])
        end_line, end_column = lines.position(span[1])
        return Place(self.label, line, column, end_line, end_column, pointer)

    def span(self, pointer: str = "", *, key: bool = False) -> Span | None:
        """Return the character offsets of what `place` names, None for a text that holds nothing."""
        return self._place_index().span(pointer, key=key)

    def pointer_at(self, offset: int) -> str:
        """Return the pointer of the innermost value that holds the character at `offset`, or the key before it."""
        return self._place_index().pointer_at(offset)

    def excerpt(self, place: Place) -> str | None:
        """Return the source line at `place`, without its line end.

        None if the place has no line or if the line is longer than 2,000 characters.
        """
        if place.line is None:
            return None
        return self._line_index().line(place.line, MAX_EXCERPT)

    def rest(self) -> None:
        """Hold no more than must be held while nobody asks: what was worked out is worked out anew when asked for.

        One emoji makes Python hold every character of a text in four bytes, and a list of tools is mostly ASCII.
        """
        self._index = None
        self._lines = None
        if self._text is not None and getsizeof(self._text) > 1.5 * len(self._text) + _SMALL:
            self._packed = self._packed or self._text.encode("utf-8", "surrogatepass")
            self._text = None

    def _place_index(self) -> PlaceIndex:
        if self._index is None:
            self._index = index_for(self.format, self.text, self.data)
        return self._index

    def _line_index(self) -> Lines:
        if self._lines is None:
            self._lines = Lines(self.text)
        return self._lines
