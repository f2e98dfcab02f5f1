"""Suppressions: findings that someone has looked at and accepts, with a reason and perhaps an end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """One `[[lint.suppress]]`: which rule (code, prefix or name), where (all that are given must hold), and why.

    `tool` is a shell pattern over catalog or raw names, `path` one over files; `pointer` covers what stands below it.
    """

    rule: str
    reason: str
    tool: str | None = None
    path: str | None = None
    pointer: str | None = None
    expires: date | None = None
