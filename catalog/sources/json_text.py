"""Parsing JSON and JSON Lines with the C parser, and finding what that parser lets pass.

`json.loads` keeps the last of two equal keys, reads NaN and Infinity, refuses integers of more than 4,300 digits with
a bare ValueError, and lets half a surrogate pair into a string. The first two are noticed by hooks, the last one by a
search of the text; where each of them stands is worked out only when there is one.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from ..codes import DUPLICATE_KEY, NOT_JSON, UNREADABLE, Code
from ..documents import Document
from ..findings import Place
from ..positions import Span, duplicates
from ..text import quoted
from .text import Unreadable


@dataclass(frozen=True, slots=True)
class Defect:
    """Something in a document that parses and is wrong all the same: the value at `pointer` must not be used."""

    code: Code
    message: str
    help: str
    pointer: str
    span: Span


@dataclass(slots=True)
class Parsed:
    """A document and its defects."""

    document: Document
    defects: list[Defect] = field(default_factory=list)


_NUMBER = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|NaN|-?Infinity|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?', re.DOTALL)
_SPACE_TO_END = re.compile(r"\s*\Z")
_ROW = re.compile(r"[^\s][^\n]*")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_OPENING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]', re.DOTALL)

_CONTAINERS: tuple[type[object], ...] = (dict, list)
_INFINITE = (float("inf"), float("-inf"))

_COUNTS_IN_C = sys.version_info >= (3, 12)
"""Whether the parser has a limit of its own, far above ours, and not the interpreter's, which can be set."""

MAX_BROKEN_LINES = 1_000
"""A JSON Lines text with more lines that are no JSON is something else."""

DEEP_HELP = "Flatten it; no tool needs this, and most programs that read JSON stop much earlier."


@contextmanager
def _deep_enough(depth: int) -> Generator[None]:
    """Parse to a set depth.

    Python 3.11's parser counts nesting, and our hooks, against the recursion limit, so that is set for the moment;
    later versions have a limit of their own in C and ignore this one.
    """
    frames = 0
    frame = sys._getframe()  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        frames += 1
        frame = frame.f_back
    old = sys.getrecursionlimit()
    sys.setrecursionlimit(frames + depth + 8)
    try:
        yield
    finally:
        sys.setrecursionlimit(old)


