"""`github`: workflow commands, which GitHub Actions shows beside the changed lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog.findings import Severity
from ...catalog.text import printable
from .paths import relative

if TYPE_CHECKING:
    from ..findings import LintFinding, LintResult

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def report(result: LintResult) -> str:
    """Return a command a line."""
    return "".join(_command(finding) for finding in result.findings)


def _command(finding: LintFinding) -> str:
    place = finding.place
    fields: list[tuple[str, object]] = [("title", f"{finding.code} {finding.name}"), ("file", relative(place.file))]
    if place.line is not None:
        fields += [("line", place.line), ("endLine", place.end_line or place.line)]
        if place.end_line in (None, place.line):  # GitHub takes columns only within one line
            fields += [("col", place.column or 1), ("endColumn", place.end_column or place.column or 1)]
    shown = ",".join(f"{key}={_property(str(value))}" for key, value in fields)
    message = finding.message + (f"\n{finding.help}" if finding.help else "")
    return f"::{_COMMANDS[finding.severity]} {shown}::{_data(printable(message))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")
