"""`tools compat`: what becomes of each tool in each code-mode host, under that host's own names."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError
from ..catalog.text import one_line
from . import exits
from .groups import option_groups
from .input import FilterOptions, ReportOptions, SourceOptions, read_input
from .report import count, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..generators.hosts import Host, Verdict


class CompatFormat(StrEnum):
    """The forms of `tools compat`."""

    TABLE = "table"
    JSON = "json"


@option_groups
def compat(
    *,
    host: Annotated[
        list[str] | None,
        typer.Option(
            "--host", metavar="NAMES", help="Only these hosts. Commas allowed, repeatable.", show_default=False
        ),
    ] = None,
    host_option: Annotated[
        list[str] | None,
        typer.Option("--host-option", metavar="KEY=VALUE", help="An option of a host. Repeatable.", show_default=False),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show tools that keep their names, too.")] = False,
    form: Annotated[CompatFormat, typer.Option("--format")] = CompatFormat.TABLE,
    filters: FilterOptions,
    inputs: SourceOptions,
    reporting: ReportOptions,
) -> None:
    """Say which tools each host would merge, hide, rename or refuse, and why. Exit 1 if one is lost anywhere."""
    from ..generators.hosts import compatibility
    from .host_options import host_names, pairs

    report = reporting.report()
    hosts = _chosen(host_names(host or ()), pairs(host_option))
    given = read_input(inputs, filters)
    report.findings(given.loaded.findings)
    specs = given.specs()
    if not specs:
        raise ToolcatError("no tool is left to look at", hint="loosen the filters; `tools list` shows what there is")
    verdicts = compatibility(specs, hosts)
    lost = [verdict for verdict in verdicts if verdict.lost]
    if form is CompatFormat.JSON:
        counts = {one.name: 0 for one in hosts}
        for verdict in lost:
            counts[verdict.host] += 1
        print_json(
            {
                "tools": len(specs),
                "lost": counts,
                "verdicts": [one.to_json() for one in verdicts if everything or one.status != "ok"],
            }
        )
    else:
        order = {one.name: at for at, one in enumerate(hosts)}
        shown = [one for one in verdicts if everything or one.status != "ok"]
        _table(sorted(shown, key=lambda one: (order[one.host], not one.lost)))
        total = f"{count(len(specs), 'tool')}, {count(len(hosts), 'host')}"
        where = len({verdict.host for verdict in lost})
        outcome = f"{len(lost)} lost in {count(where, 'host')}" if lost else "nothing is lost"
        report.note(f"{total}: {outcome}")
    if lost or any(finding.is_error for finding in given.loaded.findings):
        raise typer.Exit(exits.FINDINGS)


def _chosen(names: Sequence[str], options: dict[str, str]) -> list[Host]:
    """Return the hosts that are asked about: all, or those named; `generic` names one in each language, alike here."""
    from ..generators.hosts import find_host, load_hosts
    from ..generators.hosts.load import with_options

    for name in names:
        find_host(name)
    seen: dict[str, Host] = {}
    for one in load_hosts():
        if not names or one.name in names:
            seen.setdefault(one.name, one)
    for key in options:
        if not any(key in one.variables for one in seen.values()):
            raise ToolcatError(f"none of the hosts has an option {key!r}", hint="`tools hosts NAME` shows its options")
    return [
        with_options(one, {key: value for key, value in options.items() if key in one.variables})
        for one in seen.values()
    ]


def _table(verdicts: Sequence[Verdict]) -> None:
    if not verdicts:
        return
    rows = [(one.host, one.status, one_line(one.tool), one_line(" . ".join(one.path)), _why(one)) for one in verdicts]
    widths = [min(60, max(len(row[column]) for row in rows)) for column in range(4)]
    for row in rows:
        typer.echo("  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[4]]).rstrip())


def _why(verdict: Verdict) -> str:
    shown = ", ".join(map(one_line, verdict.beside[:3]))
    more = f" and {len(verdict.beside) - 3} more" if len(verdict.beside) > 3 else ""
    return f"{verdict.why}: meets {shown}{more}" if verdict.beside else verdict.why