class _Hooks:
    """What the parser met on the way."""

    def __init__(self) -> None:
        self.repeated = False
        self.constants = False
        self.huge = False

    def pairs(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        """Build an object, noticing a repeated key (the last value stays, as everywhere)."""
        made = dict(pairs)
        if len(made) != len(pairs):
            self.repeated = True
        return made

    def constant(self, word: str) -> float:
        """Notice NaN, Infinity and -Infinity."""
        self.constants = True
        return float(word.replace("Infinity", "inf"))

    def real(self, digits: str) -> float:
        """Read a number with a fraction or an exponent; one beyond a double (`1e999`) is noticed."""
        made = float(digits)
        if made in _INFINITE:
            self.constants = True
        return made

    def integer(self, digits: str) -> int | float:
        """Read an integer; one with more digits than Python converts becomes infinite, and is noticed."""
        try:
            return int(digits)
        except ValueError:
            self.huge = True
            return float("inf")


def _loads(text: str, hooks: _Hooks, depth: int) -> object:
    """Parse text that nests at most `depth` levels.

    The parser's limit is set so tightly that calls of C code on the stack may trip it; then the brackets decide.
    Raises json.JSONDecodeError and RecursionError.
    """
    try:
        with _deep_enough(depth):
            return _parse(text, hooks)
    except RecursionError:
        if deepest(text, depth) is not None:
            raise
    with _deep_enough(2 * depth + 1_000):
        return _parse(text, hooks)


def _parse(text: str, hooks: _Hooks) -> object:
    """Parse, keeping on with a slower number reader if an integer is too long for Python."""
    try:
        return json.loads(text, object_pairs_hook=hooks.pairs, parse_constant=hooks.constant, parse_float=hooks.real)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return json.loads(
            text,
            object_pairs_hook=hooks.pairs,
            parse_constant=hooks.constant,
            parse_float=hooks.real,
            parse_int=hooks.integer,
        )


def deepest(text: str, limit: int) -> int | None:
    """Return the offset of the first bracket of a JSON text that nests deeper than `limit`, or None."""
    if text.count("[") + text.count("{") <= limit:
        return None
    depth = 0
    for token in _OPENING.finditer(text):
        word = text[token.start()]
        if word in "[{":
            depth += 1
            if depth > limit:
                return token.start()
        elif word != '"':
            depth -= 1
    return None


def _too_deep(text: str, data: object, limit: int) -> bool:
    """Whether the data of a text nests deeper than `limit`, level by level."""
    if text.count("[") + text.count("{") <= limit:
        return False
    level = [data] if isinstance(data, _CONTAINERS) else []
    for _ in range(limit + 1):
        below: list[object] = []
        for value in level:
            members = (
                cast("dict[str, object]", value).values() if isinstance(value, dict) else cast("list[object]", value)
            )
            below.extend(each for each in members if isinstance(each, _CONTAINERS))
        if not below:
            return False
        level = below
    return True


def parse_json(text: str, label: str, depth: int) -> Parsed:
    """Parse a JSON text.

    Raises Unreadable, with the place, for what is no JSON and for nesting beyond `depth`.
    """
    hooks = _Hooks()
    try:
        data = _loads(text, hooks, depth)
    except json.JSONDecodeError as error:
        raise _syntax(text, error) from None
    except RecursionError:
        raise _nesting(text, depth) from None
    if _COUNTS_IN_C and _too_deep(text, data, depth):
        raise _nesting(text, depth)
    document = Document(label, text, "json", data)
    return Parsed(document, list(_defects(document, hooks)))


def parse_json_lines(text: str, label: str, depth: int, *, tolerant: bool = False) -> Parsed:
    """Parse a JSON Lines text: one JSON value a line, blank lines allowed.

    Raises Unreadable as parse_json does; if `tolerant`, only if no line is an object or a list: other lines that are
    no JSON are defects and become null.
    """
    hooks = _Hooks()
    rows: list[object] = []
    broken: list[tuple[int, Unreadable]] = []
    with _deep_enough(depth):
        for match in _ROW.finditer(text):
            try:
                rows.append(_row(text, match.start(), match.group(), hooks, depth))
            except Unreadable as error:
                if not tolerant:
                    raise
                broken.append((len(rows), error))
                rows.append(None)
                if len(broken) > MAX_BROKEN_LINES:
                    raise broken[0][1] from None
    if broken and not any(isinstance(row, _CONTAINERS) for row in rows):
        raise broken[0][1]
    document = Document(label, text, "jsonl", rows)
    lines = [
        Defect(UNREADABLE, f"the line {error.message}", error.help, f"/{place}", error.span or (0, 0))
        for place, error in broken
    ]
    return Parsed(document, [*lines, *_defects(document, hooks)])


def _row(text: str, start: int, row: str, hooks: _Hooks, depth: int) -> object:
    """Parse one line, under a limit that has been set for all of them."""
    try:
        data = _parse(row, hooks)
    except json.JSONDecodeError as error:
        raise _syntax(text, error, start) from None
    except RecursionError:
        if deepest(row, depth) is not None:
            raise _nesting(row, depth, start, text) from None
        return _loads(row, hooks, depth)
    if _COUNTS_IN_C and _too_deep(row, data, depth):
        raise _nesting(row, depth, start, text)
    return data


def _syntax(text: str, error: json.JSONDecodeError, shift: int = 0) -> Unreadable:
    offset = min(error.pos + shift, len(text))
    words = {
        "Extra data": "something stands behind the end of the document",
        "Expecting value": "a value is expected",
        "Expecting property name enclosed in double quotes": "a key in double quotes is expected",
        "Expecting ':' delimiter": "a ':' is expected",
        "Expecting ',' delimiter": "a ',' or the end of the object or list is expected",
        "Illegal trailing comma before end of object": "a comma stands before the end of an object",
        "Illegal trailing comma before end of array": "a comma stands before the end of a list",
        "Invalid control character at": "a string holds a raw control character (a line end or a tab)",
        "Invalid \\escape": "a string holds a backslash that begins no escape",
        "Invalid \\uXXXX escape": "a string holds \\u without four hexadecimal digits",
        "Unterminated string starting at": "a string is not closed",
    }
    what = words.get(error.msg.removesuffix(": "), error.msg)
    if _SPACE_TO_END.match(text, offset):
        what = f"the text ends too early: {what}"
    return Unreadable(f"is not JSON: {what}", "Correct it there.", text=text, span=(offset, min(offset + 1, len(text))))


def _nesting(text: str, depth: int, start: int = 0, whole: str | None = None) -> Unreadable:
    offset = deepest(text, depth)
    span = None if offset is None else (start + offset, start + offset + 1)
    return Unreadable(f"nests deeper than {depth:,} levels", DEEP_HELP, text=whole or text, span=span)


def _defects(document: Document, hooks: _Hooks) -> Iterator[Defect]:
    text = document.text
    if hooks.repeated:
        yield from _repeated(document)
    if hooks.constants or hooks.huge:
        for match in _NUMBER.finditer(text):
            word = match.group()
            if word[0] == '"':
                continue
            if word[-1] in "Ny":
                message, help = f"{word} is no JSON value", "Write a number or null."
            elif len(word) > 4_300 and word.lstrip("-").isdigit():
                message = f"an integer of {len(word.lstrip('-')):,} digits cannot be read"
                help = "Write it as a string."
            elif not word.lstrip("-").isdigit() and float(word) in _INFINITE:
                message, help = f"{word[:40]} is beyond every double", "Write a smaller number, or a string."
            else:
                continue
            yield Defect(NOT_JSON, message, help, document.pointer_at(match.start()), match.span())
    if "\\u" in text and _may_hold_halves(text):
        yield from _half_pairs(document)


def _may_hold_halves(text: str) -> bool:
    """Whether a JSON text may hold half a surrogate pair; false is certain. Whole pairs (emoji) are common."""
    if _SURROGATE.search(text) is None:
        return False
    if "\\\\u" in text:  # an escaped backslash and a `u`, which the patterns would take for an escape
        return True
    pairs = sum(1 for _ in _PAIR.finditer(text))
    return sum(1 for _ in _SURROGATE.finditer(text)) != 2 * pairs


def _repeated(document: Document) -> Iterator[Defect]:
    text = document.text
    starts = [(0, "")]
    if document.format == "jsonl":
        starts = [(match.start(), f"/{place}") for place, match in enumerate(_ROW.finditer(text))]
    for start, prefix in starts:
        for found in duplicates(text, start):
            first: Place = document.place_of(found.first)
            name = json.loads(text[found.again[0] : found.again[1]], strict=False)
            yield Defect(
                DUPLICATE_KEY,
                f"the key {quoted(name)} stands twice in one object: first at line {first.line}, column {first.column}",
                "Keep one of the two.",
                prefix + found.pointer,
                found.again,
            )


def _half_pairs(document: Document) -> Iterator[Defect]:
    text = document.text
    high: Span | None = None
    for match in _ESCAPE.finditer(text):
        digits = match.group(1)
        code = int(digits, 16) if digits else 0
        adjacent = high is not None and high[1] == match.start()
        if 0xDC00 <= code < 0xE000:
            if not adjacent:
                yield _half(document, match.span())
            high = None
            continue
        if high is not None:
            yield _half(document, high)
        high = match.span() if 0xD800 <= code < 0xDC00 else None
    if high is not None:
        yield _half(document, high)


def _half(document: Document, span: Span) -> Defect:
    return Defect(
        NOT_JSON,
        f"{document.text[span[0] : span[1]]} is half of a surrogate pair, which no UTF-8 text can hold",
        "Write both halves, or remove it.",
        document.pointer_at(span[0]),
        span,
    )
