"""Where each character of a string value stands in its text: through escapes, quotes, folded lines and blocks."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from ...catalog.positions import Span

Change = tuple[int, int, str]
"""Characters of a string from start to end, and what stands instead."""

_PAIR = re.compile(r"u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_GAP = re.compile(r"[ \t]*(?:\r?\n[ \t]*)+")
_CONTINUED = re.compile(r"\\\r?\n[ \t]*")
"""A line end that is no part of the string, with the blanks before what goes on."""

_SINGLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "a": "\a", "v": "\v", "e": "\x1b"}
_YAML = {**_SINGLE, "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"}


def characters(text: str, span: Span, value: str) -> list[Span] | None:
    """Return where each character of the string `value`, written at `span`, stands in the text.

    Understands JSON strings and YAML scalars of every style. None where it loses its way.
    """
    start, end = span
    first = text[start : start + 1]
    if first in ("|", ">"):
        header_end = text.find("\n", start)
        if header_end < 0:
            return None
        return _align(text, _indented(text, header_end + 1, end), end, value, first)
    if first in ('"', "'"):
        return _align(text, start + 1, end - 1, value, first)
    return _align(text, start, end, value, "")


def _indented(text: str, offset: int, end: int) -> int:
    while offset < end and text[offset] in " \t":
        offset += 1
    return offset


def _align(text: str, offset: int, end: int, value: str, style: str) -> list[Span] | None:
    if text[offset:end] == value and style != "|":  # nearly always: no escape, no folded line
        return [(place, place + 1) for place in range(offset, end)]
    out: list[Span] = []
    place = 0
    indent = offset - (text.rfind("\n", 0, offset) + 1) if style == "|" else 0
    while place < len(value):
        char = value[place]
        if offset >= end:
            return out + [(end, end)] * (len(value) - place) if not value[place:].strip() else None
        if style == '"' and text[offset] == "\\":
            continued = _CONTINUED.match(text, offset, end)
            if continued is not None:
                offset = continued.end()
                continue
            size, meant = _escape(text, offset)
            if meant != char:
                return None
            out.append((offset, offset + size))
            offset += size
            place += 1
            continue
        if style == "'" and text.startswith("''", offset):
            out.append((offset, offset + 2))
            offset += 2
            place += 1
            continue
        if style == "|":
            if char == "\n" and text.startswith("\r\n", offset):
                offset += 1
            if text[offset] != char:
                return None
            out.append((offset, offset + 1))
            offset += 1
            if char == "\n":
                skipped = 0
                while offset < end and skipped < indent and text[offset] == " ":
                    offset += 1
                    skipped += 1
            place += 1
            continue
        gap = _GAP.match(text, offset, end)
        if gap is not None and char in " \n":
            meant_gap = "\n" * (gap.group().count("\n") - 1) or " "
            if not value.startswith(meant_gap, place):
                return None
            out += [gap.span()] * len(meant_gap)
            offset = gap.end()
            place += len(meant_gap)
            continue
        if text[offset] != char:
            return None
        out.append((offset, offset + 1))
        offset += 1
        place += 1
    return out


def _escape(text: str, offset: int) -> tuple[int, str | None]:
    """Return the length of the escape at `offset` and the character that it means."""
    kind = text[offset + 1 : offset + 2]
    if kind == "u":
        pair = _PAIR.match(text, offset + 1)
        if pair:
            return 12, json.loads(f'"\\{pair.group()}"')
    size = {"x": 2, "u": 4, "U": 8}.get(kind)
    if size is not None:
        digits = text[offset + 2 : offset + 2 + size]
        try:
            return 2 + size, chr(int(digits, 16))
        except ValueError:
            return 2 + size, None
    return 2, _YAML.get(kind, kind)


def changes(old: str, new: str) -> Sequence[Change] | None:
    """Return the few places where two strings differ as (start, end, instead); None if they hardly agree."""
    if len(old) > 20_000:
        return None
    from difflib import SequenceMatcher

    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    found = [(i1, i2, new[j1:j2]) for tag, i1, i2, j1, j2 in codes if tag != "equal"]
    kept = sum(i2 - i1 for tag, i1, i2, _, _ in codes if tag == "equal")
    return found if kept * 2 >= len(new) and len(found) <= 200 else None
