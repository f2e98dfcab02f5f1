"""Applying fixes to one document: those that fit together, checked by reading the text again."""

from __future__ import annotations

import contextlib
import os
import tempfile
from bisect import bisect_left, insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ...catalog.pointers import join
from ..edits import Edit, Fix, Rename, Splice
from .data import NotFixable, edited
from .json_text import JsonEditor

if TYPE_CHECKING:
    from ...catalog.documents import Document
    from .yaml_text import YamlEditor

MAX_TRIES = 1_000
"""How often a text is read back while those fixes are looked for that do not go together with the others."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text with fixes applied, and which of them."""

    text: str
    applied: tuple[Fix, ...]


def fix_document(document: Document, fixes: Sequence[Fix], parse: Callable[[str], object]) -> Fixed:
    """Apply as many fixes as go together, in their order.

    `parse` reads a text of the document's format back to data and raises ValueError for what is none. A fix whose edits
    overlap an earlier one's waits for the next round; one whose result does not read back as meant is left out.
    """
    try:
        editor = _editor(document)
    except RecursionError:  # nested too deeply to be edited
        editor = None
    if editor is None:
        return Fixed(document.text, ())
    chosen: list[tuple[Fix, list[Splice]]] = []
    taken = _Taken()
    for fix in fixes:
        try:
            splices = _joined([splice for edit in fix.edits for splice in editor.splices(edit)])
        except NotFixable:
            continue
        pointers = [pointer for edit in fix.edits for pointer in _changed(edit)]
        if taken.take(splices, pointers):
            chosen.append((fix, splices))
    good, _ = _together(document, chosen, [], parse, MAX_TRIES)
    text = spliced(document.text, [splice for _, splices in good for splice in splices])
    return Fixed(text, tuple(fix for fix, _ in good))


_Chosen = tuple[Fix, list[Splice]]


def _together(
    document: Document, wanted: list[_Chosen], good: list[_Chosen], parse: Callable[[str], object], tries: int
) -> tuple[list[_Chosen], int]:
    """Return `good` and those of the wanted fixes that go together with it, and how many tries are left.

    All are tried at once; if that does not read back, each half by itself: few fixes fail, and the others must not pay.
    """
    if not wanted or not tries:
        return good, tries
    tries -= 1
    if _verified(document, [*good, *wanted], parse) is not None:
        return [*good, *wanted], tries
    if len(wanted) == 1:
        return good, tries
    half = len(wanted) // 2
    good, tries = _together(document, wanted[:half], good, parse, tries)
    return _together(document, wanted[half:], good, parse, tries)


def _editor(document: Document) -> JsonEditor | YamlEditor | None:
    if document.format in ("json", "jsonl"):
        return JsonEditor(document.text, document.data, lines=document.format == "jsonl")
    if document.format == "yaml":
        from .yaml_text import YamlEditor

        return YamlEditor(document.text, document.data)
    return None


def _joined(splices: Sequence[Splice]) -> list[Splice]:
    """Return the splices of one fix, insertions at the same place made one, in their order."""
    out: dict[tuple[int, int], Splice] = {}
    rest: list[Splice] = []
    for splice in splices:
        place = (splice.start, splice.end)
        if splice.start != splice.end:
            rest.append(splice)
        elif place in out:
            out[place] = Splice(*place, out[place].text + splice.text)
        else:
            out[place] = splice
    return [*rest, *out.values()]


class _Taken:
    """The characters and values that the chosen fixes change, so that no later one changes them too."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []
        self._pointers: set[str] = set()
        self._above: set[str] = set()

    def take(self, splices: Sequence[Splice], pointers: Sequence[str]) -> bool:
        """Take them all, or nothing if any is taken."""
        above = {up for pointer in pointers for up in _above(pointer)}
        if not self._above.isdisjoint(pointers) or not self._pointers.isdisjoint(above | set(pointers)):
            return False
        spans = sorted((splice.start, splice.end) for splice in splices)
        if any(_meet(a, b) for a, b in pairwise(spans)) or any(self._meets(span) for span in spans):
            return False
        for span in spans:
            insort(self._spans, span)
        self._pointers.update(pointers)
        self._above |= above
        return True

    def _meets(self, span: tuple[int, int]) -> bool:
        place = bisect_left(self._spans, span)
        return (place > 0 and _meet(self._spans[place - 1], span)) or (
            place < len(self._spans) and _meet(span, self._spans[place])
        )


def _changed(edit: Edit) -> tuple[str, ...]:
    """Return the pointers of the values that an edit takes or makes: a renamed member stands at two."""
    if isinstance(edit, Splice):
        return ()
    if isinstance(edit, Rename):
        return edit.pointer, join(edit.pointer.rpartition("/")[0], edit.key)
    return (edit.pointer,)


def _meet(before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether two spans in order share a character or the place of an insertion."""
    return after[0] < before[1] or after[0] == before[0]


def _above(pointer: str) -> Iterator[str]:
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield pointer


def _verified(
    document: Document, chosen: Sequence[tuple[Fix, list[Splice]]], parse: Callable[[str], object]
) -> str | None:
    """Return the text with the splices made, or None if it does not read back as the edited data."""
    text = spliced(document.text, [splice for _, splices in chosen for splice in splices])
    edits = [edit for fix, _ in chosen for edit in fix.edits]
    try:
        got = parse(text)
        if any(isinstance(edit, Splice) for edit in edits):
            return text
        return text if _same(got, edited(document.data, edits)) else None
    except (ValueError, NotFixable, RecursionError):
        return None


def _same(left: object, right: object) -> bool:
    """Whether two JSON values are equal, `1` and `true` and `1.0` being three things."""
    import json

    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def spliced(text: str, splices: Sequence[Splice]) -> str:
    """Return the text with the splices made; they do not overlap."""
    parts: list[str] = []
    offset = 0
    for splice in sorted(splices, key=lambda splice: (splice.start, splice.end)):
        parts += [text[offset : splice.start], splice.text]
        offset = splice.end
    return "".join([*parts, text[offset:]])


def unified_diff(label: str, before: str, after: str) -> str:
    """Return the difference of two texts as `patch` and `git apply` take it."""
    import difflib

    lines = difflib.unified_diff(_lines(before), _lines(after), f"a/{label}", f"b/{label}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """Return the lines as tools for patches count them: a line separator (U+2028) within a text ends none."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + ([last] if (last := text.rpartition("\n")[2]) else [])


def write_atomically(path: Path, text: str, before: str) -> bool:
    """Write a text where `before` stands, by way of a temporary file; a byte order mark and the mode stay.

    Returns False, and writes nothing, if the file holds anything else by now. Raises OSError if it cannot be written.
    """
    path = path.resolve()
    data = path.read_bytes()
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    if data != mark + before.encode():
        return False
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(mark + text.encode())
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(path.stat().st_mode & 0o7777)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    return True
