"""One directory of skills, read once: `<directory>/<name>/SKILL.md`, one level deep; no folder is lost silently."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from ..catalog.findings import Finding, Severity
from .assets import MAIN, Inventory, take_inventory
from .fields import accept
from .frontmatter import Problem, SkillText, parse
from .limits import MAX_FILE
from .model import BadSourceError, SkillAsset, SkillMeta, Tier


@dataclass(frozen=True, slots=True)
class FoundSkill:
    """A valid skill and where it lies (`path` is its SKILL.md); `warnings` are about what was cut or dropped."""

    meta: SkillMeta
    body: str
    assets: tuple[SkillAsset, ...]
    folder: Path
    label: str
    path: str
    warnings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class InvalidSkill:
    """A folder that looks like a skill and is none: its name, the reason, and the file as the user would name it."""

    name: str
    tier: Tier
    label: str
    path: str
    finding: Finding


@dataclass(slots=True)
class Scan:
    """What a directory holds: valid skills sorted by name, invalid ones, and why the whole must be refused, if it must.

    `links` are folders that are links and therefore ignored.
    """

    directory: Path
    tier: Tier
    skills: list[FoundSkill] = field(default_factory=list[FoundSkill])
    invalid: list[InvalidSkill] = field(default_factory=list[InvalidSkill])
    links: list[str] = field(default_factory=list[str])
    refused: str | None = None


def scan_directory(directory: Path | str, tier: Tier, *, label: str | None = None) -> Scan:
    """Read every skill of a directory. `label` is how the user named it.

    Entries are taken in code-point order. Folders without a SKILL.md are no skills and not mentioned, except that a
    file named like it in other letter case is reported. Links to folders are ignored; a SKILL.md that is a link is
    read. A directory that does not exist, or a blank one, holds nothing. Raises BadSourceError if it cannot be read.
    """
    directory = Path(directory)
    out = Scan(directory, tier)
    if not str(directory).strip():
        return out
    base = (label if label is not None else str(directory)).replace("\\", "/").rstrip("/")
    try:
        with os.scandir(directory) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return out
    except OSError as error:
        raise BadSourceError(f"cannot read the skills directory {base}: {error.strerror}") from None
    for entry in found:
        if entry.is_symlink() or _is_junction(entry):
            if Path(entry.path).is_dir():  # a link that leads in a circle is none, and no error
                out.links.append(entry.name)
        elif entry.is_dir(follow_symlinks=False):
            _take(out, entry.name, entry.path, f"{base}/{entry.name}")
    return out


def _is_junction(entry: os.DirEntry[str]) -> bool:
    check = getattr(entry, "is_junction", None)
    return check is not None and bool(check())


def _take(out: Scan, name: str, folder: str, label: str) -> None:
    entries: list[os.DirEntry[str]] = []
    failure = None
    try:
        with os.scandir(folder) as found:
            entries = list(found)
    except OSError as error:
        failure = unreadable(error.strerror or "it cannot be listed", "the folder")
    main = _main_file(entries) if failure is None else MAIN
    if main is None:
        return
    file = SkillText(f"{label}/{main}", b"")
    path = os.path.join(folder, main)  # noqa: PTH118 - a Path costs more than a read

    def refuse(problem: Problem) -> None:
        out.invalid.append(InvalidSkill(name, out.tier, file.label, path, file.finding(problem)))

    if failure is not None:
        refuse(failure)
        return
    if main != MAIN:
        refuse(Problem("SF001", "no-skill-md", f"the file must be called exactly {MAIN}", f"rename it to {MAIN}"))
        return
    raw = read_bounded(path)
    if isinstance(raw, Problem):
        refuse(raw)
        return
    file = parse(raw, file.label)
    accepted = accept(file, name)
    if isinstance(accepted, Problem):
        refuse(accepted)
        return
    inventory = take_inventory(folder, entries)
    if inventory.bad_name is not None:
        message = f"an asset has an invalid name: {inventory.bad_name!a}"
        refuse(Problem("SK108", "asset-name", message, "rename it; a strict source refuses the whole directory for it"))
        out.refused = out.refused or f"{file.label}: {message}"
        return
    meta = SkillMeta(
        accepted.name,
        accepted.description,
        out.tier,
        bool(inventory.assets),
        accepted.license,
        accepted.compatibility,
        accepted.metadata,
        accepted.allowed_tools,
    )
    warnings = [file.finding(problem) for problem in accepted.warnings]
    warnings += _inventory_warnings(file, inventory)
    out.skills.append(
        FoundSkill(meta, accepted.body, inventory.assets, Path(folder), file.label, path, tuple(warnings))
    )


def _main_file(entries: list[os.DirEntry[str]]) -> str | None:
    """Return the name of the skill's file: SKILL.md, else one that differs in letter case only, else None."""
    names = [entry.name for entry in entries]
    return MAIN if MAIN in names else min((name for name in names if name.lower() == MAIN.lower()), default=None)


def unreadable(why: str, what: str = "the file") -> Problem:
    """Return the problem of a file or folder that cannot be read, with what the system says."""
    return Problem(
        "SF020", "unreadable", f"{what} cannot be read: {why}", "check that it is a file and its permissions"
    )


def read_bounded(path: str) -> bytes | Problem:
    """Return the bytes of a SKILL.md, or why they cannot be had: no regular file, no permission, too large."""
    try:
        # Without O_NONBLOCK a pipe of that name would make us wait for ever.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return unreadable("it is no regular file")
            raw = file.read(MAX_FILE + 1)
    except OSError as error:
        return unreadable(error.strerror or "unknown reason")
    return unreadable(f"it is larger than {MAX_FILE} bytes") if len(raw) > MAX_FILE else raw


def _inventory_warnings(file: SkillText, inventory: Inventory) -> list[Finding]:
    out: list[Finding] = []
    if inventory.refused is not None:
        out.append(
            Finding(
                "SK106",
                "assets-refused",
                Severity.WARNING,
                f"the skill has no assets: {inventory.refused}",
                "bundle fewer files",
                file.place(),
            )
        )
    if inventory.links:
        some = ", ".join(ascii(name) for name in inventory.links[:3])
        out.append(
            Finding(
                "SK109",
                "asset-link-skipped",
                Severity.INFO,
                f"links are no assets: {some}{' …' if len(inventory.links) > 3 else ''}",
                "copy the file into the skill",
                file.place(),
            )
        )
    return out
