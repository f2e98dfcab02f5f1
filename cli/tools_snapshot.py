"""`tools snapshot`: what live servers list, kept in files for lint and export; `--check` says what has changed."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError
from . import exits, options
from .groups import option_groups
from .input import ReportOptions, SourceOptions, find_settings, requests_of
from .report import Report, count, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..catalog.comparison import ToolChange
    from ..catalog.config import Config
    from ..catalog.live.answers import Captured, Failed
    from ..catalog.requests import SourceRequest
    from ..catalog.snapshot import Target


class FailOn(StrEnum):
    """From which impact on a difference fails `--check`."""

    BREAKING = "breaking"
    DEGRADED = "degraded"
    ADDITIVE = "additive"
    NEVER = "never"


class CheckFormat(StrEnum):
    """The forms of `--check`."""

    TEXT = "text"
    JSON = "json"


@option_groups
def snapshot(
    servers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SERVER",
            help="Servers of the config by name, an mcp.json (NAME=FILE for one of its servers), or NAME=-- COMMAND…. "
            "Without one, all live servers of the config.",
            show_default=False,
        ),
    ] = None,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|DIR",
            help="Where to keep it; a folder gets a file for each server, '-' is standard output. Default: the path in "
            "the config, else standard output.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; compare the servers with their snapshots.")
    ] = False,
    fail_on: Annotated[FailOn, typer.Option("--fail-on", help="The difference that fails --check.")] = FailOn.BREAKING,
    form: Annotated[CheckFormat, typer.Option("--format", help="How --check prints differences.")] = CheckFormat.TEXT,
    twice: Annotated[
        bool, typer.Option("--twice", help="Ask every server twice, and name what differs. Exit 1 if anything does.")
    ] = False,
    mcp_server: options.McpServer = None,
    mcp_server_insecure_http: options.InsecureHttp = None,
    toolhive: options.Toolhive = False,
    timeout: options.Timeout = 30.0,
    config: options.ConfigFile = None,
    no_config: options.NoConfig = False,
    reporting: ReportOptions,
) -> None:
    """Keep what live servers list, exactly as they sent it, in files that lint and export read.

    Exit 0: done, or nothing as bad as --fail-on says. 1: a server failed, differs, or is unstable. 2: nothing was done.
    """
    from ..catalog.live.fetch import fetch
    from ..catalog.snapshot import targets

    report = reporting.report()
    settings = find_settings(config, no_config=no_config)
    named, others = _named(servers or (), settings)
    flags = SourceOptions(
        sources=others, mcp_server=mcp_server, mcp_server_insecure_http=mcp_server_insecure_http, toolhive=toolhive
    )
    places = targets(_live([*named, *requests_of(flags)], settings, is_anything_named=bool(servers)), output)
    if check and any(place.path is None for place in places):
        raise ToolcatError("--check has no snapshot to compare with", hint="Name its file or folder with --output.")
    asked = [place.request.live for place in places if place.request.live is not None]
    outcomes = fetch(asked, seconds=timeout, on_done=lambda outcome: _progress(outcome, report))
    again = fetch(asked, seconds=timeout) if twice else []
    run = _Run(report, fail_on, form, is_check=check)
    for number, (place, outcome) in enumerate(zip(places, outcomes, strict=True)):
        run.take(place, outcome, again[number] if twice else None)
    run.end()


def _named(names: Sequence[str], settings: Config | None) -> tuple[list[SourceRequest], list[str]]:
    """Return the servers of the config that are named, and the other arguments."""
    configured = {} if settings is None else {each.live.name: each for each in settings.sources if each.live}
    return [configured[name] for name in names if name in configured], [n for n in names if n not in configured]


def _live(
    requests: Sequence[SourceRequest], settings: Config | None, *, is_anything_named: bool
) -> list[SourceRequest]:
    """Return the requests for live servers, those in mcp.json files too; without any, all of the config.

    Raises ToolcatError for an argument that is no server, and if there is none at all.
    """
    from ..catalog.asking import servers_in

    out: list[SourceRequest] = []
    for request in requests:
        for each in servers_in(request):
            if each.live is None:
                _refuse_missing(request.path)
                known = [] if settings is None else [each.live.name for each in settings.sources if each.live]
                what = f"the config has {', '.join(known)}" if known else "there is no config with servers"
                raise ToolcatError(
                    f"{request.path!r} is no live server: {what}",
                    hint="Name an mcp.json, NAME=-- COMMAND, or --mcp-server NAME=URL.",
                )
            out.append(each)
    if not out and not is_anything_named and settings is not None:
        sources = [each for source in settings.sources for each in servers_in(source)]
        out = [replace(each) for each in sources if each.live is not None]
    if not out:
        there = [name for name in (".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json") if Path(name).is_file()]
        hint = f"Name {there[0]}." if there else "Name an mcp.json, NAME=-- COMMAND, or --mcp-server NAME=URL."
        raise ToolcatError("there is no live server to ask", hint=hint)
    return out


def _refuse_missing(path: str) -> None:
    """Raise ToolcatError for what was meant as a file and is none: to call it no server would hide the slip."""
    is_file_name = path.endswith((".json", ".jsonc")) or any(sign in path for sign in "/\\")
    if is_file_name and not Path(path).exists():
        raise ToolcatError(f"there is no file {path!r}", hint="Check the path.")


def _progress(outcome: Captured | Failed, report: Report) -> None:
    from ..catalog.live.answers import Captured
    from ..catalog.text import one_line

    if isinstance(outcome, Captured):
        pages = f", {outcome.pages} pages" if outcome.pages > 1 else ""
        said = f"{count(len(outcome.tools), 'tool')}{pages}, MCP {outcome.protocol}, {outcome.seconds:.1f} s"
        report.note(f"{one_line(outcome.server.name)}: {one_line(said)}")
    else:
        report.note(f"{one_line(outcome.server.name)}: failed after {outcome.seconds:.1f} s")


class _Run:
    """What becomes of each server's answer, and how the command ends."""

    def __init__(self, report: Report, fail_on: FailOn, form: CheckFormat, *, is_check: bool) -> None:
        from ..catalog.collect import Findings

        self._report = report
        self._fail_on = fail_on
        self._form = form
        self._is_check = is_check
        self._findings = Findings()
        self._has_failed = False
        self._uncompared = 0
        self._rows: list[dict[str, object]] = []

    def take(self, place: Target, outcome: Captured | Failed, again: Captured | Failed | None) -> None:
        """Write or compare one server's answer."""
        from ..catalog.live.answers import Failed
        from ..catalog.live.listing import Unfit, listing_text

        if isinstance(outcome, Failed):
            self._fail(place, outcome.message, outcome.help)
            self._uncompared += 1
            return
        try:
            text = listing_text(outcome)
        except Unfit as error:
            self._fail(place, str(error), error.help)
            self._uncompared += 1
            return
        self._look_for_unstable(place, outcome, again)
        if self._is_check:
            self._compare(place, outcome)
        elif place.path is None:
            typer.echo(text, nl=False)
        else:
            self._write(place.path, text)

    def _write(self, path: Path, text: str) -> None:
        from ..catalog.snapshot import write

        try:
            has_changed = write(path, text)
        except ToolcatError as error:
            self._report.failure(error)
            self._has_failed = True
        else:
            self._report.note(f"{path}: {'written' if has_changed else 'unchanged'}")

    def _fail(self, place: Target, message: str, help: str) -> None:
        from ..catalog.codes import SERVER_FAILED
        from ..catalog.findings import Place

        assert place.request.live is not None
        said = f"the server {place.name!r} gave no tools: {message}"
        self._findings.add(SERVER_FAILED, said, help, Place(place.request.live.label))

    def _look_for_unstable(self, place: Target, first: Captured, again: Captured | Failed | None) -> None:
        from ..catalog.codes import UNSTABLE
        from ..catalog.findings import Place
        from ..catalog.live.answers import Failed
        from ..catalog.live.listing import listing
        from ..catalog.live.unstable import MAX_REPORTED, differences, suspicions

        if isinstance(again, Failed):
            self._fail(place, f"the second time {again.message}", again.help)
            again = None
        document = listing(first)
        found = dict(suspicions(document))
        if again is not None:
            differing = dict(differences(document, listing(again)))
            self._has_failed |= bool(differing)
            found |= differing
        label = str(place.path) if place.path is not None else first.server.label
        for pointer, what in list(found.items())[:MAX_REPORTED]:
            where = _tool_at(document, pointer)
            self._findings.add(
                UNSTABLE,
                f"{where}{pointer} {what}: a snapshot of it is not the same everywhere",
                "Report it to the server's author, or give the server what it takes it from (a folder, a setting).",
                Place(label, pointer=pointer),
            )

    def _compare(self, place: Target, outcome: Captured) -> None:
        from ..catalog.snapshot import compare

        assert place.path is not None
        try:
            changes = compare(place.path, outcome)
        except ToolcatError as error:
            self._report.failure(error)
            self._has_failed = True
            self._uncompared += 1
            return
        if changes is None:
            self._uncompared += 1
            self._report.failure(ToolcatError(f"{place.path}: there is no snapshot", hint="Take it without --check."))
            self._has_failed = True
            return
        for change in changes:
            self._add_rows(place, change)

    def _add_rows(self, place: Target, change: ToolChange) -> None:
        from ..catalog.comparison import RANK, Impact

        for each in change.changes:
            self._rows.append(
                {
                    "server": place.name,
                    "tool": change.tool or None,
                    "kind": change.kind,
                    "impact": each.impact.value,
                    "message": each.message,
                    "pointer": each.pointer,
                }
            )
            if self._fail_on is not FailOn.NEVER and RANK[each.impact] >= RANK[Impact(self._fail_on.value)]:
                self._has_failed = True

    def end(self) -> None:
        """Print differences and findings, and exit."""
        from ..catalog.text import one_line

        if self._is_check and self._form is CheckFormat.JSON:
            print_json(self._rows)
        elif self._is_check:
            for row in self._rows:
                tool = f"{row['tool']}: " if row["tool"] else ""
                at = f" ({row['pointer']})" if row["pointer"] else ""
                typer.echo(one_line(f"{row['impact']}: {row['server']}: {tool}{row['message']}{at}"))
            missing = f", {count(self._uncompared, 'server')} not compared" if self._uncompared else ""
            self._report.note(f"{count(len(self._rows), 'difference')}{missing}")
        self._report.findings(self._findings.all)
        if self._has_failed or self._findings.has_errors:
            raise typer.Exit(exits.FINDINGS)


def _tool_at(document: dict[str, object], pointer: str) -> str:
    """Return `tool "name": ` for a pointer into the list of tools."""
    parts = pointer.split("/")
    tools = document["tools"]
    if len(parts) < 3 or parts[1] != "tools" or not isinstance(tools, list) or not parts[2].isdecimal():
        return ""
    tool: object = tools[int(parts[2])]  # pyright: ignore[reportUnknownVariableType]
    name: object = tool.get("name") if isinstance(tool, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return f"the tool {name!r}: " if isinstance(name, str) else ""
