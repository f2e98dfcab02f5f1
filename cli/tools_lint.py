"""`tools lint`: check tools, mend them, accept what is there, and say which client takes which."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError
from . import exits
from . import options as o
from .groups import option_groups
from .input import SourceOptions, find_settings, load_options, requests_of
from .report import Report, count

if TYPE_CHECKING:
    from ..lint import LintOptions, LintResult, Reading


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


_FOR_PEOPLE = (LintFormat.TEXT, LintFormat.CONCISE)


class FailOn(StrEnum):
    """From which severity on a run fails."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    NEVER = "never"


@option_groups
def lint(
    *,
    form: Annotated[LintFormat, typer.Option("--format", help="How findings are printed.")] = LintFormat.TEXT,
    output_file: Annotated[
        Path | None, typer.Option("--output-file", metavar="FILE", help="Write them to a file.", show_default=False)
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            "--select",
            metavar="RULES",
            help="Only these: codes, beginnings of codes (TX), names, or ALL. Commas allowed, repeatable.",
            show_default=False,
        ),
    ] = None,
    extend_select: Annotated[
        list[str] | None,
        typer.Option("--extend-select", metavar="RULES", help="These as well.", show_default=False),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", metavar="RULES", help="Not these.", show_default=False)
    ] = None,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="NAME", help="default, docs or strict.", show_default=False)
    ] = None,
    client: Annotated[
        list[str] | None,
        typer.Option(
            "--client",
            metavar="NAMES",
            help="Clients that must take the tools: anthropic, claude-code, openai, openai-strict, gemini, cursor, "
            "vscode, bedrock, directory. Without one, all of them as warnings (portable).",
            show_default=False,
        ),
    ] = None,
    protocol: Annotated[
        str | None,
        typer.Option("--protocol", metavar="VERSION", help="The MCP version, e.g. 2025-11-25.", show_default=False),
    ] = None,
    matrix: Annotated[bool, typer.Option("--matrix", help="Say for each tool which client takes it.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended without changing its meaning.")] = False,
    unsafe_fixes: Annotated[
        bool, typer.Option("--unsafe-fixes", help="With --fix or --diff: also what may change the meaning.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Print what --fix would change; write nothing.")] = False,
    fail_on: Annotated[
        FailOn | None, typer.Option("--fail-on", help="Exit 1 from this severity on [default: error].")
    ] = None,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 whatever is found.")] = False,
    statistics: Annotated[bool, typer.Option("--statistics", help="Print how often each rule fired.")] = False,
    no_fold: Annotated[
        bool, typer.Option("--no-fold", help="Print every finding, also the many of one rule in one file.")
    ] = False,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="Only what is not in this file is new.", show_default=False),
    ] = None,
    update_baseline: Annotated[
        bool, typer.Option("--update-baseline", help="Write the baseline anew; what is gone is pruned.")
    ] = False,
    approve: Annotated[
        bool, typer.Option("--approve", help="Record the tools' definitions as reviewed (toolcat.approved.json).")
    ] = False,
    allow_empty: Annotated[bool, typer.Option("--allow-empty", help="Exit 0 if there was nothing to check.")] = False,
    stdin_filename: Annotated[
        str | None,
        typer.Option("--stdin-filename", metavar="FILE", help="How '-' is called in findings.", show_default=False),
    ] = None,
    inputs: SourceOptions,
    quiet: o.Quiet = False,
) -> None:
    """Check tools: shape, schemas, names, descriptions, hidden text, and what each client takes.

    Exit 0: nothing as bad as --fail-on says. 1: something was. 2: nothing could be checked.
    """
    from ..lint import Severity, lint_reading, read
    from ..lint.settings import merged, options_of, words

    report = Report(quiet=quiet)
    settings = find_settings(inputs.config, no_config=inputs.no_config)
    options = merged(
        options_of(settings),
        select=select or (),
        extend_select=extend_select or (),
        ignore=ignore or (),
        profile=profile,
        clients=words(client or ()) or None,
        protocol=protocol,
        baseline=baseline,
        update_baseline=update_baseline or None,
        fold=False if no_fold else None,
    )
    if update_baseline and options.baseline is None:
        raise ToolcatError(
            "--update-baseline needs a file", hint="name it with --baseline, or under [lint] in the config"
        )
    loading = load_options(inputs)
    requests = requests_of(inputs)

    def read_sources() -> Reading:
        return read(requests, config=settings, options=loading, stdin_filename=stdin_filename)

    reading = read_sources()
    if approve:
        _approve(reading, options, report)
        return
    if matrix:
        _print_matrix(reading, options, form)
        return
    if fix or diff:
        changed = _fix(reading, options, report, unsafe=unsafe_fixes, is_dry=diff)
        if diff:
            raise typer.Exit(exits.FINDINGS if changed and not exit_zero else 0)
        if changed:
            reading = read_sources()
    only_errors = statistics or update_baseline or (quiet and form in _FOR_PEOPLE)
    shown_from = Severity.ERROR if only_errors else Severity.INFO
    result = lint_reading(reading, options, config=settings, is_complete=not inputs.sources, shown_from=shown_from)
    if update_baseline:
        _write_baseline(result, report)
    elif statistics:
        _print_statistics(result)
    else:
        _print(result, form, output_file, quiet=quiet)
    if not result.units and not allow_empty:
        report.failure(ToolcatError("nothing was checked", hint="name a file with tools, or say --allow-empty"))
        raise typer.Exit(exits.USAGE)
    threshold = options.fail_on
    if fail_on is not None:
        threshold = None if fail_on is FailOn.NEVER else Severity(fail_on.value)
    if not exit_zero and not update_baseline and result.fails(threshold):
        raise typer.Exit(exits.FINDINGS)


