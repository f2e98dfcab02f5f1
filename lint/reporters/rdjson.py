"""`rdjson`: the Reviewdog Diagnostic Format. Its columns count bytes of UTF-8."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING

from ...catalog.findings import Severity
from .paths import relative

if TYPE_CHECKING:
    from ..findings import LintFinding, LintResult

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def report(result: LintResult) -> str:
    """Return the object."""
    out = {"source": {"name": "toolcat"}, "diagnostics": [_diagnostic(finding) for finding in result.findings]}
    return dumps(out, indent=2) + "\n"


def _diagnostic(finding: LintFinding) -> dict[str, object]:
    place = finding.place
    location: dict[str, object] = {"path": relative(place.file)}
    if place.line is not None:
        span: dict[str, object] = {"start": _position(finding, place.line, place.column)}
        if place.end_line is not None:
            # Only the first line is at hand; the bytes of a later one are not known, so its column is left out.
            column = place.end_column if place.end_line == place.line else None
            span["end"] = _position(finding, place.end_line, column)
        location["range"] = span
    return {
        "message": f"{finding.message}\n{finding.help}".strip(),
        "location": location,
        "severity": _SEVERITIES[finding.severity],
        "code": {"value": f"{finding.code} {finding.name}"},
    }


def _position(finding: LintFinding, line: int, column: int | None) -> dict[str, int]:
    if column is None:
        return {"line": line}
    before = (finding.excerpt or "")[: column - 1]
    if len(before) < column - 1:
        return {"line": line}
    return {"line": line, "column": len(before.encode("utf-8", "replace")) + 1}
