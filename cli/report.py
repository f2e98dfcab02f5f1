"""What goes to standard error: findings with their excerpts, notes, and the one line that ends a failed run."""

from __future__ import annotations

import os
import sys
from collections import Counter
from typing import TYPE_CHECKING

import typer

from ..catalog.findings import Finding, Severity, ToolcatError
from ..catalog.nesting import deep_nesting
from ..catalog.text import json_safe, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 20
"""How many findings are printed whole without --verbose; the rest is counted."""

ALIKE = 3
"""How many of one rule in one file are printed whole without --verbose."""

_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def styled(text: str, colour: str | None = None, *, bold: bool = False) -> str:
    """Return the text in colour if standard error is a terminal that wants it (`NO_COLOR` unset)."""
    if os.environ.get("NO_COLOR") or not sys.stderr.isatty():
        return text
    return typer.style(text, fg=colour, bold=bold)


def count(number: int, noun: str) -> str:
    """Return `1 tool`, `2 tools`, `2 fixes`."""
    return f"{number:,} {noun}{'' if number == 1 else 'es' if noun.endswith('x') else 's'}"


def print_json(value: object) -> None:
    """Print a value to standard output as indented JSON that is safe to look at."""
    import json

    with deep_nesting():
        text = json.dumps(value, ensure_ascii=False, indent=2)
    typer.echo(json_safe(text))


class Report:
    """Prints to standard error. `quiet` leaves only errors; `verbose` leaves nothing out."""

    def __init__(self, *, quiet: bool = False, verbose: bool = False) -> None:
        self.quiet = quiet
        self.verbose = verbose

    def note(self, text: str) -> None:
        """Print a line about what was done, unless quiet."""
        if not self.quiet:
            typer.echo(text, err=True)

    def detail(self, text: str) -> None:
        """Print a line only if verbose."""
        if self.verbose:
            typer.echo(text, err=True)

    def findings(self, findings: Sequence[Finding]) -> None:
        """Print findings, errors first; infos only if verbose, and at most `SHOWN` of the rest unless verbose."""
        wanted = [finding for finding in findings if self._wants(finding)]
        wanted.sort(key=lambda finding: _ORDER[finding.severity])
        shown = wanted if self.verbose else _few(wanted)
        if shown:
            from ..lint.reporters.text import Paint, render

            paint = Paint(sys.stderr.isatty() and not os.environ.get("NO_COLOR"))
            for finding in shown:
                typer.echo(render(finding, paint), err=True)
        if len(shown) < len(wanted):
            typer.echo(f"… and {len(wanted) - len(shown):,} more like these; --verbose prints them all", err=True)

    def _wants(self, finding: Finding) -> bool:
        if finding.severity is Severity.ERROR or self.verbose:
            return True
        return not self.quiet and finding.severity is Severity.WARNING

    def failure(self, error: ToolcatError) -> None:
        """Print why nothing could be done, and what to do."""
        self.findings(error.findings)
        typer.echo(f"{styled('error', 'red', bold=True)}: {printable(error.message)}", err=True)
        if error.hint:
            typer.echo(f"  {styled('help', 'cyan')}: {printable(error.hint)}", err=True)


def _few(findings: Sequence[Finding]) -> list[Finding]:
    """Return the first findings, and of each rule in each file only a few: a bad source must not hide the others."""
    seen: Counter[tuple[str, str]] = Counter()
    few: list[Finding] = []
    for finding in findings:
        kind = (finding.code, finding.place.file)
        seen[kind] += 1
        if seen[kind] <= ALIKE and len(few) < SHOWN:
            few.append(finding)
    return few
