"""`tools search`: the tools that a query in plain words is about, the best first."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from ..catalog.search import DEFAULT_LIMIT, Detail, Hit
from ..catalog.search import search as find_tools
from . import exits
from .groups import option_groups
from .input import FilterOptions, ReportOptions, SourceOptions, read_input
from .report import count, print_json


class SearchFormat(StrEnum):
    """The forms of `tools search`."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    NAMES = "names"


@option_groups
def search(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A few words that say what the tool should do.")],
    *,
    form: Annotated[SearchFormat, typer.Option("--format")] = SearchFormat.TABLE,
    detail: Annotated[
        Detail, typer.Option("--detail", help="What json and jsonl give: name, one line too, or the whole tool.")
    ] = Detail.NAME_DESC,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many tools.")] = DEFAULT_LIMIT,
    filters: FilterOptions,
    inputs: SourceOptions,
    reporting: ReportOptions,
) -> None:
    """Find tools by what they do: names weigh most, then keywords, then descriptions.

    Filters hold before the limit. No match is an empty list, not a failure.
    """
    report = reporting.report()
    given = read_input(inputs, filters)
    report.findings(given.loaded.findings)
    specs = given.specs()
    hits = find_tools(specs, query, limit=limit)
    if form is SearchFormat.JSON:
        print_json([hit.listed(detail) for hit in hits])
    elif form is SearchFormat.JSONL:
        import json

        from ..catalog.text import json_safe

        for hit in hits:
            typer.echo(json_safe(json.dumps(hit.listed(detail), ensure_ascii=False)))
    elif form is SearchFormat.NAMES:
        for hit in hits:
            typer.echo(hit.spec.name)
    else:
        _print_table(hits)
    if form in (SearchFormat.TABLE, SearchFormat.NAMES):
        report.note(f"{count(len(hits), 'tool')} of {len(specs):,}")
    if any(finding.is_error for finding in given.loaded.findings):
        raise typer.Exit(exits.FINDINGS)


def _print_table(hits: list[Hit]) -> None:
    """Print a table on a terminal, and tab-separated lines (name, score, description) to a pipe."""
    import sys

    from ..catalog.text import one_line

    rows = [(one_line(hit.spec.name), f"{hit.score:.2f}", one_line(hit.spec.first_line)) for hit in hits]
    if not sys.stdout.isatty():
        for row in rows:
            typer.echo("\t".join(row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("tool", no_wrap=True, overflow="ellipsis", style="cyan")
    table.add_column("score", justify="right")
    table.add_column("description", no_wrap=True, overflow="ellipsis", ratio=1)
    for row in rows:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)
