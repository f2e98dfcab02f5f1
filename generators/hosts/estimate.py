"""The estimator of tokens: how many a text costs, near enough for a budget, without a vocabulary.

Tokenizers of today cut at words, digits and marks and keep most common words whole. The weights were fitted to
o200k_base on declarations, preludes and tool lists of real catalogs: `benchmarks/tokens.py` measures the error anew.
"""

from __future__ import annotations

import re
from math import ceil

_PIECE = re.compile(r"([A-Z]?[a-z]+|[A-Z]+(?![a-z]))|(\d+)|( *\n\s*)|( {2,})|([^\sA-Za-z0-9]+)|(\s)", re.ASCII)


def estimate_tokens(text: str) -> int:
    """Return about how many tokens `text` is. See docs/hosts.md for the error."""
    total = 0.0
    for match in _PIECE.finditer(text):
        piece = match[0]
        kind = match.lastindex
        if kind == 1:
            total += 1 if len(piece) < 12 else 1.5
        elif kind == 2:
            total += ceil(len(piece) / 3)
        elif kind in (3, 4):
            total += 0.5
        elif kind == 5:
            total += (1 if len(piece) < 4 else len(piece) / 3) if piece.isascii() else len(piece) * 0.75
    return ceil(total)
