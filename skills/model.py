"""The words of the skill source: tiers, what is known of a skill, its assets, and what may go wrong when asking."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_NO_METADATA: Mapping[str, str] = MappingProxyType({})


class Tier(StrEnum):
    """Where a skill was found, from the one that wins to the one that loses. A closed set, never a path."""

    EXPLICIT = "explicit"
    PROJECT = "project"
    USER = "user"
    DRIVER = "driver"

    @property
    def rank(self) -> int:
        """0 for the tier that wins over all others."""
        return _RANKS[self]


_RANKS = {tier: rank for rank, tier in enumerate(Tier)}


@dataclass(frozen=True, slots=True)
class SkillMeta:
    """What a host always knows of a skill. Every text is within its limit; nothing here says where it lies.

    `allowed_tools` is advice, never a permission.
    """

    name: str
    description: str
    origin: Tier = Tier.EXPLICIT
    has_assets: bool = False
    license: str = ""
    compatibility: str = ""
    metadata: Mapping[str, str] = field(default_factory=lambda: _NO_METADATA)
    allowed_tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SkillAsset:
    """An auxiliary payload of a skill: its logical, slash-separated name, its size, and whether an x bit is set."""

    name: str
    size: int
    executable: bool = False


class SkillError(Exception):
    """Asking a skill source went wrong; the message is one line."""


class UnknownSkillError(SkillError):
    """The source has no skill of that name."""


class UnknownAssetError(SkillError):
    """The source has no such asset: the skill or the asset is unknown, or the asset's name is invalid."""


class AssetRefusedError(SkillError):
    """The asset is there and cannot be given whole: too large, no longer a regular file, or not text."""


class BadSourceError(SkillError):
    """A directory as a whole cannot be a skill source: it cannot be read, or a skill has an invalid asset name."""
