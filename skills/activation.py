"""What a model gets: the text of an activated skill, and one asset of it, each within `MAX_ACTIVATION` bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .limits import MAX_ACTIVATION, MAX_INVENTORY_TEXT, cut, utf8_size
from .model import AssetRefusedError, UnknownSkillError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .model import SkillAsset, SkillMeta
    from .port import SkillSource

TRUNCATED = "\n[truncated: the skill is longer than what one activation may hold]"


def activate(source: SkillSource, name: str) -> str:
    """Return a skill as a model reads it; an unknown name raises UnknownSkillError that lists the valid ones."""
    known = {meta.name: meta for meta in source.list_skills()}
    meta = known.get(name)
    if meta is None:
        raise UnknownSkillError(f"there is no skill {name!a}; there are: {', '.join(known) or 'none'}")
    return activation_text(meta, source.skill_body(name), source.list_assets(name))


def activation_text(meta: SkillMeta, body: str, assets: Sequence[SkillAsset] = ()) -> str:
    """Return the name, compatibility, allowed tools and assets (each only if there is any), a blank line, and the body.

    The whole has at most `MAX_ACTIVATION` bytes, the marker of a cut included; the asset list has a budget of its own,
    beyond which assets are only counted.
    """
    lines = [f"Skill: {meta.name}"]
    if meta.compatibility:
        lines.append(f"Compatibility: {meta.compatibility}")
    if meta.allowed_tools:
        lines.append(f"Tools it expects (advice, not a permission): {', '.join(meta.allowed_tools)}")
    if assets:
        lines += _inventory(assets)
    return cut("\n".join([*lines, "", body]), MAX_ACTIVATION, TRUNCATED)


def _inventory(assets: Sequence[SkillAsset]) -> list[str]:
    lines = ["Assets:"]
    size = utf8_size(lines[0]) + 1
    for i, asset in enumerate(assets):
        line = f"- {asset.name} ({asset.size} bytes{', executable' if asset.executable else ''})"
        size += utf8_size(line) + 1
        rest = len(assets) - i
        if size + utf8_size(_omitted(rest)) + 1 > MAX_INVENTORY_TEXT:
            return [*lines, _omitted(rest)]
        lines.append(line)
    return lines


def _omitted(count: int) -> str:
    return f"- … and {count} more"


def asset_text(source: SkillSource, skill: str, asset: str) -> str:
    """Return an asset as a model reads it: a header of two lines, a blank line, and the whole text.

    Raises UnknownAssetError, and AssetRefusedError if header and text exceed `MAX_ACTIVATION` bytes or it is no text.
    """
    data = source.read_asset(skill, asset)
    header = f"Skill: {skill}\nAsset: {asset}\n\n"
    room = MAX_ACTIVATION - utf8_size(header)
    if len(data) > room:
        raise AssetRefusedError(f"the asset has {len(data)} bytes; {room} can be given, and it is never given in part")
    return header + decode(data)


def decode(data: bytes) -> str:
    """Return the bytes of an asset as text. Raises AssetRefusedError unless they are UTF-8 without NUL."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise AssetRefusedError(f"the asset is no text: byte {error.start} is not UTF-8") from None
    if "\0" in text:
        raise AssetRefusedError(f"the asset is no text: it has a NUL at character {text.index(chr(0))}")
    return text
