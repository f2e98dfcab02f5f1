"""What the rules of `skills lint` look at: a SKILL.md with the place of every part, and its folder."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ..catalog.documents import Document
from ..catalog.pointers import join, tokens
from ..skills.assets import Inventory, take_inventory
from ..skills.frontmatter import BOM, SkillText
from ..skills.scan import read_bounded
from ..skills.yamltext import Span, Value
from .comments import BODY
from .rule import Problem, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..catalog.findings import Place, Severity
    from ..skills.model import Tier
    from .edits import Fix
    from .rule import Confidence


class Spot(str):
    """A JSON pointer into the frontmatter (empty: none) that knows the characters it means in the file."""

    __slots__ = ("at",)
    at: Span

    def __new__(cls, pointer: str, at: Span) -> Spot:
        """Return the pointer with its span."""
        out = super().__new__(cls, pointer)
        out.at = at
        return out


class SkillDocument(Document):
    """A SKILL.md as a document: pointers name fields of the frontmatter, a `Spot` names any characters."""

    def __init__(self, skill: SkillText) -> None:
        """Take a file that was read."""
        super().__init__(skill.label, skill.text, "yaml", {entry.key: entry.value.text for entry in skill.fields})
        self.skill = skill

    def place(self, pointer: str = "", *, key: bool = False) -> Place:
        """Return the place of a spot or of a field (or its key); the file as a whole for what is not there."""
        if isinstance(pointer, Spot):
            return self.place_of(pointer.at, str(pointer) or None)
        return self.place_of(self.span(pointer, key=key), pointer or None)

    def place_of(self, span: tuple[int, int] | None, pointer: str | None = None) -> Place:
        """Return the place of some characters; a byte order mark is no column."""
        return self.skill.place(None if span is None else Span(*span), pointer)

    def span(self, pointer: str = "", *, key: bool = False) -> tuple[int, int] | None:
        """Return the characters of a field's value or key; of the nearest field above for what is not there."""
        if isinstance(pointer, Spot):
            return pointer.at
        parts = tokens(pointer) if pointer else []
        entry = self.skill.get(parts[0]) if parts else None
        if entry is None:
            return None
        if key and len(parts) == 1:
            return entry.key_span
        value: Value = entry.value
        span = value.span
        for part in parts[1:]:
            below = next((each for name, each in value.entries if name.text == part), None)
            if below is None and part.isdigit() and int(part) < len(value.items):
                below = value.items[int(part)]
            if below is None:
                break
            value, span = below, below.span
        return span

    def excerpt(self, place: Place) -> str | None:
        """Return the source line at `place`, without its line end and without a byte order mark."""
        line = super().excerpt(place)
        return line.removeprefix(BOM) if line and place.line == 1 else line

    def pointer_at(self, offset: int) -> str:
        """Return the pointer of the field that holds the character at `offset` (its key included)."""
        where = self.skill.yaml
        if where is None or not where.start <= offset < where.end:
            return BODY
        for entry in self.skill.fields:
            if entry.key_span.start <= offset < max(entry.value.span.end, entry.key_span.end):
                return join("", entry.key)
        return ""


@dataclass(slots=True, eq=False)
class Bundle:
    """A skill's folder: its name, that of what it is a link to, and the names in it; contents are read on demand."""

    path: Path
    name: str
    target_name: str
    inventory: Inventory
    names: frozenset[str]
    folders: frozenset[str]

    def text(self, name: str) -> str | None:
        """Return an asset as text; None if it is none, or cannot be read."""
        raw = read_bounded(os.path.join(self.path, *name.split("/")))  # noqa: PTH118 - a Path costs more than a read
        if not isinstance(raw, bytes) or b"\0" in raw:
            return None
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return None


def open_bundle(path: Path) -> Bundle:
    """Return the folder of a skill with the names in it."""
    inventory = take_inventory(str(path))
    names = {asset.name for asset in inventory.assets}
    folders = {name.rpartition("/")[0] for name in names if "/" in name}
    folders |= {
        "/".join(parts[:i]) for folder in folders for parts in [folder.split("/")] for i in range(1, len(parts))
    }
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - links must stay
    return Bundle(path, absolute.name, absolute.resolve().name, inventory, frozenset(names), frozenset(folders))


@dataclass(slots=True, eq=False)
class SkillFile:
    """A skill as it was written: `text` with fields and body, `document`, its folder (None for standard input).

    `file` is the name of its file, `root` the directory of skills it was found in, `tier` where that stands.
    """

    text: SkillText
    document: SkillDocument
    file: str = "SKILL.md"
    bundle: Bundle | None = None
    root: str = ""
    tier: Tier | None = None
    depth: int = 1
    parent: str | None = None

    @property
    def label(self) -> str:
        """The path as the user named it."""
        return self.document.label

    @property
    def folder(self) -> str | None:
        """The name of the skill's folder, if it is known."""
        return None if self.bundle is None else self.bundle.name

    def value(self, key: str) -> str:
        """Return the text of a field, trimmed; empty if it is absent or no text."""
        entry = self.text.get(key)
        return "" if entry is None else entry.value.text.strip()

    @property
    def name(self) -> str:
        """The skill's name, or its folder's if it has none."""
        return self.value("name") or self.folder or ""

    @property
    def body(self) -> str:
        """The text behind the frontmatter, as it stands: offsets in it count from `body_start`."""
        return self.text.text[self.text.body.start : self.text.body.end]

    @property
    def body_start(self) -> int:
        """Where the body begins in the file."""
        return self.text.body.start

    def problem(
        self,
        message: str,
        key: str | None = None,
        *,
        at: Span | None = None,
        at_key: bool = False,
        help: str | None = None,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        fix: Fix | None = None,
    ) -> Problem:
        """Return a problem at a field of the frontmatter, at some characters (`at`), or of the file as a whole."""
        pointer = "" if key is None else join("", key)
        if at is not None:
            pointer = Spot(pointer, at)
        elif key is not None and (entry := self.text.get(key)) is not None:
            # An absent value has no characters of its own.
            empty = entry.value.span.start == entry.value.span.end
            pointer = Spot(pointer, entry.key_span if at_key or empty else entry.value.span)
        return Problem(
            message=message,
            document=self.document,
            pointer=pointer,
            help=help,
            severity=severity,
            confidence=confidence,
            fix=fix,
        )


@dataclass(slots=True, eq=False)
class SkillSet:
    """All skills of a run, and what the search for them met: folders without a skill, and whether it stopped early."""

    skills: list[SkillFile] = field(default_factory=list[SkillFile])
    orphans: list[str] = field(default_factory=list[str])
    stopped: str | None = None


class SkillRule(Rule):
    """A check of skills. Override one or both of `check_skill` and `check_set`."""

    def check_skill(self, skill: SkillFile) -> Iterable[Problem]:
        """Check one skill."""
        del skill
        return ()

    def check_set(self, skills: SkillSet) -> Iterable[Problem]:
        """Check all skills together, once a run, after everything else."""
        del skills
        return ()

    def in_profile(self, *profiles: str) -> bool:
        """Whether one of these profiles (`spec`, `claude-code`, `claude-ai`) was asked for."""
        return self.context.wants(*profiles)


def clients_of(profile: str) -> Sequence[str]:
    """Return the clients of a skill profile: its own name, none for `portable`."""
    return () if profile == "portable" else (profile,)
