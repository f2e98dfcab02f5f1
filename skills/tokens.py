"""An estimate of tokens that needs no tokenizer and no network: four bytes of UTF-8 are one token."""

from __future__ import annotations

from .limits import utf8_size

BYTES_PER_TOKEN = 4


def estimate(text: str) -> int:
    """Return the estimated number of tokens; text in other scripts than Latin is rather overestimated."""
    return -(-utf8_size(text) // BYTES_PER_TOKEN)
