"""Reporters: one file a format, each a function from a result to text. None changes what is found or how a run ends."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..findings import LintResult

FORMATS = ("text", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson")
"""The formats; each is the function `report` of the module of its name."""


def report(result: LintResult, form: str, *, colour: bool = False) -> str:
    """Return a result in one of `FORMATS`, ending in a newline unless it is empty; only `text` knows colour."""
    module = importlib.import_module(f"{__name__}.{form}")
    if form == "text":
        return module.report(result, colour=colour)
    return module.report(result)
