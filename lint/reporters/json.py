"""`json`: one object with all findings and a summary. Version 1 has these keys and no others."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING

from ...catalog.findings import Severity
from ...catalog.text import json_safe

if TYPE_CHECKING:
    from ..findings import LintFinding, LintResult


def finding_object(finding: LintFinding) -> dict[str, object]:
    """Return a finding as `json` prints it; what is not known is null."""
    place = finding.place
    return {
        "rule": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "message": finding.message,
        "help": finding.help,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
        "pointer": place.pointer,
        "tool": finding.tool,
        "fixable": finding.fix is not None,
    }


def report(result: LintResult) -> str:
    """Return the object."""
    out = {
        "version": 1,
        "findings": [finding_object(finding) for finding in result.findings],
        "summary": {
            "files": len(result.labels),
            f"{result.noun}s": result.units,
            "errors": result.count(Severity.ERROR),
            "warnings": result.count(Severity.WARNING),
            "infos": result.count(Severity.INFO),
            "fixable": result.fixable,
            "suppressed": result.suppressed,
        },
    }
    return json_safe(dumps(out, ensure_ascii=False, indent=2)) + "\n"
