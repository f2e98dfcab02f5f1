"""The port: what a source of skills can be asked. It deals in names; folders and paths are the adapters' affair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .model import SkillAsset, SkillMeta


class SkillSource(Protocol):
    """A snapshot of skills: every answer stays the same for the life of the source."""

    def list_skills(self) -> tuple[SkillMeta, ...]:
        """Return all skills, sorted by name in code-point order, no name twice."""
        ...

    def skill_body(self, name: str) -> str:
        """Return the instructions of a skill: trimmed, LF, never cut. Raises UnknownSkillError."""
        ...

    def list_assets(self, name: str) -> tuple[SkillAsset, ...]:
        """Return the assets of a skill, sorted by name in code-point order. Raises UnknownSkillError."""
        ...

    def read_asset(self, skill: str, asset: str) -> bytes:
        """Return an asset whole.

        Raises UnknownAssetError (also for an unknown skill or an invalid asset name) and AssetRefusedError (too large,
        or no longer the regular file that was listed).
        """
        ...
