"""`skills list`: the skills in force, and why others are not: invalid with the reason, shadowed with the winner."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..skills.loaders import Loader
from ..skills.model import Tier
from . import exits
from . import skills_input as s
from .groups import option_groups
from .input import ReportOptions
from .report import Report, count, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..skills.listing import Listing, Row
    from ..skills.loaders import Verdict


class ListFormat(StrEnum):
    """The forms of `skills list`."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    MARKDOWN = "markdown"
    NAMES = "names"


@option_groups
def list_skills(
    *,
    form: Annotated[
        ListFormat, typer.Option("--format", help="names has only the skills in force; all others have everything.")
    ] = ListFormat.TABLE,
    tier: Annotated[
        list[Tier] | None, typer.Option("--tier", help="Only skills of this tier. Repeatable.", show_default=False)
    ] = None,
    loader: Annotated[
        Loader | None,
        typer.Option("--loader", help="Also say whether this loader takes each skill, and with what description."),
    ] = None,
    searching: s.SkillsOptions,
    reporting: ReportOptions,
) -> None:
    """List skills, sorted by name: what is in force, what is invalid and why, what is shadowed and by what.

    Exits with 1 if a skill is invalid. Tokens are estimated: four bytes of UTF-8 are one.
    """
    from ..skills.listing import make_listing

    report = reporting.report()
    found = s.find_skills(searching, report)
    listing = make_listing(found, tier or (), loader)
    if form is ListFormat.JSON:
        print_json(
            {
                "skills": [row.as_json() for row in listing.skills],
                "invalid": [row.as_json() for row in listing.invalid],
                "shadowed": [row.as_json() for row in listing.shadowed],
                "untrusted": [root.label for root in found.gated],
                "links": found.links,
            }
        )
    elif form is ListFormat.JSONL:
        _print_lines(listing.rows)
    elif form is ListFormat.NAMES:
        typer.echo("".join(f"{row.name}\n" for row in listing.skills), nl=False)
    elif form is ListFormat.MARKDOWN:
        typer.echo(_markdown(listing))
    else:
        _print_table(listing)
    _summary(listing, report, has_places=bool(searching.skills_dir or listing.rows))
    if listing.invalid:
        raise typer.Exit(exits.FINDINGS)


def _print_lines(rows: Sequence[Row]) -> None:
    import json

    from ..catalog.text import json_safe

    lines = [json_safe(json.dumps(row.as_json(), ensure_ascii=False)) + "\n" for row in rows]
    typer.echo("".join(lines), nl=False)


def _summary(listing: Listing, report: Report, *, has_places: bool) -> None:
    if not listing.rows:
        hint = "" if has_places else "; `skills init NAME` makes one, --skills-dir names another place"
        report.note(f"no skills{hint}")
        return
    tokens = sum(row.listing_tokens for row in listing.skills)
    text = f"{count(len(listing.skills), 'skill')}, about {count(tokens, 'token')} in every prompt"
    if listing.invalid:
        text += f"; {len(listing.invalid):,} invalid"
    if listing.shadowed:
        text += f"; {len(listing.shadowed):,} shadowed"
    verdicts = [row.verdict for row in listing.rows if row.verdict is not None]
    if verdicts:
        text += f"; {verdicts[0].loader.value} loads {sum(verdict.loads is True for verdict in verdicts):,}"
    report.note(text)


def _loads(verdict: Verdict) -> str:
    """Return a verdict as a few words: what is different, or why not."""
    if verdict.loads is None:
        return f"unknown: {verdict.reasons[0]}"
    if not verdict.loads:
        return f"no: {verdict.reasons[0]}"
    return f"yes ({'; '.join(verdict.notes)})" if verdict.notes else "yes"


def _says(row: Row) -> str:
    """Return the last column: the reason of an invalid skill, the winner over a shadowed one, else the description."""
    if row.status == "invalid":
        finding = row.findings[0]
        return f"{finding.code} {finding.name} at {finding.place}: {finding.message}"
    if row.status == "shadowed":
        return f"{row.file} is hidden by {row.winner}{' (the same text)' if row.is_copy else ''}"
    if row.verdict is not None and row.verdict.loads:
        return row.verdict.description
    return row.description


def _cells(row: Row) -> list[str]:
    has_cost = row.status != "invalid"
    cells = [
        row.name,
        row.tier.value,
        row.status,
        str(row.listing_tokens) if has_cost else "",
        str(row.body_tokens) if has_cost else "",
        str(row.assets) if has_cost else "",
    ]
    if row.verdict is not None:
        cells.append(_loads(row.verdict))
    return [*cells, _says(row)]


def _headers(listing: Listing) -> list[str]:
    loader = next((row.verdict.loader.value for row in listing.rows if row.verdict is not None), None)
    middle = [] if loader is None else [loader]
    return ["skill", "tier", "status", "prompt", "body", "assets", *middle, "description"]


def _print_table(listing: Listing) -> None:
    """Print sections on a terminal; to a pipe tab-separated lines (name, tier, status, tokens, assets, text)."""
    import sys

    from ..catalog.text import one_line

    if not sys.stdout.isatty():
        lines = ["\t".join(one_line(cell) for cell in _cells(row)) + "\n" for row in listing.rows]
        typer.echo("".join(lines), nl=False)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    if listing.skills:
        shown = [i for i, header in enumerate(_headers(listing)) if console.width >= _WIDE or header not in _SPARED]
        headers = [_headers(listing)[i] for i in shown]
        rows = [[one_line(cells[i]) for i in shown] for cells in map(_cells, listing.skills)]
        table = Table(box=None, pad_edge=False, header_style="bold")
        left = console.width
        for i, header in enumerate(headers[:-1]):
            width = min(_MAX_COLUMN, max(len(header), *(len(row[i]) for row in rows)))
            side = "left" if i == 0 or header in _LEFT else "right"
            style = "" if i else "cyan"
            left -= width + _GAP
            table.add_column(header, width=width, justify=side, no_wrap=True, overflow="ellipsis", style=style)
        table.add_column("description", width=max(_MIN_TEXT, left), no_wrap=True, overflow="ellipsis")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        console.print(table)
    for title, rows, style in (("invalid", listing.invalid, "bold red"), ("shadowed", listing.shadowed, "bold yellow")):
        if rows:
            console.print(Text(f"\n{title}", style=style))
        for row in rows:
            line = Text.assemble((one_line(row.name), "cyan"), f"  {row.tier.value}  {one_line(_says(row))}")
            if row.verdict is not None:
                line.append(f"\n  {row.verdict.loader.value}: {one_line(_loads(row.verdict))}")
            console.print(line, soft_wrap=True)


_MAX_COLUMN = 40
_MIN_TEXT = 20
_GAP = 2
_WIDE = 120
_SPARED = ("status", "body", "assets")
"""Columns that a narrow terminal does without."""
_LEFT = ("tier", "status", *(loader.value for loader in Loader))


def _markdown(listing: Listing) -> str:
    from ..catalog.text import one_line

    out: list[str] = []
    for title, rows in (("", listing.skills), ("Invalid", listing.invalid), ("Shadowed", listing.shadowed)):
        if not rows:
            continue
        headers = _headers(listing)
        if title:
            out += ["", f"## {title}", ""]
            headers[-1] = "reason" if title == "Invalid" else "hidden by"
        out += ["| " + " | ".join(headers) + " |", "|" + " --- |" * len(headers)]
        for row in rows:
            cells = [
                one_line(cell).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;") for cell in _cells(row)
            ]
            out.append("| " + " | ".join([f"`{cells[0]}`", *cells[1:]]) + " |")
    return "\n".join(out)
