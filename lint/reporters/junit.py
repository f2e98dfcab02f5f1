"""`junit`: an XML test report; a file is a suite, a finding a failed case, a file without findings a passed one."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from ...catalog.text import printable
from .paths import relative

if TYPE_CHECKING:
    from ..findings import LintFinding, LintResult


def report(result: LintResult) -> str:
    """Return the report."""
    by_file: dict[str, list[LintFinding]] = {label: [] for label in result.labels}
    for finding in result.findings:
        by_file.setdefault(finding.place.file, []).append(finding)
    total = len(result.findings)
    cases = sum(max(1, len(found)) for found in by_file.values())
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="toolcat" tests="{cases}" failures="{total}" errors="0">',
    ]
    for label, found in sorted(by_file.items()):
        name = _attribute(relative(label))
        lines.append(f'  <testsuite name={name} tests="{max(1, len(found))}" failures="{len(found)}" errors="0">')
        if not found:
            lines.append(f'    <testcase name="lint" classname={name}/>')
        for finding in found:
            lines += _case(finding, name)
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _case(finding: LintFinding, name: str) -> list[str]:
    where = f":{finding.place.line}:{finding.place.column}" if finding.place.line is not None else ""
    title = _attribute(f"{finding.code} {finding.name}{where}")
    line = f' line="{finding.place.line}"' if finding.place.line is not None else ""
    body = "\n".join(
        part
        for part in (f"{finding.place} {finding.place.pointer or ''}".strip(), finding.message, finding.help)
        if part
    )
    return [
        f"    <testcase name={title} classname={name}{line}>",
        f"      <failure type={_attribute(finding.severity.value)} message={_attribute(finding.message)}>"
        f"{escape(printable(body))}</failure>",
        "    </testcase>",
    ]


def _attribute(text: str) -> str:
    return quoteattr(printable(text).replace("\n", " "))
