"""The limits of the skill source. Sizes are bytes of UTF-8 and cuts fall on character boundaries.

What happens beyond a limit differs from field to field; each constant says it.
"""

MAX_NAME = 64
"""A longer skill name is no name: the skill is left out."""

MAX_DESCRIPTION = 800
"""A longer description is cut so that the text and its ellipsis fit; the skill is kept with a warning."""

MAX_TEXT = 1024
"""`license` and `compatibility` are cut here, with a note."""

MAX_METADATA_ENTRIES = 32
"""With more entries the whole `metadata` map is dropped."""

MAX_METADATA_VALUE = 4096
"""With one longer value the whole `metadata` map is dropped."""

MAX_ALLOWED_TOOLS = 64
"""Of more `allowed-tools` the first are kept."""

MAX_ALLOWED_TOOL = 64
"""A longer entry of `allowed-tools` is cut."""

MAX_ACTIVATION = 25_000
"""What activating a skill or reading an asset may put before a model, markers and headers included.

A longer body is cut at activation (and warned about at discovery); a longer asset is refused, never cut.
"""

MAX_INVENTORY_TEXT = 8_000
"""The asset list in an activation; the rest is counted."""

MAX_ASSETS = 1024
"""With more assets the whole inventory is refused: the skill has none."""

MAX_ASSET_NAMES = 32 * 1024
"""With more bytes in all asset names the whole inventory is refused."""

MAX_VISITED = 20_000
"""Directory entries looked at below one skill before its inventory is refused (empty folders count too)."""

MAX_FILE = 16 * 1024 * 1024
"""A larger SKILL.md is not read."""

MAX_FRONTMATTER = 256 * 1024
"""A longer frontmatter is not parsed."""


def utf8_size(text: str) -> int:
    """Return how many bytes of UTF-8 the text has; what UTF-8 cannot hold counts as one."""
    return len(text.encode(errors="replace"))


def cut(text: str, size: int, marker: str = "") -> str:
    """Return the text unchanged if it has at most `size` bytes, else its longest prefix that fits with `marker`.

    The prefix ends on a character boundary and has no blank before the marker. `marker` must itself fit.
    """
    data = text.encode(errors="replace")
    if len(data) <= size:
        return text
    kept = data[: size - len(marker.encode())].decode(errors="ignore")
    return (kept.rstrip() if marker else kept) + marker
