"""`tools export-typescript`: the selected tools as an importable TypeScript tree, or the check of one."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError
from ..catalog.text import one_line
from . import exits
from . import options as o
from .input import Input, InputOptions, read_input
from .progress import progress_bar
from .report import Report, count, print_json

if TYPE_CHECKING:
    from ..generators.typescript import CheckResult, ExportResult


class ImportSuffix(StrEnum):
    """What relative imports in the tree end in."""

    JS = "js"
    TS = "ts"
    NONE = "none"


class Layout(StrEnum):
    """Where the files stand: a folder per server, or all in one."""

    SERVER = "server"
    FLAT = "flat"


class TypeScriptNames(StrEnum):
    """How functions are named."""

    CAMEL = "camel"
    PRESERVE = "preserve"


class Reading(StrEnum):
    """How a schema is read."""

    INTENDED = "intended"
    LITERAL = "literal"


class ExportFormat(StrEnum):
    """The forms of an export's summary."""

    TEXT = "text"
    JSON = "json"


def export_typescript(
    sources: o.Sources = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="DIR", help="Where the tree goes.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; say what differs. Exit 1 if anything does.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing; say what would be written.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Export into a folder that is not toolcat's and not empty.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 if any type was degraded.")] = False,
    reading: Annotated[
        Reading,
        typer.Option(help="intended: what authors mean. literal: exactly what JSON Schema says."),
    ] = Reading.INTENDED,
    import_suffix: Annotated[ImportSuffix, typer.Option(help="What relative imports end in.")] = ImportSuffix.JS,
    layout: Annotated[Layout, typer.Option(help="A folder per server, or one for all.")] = Layout.SERVER,
    names: Annotated[
        TypeScriptNames, typer.Option(help="camelCase functions, or the tools' own names where they are identifiers.")
    ] = TypeScriptNames.CAMEL,
    templates: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Templates that replace ours, file by file.")
    ] = None,
    package_json: Annotated[
        bool, typer.Option("--package-json/--no-package-json", help='Write a package.json with "type": "module".')
    ] = True,
    form: Annotated[ExportFormat, typer.Option("--format", help="How the summary is printed.")] = ExportFormat.TEXT,
    mode: o.ModeOption = None,
    category: o.Category = None,
    gate: o.Gate = None,
    source: o.Source = None,
    include: o.Include = None,
    exclude: o.Exclude = None,
    platform: o.Platform = None,
    assume: o.Assume = None,
    config: o.ConfigFile = None,
    no_config: o.NoConfig = False,
    quiet: o.Quiet = False,
    verbose: o.Verbose = False,
) -> None:
    """Export tools as a TypeScript tree: one typed function a tool, one file a function."""
    report = Report(quiet=quiet, verbose=verbose)
    if output is None:
        raise ToolcatError("no --output given", hint="say where the tree goes: --output stubs")
    given = read_input(
        InputOptions(
            sources=sources,
            config=config,
            no_config=no_config,
            mode=mode,
            category=category,
            gate=gate,
            source=source,
            include=include,
            exclude=exclude,
            platform=platform,
            assume=assume,
        )
    )
    report.findings(given.loaded.findings)
    specs = given.specs()
    if not specs:
        raise ToolcatError("no tool is left to export", hint="loosen the filters; `tools list` shows what is there")

    from ..generators.typescript import TypeScriptOptions, check_typescript
    from ..generators.typescript import export_typescript as export

    options = TypeScriptOptions(
        import_suffix=import_suffix.value,
        layout=layout.value,
        names=names.value,
        reading=reading.value,
        templates=templates,
        package_json=package_json,
    )
    filters = given.selection.describe(given.loaded.catalog)
    assumptions = given.loaded.assumptions
    if check:
        result = check_typescript(specs, output, options, assumptions=assumptions, filters=filters)
        _print_check(result, output, form, report)
        raise typer.Exit(exits.FINDINGS if result.differences or _has_errors(given) else 0)
    with progress_bar("exporting", quiet=quiet) as progress:
        done = export(
            specs,
            output,
            options,
            assumptions=assumptions,
            filters=filters,
            dry_run=dry_run,
            force=force,
            progress=progress,
        )
    _print_export(done, output, form, report, dry_run=dry_run)
    if _has_errors(given) or (strict and done.degraded):
        raise typer.Exit(exits.FINDINGS)


def _has_errors(given: Input) -> bool:
    return any(finding.is_error for finding in given.loaded.findings)


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


def _print_export(result: ExportResult, output: Path, form: ExportFormat, report: Report, *, dry_run: bool) -> None:
    """Print what was written, and what was degraded and why."""
    report.findings(result.degraded)
    if form is ExportFormat.JSON:
        print_json(result.to_json())
        return
    if dry_run or report.verbose:
        for verb, paths in (("write", result.written), ("remove", result.removed)):
            for path in paths:
                typer.echo(f"{verb}  {one_line(str(path))}")
    written = f"{'would write' if dry_run else 'wrote'} {count(len(result.written), 'file')}"
    rest = [f"{result.bytes:,} bytes", f"{len(result.unchanged)} unchanged"]
    if result.removed:
        rest.append(f"{len(result.removed)} {'to remove' if dry_run else 'removed'}")
    report.note(f"{output}: {count(result.tools, 'tool')}, {written} ({', '.join(rest)})")
    if result.degraded:
        report.note(f"{count(len(result.degraded), 'type')} degraded to unknown, see above; --strict makes that exit 1")
