"""Findings of the skills commands on standard output, in every format that lint has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..catalog.findings import ToolcatError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..catalog.findings import Finding


def check_format(form: str) -> None:
    """Raise ToolcatError unless lint has this format."""
    from ..lint.reporters import FORMATS

    if form not in FORMATS:
        raise ToolcatError(f"no format is called {form!r}", hint=f"there are {', '.join(FORMATS)}")


def print_findings(findings: Sequence[Finding], form: str, *, labels: Sequence[str], units: int, noun: str) -> None:
    """Print findings that no rule of lint made, as lint would."""
    import os
    import sys

    from ..lint.findings import LintFinding, LintResult, sort_key
    from ..lint.reporters import report

    check_format(form)
    result = LintResult(
        findings=[
            LintFinding(
                finding.code,
                finding.name,
                finding.severity,
                finding.message,
                finding.help,
                finding.place,
                finding.tool,
                finding.excerpt,
            )
            for finding in sorted(findings, key=sort_key)
        ],
        labels=tuple(labels),
        units=units,
        noun=noun,
    )
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    typer.echo(report(result, form, colour=colour), nl=False)
