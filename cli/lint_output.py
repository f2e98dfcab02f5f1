"""What `tools lint` and `skills lint` share: which options go together, what is written where, what is told besides."""

from __future__ import annotations

import os
import stat
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..catalog.findings import ToolcatError
from . import exits
from .report import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..catalog.findings import Finding, Severity
    from ..lint import LintResult
    from ..lint.baseline import Baseline
    from .report import Report


class LintFormat(StrEnum):
    """The forms of findings."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    JSONL = "jsonl"
    SARIF = "sarif"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"
    RDJSON = "rdjson"


class FailOn(StrEnum):
    """From which severity on a run fails."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    NEVER = "never"


FOR_PEOPLE = (LintFormat.TEXT, LintFormat.CONCISE)

_EXCLUDED = {
    "--approve": ("--matrix", "--fix", "--diff", "--statistics", "--update-baseline", "--output-file"),
    "--matrix": ("--fix", "--diff", "--statistics", "--update-baseline"),
    "--diff": ("--statistics", "--update-baseline"),
    "--statistics": ("--update-baseline",),
    "--update-baseline": ("--output-file",),
}
"""What does one thing instead of another: beside it the other would be left undone."""

_FORMATS = {
    "--matrix": (LintFormat.TEXT, LintFormat.JSON),
    "--statistics": (LintFormat.TEXT, LintFormat.JSON),
    "--diff": (LintFormat.TEXT,),
}


def check_options(given: Mapping[str, bool], form: LintFormat) -> None:
    """Raise ToolcatError for options that cannot stand together; `given` says of each whether it is there."""
    for option, others in _EXCLUDED.items():
        for other in others:
            if given.get(option) and given.get(other):
                raise ToolcatError(f"{option} and {other} cannot stand together", hint="leave one of them out")
    for option, formats in _FORMATS.items():
        if given.get(option) and form not in formats:
            raise ToolcatError(f"{option} has no format {form}", hint=f"there is {' and '.join(formats)}")
    if given.get("--unsafe-fixes") and not given.get("--fix") and not given.get("--diff"):
        raise ToolcatError("--unsafe-fixes does nothing by itself", hint="add --fix or --diff")


def check_selection(domain: str, **given: Sequence[str] | None) -> None:
    """Raise ToolcatError for an option that selects rules of the other command alone: nothing would be looked for."""
    from ..lint.registry import rules_named
    from ..lint.settings import words

    for option, values in given.items():
        selectors = words(values or ())
        if selectors:
            rules_named(selectors, domain, f"--{option.replace('_', '-')}")


def protect(target: Path | None, inputs: Iterable[str | Path | None]) -> None:
    """Raise ToolcatError if the output file is one that is read: it would be lost."""
    if target is None or str(target) == "-" or not target.exists():
        return
    if _is_stdin(target) or any(_is_same(target, each) for each in inputs):
        raise ToolcatError(f"--output-file {target} would write over what is read", hint="name another file")


def _is_same(target: Path, other: str | Path | None) -> bool:
    try:
        return other is not None and target.samefile(other)
    except (OSError, ValueError):  # a pattern, standard input, a server
        return False


def _is_stdin(target: Path) -> bool:
    """Whether the shell opened the file for us to read."""
    try:
        given = os.fstat(0)
        return stat.S_ISREG(given.st_mode) and os.path.samestat(given, target.stat())
    except (OSError, ValueError):
        return False


def emit(text: str, target: Path | None) -> None:
    """Print a text, or write it into a file (`-` is standard output). Raises ToolcatError if it cannot be written."""
    if target is None or str(target) == "-":
        typer.echo(text, nl=False)
    else:
        write_text(target, text)


def write_text(path: Path, text: str) -> None:
    """Write a file. Raises ToolcatError if it cannot be written."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ToolcatError(f"cannot write {path}: {error.strerror}", hint="check the folder") from error


def quiet_from(threshold: Severity | None) -> Severity:
    """Return from which severity on a quiet run prints findings: errors, and what makes the run fail."""
    from ..catalog.findings import Severity

    return Severity.ERROR if threshold is None else threshold


def print_findings(
    result: LintResult, form: LintFormat, target: Path | None, *, quiet: bool, threshold: Severity | None
) -> None:
    """Print the findings; for people and `quiet`, only those that `quiet_from` says, and nothing if there is none."""
    from dataclasses import replace

    from ..lint.findings import RANK
    from ..lint.reporters import report

    if quiet and form in FOR_PEOPLE:
        least = RANK[quiet_from(threshold)]
        result = replace(result, findings=[each for each in result.findings if RANK[each.severity] >= least])
    if not result.findings and form is LintFormat.TEXT and (quiet or not result.units):
        emit("", target)  # that nothing was looked at is no praise
        return
    is_shown = target is None or str(target) == "-"
    colour = is_shown and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    emit(report(result, form.value, colour=colour), target)


def print_statistics(result: LintResult, form: LintFormat, target: Path | None) -> None:
    """Print how often each rule fired, the most frequent first."""
    counts = sorted(result.counts.items(), key=lambda item: (-item[1], item[0]))
    if form is LintFormat.JSON:
        import json

        rows = [{"rule": code, "name": name, "count": number} for (code, name), number in counts]
        emit(json.dumps(rows, ensure_ascii=False, indent=2) + "\n", target)
    else:
        emit("".join(f"{number:>6}  {code}  {name}\n" for (code, name), number in counts), target)


def write_baseline(made: Baseline | None, report: Report) -> None:
    """Write a baseline anew, and say how many findings it holds."""
    if made is not None:
        write_text(made.path, made.updated())
        entries = made.renewed()
        report.note(f"wrote {made.path}: {count(len(entries), 'finding')}")
        bare = sum(entry.get("reason") == "" for entry in entries)
        if bare:
            verb, whose = ("is", "its") if bare == 1 else ("are", "their")
            what = f"{bare} of a security rule {verb} reported all the same"
            report.note(f"{what} until {whose} `reason` in {made.path} is filled in")


def tell_unread(report: Report, unread: Sequence[Finding]) -> None:
    """Print to standard error what could not be read, where findings themselves are not printed."""
    report.findings([finding for finding in unread if finding.is_error])


def end_empty(report: Report, units: int, what: str, hint: str, *, is_allowed: bool) -> None:
    """End the run with 2 if there was nothing to check, unless that is allowed."""
    if not units and not is_allowed:
        report.failure(ToolcatError(f"{what} was checked", hint=f"name {hint}, or say --allow-empty"))
        raise typer.Exit(exits.USAGE)


def threshold_of(fail_on: FailOn | None, configured: Severity | None) -> Severity | None:
    """Return from which severity on a run fails: what the command line says, else the config; None: never."""
    from ..catalog.findings import Severity

    if fail_on is None:
        return configured
    return None if fail_on is FailOn.NEVER else Severity(fail_on.value)
