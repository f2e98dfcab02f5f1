"""Edits of JSON and JSON Lines texts: commas, white space and indentation stay as their author has them."""

from __future__ import annotations

import json

from ...catalog.pointers import tokens
from ...catalog.positions import JsonIndex, JsonLinesIndex, Member, Span
from ..edits import Edit, Insert, Remove, Rename, Replace, Splice
from .data import NotFixable, split, value_at
from .strings import changes, characters


class JsonEditor:
    """Says edits of one JSON text as replaced characters."""

    def __init__(self, text: str, data: object, *, lines: bool = False) -> None:
        self._text = text
        self._data = data
        self._index = JsonLinesIndex(text) if lines else JsonIndex(text)
        self._containers = self._index if isinstance(self._index, JsonIndex) else JsonIndex(text)
        self._lines = lines
        head = text[:4_000]
        self._colon = ": " if '": ' in head or '":' not in head else ":"
        self._comma = ", " if self._colon == ": " or ", " in head else ","
        self._ascii = text.isascii()

    def splices(self, edit: Edit) -> list[Splice]:
        """Return the replaced characters of one edit. Raises NotFixable if it does not fit the text."""
        if isinstance(edit, Splice):
            return [edit]
        if self._lines and len(tokens(edit.pointer)) < 2:
            raise NotFixable("a line of its own is left alone")
        if isinstance(edit, Replace):
            return self._replace(edit)
        if isinstance(edit, Rename):
            value_at(self._data, edit.pointer)
            span = self._index.span(edit.pointer, key=True)
            if span is None:
                raise NotFixable("there is no key")
            return [Splice(*span, self._dump(edit.key))]
        parent, last = split(edit.pointer)
        container = self._span(parent)
        found = self._containers.children(container)
        if isinstance(edit, Remove):
            return [self._remove(found, container, last)]
        return [self._insert(edit, found, container, last)]

    def _span(self, pointer: str) -> Span:
        value_at(self._data, pointer)
        span = self._index.span(pointer)
        if span is None:
            raise NotFixable("there is no such place")
        return span

    def _dump(self, value: object) -> str:
        return json.dumps(value, ensure_ascii=self._ascii, separators=(self._comma, self._colon))

    def _replace(self, edit: Replace) -> list[Splice]:
        old = value_at(self._data, edit.pointer)
        span = self._span(edit.pointer)
        if isinstance(old, str) and isinstance(edit.value, str):
            differences = changes(old, edit.value)
            places = characters(self._text, span, old)
            if differences is not None and places is not None:
                ends = [*places, (span[1] - 1, span[1] - 1)]
                return [
                    Splice(ends[start][0], ends[end - 1][1] if end > start else ends[start][0], self._dump(new)[1:-1])
                    for start, end, new in differences
                ]
        return [Splice(*span, self._dump(edit.value))]

    def _remove(self, found: list[Member], container: Span, last: str) -> Splice:
        place = self._place(found, last)
        if len(found) == 1:
            return Splice(container[0] + 1, container[1] - 1, "")
        if place + 1 < len(found):
            return Splice(_start(found[place]), _start(found[place + 1]), "")
        return Splice(found[place - 1].value[1], found[place].value[1], "")

    def _place(self, found: list[Member], last: str) -> int:
        places = [place for place, member in enumerate(found) if member.name == last]
        if not places and found and found[0].name is None and last.isdigit() and int(last) < len(found):
            return int(last)
        if len(places) != 1:
            raise NotFixable("the key is not there just once")
        return places[0]

    def _insert(self, edit: Insert, found: list[Member], container: Span, last: str) -> Splice:
        is_object = self._text[container[0]] == "{"
        written = f"{self._dump(last)}{self._colon}" if is_object else ""
        if not found:
            return Splice(container[0] + 1, container[1] - 1, written + self._dump(edit.value))
        gap = self._text[found[-2].value[1] : _start(found[-1])] if len(found) > 1 else ""
        if not gap:
            gap = self._text[container[0] + 1 : _start(found[0])]
            gap = f",{gap}" if gap else self._comma
        if is_object and found[-1].key is not None:
            written = self._dump(last) + self._text[found[-1].key[1] : found[-1].value[0]]
        end = found[-1].value[1]
        return Splice(end, end, gap + written + self._dump(edit.value))


def _start(member: Member) -> int:
    return (member.key or member.value)[0]
