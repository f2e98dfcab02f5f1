"""`tools hosts`: the code-mode hosts that exports can be for."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ..generators.hosts import Host


class HostsFormat(StrEnum):
    """The forms of `tools hosts`."""

    TABLE = "table"
    NAMES = "names"
    JSON = "json"


def hosts(
    names: Annotated[list[str] | None, typer.Argument(metavar="HOST", help="Only these.", show_default=False)] = None,
    form: Annotated[HostsFormat, typer.Option("--format")] = HostsFormat.TABLE,
) -> None:
    """List the code-mode hosts that exports can be for: language, forms (the default first), and kind of proof.

    run: our tests run the real host. contract: they hold our output to its documented rules with a stand-in.
    """
    from ..generators.hosts import load_hosts
    from .host_options import host_names

    asked = host_names(names or ())
    wanted = [host for host in load_hosts() if not asked or host.name in asked]
    if form is HostsFormat.JSON:
        from .report import print_json

        print_json([_object(host) for host in wanted])
        return
    if form is HostsFormat.NAMES:
        for name in sorted({host.name for host in wanted}):
            typer.echo(name)
        return
    rows = [(host.name, host.language, ", ".join(host.forms), host.proof, host.title) for host in wanted]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        typer.echo("  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[4]]))
        host = wanted[rows.index(row)]
        if names:
            about = [("modules", host.modules), ("call", host.call), ("proof", host.proved)]
            about += [("note", limit) for limit in host.limits]
            about += [("option", f"{key} (default {value!r})") for key, value in host.variables.items()]
            for label, text in about:
                typer.echo(f"    {label:<8} {text}")


def _object(host: Host) -> dict[str, object]:
    return {
        "name": host.name,
        "title": host.title,
        "language": host.language,
        "forms": list(host.forms),
        "modules": host.modules,
        "call": host.call,
        "result": host.result,
        "unwraps": host.unwraps,
        "collision": host.collision,
        "importSuffix": host.import_suffix,
        "options": dict(host.variables),
        "limits": list(host.limits),
        "proof": host.proof,
        "proved": host.proved,
    }
