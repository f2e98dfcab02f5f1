"""`tools list`: the selected tools, sorted by name, in the form that the reader needs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.nesting import deep_nesting
from . import exits
from .groups import option_groups
from .input import FilterOptions, ReportOptions, SourceOptions, read_input
from .report import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..catalog.spec import ToolSpec


class ListFormat(StrEnum):
    """The forms of `tools list`."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    YAML = "yaml"
    MARKDOWN = "markdown"
    NAMES = "names"


@option_groups
def list_tools(
    *,
    form: Annotated[
        ListFormat, typer.Option("--format", help="json, jsonl and yaml can be read back as a source.")
    ] = ListFormat.TABLE,
    advertised: Annotated[
        bool, typer.Option("--advertised", help="The light form of specs under progressive disclosure.")
    ] = False,
    filters: FilterOptions,
    inputs: SourceOptions,
    reporting: ReportOptions,
) -> None:
    """List tools, sorted by name and filtered by mode, gate, category, source and name."""
    report = reporting.report()
    given = read_input(inputs, filters)
    given.report(report)
    specs = given.specs()
    if form is ListFormat.TABLE:
        _print_table(specs)
    elif form is ListFormat.NAMES:
        _print("\n".join(spec.name for spec in specs))
    else:
        _print_objects([spec.listed(advertised=advertised) for spec in specs], form)
    if form in (ListFormat.TABLE, ListFormat.NAMES):
        hidden = len(given.loaded.catalog) - len(specs)
        report.note(f"{count(len(specs), 'tool')}{f', {hidden} more hidden by filters and gates' if hidden else ''}")
    if any(finding.is_error for finding in given.loaded.findings):
        raise typer.Exit(exits.FINDINGS)


def _print(text: str) -> None:
    if text:
        typer.echo(text)


def _print_objects(tools: Sequence[dict[str, object]], form: ListFormat) -> None:
    import json

    from ..catalog.text import json_safe, one_line

    if form is ListFormat.JSON:
        # Tool by tool: the whole text of a large catalog would take many times its size.
        typer.echo("[" + ("" if tools else "]"))
        for number, tool in enumerate(tools, 1):
            with deep_nesting():
                text = json.dumps(tool, ensure_ascii=False, indent=2)
            typer.echo("  " + json_safe(text).replace("\n", "\n  ") + ("," if number < len(tools) else "\n]"))
    elif form is ListFormat.JSONL:
        for tool in tools:
            with deep_nesting():
                line = json.dumps(tool, ensure_ascii=False)
            typer.echo(json_safe(line))
    elif form is ListFormat.YAML:
        from ..catalog.yaml_dump import dump

        with deep_nesting():
            text = dump({"tools": list(tools)})
        typer.echo(text, nl=False)
    else:
        typer.echo("| tool | category | read-only | description |\n| --- | --- | --- | --- |")
        for tool in tools:
            read_only = _is_read_only(tool)
            cells = [f"`{tool['name']}`", str(tool.get("category", "")), "yes" if read_only else ""]
            description = str(tool.get("summary") or tool.get("description") or "").strip().partition("\n")[0]
            typer.echo("| " + " | ".join(_cell(one_line(cell)) for cell in [*cells, description]) + " |")


def _is_read_only(tool: dict[str, object]) -> bool:
    annotations = tool.get("annotations")
    return isinstance(annotations, dict) and annotations.get("readOnlyHint") is True  # pyright: ignore[reportUnknownMemberType]


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def _print_table(specs: Sequence[ToolSpec]) -> None:
    """Print a table on a terminal, and tab-separated lines (name, category, gate, use, description) to a pipe."""
    import sys

    from ..catalog.text import one_line

    rows = [(spec.name, spec.category or "", spec.gate or "", _use(spec), one_line(spec.first_line)) for spec in specs]
    if not sys.stdout.isatty():
        for row in rows:
            typer.echo("\t".join(one_line(cell) for cell in row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("tool", no_wrap=True, overflow="ellipsis", style="cyan")
    used = [i for i in (1, 2, 3) if any(row[i] for row in rows)]
    for i in used:
        table.add_column(("category", "gate", "use")[i - 1], no_wrap=True)
    table.add_column("description", no_wrap=True, overflow="ellipsis", ratio=1)
    for row in rows:
        table.add_row(*(Text(one_line(row[i])) for i in (0, *used, 4)))
    Console(highlight=False).print(table)


def _use(spec: ToolSpec) -> str:
    return "plan-only" if spec.plan_only else "read-only" if spec.read_only else ""
