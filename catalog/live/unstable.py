"""What in a server's list will not be the same next time: found by asking twice, or by the look of it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

from ..pointers import join

MAX_REPORTED = 50

_STAMP = re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?")


def differences(first: object, second: object, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield pointer and words for each value in which two answers of a server differ."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        one, two = cast("Mapping[str, object]", first), cast("Mapping[str, object]", second)
        for key in one:
            if key not in two:
                yield join(pointer, key), "was there once, and not the second time"
        for key, value in two.items():
            if key not in one:
                yield join(pointer, key), "was not there the first time"
            else:
                yield from differences(one[key], value, join(pointer, key))
        if list(one) != list(two) and one.keys() == two.keys():
            yield pointer, "has its keys in another order each time"
    elif isinstance(first, list) and isinstance(second, list):
        yield from _lists(cast("list[object]", first), cast("list[object]", second), pointer)
    elif first != second or isinstance(first, bool) is not isinstance(second, bool):
        yield pointer, "differs from start to start" + _kind(f"{first}", f"{second}")


def _lists(first: list[object], second: list[object], pointer: str) -> Iterator[tuple[str, str]]:
    if first == second:
        return
    if len(first) == len(second) and sorted(map(repr, first)) == sorted(map(repr, second)):
        yield pointer, "has its entries in another order each time"
        return
    if len(first) != len(second):
        yield pointer, f"has {len(first)} entries once and {len(second)} the second time"
        return
    for place, (one, two) in enumerate(zip(first, second, strict=True)):
        yield from differences(one, two, f"{pointer}/{place}")


def _kind(first: str, second: str) -> str:
    if _STAMP.search(first) and _STAMP.search(second):
        return " (a time)"
    return " (the same parts in another order)" if sorted(first) == sorted(second) else ""


def suspicions(value: object, *, now: datetime | None = None, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield pointer and words for each text that looks like the moment or the machine of its capture.

    Looked for are today's date, and the working, home and temporary folder of this machine.
    """
    moment = now or datetime.now(UTC)
    days = {(moment + timedelta(days=days)).strftime("%Y-%m-%d") for days in (-1, 0, 1)}
    folders = {
        str(Path.cwd()): "the working folder",
        str(Path.home()): "the home folder",
        tempfile.gettempdir(): "the temporary folder",
    }
    folders = {path: what for path, what in folders.items() if len(path) > 3}
    stack: list[tuple[str, object]] = [(pointer, value)]
    while stack:
        place, each = stack.pop()
        if isinstance(each, str):
            what = next((f"holds {name} of this machine" for path, name in folders.items() if _holds(each, path)), None)
            if what is None and any(day in days for day in re.findall(r"\d{4}-\d\d-\d\d", each)):
                what = "holds today's date"
            if what is not None:
                yield place, what
        elif isinstance(each, Mapping):
            entries = [(join(place, key), item) for key, item in cast("Mapping[str, object]", each).items()]
            stack += reversed(entries)
        elif isinstance(each, list):
            stack += reversed([(f"{place}/{n}", item) for n, item in enumerate(cast("list[object]", each))])


def _holds(text: str, path: str) -> bool:
    """Whether a path stands in a text as a whole: `/tmp` in `/tmp/x`, and not in `/tmpfiles`."""
    return re.search(re.escape(path) + r"(?![\w-]|\.\w)", text) is not None
