"""What goes to standard error: findings with their excerpts, notes, and the one line that ends a failed run."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import typer

from ..catalog.findings import Finding, Severity, ToolcatError
from ..catalog.text import json_safe, one_line, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 20
"""How many findings are printed whole without --verbose; the rest is counted."""

_EXCERPT = 160
_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def styled(text: str, colour: str | None = None, *, bold: bool = False) -> str:
    """Return the text in colour if standard error is a terminal that wants it (`NO_COLOR` unset)."""
    if os.environ.get("NO_COLOR") or not sys.stderr.isatty():
        return text
    return typer.style(text, fg=colour, bold=bold)


def count(number: int, noun: str) -> str:
    """Return `1 tool`, `2 tools`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def print_json(value: object) -> None:
    """Print a value to standard output as indented JSON that is safe to look at."""
    import json

    typer.echo(json_safe(json.dumps(value, ensure_ascii=False, indent=2)))


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
        shown = wanted if self.verbose else wanted[:SHOWN]
        for finding in shown:
            typer.echo(render(finding), err=True)
        if len(shown) < len(wanted):
            typer.echo(f"… and {len(wanted) - len(shown)} more; --verbose prints them all", err=True)

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


def render(finding: Finding) -> str:
    """Return a finding as text: severity, code and name, message, place, excerpt with a caret line, help."""
    head = styled(f"{finding.severity}[{finding.code}]", _COLOURS[finding.severity], bold=True)
    lines = [f"{head} {finding.name}: {one_line(finding.message)}"]
    place = finding.place
    where = f"  {styled('-->', 'blue')} {one_line(str(place))}"
    if place.pointer:
        where += f" ({one_line(place.pointer)})"
    if finding.tool:
        where += f" in {one_line(finding.tool)}"
    lines.append(where)
    if finding.excerpt is not None and place.line is not None:
        lines += _excerpt(finding, place.line)
    if finding.help:
        lines.append(f"   {styled('=', 'blue')} {styled('help', 'cyan')}: {one_line(finding.help)}")
    return "\n".join(lines)


def _excerpt(finding: Finding, line: int) -> list[str]:
    """Return the source line and its carets, cut to a window around the place: minified files have one huge line."""
    source = (finding.excerpt or "").expandtabs(1)
    place = finding.place
    start = (place.column or 1) - 1
    end = place.end_column - 1 if place.end_column is not None and place.end_line == line else len(source)
    left = max(0, start - _EXCERPT // 4) if len(source) > _EXCERPT else 0
    before, marked = source[left:start], source[start : max(end, start + 1)]
    room = _EXCERPT - len(before)
    shown = printable(before) + printable(marked[:room]) + printable(source[max(end, start + 1) : left + _EXCERPT])
    carets = " " * len(printable(before)) + "^" * max(1, len(printable(marked[:room])))
    dots = "…" if left else ""
    number = str(line)
    gutter, bar = " " * len(number), styled("|", "blue")
    return [
        f"{gutter} {bar}",
        f"{styled(number, 'blue')} {bar} {dots}{shown}",
        f"{gutter} {bar} {' ' * len(dots)}{styled(carets, _COLOURS[finding.severity])}",
    ]
