"""`text`: findings as a person reads them, with the source line and what to do, then a line of counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog.findings import Finding, Severity
from ...catalog.text import one_line, printable

if TYPE_CHECKING:
    from ..findings import LintResult

_EXCERPT = 160
_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}
_BLUE, _CYAN, _GREEN = "34", "36", "32"


class Paint:
    """Puts text into colours, or leaves it as it is."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, code: str, *, bold: bool = False) -> str:
        """Return the text in an ANSI colour."""
        return f"\x1b[{code}{';1' if bold else ''}m{text}\x1b[0m" if self.colour else text


def report(result: LintResult, *, colour: bool = False) -> str:
    """Return the findings and the counts."""
    paint = Paint(colour)
    blocks = [render(finding, paint) for finding in result.findings]
    return "\n\n".join([*blocks, summary(result, paint)]) + "\n"


def render(finding: Finding, paint: Paint) -> str:
    """Return a finding as text: severity, code and name, message, place, excerpt with a caret line, help."""
    head = paint(f"{finding.severity}[{finding.code}]", _COLOURS[finding.severity], bold=True)
    # What an exporter degrades has a name and no code of a rule: it is said once.
    name = "" if finding.name == finding.code else f" {finding.name}"
    lines = [f"{head}{name}: {one_line(finding.message)}"]
    place = finding.place
    where = f"  {paint('-->', _BLUE)} {one_line(str(place))}"
    if place.pointer:
        where += f" ({one_line(place.pointer)})"
    if finding.tool:
        where += f" in {one_line(finding.tool)}"
    lines.append(where)
    if finding.excerpt and place.line is not None:  # an empty line shows nothing
        lines += _excerpt(finding, place.line, paint)
    if finding.help:
        lines.append(f"   {paint('=', _BLUE)} {paint('help', _CYAN)}: {one_line(finding.help)}")
    fix = getattr(finding, "fix", None)
    if fix is not None:
        note = "fix" if fix.safety == "safe" else "fix (unsafe)"
        lines.append(f"   {paint('=', _BLUE)} {paint(note, _GREEN)}: {one_line(fix.message)}")
    return "\n".join(lines)


def _excerpt(finding: Finding, line: int, paint: Paint) -> list[str]:
    """Return the source line and its carets, cut to a window around the place: minified files have one huge line."""
    source = (finding.excerpt or "").expandtabs(1)
    place = finding.place
    start = (place.column or 1) - 1
    end = place.end_column - 1 if place.end_column is not None and place.end_line == line else len(source)
    left = max(0, start - _EXCERPT // 4) if len(source) > _EXCERPT else 0
    before, marked = source[left:start], source[start : max(end, start + 1)]
    room = _EXCERPT - len(before)
    shown = printable(before) + printable(marked[:room]) + printable(source[max(end, start + 1) : left + _EXCERPT])
    carets = " " * len(printable(before)) + "^" * max(1, len(printable(marked[:room]).rstrip()))
    dots = "…" if left else ""
    number = str(line)
    gutter, bar = " " * len(number), paint("|", _BLUE)
    return [
        f"{gutter} {bar}",
        f"{paint(number, _BLUE)} {bar} {dots}{shown.rstrip()}",
        f"{gutter} {bar} {' ' * len(dots)}{paint(carets, _COLOURS[finding.severity])}",
    ]


def summary(result: LintResult, paint: Paint) -> str:
    """Return the line of counts."""
    seen = f"{count(result.units, result.noun)} in {count(len(result.labels), 'file')}"
    extra: list[str] = []
    if result.suppressed:
        extra.append(f"{result.suppressed} suppressed")
    if result.skipped:
        extra.append(f"{count(result.skipped, 'file')} skipped")
    rest = f" ({', '.join(extra)})" if extra else ""
    if not result.findings:
        return paint("No problems", _GREEN, bold=True) + f" in {seen}{rest}"
    kinds = [
        paint(count(number, severity.value), _COLOURS[severity], bold=True)
        for severity in Severity
        if (number := result.count(severity))
    ]
    text = f"{', '.join(kinds)} in {seen}{rest}"
    safe = sum(finding.fix is not None and finding.fix.safety == "safe" for finding in result.findings)
    if result.fixable:
        unsafe = result.fixable - safe
        parts = [f"{safe} fixable with --fix"] if safe else []
        parts += [f"{unsafe} {'more ' if safe else 'fixable '}with --fix --unsafe-fixes"] if unsafe else []
        text += "; " + ", ".join(parts)
    return text


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
