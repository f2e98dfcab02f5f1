"""Parsing TOML into JSON values."""

from __future__ import annotations

import re
from math import isfinite
from typing import cast

from ..codes import NOT_JSON
from ..documents import Document
from ..pointers import join
from .json_text import DEEP_HELP, Defect, Parsed
from .text import Limits, Unreadable

MAX_KEY_PARTS = 100
_LONG_KEY = re.compile(r"(?<![\w.\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){100}")
"""A key of more parts, which nobody writes: tomllib needs the square of their number, for every key below it."""

_HUGE = re.compile(r"(?<![\w.])[-+]?\d[\d_]{4299,}")
MAX_INTEGER_BITS = 14_000
"""Python prints integers of 4,300 decimal digits; hexadecimal ones of any length can be read."""

_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def parse_toml(text: str, label: str, limits: Limits) -> Parsed:
    """Parse a TOML text; dates, times, inf and nan have no JSON value and are defects.

    Raises Unreadable, with the place, for what is no TOML (a repeated key is none) and for nesting beyond the limit.
    """
    import tomllib

    long_key = _LONG_KEY.search(text)
    if long_key is not None:
        raise Unreadable(f"has a key of more than {MAX_KEY_PARTS} parts", DEEP_HELP, text=text, span=long_key.span())
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax(text, str(error)) from None
    except RecursionError:
        raise Unreadable(f"nests deeper than {limits.depth:,} levels", DEEP_HELP) from None
    except ValueError:  # an integer with more digits than Python converts
        found = _HUGE.search(text)
        span = None if found is None else found.span()
        raise Unreadable("holds an integer of too many digits", "Write it as a string.", text=text, span=span) from None
    document = Document(label, text, "toml", data)
    return Parsed(document, _odd_values(document))


def _syntax(text: str, message: str) -> Unreadable:
    match = _AT.search(message)
    what = message[: match.start()] if match else message
    if what.startswith("Cannot overwrite") or "twice" in what:
        what = "a key or a table stands twice"
    what = what[:1].lower() + what[1:]
    line = int(match.group(1)) if match and match.group(1) else text.count("\n") + 1
    column = int(match.group(2)) if match and match.group(2) else None
    return Unreadable(f"is not TOML: {what}", "Correct it there.", text=text, line=line, column=column)


def _odd_values(document: Document) -> list[Defect]:
    defects: list[Defect] = []
    todo: list[tuple[str, object]] = [("", document.data)]
    while todo:
        pointer, value = todo.pop()
        if isinstance(value, dict):
            todo.extend((join(pointer, key), below) for key, below in cast("dict[str, object]", value).items())
        elif isinstance(value, list):
            todo.extend((join(pointer, place), below) for place, below in enumerate(cast("list[object]", value)))
        elif isinstance(value, float):
            if not isfinite(value):
                defects.append(_odd(document, pointer, str(value)))
        elif isinstance(value, int):
            if value.bit_length() > MAX_INTEGER_BITS:
                defects.append(_odd(document, pointer, "an integer of too many digits"))
        elif not isinstance(value, str):
            defects.append(_odd(document, pointer, f"the date or time {value}"))
    return defects


def _odd(document: Document, pointer: str, what: str) -> Defect:
    span = document.span(pointer) or (0, 0)
    return Defect(NOT_JSON, f"{what} has no JSON value", "Write it as a string.", pointer, span)
