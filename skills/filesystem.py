"""A directory as a skill source: a snapshot taken when it is made; only the bytes of assets are read later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .assets import read_whole
from .limits import MAX_ACTIVATION
from .model import BadSourceError, SkillAsset, SkillMeta, Tier, UnknownAssetError, UnknownSkillError
from .names import asset_name_problem
from .scan import FoundSkill, InvalidSkill, scan_directory

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class FilesystemSource:
    """A `SkillSource` over `<directory>/<name>/SKILL.md`. Invalid skills are left out and listed in `invalid`."""

    def __init__(self, directory: Path | str, *, tier: Tier = Tier.EXPLICIT, label: str | None = None) -> None:
        """Read the directory. Raises BadSourceError if it cannot be read or a skill in it has an invalid asset name."""
        scan = scan_directory(directory, tier, label=label)
        if scan.refused is not None:
            raise BadSourceError(scan.refused)
        self._skills = {skill.meta.name: skill for skill in scan.skills}
        self.invalid: tuple[InvalidSkill, ...] = tuple(scan.invalid)

    @classmethod
    def of(cls, skills: Iterable[FoundSkill], invalid: Iterable[InvalidSkill] = ()) -> FilesystemSource:
        """Make a source of skills that are read already, no name twice."""
        out = cls.__new__(cls)
        out._skills = {skill.meta.name: skill for skill in skills}
        out.invalid = tuple(invalid)
        return out

    def list_skills(self) -> tuple[SkillMeta, ...]:
        """Return all skills, sorted by name in code-point order, no name twice."""
        return tuple(skill.meta for _, skill in sorted(self._skills.items()))

    def found(self, name: str) -> FoundSkill:
        """Return the skill with its place on disk, which the port does not know. Raises UnknownSkillError."""
        skill = self._skills.get(name)
        if skill is None:
            raise UnknownSkillError(f"there is no skill {name!a}")
        return skill

    def skill_body(self, name: str) -> str:
        """Return the instructions of a skill: trimmed, LF, never cut. Raises UnknownSkillError."""
        return self.found(name).body

    def list_assets(self, name: str) -> tuple[SkillAsset, ...]:
        """Return the assets of a skill, sorted by name in code-point order. Raises UnknownSkillError."""
        return self.found(name).assets

    def read_asset(self, skill: str, asset: str, *, limit: int | None = MAX_ACTIVATION) -> bytes:
        """Return an asset whole, at most `limit` bytes (None: any size).

        Raises UnknownAssetError (also for an unknown skill or an invalid name, and for a file that was not there when
        the snapshot was taken) and AssetRefusedError (too large, no longer a regular file, behind a link).
        """
        problem = asset_name_problem(asset)
        if problem is not None:
            raise UnknownAssetError(f"no asset name: {problem}")
        found = self._skills.get(skill)
        if found is None or all(known.name != asset for known in found.assets):
            raise UnknownAssetError(f"there is no asset {asset!a} in a skill {skill!a}")
        return read_whole(found.folder, asset, limit)
