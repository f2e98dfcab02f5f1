"""`tools lint`: check tools, mend them, accept what is there, and say which client takes which."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError
from . import exits
from . import options as o
from .groups import option_groups
from .input import SourceOptions, find_settings, load_options, requests_of
from .lint_output import (
    FOR_PEOPLE,
    FailOn,
    LintFormat,
    check_options,
    check_selection,
    emit,
    end_empty,
    print_findings,
    print_statistics,
    protect,
    quiet_from,
    tell_unread,
    threshold_of,
    write_baseline,
)
from .report import Report, count

if TYPE_CHECKING:
    from ..lint import LintOptions, Reading
    from ..lint.fixes.rounds import FixedFile


_NOTHING = ("nothing", "a file with tools")


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
    from dataclasses import replace

    from ..catalog.codes import NO_INPUT
    from ..lint import Severity, lint_reading, read
    from ..lint.approvals import approvals_path
    from ..lint.settings import merged, options_of, words

    given = {
        "--approve": approve,
        "--matrix": matrix,
        "--fix": fix,
        "--diff": diff,
        "--unsafe-fixes": unsafe_fixes,
        "--statistics": statistics,
        "--update-baseline": update_baseline,
        "--output-file": output_file is not None,
    }
    check_options(given, form)
    check_selection("tools", select=select, extend_select=extend_select)
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
    if allow_empty and not options.severity.keys() & {NO_INPUT.code, NO_INPUT.name}:
        options = replace(options, severity={**options.severity, NO_INPUT.code: Severity.INFO})
    loading = load_options(inputs)
    requests = requests_of(inputs)

    def read_sources() -> Reading:
        return read(requests, config=settings, options=loading, stdin_filename=stdin_filename)

    reading = read_sources()
    read_files = [file.label for file in reading.files] + [finding.place.file for finding in reading.findings]
    records = [None if settings is None else settings.path, options.baseline, approvals_path(options)]
    protect(output_file, [*read_files, *(request.path for request in requests), *records])
    is_complete = not inputs.sources
    if approve:
        is_all = is_complete or settings is None or not settings.sources
        if not _approve(reading, options, report, is_complete=is_all) and not exit_zero:
            raise typer.Exit(exits.FINDINGS)
        return
    unread = [each for each in reading.unread if not allow_empty or each.code != NO_INPUT.code]
    if matrix or diff:
        tell_unread(report, unread)
        if matrix:
            _print_matrix(reading, options, form, output_file)
            is_bad = bool(unread)
        else:
            is_bad = _diff(reading, options, report, unsafe=unsafe_fixes, output_file=output_file)
            is_bad = is_bad or bool(unread)
        end_empty(report, sum(len(file.tools) for file in reading.files), *_NOTHING, is_allowed=allow_empty)
        raise typer.Exit(exits.FINDINGS if is_bad and not exit_zero else 0)
    if fix and _fix(reading, options, report, unsafe=unsafe_fixes):
        reading = read_sources()
    threshold = threshold_of(fail_on, options.fail_on)
    shown_from = asked_from = Severity.INFO
    if statistics or update_baseline:
        shown_from = Severity.ERROR
    elif quiet and form in FOR_PEOPLE:
        shown_from = asked_from = quiet_from(threshold)
    result = lint_reading(
        reading, options, config=settings, is_complete=is_complete, shown_from=shown_from, asked_from=asked_from
    )
    if statistics or update_baseline:
        tell_unread(report, unread)
    if update_baseline:
        end_empty(report, result.units, *_NOTHING, is_allowed=allow_empty)
        write_baseline(result.baseline, report)
        return
    if statistics:
        print_statistics(result, form, output_file)
    else:
        print_findings(result, form, output_file, quiet=quiet, threshold=threshold)
    end_empty(report, result.units, *_NOTHING, is_allowed=allow_empty)
    if not exit_zero and result.fails(threshold):
        raise typer.Exit(exits.FINDINGS)


def _fix(reading: Reading, options: LintOptions, report: Report, *, unsafe: bool) -> bool:
    """Fix the files; returns whether anything was fixed."""
    from ..lint.fixes import write_atomically
    from ..lint.fixes.rounds import fix_reading

    changed = False
    for file in fix_reading(reading, options, unsafe=unsafe):
        if file.before != file.after:
            changed = True
            if file.is_stdin:
                report.note("standard input cannot be mended in place; --diff prints what would change")
                continue
            try:
                is_written = write_atomically(Path(file.label), file.after, file.before)
            except OSError as error:
                raise ToolcatError(f"cannot write {file.label}: {error.strerror}") from error
            if is_written:
                report.note(f"mended {file.label}: {count(file.fixes, 'fix')}")
            else:
                report.note(f"left {file.label} alone: it has changed since it was read")
        _tell_left(file, report)
    return changed


def _diff(reading: Reading, options: LintOptions, report: Report, *, unsafe: bool, output_file: Path | None) -> bool:
    """Print what would be fixed; returns whether anything would."""
    from ..lint.fixes import unified_diff
    from ..lint.fixes.rounds import fix_reading

    files = fix_reading(reading, options, unsafe=unsafe)
    differences = [unified_diff(file.label, file.before, file.after) for file in files if file.before != file.after]
    emit("".join(differences), output_file)
    for file in files:
        _tell_left(file, report)
    return bool(differences)


def _tell_left(file: FixedFile, report: Report) -> None:
    if file.left:
        report.note(f"{file.label}: {count(file.left, 'fix')} left out: {file.why}")


def _approve(reading: Reading, options: LintOptions, report: Report, *, is_complete: bool) -> bool:
    """Write the record of approvals; returns whether it has every tool that was read."""
    from ..lint.approvals import approve

    left_out = [finding for finding in reading.findings if finding.is_error]
    if not reading.unread:  # else `approve` refuses, and tells of them
        tell_unread(report, left_out)
    done = approve(reading, options, is_complete=is_complete)
    kept = f", {count(done.kept, 'other')} kept" if done.kept else ""
    outcome = f"{done.new} new, {done.changed} changed, {done.gone} gone{kept}"
    report.note(f"wrote {done.path}: {count(done.tools, 'tool')} approved, {outcome}")
    return not left_out


def _print_matrix(reading: Reading, options: LintOptions, form: LintFormat, output_file: Path | None) -> None:
    from ..catalog.text import json_safe, one_line
    from ..lint.matrix import make_matrix

    made = make_matrix(reading, options, options.clients)
    if form is LintFormat.JSON:
        import json

        emit(json_safe(json.dumps(made.to_json(), ensure_ascii=False, indent=2)) + "\n", output_file)
        return
    marks = {"yes": "yes", "warns": "~", "no": "NO"}
    width = max([4, *(len(one_line(tool)) for _, tool, _ in made.rows)])
    lines = ["  ".join(["tool".ljust(width), *made.clients])]
    for _, tool, cells in made.rows:
        shown = [marks[cells[name].verdict].ljust(len(name)) for name in made.clients]
        lines.append("  ".join([one_line(tool).ljust(width), *shown]))
    reasons: dict[tuple[str, str], int] = {}
    for _, _, cells in made.rows:
        for name, cell in cells.items():
            for code in dict.fromkeys(f"{finding.code} {finding.name}" for finding in cell.findings):
                reasons[name, code] = reasons.get((name, code), 0) + 1
    if reasons:
        lines.append("")
    for (name, code), number in sorted(reasons.items(), key=lambda item: (made.clients.index(item[0][0]), -item[1])):
        lines.append(f"{name}: {code} ({count(number, 'tool')})")
    emit("".join(f"{line.rstrip()}\n" for line in lines), output_file)
