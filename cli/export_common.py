"""What the exports of every language share: their common options, the order of the steps, and what is printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from ..catalog.findings import ToolcatError
from ..catalog.text import one_line
from . import exits
from .input import FilterOptions, ReportOptions, SourceOptions, read_input
from .progress import progress_bar
from .report import Report, count, print_json

if TYPE_CHECKING:
    from ..catalog import Finding, ToolSpec
    from ..generators import CheckResult, ExportResult
    from ..generators.export import Progress
    from ..generators.hosts.request import HostText


class Reading(StrEnum):
    """How a schema is read."""

    INTENDED = "intended"
    LITERAL = "literal"


class ExportFormat(StrEnum):
    """The forms of an export's summary."""

    TEXT = "text"
    JSON = "json"


Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="DIR", help="Where the tree goes.")]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; say what differs. Exit 1 if anything does.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Write nothing; say what would be written.")]
Force = Annotated[bool, typer.Option("--force", help="Export into a folder that is not toolcat's and not empty.")]
Strict = Annotated[bool, typer.Option("--strict", help="Exit 1 if any type was degraded.")]
ReadingOption = Annotated[
    Reading, typer.Option("--reading", help="intended: what authors mean. literal: exactly what JSON Schema says.")
]
Templates = Annotated[
    Path | None, typer.Option("--templates", metavar="DIR", help="Templates that replace ours, file by file.")
]
Format = Annotated[ExportFormat, typer.Option("--format", help="How the summary is printed.")]


class Checks(Protocol):
    """Compares the tree in a folder with what an export would leave."""

    def __call__(
        self,
        specs: Sequence[ToolSpec],
        output: Path,
        *,
        assumptions: Mapping[str, str],
        filters: Mapping[str, object],
    ) -> CheckResult:
        """Return the differences."""
        ...


