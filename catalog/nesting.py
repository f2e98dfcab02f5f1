"""Deep nesting: documents of up to 1,000 levels are read, and whoever walks one needs some frames a level."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

FRAMES = 20_000
"""Frames for 1,000 levels, whatever stands on the stack already. Python frames take no room on the C stack."""


@contextmanager
def deep_nesting() -> Generator[None]:
    """Allow, while it is entered, the recursion that the deepest document needs. Also serves as a decorator."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
