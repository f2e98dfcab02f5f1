"""Positions: where the value at a JSON pointer stands in a text. JSON and JSON Lines here, YAML and TOML beside it.

Nothing is computed before the first question, and a question reads only the containers on the way to its value, so
asking about one tool of a large list costs one pass over the text and no tree of it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol

from .pointers import join, tokens

if TYPE_CHECKING:
    from collections.abc import Callable
    from json import JSONDecoder

Span = tuple[int, int]
"""Character offsets of a value or a key: the first character, and just behind the last."""


class PlaceIndex(Protocol):
    """Answers where things stand in one text."""

    def span(self, pointer: str, *, key: bool = False) -> Span | None:
        """Return where the value at `pointer` (or its key) stands; the nearest one above it if it is not there."""
        ...

    def pointer_at(self, offset: int) -> str:
        """Return the pointer of the innermost member that holds the character at `offset`."""
        ...


class Lines:
    """Lines and columns (1-based, in characters) of offsets in a text; LF, CR LF and a lone CR end a line."""

    def __init__(self, text: str) -> None:
        self._text = text
        if "\r" in text:
            self._starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", text))]
        else:  # the same, many times faster; the last start is behind the text
            lengths = map(len, text.split("\n"))
            self._starts = [0, *accumulate(map((1).__add__, lengths))][:-1]

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of a character offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column, at most the end of the text."""
        if line > len(self._starts):
            return len(self._text)
        return min(self._starts[line - 1] + column - 1, len(self._text))

    def line(self, number: int, limit: int) -> str | None:
        """Return a line without its end; None if there is none or if it is longer than `limit` characters."""
        if number > len(self._starts):
            return None
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self._text)
        if end - start > limit + 2:
            return None
        return self._text[start:end].rstrip("\r\n")


class Member(NamedTuple):
    """One member of a container: its key and the key's span (None in an array), and the value's span."""

    name: str | None
    key: Span | None
    value: Span


_SPACE = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_SCALAR = re.compile(r"[^\s,\]}]+")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]', re.DOTALL)
_OPENING = "[{"


def _after_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def value_end(text: str, start: int) -> int:
    """Return the offset behind the JSON value that starts at `start`."""
    first = text[start : start + 1]
    if first == '"':
        match = _STRING.match(text, start)
    elif first in _OPENING and first:
        return _container_end(text, start)
    else:
        match = _SCALAR.match(text, start)
    return match.end() if match else start


def _container_end(text: str, start: int) -> int:
    """Return the offset behind a container: by the C parser, keeping nothing; by its brackets where that gives up."""
    try:
        return _skip(text, start)
    except (ValueError, RecursionError):
        pass
    depth = 0
    for token in _TOKEN.finditer(text, start):
        word = text[token.start()]
        if word in _OPENING:
            depth += 1
        elif word != '"':
            depth -= 1
            if not depth:
                return token.end()
    return len(text)


@cache
def _skipper() -> JSONDecoder:
    # Objects shrink to their length and integers to floats (which have any number of digits): nothing is built up.
    from json import JSONDecoder

    return JSONDecoder(object_pairs_hook=len, parse_int=float, strict=False)


def _skip(text: str, start: int) -> int:
    return _skipper().raw_decode(text, start)[1]


_KEY = re.compile(r'[ \t\n\r]*("[^"\\]*(?:\\.[^"\\]*)*")[ \t\n\r]*:[ \t\n\r]*', re.DOTALL)
_NEXT = re.compile(r"[ \t\n\r]*(?:,[ \t\n\r]*)?")


def members(text: str, start: int, end_of: Callable[[str, int], int] = value_end) -> Iterator[Member]:
    """Yield the members of the JSON container that starts at `start`, in their order, duplicates included.

    The text has been parsed before, so it is JSON; a scalar has no members. Yields nothing once the text is not
    what it should be, rather than raising. `end_of` says where the value at an offset ends.
    """
    opening = text[start : start + 1]
    if opening not in ("{", "["):
        return
    offset = _after_space(text, start + 1)
    size = len(text)
    while offset < size and text[offset] not in "]}":
        name, key = None, None
        if opening == "{":
            match = _KEY.match(text, offset)
            if match is None:
                return
            key = match.span(1)
            name = text[key[0] + 1 : key[1] - 1]
            if "\\" in name:
                name = _text(match[1])
            offset = match.end()
        end = end_of(text, offset)
        if end == offset:
            return
        yield Member(name, key, (offset, end))
        match = _NEXT.match(text, end)
        offset = match.end() if match else end


def _text(literal: str) -> str:
    import json

    return json.loads(literal, strict=False)


_OUTER_LEVELS = 3
"""`{"result": {"tools": […]}}`: how many containers stand around what is a list's entry."""


