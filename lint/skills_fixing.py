"""Fixes of skills: replaced characters, all of a fix or none of it, and only where the file then reads as well."""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..skills.frontmatter import parse
from .edits import Fix, Splice
from .fixes.apply import spliced
from .rule import Safety
from .skills_units import SkillDocument

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from .context import LintOptions
    from .skills_reading import SkillReading
    from .skills_units import SkillFile


MAX_ROUNDS = 20
"""Fixes that undo each other would go on for ever."""


@dataclass(frozen=True, slots=True)
class MendedFile:
    """A SKILL.md before and after, and how many fixes lie between."""

    label: str
    path: Path | None
    before: bytes
    after: bytes
    fixes: int


def fix_reading(
    reading: SkillReading, options: LintOptions, *, profile: str = "portable", unsafe: bool = False
) -> list[MendedFile]:
    """Fix what can be fixed in skills that were read, round after round; nothing is written.

    Only safe fixes are made unless `unsafe`. Findings that are held back are not fixed.
    """
    from .skills_engine import lint_skill_reading

    originals = list(reading.skills.skills)
    current = list(originals)
    counts = [0] * len(current)
    options = replace(options, fold=False, update_baseline=False)
    for _ in range(MAX_ROUNDS):
        found = replace(reading, skills=replace(reading.skills, skills=current), findings=[])
        result = lint_skill_reading(found, options, profile=profile)
        is_changed = False
        for i, skill in enumerate(current):
            done = fix_skill(skill.text.raw, result.fixes.get(skill.label, ()), unsafe=unsafe)
            if done.applied and done.raw != skill.text.raw:
                current[i] = reread(skill, done.raw)
                counts[i] += len(done.applied)
                is_changed = True
        if not is_changed:
            break
    return [
        MendedFile(before.label, _path(before), before.text.raw, after.text.raw, counts[i])
        for i, (before, after) in enumerate(zip(originals, current, strict=True))
        if before.text.raw != after.text.raw
    ]


def _path(skill: SkillFile) -> Path | None:
    return None if skill.bundle is None else skill.bundle.path / skill.file


def reread(skill: SkillFile, raw: bytes) -> SkillFile:
    """Return the skill with other bytes in its SKILL.md."""
    text = parse(raw, skill.label)
    return replace(skill, text=text, document=SkillDocument(text))


@dataclass(frozen=True, slots=True)
class FixedSkill:
    """The bytes of a SKILL.md with fixes applied, and which of them."""

    raw: bytes
    applied: tuple[Fix, ...]


def fix_skill(raw: bytes, fixes: Sequence[Fix], *, unsafe: bool = False) -> FixedSkill:
    """Apply the fixes that go together, in their order; `unsafe` ones only if asked for. All other bytes stay.

    A fix that meets an earlier one waits for the next round. A fix after which a file that read well reads no more, or
    that changes another field's text than it mends, is left out.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return FixedSkill(raw, ())
    applied: list[Fix] = []
    taken: list[Splice] = []
    for fix in fixes:
        if fix.safety is Safety.UNSAFE and not unsafe:
            continue
        splices = [edit for edit in fix.edits if isinstance(edit, Splice)]
        if len(splices) != len(fix.edits) or any(_meet(one, other) for one in splices for other in taken):
            continue
        if _is_sound(text, spliced(text, [*taken, *splices])):
            taken += splices
            applied.append(fix)
    return FixedSkill(spliced(text, taken).encode(), tuple(applied)) if applied else FixedSkill(raw, ())


def _meet(one: Splice, other: Splice) -> bool:
    """Whether two edits share a character or the place of an insertion."""
    first, second = sorted((one, other), key=lambda splice: (splice.start, splice.end))
    return second.start < first.end or (first.start == second.start)


def _is_sound(before: str, after: str) -> bool:
    """Whether a text still reads if it read before; a text that did not may read as it likes."""
    return parse(after.encode()).problem is None or parse(before.encode()).problem is not None


def write_atomically(path: Path, raw: bytes, before: bytes) -> bool:
    """Write the bytes where `before` stands, by way of a temporary file; the mode stays.

    Returns False, and writes nothing, if the file holds anything else by now. Raises OSError if it cannot be written.
    """
    path = path.resolve()
    if path.read_bytes() != before:
        return False
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode & 0o7777)  # noqa: PTH101
        os.replace(name, path)  # noqa: PTH105
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)  # noqa: PTH108
        raise
    return True