class Exports(Protocol):
    """Writes the tree of a catalog."""

    def __call__(
        self,
        specs: Sequence[ToolSpec],
        output: Path,
        *,
        assumptions: Mapping[str, str],
        filters: Mapping[str, object],
        dry_run: bool,
        force: bool,
        progress: Progress | None,
    ) -> ExportResult:
        """Return what was done."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """The options that every export has."""

    output: Output = None
    check: Check = False
    dry_run: DryRun = False
    force: Force = False
    strict: Strict = False
    reading: ReadingOption = Reading.INTENDED
    templates: Templates = None
    form: Format = ExportFormat.TEXT


def run_export(
    request: ExportOptions,
    inputs: SourceOptions,
    filters: FilterOptions,
    reporting: ReportOptions,
    target: Callable[[], tuple[Checks, Exports]],
    shown: Callable[[Sequence[ToolSpec]], HostText] | None = None,
    detail: str = "",
) -> None:
    """Read the catalog, then check or export it and print what came of it.

    `shown` gives the flat text that `--output -` prints; `detail` is the level that was asked for. `target` is called
    once the catalog is read, so that a language is only imported when there is something to export.
    Raises ToolcatError when there is nothing to do, typer.Exit with 1 for findings, drift, or (strict) degraded types.
    """
    report = reporting.report()
    output = request.output
    if output is None:
        raise ToolcatError("no --output given", hint="say where the tree goes: --output stubs")
    _refuse_printing(request)
    given = read_input(inputs, filters, assumed=_recorded(output) if request.check else None)
    given.report(report)
    specs = given.specs()
    if not specs:
        raise ToolcatError("no tool is left to export", hint="loosen the filters; `tools list` shows what is there")
    failed = any(finding.is_error for finding in given.loaded.findings)
    if str(output) == "-":
        _show(shown, specs, report, failed=failed, strict=request.strict)
        return
    checks, exports = target()
    selection = given.selection.describe(given.loaded.catalog)
    assumptions = given.loaded.assumptions
    if request.check:
        result = checks(specs, output, assumptions=assumptions, filters=selection)
        _print_check(result, output, request.form, report)
        raise typer.Exit(exits.FINDINGS if result.differences or failed else 0)
    if not (request.dry_run or request.force):
        _refuse_losses(given.loaded.findings, specs, output)
    with progress_bar("exporting", quiet=reporting.quiet) as progress:
        done = exports(
            specs,
            output,
            assumptions=assumptions,
            filters=selection,
            dry_run=request.dry_run,
            force=request.force,
            progress=progress,
        )
    _print_export(done, output, request, report)
    lowered = {name: tool.names["detail"] for name, tool in done.names.items() if "detail" in tool.names}
    _tell_lowered({name: level for name, level in lowered.items() if level != detail}, report)
    _end(done.degraded, failed=failed, strict=request.strict)


def _end(degraded: Sequence[Finding], *, failed: bool, strict: bool) -> None:
    """Raise typer.Exit with 1 if anything is to be looked at."""
    # A tool that a host cannot call is lost to every program there: that is no degree of a type.
    lost = any(finding.code == "host-name" for finding in degraded)
    if failed or lost or (strict and degraded):
        raise typer.Exit(exits.FINDINGS)


def _refuse_printing(request: ExportOptions) -> None:
    """Raise ToolcatError for what `--output -` cannot give: a check that compares nothing would pass for ever."""
    if str(request.output) != "-":
        return
    if request.check:
        raise ToolcatError(
            "--check has nothing to compare with: --output - prints", hint="give --output the folder of the export"
        )
    if request.form is ExportFormat.JSON:
        raise ToolcatError(
            "--format json is the summary of a written export, and --output - prints the text itself",
            hint="leave it out, or give --output a folder",
        )


def _refuse_losses(findings: Sequence[Finding], specs: Sequence[ToolSpec], output: Path) -> None:
    """Raise ToolcatError if tools of the tree are gone while a source could not be read: they may be that source's.

    A server that is down for a minute, or a list with the marks of a merge, has not lost its tools.
    """
    from ..catalog.codes import NO_INPUT, SERVER_FAILED, UNKNOWN_SHAPE, UNREADABLE
    from ..generators.lock import recorded_tools

    codes = {each.code for each in (NO_INPUT, SERVER_FAILED, UNKNOWN_SHAPE, UNREADABLE)}
    unread = [finding for finding in findings if finding.code in codes]
    if not any(finding.is_error or _may_hold_tools(finding.place.file) for finding in unread):
        return
    gone = sorted(recorded_tools(output) - {spec.name for spec in specs})
    if gone:
        named = one_line(", ".join(gone[:5]) + (f" and {len(gone) - 5} more" if len(gone) > 5 else ""))
        raise ToolcatError(
            f"a source could not be read, and this export would remove {count(len(gone), 'tool')}: {named}",
            hint="mend the source, or leave it out; --force removes them",
        )


def _may_hold_tools(path: str) -> bool:
    """Whether a file that was met in a folder, and cannot be parsed, has words that lists of tools have."""
    try:
        with Path(path).open("rb") as file:
            text = file.read(1 << 24)
    except OSError:
        return True
    return any(word in text for word in (b"inputSchema", b"input_schema", b'"tools"', b'"parameters"', b"tools:"))


def _recorded(output: Path) -> dict[str, str]:
    from ..generators.lock import recorded_assumptions

    return recorded_assumptions(output)


def _show(
    shown: Callable[[Sequence[ToolSpec]], HostText] | None,
    specs: Sequence[ToolSpec],
    report: Report,
    *,
    failed: bool,
    strict: bool,
) -> None:
    """Print a flat text to standard output, and what has to be told of it to standard error."""
    if shown is None:
        raise ToolcatError(
            "a tree cannot be printed", hint="give --output a folder, or add --form prelude or --form declarations"
        )
    made = shown(specs)
    typer.echo(made.text, nl=False)
    report.findings(made.degraded)
    _tell_lowered({name: str(level) for name, level in made.lowered.items()}, report)
    report.note(f"{count(len(specs), 'tool')}, about {made.tokens:,} tokens")
    _end(made.degraded, failed=failed, strict=strict)


def _tell_lowered(lowered: Mapping[str, str], report: Report) -> None:
    """Say which tools have less detail than was asked for, so that they fit the budget."""
    for level in ("signatures", "names"):
        names = sorted(name for name, of in lowered.items() if of == level)
        if names:
            listed = ", ".join(names if report.verbose else names[:5])
            more = "" if report.verbose or len(names) <= 5 else f" and {len(names) - 5} more (--verbose lists them)"
            report.note(one_line(f"lowered to {level}: {count(len(names), 'tool')}: {listed}{more}"))


def _print_check(result: CheckResult, output: Path, form: ExportFormat, report: Report) -> None:
    """Print each difference between the catalog and the tree, with its verdict."""
    if form is ExportFormat.JSON:
        print_json(result.to_json())
        return
    for difference in result.differences:
        tool = f" ({difference.tool})" if difference.tool else ""
        detail = f": {difference.detail}" if difference.detail else ""
        typer.echo(one_line(f"{difference.kind}: {difference.path}{tool}{detail}"))
    if result.differences:
        report.note(f"{output} differs in {count(len(result.differences), 'place')}; export again without --check")
    else:
        report.note(f"{output} is up to date")


def _print_export(result: ExportResult, output: Path, request: ExportOptions, report: Report) -> None:
    """Print what was written, and what was degraded and why."""
    report.findings(result.degraded)
    if request.form is ExportFormat.JSON:
        print_json(result.to_json())
        return
    if request.dry_run or report.verbose:
        for verb, paths in (("write", result.written), ("remove", result.removed)):
            for path in paths:
                typer.echo(f"{verb}  {one_line(str(path))}")
    written = f"{'would write' if request.dry_run else 'wrote'} {count(len(result.written), 'file')}"
    rest = [f"{result.bytes:,} bytes", f"{len(result.unchanged)} unchanged"]
    if result.removed:
        rest.append(f"{len(result.removed)} {'to remove' if request.dry_run else 'removed'}")
    report.note(f"{output}: {count(result.tools, 'tool')}, {written} ({', '.join(rest)})")
    for path in result.kept:
        report.note(
            f"kept {one_line(path)}: no tool needs it, but it was edited (--force removes it) or is not toolcat's"
        )
    for path in result.overwritten:
        report.note(f"{'would overwrite' if result.dry_run else 'overwrote'} {one_line(path)}, which had been edited")
    if result.degraded:
        report.note(f"{count(len(result.degraded), 'type')} degraded to unknown, see above; --strict makes that exit 1")
