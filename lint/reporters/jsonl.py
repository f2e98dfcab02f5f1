"""`jsonl`: one JSON object a finding, a line each."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING

from ...catalog.text import json_safe
from .json import finding_object

if TYPE_CHECKING:
    from ..findings import LintResult


def report(result: LintResult) -> str:
    """Return the lines."""
    lines = (json_safe(dumps(finding_object(finding), ensure_ascii=False)) for finding in result.findings)
    return "".join(f"{line}\n" for line in lines)