def _print(result: LintResult, form: LintFormat, output_file: Path | None, *, quiet: bool) -> None:
    """Print the findings; for people and `quiet`, errors only, and nothing if there is none."""
    from dataclasses import replace

    from ..lint.reporters import report

    if quiet and form in _FOR_PEOPLE:
        errors = [finding for finding in result.findings if finding.is_error]
        if not errors:
            return
        result = replace(result, findings=errors)
    colour = output_file is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    text = report(result, form.value, colour=colour)
    if output_file is None:
        typer.echo(text, nl=False)
        return
    try:
        output_file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ToolcatError(f"cannot write {output_file}: {error.strerror}") from error


def _print_statistics(result: LintResult) -> None:
    for (code, name), number in sorted(result.counts.items(), key=lambda item: (-item[1], item[0])):
        typer.echo(f"{number:>6}  {code}  {name}")


def _fix(reading: Reading, options: LintOptions, report: Report, *, unsafe: bool, is_dry: bool) -> bool:
    """Fix the files, or print what would change; returns whether anything did or would."""
    from ..lint.fixes import unified_diff, write_atomically
    from ..lint.fixes.rounds import fix_reading

    changed = fix_reading(reading, options, unsafe=unsafe)
    for file in changed:
        if is_dry:
            typer.echo(unified_diff(file.label, file.before, file.after), nl=False)
        elif file.is_stdin:
            report.note("standard input cannot be mended in place; --diff prints what would change")
        else:
            try:
                is_written = write_atomically(Path(file.label), file.after, file.before)
            except OSError as error:
                raise ToolcatError(f"cannot write {file.label}: {error.strerror}") from error
            if is_written:
                report.note(f"mended {file.label}: {count(file.fixes, 'fix')}")
            else:
                report.note(f"left {file.label} alone: it has changed since it was read")
    return bool(changed)


def _write_baseline(result: LintResult, report: Report) -> None:
    made = result.baseline
    if made is None:
        return
    try:
        made.path.write_text(made.updated(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ToolcatError(f"cannot write {made.path}: {error.strerror}") from error
    report.note(f"wrote {made.path}: {count(len(made.seen), 'finding')}")


def _approve(reading: Reading, options: LintOptions, report: Report) -> None:
    from ..lint.approvals import approve

    done = approve(reading, options)
    report.note(f"wrote {done.path}: {count(done.tools, 'tool')} approved, {done.changed} changed, {done.gone} gone")


def _print_matrix(reading: Reading, options: LintOptions, form: LintFormat) -> None:
    from ..catalog.text import json_safe, one_line
    from ..lint.matrix import make_matrix

    made = make_matrix(reading, options, options.clients)
    if form is LintFormat.JSON:
        import json

        typer.echo(json_safe(json.dumps(made.to_json(), ensure_ascii=False, indent=2)))
        return
    marks = {"yes": "yes", "warns": "~", "no": "NO"}
    width = max([4, *(len(one_line(tool)) for _, tool, _ in made.rows)])
    typer.echo("  ".join(["tool".ljust(width), *made.clients]).rstrip())
    for _, tool, cells in made.rows:
        shown = [marks[cells[name].verdict].ljust(len(name)) for name in made.clients]
        typer.echo("  ".join([one_line(tool).ljust(width), *shown]).rstrip())
    reasons: dict[tuple[str, str], int] = {}
    for _, _, cells in made.rows:
        for name, cell in cells.items():
            for code in dict.fromkeys(f"{finding.code} {finding.name}" for finding in cell.findings):
                reasons[name, code] = reasons.get((name, code), 0) + 1
    if reasons:
        typer.echo("")
    for (name, code), number in sorted(reasons.items(), key=lambda item: (made.clients.index(item[0][0]), -item[1])):
        typer.echo(f"{name}: {code} ({count(number, 'tool')})")
