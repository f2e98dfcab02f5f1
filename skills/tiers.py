"""Tiers: which directories are looked into, what trust admits, and which of several skills of one name wins."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .filesystem import FilesystemSource
from .model import BadSourceError, SkillAsset, SkillMeta, Tier, UnknownAssetError, UnknownSkillError
from .scan import FoundSkill, InvalidSkill, scan_directory

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .port import SkillSource

PROJECT_DIRECTORIES = (".mecatl/skills", ".claude/skills", ".agents/skills", ".github/skills")
"""Looked into below the project's root, in this order; the first with a name wins."""

USER_DIRECTORIES = (".claude/skills", ".agents/skills")
"""Looked into below the home directory, after `mecatl/skills` in the XDG config directory."""


@dataclass(frozen=True, slots=True)
class Root:
    """A directory to look into: where, for which tier, and how the user would name it."""

    directory: Path
    tier: Tier
    label: str


@dataclass(frozen=True, slots=True)
class Roots:
    """Directories in order of precedence, and those of the project that trust would admit and does not."""

    admitted: tuple[Root, ...]
    gated: tuple[Root, ...] = ()


def conventional_roots(
    *,
    explicit: Iterable[str | Path] = (),
    project: Path | None,
    trusted: bool,
    home: Path | None = None,
    xdg_config: Path | None = None,
) -> Roots:
    """Return the directories that exist by convention, behind the `explicit` ones (in their order, existing or not).

    The project's directories are admitted only if the workspace is `trusted`. `home` and `xdg_config` default to the
    user's (`XDG_CONFIG_HOME`, else `~/.config`).
    """
    admitted = [Root(Path(directory), Tier.EXPLICIT, str(directory)) for directory in explicit]
    gated: list[Root] = []
    home = home or Path("~").expanduser()
    xdg_config = xdg_config or Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    user = [Root(xdg_config / "mecatl" / "skills", Tier.USER, str(xdg_config / "mecatl" / "skills"))]
    user += [Root(home / name, Tier.USER, f"~/{name}") for name in USER_DIRECTORIES]
    taken = {_identity(root.directory) for root in admitted}
    users = {_identity(root.directory) for root in user}
    if project is not None:
        for name in PROJECT_DIRECTORIES:
            root = Root(project / name, Tier.PROJECT, shown_path(project / name))
            # In the home directory itself the user's own directories are the user's, not a project's.
            if root.directory.is_dir() and _identity(root.directory) not in taken | users:
                taken.add(_identity(root.directory))
                (admitted if trusted else gated).append(root)
    for root in user:
        if root.directory.is_dir() and _identity(root.directory) not in taken:
            taken.add(_identity(root.directory))
            admitted.append(root)
    return Roots(tuple(admitted), tuple(gated))


def _identity(path: Path) -> str:
    return os.path.normcase(os.path.realpath(path))


def shown_path(path: Path) -> str:
    """Return the path relative to the current directory where it lies below it."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)


def find_project(start: Path) -> Path:
    """Return the nearest folder at or above `start` that holds `.git`, else `start`."""
    start = start.absolute()
    return next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), start)


@dataclass(frozen=True, slots=True)
class Shadowed:
    """A skill that another of the same name hides: both, with their places."""

    loser: FoundSkill
    winner: FoundSkill

    @property
    def is_copy(self) -> bool:
        """Whether both say the same: nothing is lost."""
        return self.loser.body == self.winner.body and self.loser.meta.description == self.winner.meta.description


@dataclass(slots=True)
class Discovery:
    """Everything that was found in some directories: the skills in force by name, the shadowed, the invalid."""

    skills: dict[str, FoundSkill] = field(default_factory=dict[str, FoundSkill])
    shadowed: list[Shadowed] = field(default_factory=list[Shadowed])
    invalid: list[InvalidSkill] = field(default_factory=list[InvalidSkill])
    links: list[str] = field(default_factory=list[str])
    gated: tuple[Root, ...] = ()
    unreadable: list[str] = field(default_factory=list[str])

    def source(self) -> FilesystemSource:
        """Return the skills in force as a source."""
        return FilesystemSource.of(self.skills.values(), self.invalid)


def discover(roots: Roots) -> Discovery:
    """Read the admitted directories in order; the first skill of a name is in force, later ones are shadowed.

    Each invalid skill is left out alone, also one with an invalid asset name (`FilesystemSource` refuses the whole
    directory for it). A directory that cannot be read is noted in `unreadable`.
    """
    out = Discovery(gated=roots.gated)
    for root in roots.admitted:
        try:
            scan = scan_directory(root.directory, root.tier, label=root.label)
        except BadSourceError as error:
            out.unreadable.append(str(error))
            continue
        out.invalid += scan.invalid
        out.links += [f"{root.label}/{name}" for name in scan.links]
        for skill in scan.skills:
            winner = out.skills.setdefault(skill.meta.name, skill)
            if winner is not skill:
                out.shadowed.append(Shadowed(skill, winner))
    return out


class LayeredSource:
    """Several sources as one: of two skills with one name the earlier source's is in force, assets and all."""

    def __init__(self, sources: Sequence[SkillSource]) -> None:
        """Take the sources from the one that wins to the one that loses; their skills are settled now."""
        self._owners: dict[str, SkillSource] = {}
        metas: dict[str, SkillMeta] = {}
        shadowed: list[tuple[SkillMeta, SkillMeta]] = []
        for source in sources:
            for meta in source.list_skills():
                if meta.name in metas:
                    shadowed.append((meta, metas[meta.name]))
                else:
                    metas[meta.name] = meta
                    self._owners[meta.name] = source
        self._metas = tuple(metas[name] for name in sorted(metas))
        self.shadowed: tuple[tuple[SkillMeta, SkillMeta], ...] = tuple(shadowed)

    def list_skills(self) -> tuple[SkillMeta, ...]:
        """Return all skills in force, sorted by name in code-point order."""
        return self._metas

    def _owner(self, name: str) -> SkillSource:
        owner = self._owners.get(name)
        if owner is None:
            raise UnknownSkillError(f"there is no skill {name!a}")
        return owner

    def skill_body(self, name: str) -> str:
        """Return the instructions of a skill. Raises UnknownSkillError."""
        return self._owner(name).skill_body(name)

    def list_assets(self, name: str) -> tuple[SkillAsset, ...]:
        """Return the assets of a skill. Raises UnknownSkillError."""
        return self._owner(name).list_assets(name)

    def read_asset(self, skill: str, asset: str) -> bytes:
        """Return an asset whole. Raises UnknownAssetError and AssetRefusedError."""
        owner = self._owners.get(skill)
        if owner is None:
            raise UnknownAssetError(f"there is no asset {asset!a} in a skill {skill!a}")
        return owner.read_asset(skill, asset)