class JsonIndex:
    """The places of one JSON text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._root: Span | None = None
        self._outer = _after_space(text, 0)
        self._members: dict[int, list[Member]] = {}
        self._names: dict[int, dict[str, int]] = {}

    def root(self) -> Span:
        """Return where the document's value stands (looked for once: its end is that of the text)."""
        if self._root is None:
            start = self._outer
            self._root = start, self._end(self._text, start, _OUTER_LEVELS)
        return self._root

    def children(self, span: Span) -> list[Member]:
        """Return the members of the container at `span` (scanned once, then remembered)."""
        return self._children(span[0], _OUTER_LEVELS if span[0] == self._outer else 0)

    def _children(self, start: int, levels: int) -> list[Member]:
        found = self._members.get(start)
        if found is None:
            end_of = partial(self._end, levels=levels - 1) if levels else value_end
            found = self._members[start] = list(members(self._text, start, end_of))
        return found

    def _end(self, text: str, start: int, levels: int) -> int:
        """Return the offset behind a value.

        To skip a value is to read all of it. The outermost containers hold everything, and are asked for their members
        next, so that these are read at once (and remembered): the container ends where its last member does.
        """
        if not levels or text[start : start + 1] not in ("{", "["):
            return value_end(text, start)
        children = self._children(start, levels)
        end = _after_space(text, children[-1].value[1] if children else start + 1)
        return end + 1 if text[end : end + 1] in ("]", "}") else value_end(text, start)

    def child(self, span: Span, token: str) -> Member | None:
        """Return the member that a pointer's token names: an object's last of that name, as the parser keeps it."""
        children = self.children(span)
        if not children:
            return None
        if children[0].key is None:
            return children[int(token)] if token.isascii() and token.isdigit() and int(token) < len(children) else None
        names = self._names.get(span[0])
        if names is None:
            names = {member.name: place for place, member in enumerate(children) if member.name is not None}
            self._names[span[0]] = names
        place = names.get(token)
        return None if place is None else children[place]

    def span(self, pointer: str, *, key: bool = False) -> Span | None:
        """See PlaceIndex."""
        span = self.root()
        own_key: Span | None = None
        for token in tokens(pointer):
            member = self.child(span, token)
            if member is None:
                return span
            span, own_key = member.value, member.key
        return own_key if key and own_key is not None else span

    def pointer_at(self, offset: int) -> str:
        """See PlaceIndex."""
        pointer = ""
        span = self.root()
        while True:
            children = self.children(span)
            if not children:
                return pointer
            place = bisect_right(children, offset, key=lambda member: (member.key or member.value)[0]) - 1
            if place < 0:
                return pointer
            member = children[place]
            if offset >= member.value[1]:
                return pointer
            pointer = join(pointer, place if member.name is None else member.name)
            if offset < member.value[0]:
                return pointer
            span = member.value


class Duplicate(NamedTuple):
    """A key that stands twice in one object: the pointer of its value, and both keys' spans."""

    pointer: str
    first: Span
    again: Span


class _Open:
    """A container that is being read: its seen keys (None for an array) and where its reader stands."""

    __slots__ = ("awaits_key", "name", "place", "seen")

    def __init__(self, is_object: bool) -> None:
        self.seen: dict[str, Span] | None = {} if is_object else None
        self.awaits_key = is_object
        self.name = ""
        self.place = 0


_EVENT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{\]},]', re.DOTALL)


def duplicates(text: str, start: int = 0) -> Iterator[Duplicate]:
    """Yield each key that stands twice in one object of a JSON text (or of a JSON Lines text, read from `start`).

    One pass without recursion; the pointer counts from the value that `start` stands in.
    """
    import json

    stack: list[_Open] = []
    for event in _EVENT.finditer(text, start):
        word = text[event.start()]
        top = stack[-1] if stack else None
        if word == '"':
            if top is None or top.seen is None or not top.awaits_key:
                continue
            top.name = json.loads(event.group(), strict=False)
            top.awaits_key = False
            first = top.seen.setdefault(top.name, event.span())
            if first != event.span():
                pointer = join("", *(level.place if level.seen is None else level.name for level in stack))
                yield Duplicate(pointer, first, event.span())
        elif word in _OPENING:
            stack.append(_Open(word == "{"))
        elif word != ",":
            if stack:
                stack.pop()
            if not stack:
                return
        elif top is not None:
            top.place += 1
            top.awaits_key = top.seen is not None


class JsonLinesIndex:
    """The places of a JSON Lines text: `/0` is the first line that is not blank."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._rows = [match.span() for match in re.finditer(r"[^\s][^\n]*", text)]
        self._inner = JsonIndex(text)

    def _row(self, place: int) -> Span:
        start = self._rows[place][0]
        return start, value_end(self._text, start)

    def span(self, pointer: str, *, key: bool = False) -> Span | None:
        """See PlaceIndex."""
        path = tokens(pointer)
        if not path or not path[0].isdigit() or int(path[0]) >= len(self._rows):
            return (0, len(self._text.rstrip()))
        span = self._row(int(path[0]))
        own_key: Span | None = None
        for token in path[1:]:
            member = self._inner.child(span, token)
            if member is None:
                return span
            span, own_key = member.value, member.key
        return own_key if key and own_key is not None else span

    def pointer_at(self, offset: int) -> str:
        """See PlaceIndex."""
        place = bisect_right(self._rows, offset, key=lambda row: row[0]) - 1
        if place < 0:
            return ""
        start = self._rows[place][0]
        inner = JsonIndex(self._text[start : self._rows[place][1]])
        return f"/{place}{inner.pointer_at(offset - start)}"


def index_for(format: str, text: str, data: object) -> PlaceIndex:
    """Return the place index of a text of that format."""
    if format == "yaml":
        from .positions_yaml import YamlIndex

        return YamlIndex(text)
    if format == "toml":
        from .positions_toml import TomlIndex

        return TomlIndex(text, data)
    return JsonLinesIndex(text) if format == "jsonl" else JsonIndex(text)
