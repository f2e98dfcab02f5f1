"""`jsonl`: one JSON object a finding, a line each, with what kind of fix it has."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING

from ...catalog.text import json_safe
from .json import finding_object

if TYPE_CHECKING:
    from ..findings import LintFinding, LintResult


def report(result: LintResult) -> str:
    """Return the lines."""
    lines = (json_safe(dumps(_line(finding), ensure_ascii=False)) for finding in result.findings)
    return "".join(f"{line}\n" for line in lines)


def _line(finding: LintFinding) -> dict[str, object]:
    fix = finding.fix
    return {
        **finding_object(finding),
        "fix": None if fix is None else {"message": fix.message, "safety": fix.safety.value},
    }
