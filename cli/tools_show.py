"""`tools show`: everything about one tool, with its TypeScript signature as a model would see it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError
from ..catalog.names import split
from .groups import option_groups
from .input import ReportOptions, SourceOptions, read_input
from .report import print_json

if TYPE_CHECKING:
    from ..catalog.loading import Loaded
    from ..catalog.spec import ToolSpec


class ShowFormat(StrEnum):
    """The forms of `tools show`."""

    TEXT = "text"
    JSON = "json"


@option_groups
def show(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The catalog name, or the tool's own if only one has it.")
    ],
    *,
    form: Annotated[ShowFormat, typer.Option("--format")] = ShowFormat.TEXT,
    inputs: SourceOptions,
    reporting: ReportOptions,
) -> None:
    """Show everything about one tool, with its TypeScript signature as a model would see it."""
    report = reporting.report()
    given = read_input(inputs)
    spec = find(given.loaded, name)
    report.findings(
        [finding for finding in given.loaded.findings if finding.tool in (None, spec.name) or reporting.verbose]
    )
    if form is ShowFormat.JSON:
        print_json(spec.to_mcp())
    else:
        typer.echo(_describe(spec, is_on=given.loaded.catalog.is_on(spec)))


def find(loaded: Loaded, name: str) -> ToolSpec:
    """Return the tool of this catalog name or, if only one has it, raw name. Raises ToolcatError with near names."""
    spec = loaded.catalog.lookup(name)
    if spec is not None:
        return spec
    tools = loaded.catalog.tools()
    same = [tool for tool in tools if tool.tool == name]
    if len(same) == 1:
        return same[0]
    if same:
        raise ToolcatError(
            f"{len(same)} servers have a tool {name!r}", hint="use one of " + ", ".join(tool.name for tool in same[:10])
        )
    for hidden, reason in loaded.hidden.items():
        if name in (hidden, split(hidden).tool):
            raise ToolcatError(
                f"the tool {name!r} exists and is hidden here: {reason}",
                hint="--platform and --assume show what it is on another machine",
            )
    from difflib import get_close_matches

    names = list(dict.fromkeys([tool.name for tool in tools] + [tool.tool for tool in tools]))
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "`tools list --format names` prints the names"
    raise ToolcatError(f"no tool is called {name!r}", hint=hint)


def _describe(spec: ToolSpec, *, is_on: bool) -> str:
    from ..catalog.text import one_line, printable
    from ..generators.typescript import signature

    place = "" if spec.origin is None else str(spec.origin.place)
    gate = "" if spec.gate is None else f"{spec.gate} ({'on' if is_on else 'off'})"
    rows = {
        "title": spec.title or "",
        "server": spec.server or "",
        "called by": spec.tool if spec.server is None else f"{spec.server} / {spec.tool}",
        "source": place,
        "category": spec.category or "",
        "gate": gate,
        "modes": _modes(spec),
        "keywords": ", ".join(spec.keywords),
        "disclosure": "" if spec.disclosure == "full" else spec.disclosure,
        "summary": spec.summary or "",
        "command": spec.command or "",
        "annotations": _annotations(spec),
    }
    lines = [one_line(spec.name)]
    lines += [f"  {name:<12} {one_line(value)}" for name, value in rows.items() if value]
    if spec.description:
        lines += ["", *(f"  {line}".rstrip() for line in printable(spec.description.strip()).splitlines())]
    if spec.usage_hint:
        lines += ["", "  Usage hint:", *(f"  {line}".rstrip() for line in printable(spec.usage_hint).splitlines())]
    return "\n".join([*lines, "", signature(spec).rstrip()])


def _modes(spec: ToolSpec) -> str:
    from ..catalog.spec import Mode

    modes = " and ".join(mode.value for mode in Mode if spec.available(mode))
    return f"{modes} ({'read-only' if spec.read_only else 'not read-only'})"


def _annotations(spec: ToolSpec) -> str:
    import json

    return ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in spec.annotations.items())
