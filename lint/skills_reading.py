"""From paths to skills: files, skill folders, and directories searched for them within bounds."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..catalog.findings import Finding, Place, ToolcatError
from ..skills.assets import MAIN
from ..skills.frontmatter import Problem, SkillText, parse
from ..skills.scan import read_bounded, unreadable
from .skills_units import SkillDocument, SkillFile, SkillSet, open_bundle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..skills.model import Tier

MAX_DEPTH = 6
"""Folders below a given one that are looked into."""

MAX_FOLDERS = 2_000
"""Folders without a SKILL.md in or above them that are looked into for one given path."""

MAX_INNER = 50_000
"""Folders that are looked into in all, those of skills and inside of skills included."""

SKIPPED = frozenset({".git", "node_modules", "__pycache__", ".venv", ".hg", ".svn"})


@dataclass(slots=True)
class SkillReading:
    """The skills that were found, and the findings about files that could not be read."""

    skills: SkillSet = field(default_factory=SkillSet)
    findings: list[Finding] = field(default_factory=list[Finding])
    skipped: int = 0


def read_skills(paths: Sequence[str], tiers: Mapping[str, Tier] | None = None) -> SkillReading:
    """Read skills from SKILL.md files, skill folders, or directories that hold skills at any depth.

    `tiers` says of which tier a path is. Raises ToolcatError for a path that does not exist.
    """
    out = SkillReading()
    seen: set[str] = set()
    for path in paths:
        tier = (tiers or {}).get(path)
        given = Path(path)
        if given.is_dir():
            _search(out, given, path.rstrip("/\\") or path, tier, seen)
        elif given.exists():
            _take(out, seen, _Met(given, given.as_posix(), _root(path), tier))
        else:
            raise ToolcatError(
                f"{path} does not exist", hint="give a SKILL.md, a skill's folder, or a folder of skills"
            )
    return out


def skill_of(raw: bytes, label: str) -> SkillFile:
    """Return a skill whose bytes are at hand and whose folder is not known (standard input)."""
    text = parse(raw, label)
    return SkillFile(text, SkillDocument(text))


def _root(path: str) -> str:
    return os.path.dirname(os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120 - links must stay


def _search(out: SkillReading, start: Path, label: str, tier: Tier | None, seen: set[str]) -> None:
    """Look into a folder, breadth first; links to folders are followed one level below the start, as hosts do."""
    looked = outer = 0
    resolved = os.path.realpath(start)
    level: list[tuple[Path, str, int, str | None]] = [(start, label, 0, None)]
    while level:
        following: list[tuple[Path, str, int, str | None]] = []
        for folder, name, depth, inside in level:
            looked += 1
            try:
                main, below = _entries(folder, depth, resolved)
            except OSError as error:
                out.skipped += 1
                out.findings.append(_refused(name, unreadable(error.strerror or "it cannot be listed", "the folder")))
                continue
            outer += main is None and inside is None
            if outer > MAX_FOLDERS or looked > MAX_INNER:
                out.skills.stopped = f"{label}: stopped after {looked - 1:,} folders"
                return
            parent = inside
            if main is not None:
                shown = f"{name}/{main}".replace("\\", "/")
                root = _root(str(folder / main))
                _take(out, seen, _Met(folder / main, shown, root, tier, depth, inside))
                parent = name
            elif depth == 1 and inside is None:
                out.skills.orphans.append(name)
            if depth < MAX_DEPTH:
                following += [(folder / each, f"{name}/{each}", depth + 1, parent) for each in below]
            elif below:
                out.skills.stopped = f"{name}: not looked into deeper than {MAX_DEPTH} folders"
        level = following


def _entries(folder: Path, depth: int, start: str) -> tuple[str | None, list[str]]:
    """Return the name of a skill's file in the folder, if any, and the folders to look into, sorted.

    Whatever is called SKILL.md is meant to be one, even if it is a folder. A link to `start` (a real path) or to a
    folder above it leads to what is looked into anyway. Raises OSError if the folder cannot be listed.
    """
    main: str | None = None
    below: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name == MAIN or (main is None and entry.name.lower() == MAIN.lower() and not _is_dir(entry)):
                main = entry.name
            elif entry.name not in SKIPPED and _is_dir(entry, follow=depth == 0) and not _leads_up(entry, start):
                below.append(entry.name)
    return main, sorted(below)


def _leads_up(entry: os.DirEntry[str], start: str) -> bool:
    return entry.is_symlink() and Path(start).is_relative_to(os.path.realpath(entry.path))


def _is_dir(entry: os.DirEntry[str], *, follow: bool = True) -> bool:
    try:
        return entry.is_dir(follow_symlinks=follow)
    except OSError:  # a link that leads in a circle
        return False


def _refused(label: str, problem: Problem) -> Finding:
    return Finding(problem.code, problem.name, problem.severity, problem.message, problem.help, Place(label))


class _Met(NamedTuple):
    """A file that is to be read as a skill, and how it was met."""

    path: Path
    label: str
    root: str
    tier: Tier | None
    depth: int = 1
    inside: str | None = None


def _take(out: SkillReading, seen: set[str], met: _Met) -> None:
    identity = os.path.abspath(met.path)  # noqa: PTH100 - links must stay
    if identity in seen:
        return
    seen.add(identity)
    raw = read_bounded(str(met.path))
    if not isinstance(raw, bytes):
        out.skipped += 1
        out.findings.append(_refused(met.label, raw))
        return
    text: SkillText = parse(raw, met.label)
    bundle = open_bundle(met.path.parent)
    out.skills.skills.append(
        SkillFile(text, SkillDocument(text), met.path.name, bundle, met.root, met.tier, max(met.depth, 1), met.inside)
    )
