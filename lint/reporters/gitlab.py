"""`gitlab`: a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING

from ...catalog.findings import Severity
from .paths import relative

if TYPE_CHECKING:
    from ..findings import LintResult

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def report(result: LintResult) -> str:
    """Return the report, a JSON array."""
    out = [
        {
            "description": f"{finding.message}. {finding.help}".strip(),
            "check_name": finding.name,
            "fingerprint": finding.fingerprint,
            "severity": _SEVERITIES[finding.severity],
            "location": {"path": relative(finding.place.file), "lines": {"begin": finding.place.line or 1}},
        }
        for finding in result.findings
    ]
    return dumps(out, indent=2) + "\n"
