"""Rounds of fixing: check, fix what goes together, read the new texts, check again, until nothing is left to fix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..rule import Safety
from .apply import fix_document

if TYPE_CHECKING:
    from ..context import LintOptions
    from ..reading import Reading
    from ..units import File

MAX_ROUNDS = 20
"""Fixes that undo each other would go on for ever."""


@dataclass(frozen=True, slots=True)
class FixedFile:
    """A file's text before and after, how many fixes lie between, and how many were left out, and why."""

    label: str
    before: str
    after: str
    fixes: int
    is_stdin: bool = False
    left: int = 0
    why: str = ""


def fix_reading(reading: Reading, options: LintOptions, *, unsafe: bool = False) -> list[FixedFile]:
    """Fix what can be fixed in the files that were read; nothing is written.

    Returns the files that changed, and those in which fixes had to be left out.

    Only safe fixes are made unless `unsafe`. Findings that are held back are not fixed.
    """
    from ..engine import lint_reading
    from ..reading import reread

    files = list(reading.files)
    findings = list(reading.findings)
    counts = [0] * len(files)
    left = [0] * len(files)
    seen_texts: list[dict[str, int]] = [{file.document.text: 0} for file in files]
    circling: set[int] = set()
    options = replace(options, fold=False, update_baseline=False)
    for _ in range(MAX_ROUNDS):
        result = lint_reading(replace(reading, files=files, findings=findings), options, only_fixable=True)
        has_changed = False
        seen: set[str] = set()
        for place, file in enumerate(files):
            if place in circling:
                continue
            left[place] = 0
            if file.label in seen:  # named twice
                continue
            seen.add(file.label)
            if file.request is not None and file.request.is_asked:  # a live server's list is nobody's file
                continue
            fixes = [fix for fix in result.fixes.get(file.label, ()) if unsafe or fix.safety is Safety.SAFE]
            if not fixes:
                continue
            done = fix_document(file.document, fixes, _parser(file))
            left[place] = len(fixes) - len(done.applied)
            if done.applied and done.text != file.document.text:
                files[place], anew = reread(file, done.text)
                counts[place] += len(done.applied)
                before = seen_texts[place].setdefault(done.text, counts[place])
                if before != counts[place]:  # the next run would come back to this text, too
                    counts[place], left[place] = before, len(done.applied)
                    circling.add(place)
                has_changed = True
                findings = [finding for finding in findings if finding.place.file != file.label] + anew
        if not has_changed:
            break
    pairs: Sequence[tuple[File, File]] = list(zip(reading.files, files, strict=True))
    return [
        FixedFile(
            before.label,
            before.document.text,
            after.document.text,
            counts[place],
            _is_stdin(before),
            left[place],
            "they undo each other" if place in circling else _why_left(after) if left[place] else "",
        )
        for place, (before, after) in enumerate(pairs)
        if left[place] or before.document.text != after.document.text
    ]


def _why_left(file: File) -> str:
    """Return why fixes of a file could not be made."""
    try:
        _parser(file)(file.document.text)
    except ValueError as error:
        return f"the file must be mended by hand first ({error})"
    return "what they would write does not read back as it is meant"


def _is_stdin(file: File) -> bool:
    return file.request is not None and file.request.path == "-"


def _parser(file: File) -> Callable[[str], object]:
    """Return what reads a text back as the data of a file."""
    from ..reading import parse_as

    return lambda text: parse_as(file, text).data
