"""How large tools are: exact bytes where it matters, and a quick estimate that settles most cases before."""

from __future__ import annotations

import json
import marshal
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .units import Tool

BYTES_PER_TOKEN = 4
"""The estimate of tokens: four bytes of UTF-8 are one. For English and JSON it is right to about a fifth; scripts of
three bytes a letter are underestimated by about as much as long words of code are overestimated."""

_PER_SCHEMA = 120
"""More than a schema has beside its texts on average: keywords, the property's name, its place in `required`."""


def compact_size(value: object) -> int:
    """Return the bytes of a JSON value without white space."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


@lru_cache(maxsize=1)
def most_size(tool: Tool) -> int:
    """Return what the schemas and texts of a tool hardly exceed in bytes (four for a character that is not ASCII)."""
    size = len(tool.nodes) * _PER_SCHEMA
    if tool.prose.isascii():
        return size + len(tool.prose) - max(len(tool.texts) - 1, 0)
    for text in tool.texts:
        value = text.value
        size += len(value) if value.isascii() else 4 * len(value)
    return size


def tokens_of(tool: Tool) -> int:
    """Return about how many tokens a model reads of a tool: name, description and input schema as compact JSON."""
    return -(-compact_size(_seen(tool)) // BYTES_PER_TOKEN)


def may_exceed(tool: Tool, tokens: int) -> bool:
    """Whether it is worth working out whether a tool has more than so many tokens."""
    size = tokens * BYTES_PER_TOKEN
    if most_size(tool) <= size:
        return False
    # The interpreter's own format is written five times as fast as JSON, and has the same letters and longer marks.
    try:
        return len(marshal.dumps(_seen(tool), 2)) * 1.25 > size
    except ValueError:  # what JSON does not have either, or a thousand levels
        return True


def _seen(tool: Tool) -> dict[str, object]:
    fields = tool.fields
    return {key: fields[key] for key in ("name", "description", "inputSchema") if key in fields}
