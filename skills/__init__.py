"""Skills (SKILL.md bundles): the skill source, tiers, parsing, assets, rendering, packing and drift.

Knows nothing of lint rules or of the terminal. A host asks a `SkillSource` by name; where skills lie on disk is known
to `FilesystemSource` and `discover` alone.
"""

from .filesystem import FilesystemSource
from .model import (
    AssetRefusedError,
    BadSourceError,
    SkillAsset,
    SkillError,
    SkillMeta,
    Tier,
    UnknownAssetError,
    UnknownSkillError,
)
from .port import SkillSource
from .tiers import Discovery, LayeredSource, Roots, Shadowed, conventional_roots, discover

__all__ = [
    "AssetRefusedError",
    "BadSourceError",
    "Discovery",
    "FilesystemSource",
    "LayeredSource",
    "Roots",
    "Shadowed",
    "SkillAsset",
    "SkillError",
    "SkillMeta",
    "SkillSource",
    "Tier",
    "UnknownAssetError",
    "UnknownSkillError",
    "conventional_roots",
    "discover",
]
