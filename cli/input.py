"""From the shared options to a loaded catalog and a selection: what every command does before its own work."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..catalog.findings import ToolcatError
from ..catalog.selection import Selection
from ..catalog.text import one_line
from . import options as o
from .report import Report, styled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..catalog.config import Config
    from ..catalog.loading import Loaded, LoadOptions
    from ..catalog.requests import SourceRequest
    from ..catalog.spec import ToolSpec


_PLATFORM = ("os", "arch")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceOptions:
    """The options that say what is read and how."""

    sources: o.Sources = None
    gate: o.Gate = None
    platform: o.Platform = None
    assume: o.Assume = None
    config: o.ConfigFile = None
    no_config: o.NoConfig = False
    mcp_server: o.McpServer = None
    mcp_server_insecure_http: o.InsecureHttp = None
    toolhive: o.Toolhive = False
    timeout: o.Timeout = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterOptions:
    """The options that select tools of what was read."""

    mode: o.ModeOption = None
    category: o.Category = None
    source: o.Source = None
    include: o.Include = None
    exclude: o.Exclude = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """The options that say how much is printed to standard error."""

    quiet: o.Quiet = False
    verbose: o.Verbose = False

    def report(self) -> Report:
        """Return the report that prints this much."""
        return Report(quiet=self.quiet, verbose=self.verbose)


@dataclass(frozen=True, slots=True)
class Input:
    """A loaded catalog, the selection over it, and the config that was used."""

    loaded: Loaded
    selection: Selection
    config: Config | None

    def specs(self) -> list[ToolSpec]:
        """Return the selected specs, sorted by name."""
        return self.selection.apply(self.loaded.catalog)

    def report(self, report: Report) -> None:
        """Print what was found while reading, and the filters that fit no tool."""
        report.findings(self.loaded.findings)
        for text in self.selection.unmatched(self.loaded.catalog):
            report.note(f"{styled('warning', 'yellow', bold=True)}: no tool fits {one_line(text)}")


def find_settings(path: Path | None, *, no_config: bool) -> Config | None:
    """Return the config that a command uses: the named one, else the nearest; None if there is none or none is wanted.

    Raises ToolcatError for a config that cannot be read, and for a named one that is not wanted.
    """
    if no_config:
        if path is not None:
            raise ToolcatError("--config and --no-config cannot stand together", hint="leave one of them out")
        return None
    from ..catalog.config import find_config, load_config

    found = path or find_config(Path.cwd())
    return None if found is None else load_config(found)


def load_options(options: SourceOptions, assumed: Mapping[str, str] | None = None) -> LoadOptions:
    """Return how to load what the options name; `assumed` holds where the options assume nothing.

    Raises ToolcatError for an option that is malformed.
    """
    from ..catalog.loading import LoadOptions

    recorded = {key: value for key, value in (assumed or {}).items() if not options.platform or key not in _PLATFORM}
    return LoadOptions(
        platform=options.platform,
        assume={**recorded, **_pairs(options.assume or (), "--assume", "binary:rg=yes")},
        gates={name: _switch(name, value) for name, value in _gates(options.gate or ())},
        server_seconds=options.timeout,
    )


def requests_of(options: SourceOptions) -> list[SourceRequest]:
    """Return the sources that the command line names, files and live servers. Raises ToolcatError for malformed ones.

    Nothing is opened, no variable is read, and no server is asked yet (ToolHive is, for what is running).
    """
    from ..catalog.requests import live_request, parse_source

    requests = [parse_source(text) for text in options.sources or ()]
    if options.mcp_server or options.mcp_server_insecure_http:
        from ..catalog.live.flags import servers_of_flags

        servers = servers_of_flags(options.mcp_server or (), options.mcp_server_insecure_http or ())
        requests += map(live_request, servers)
    if options.toolhive:
        from ..catalog.live.toolhive import running_workloads

        workloads = running_workloads()
        if not workloads and not requests:
            raise ToolcatError("--toolhive: no workload is running", hint="Start one with `thv run`.")
        requests += map(live_request, workloads)
    return requests


def read_input(
    options: SourceOptions, filters: FilterOptions | None = None, *, assumed: Mapping[str, str] | None = None
) -> Input:
    """Load what the options name, under the assumptions `assumed` where the options make none.

    Raises ToolcatError when there is nothing to load or an option is malformed.
    """
    from ..catalog.loading import load

    config = find_settings(options.config, no_config=options.no_config)
    loaded = load(requests_of(options), config=config, options=load_options(options, assumed))
    given = filters or FilterOptions()
    selection = Selection(
        mode=given.mode,
        categories=tuple(given.category or ()),
        sources=tuple(given.source or ()),
        include=tuple(given.include or ()),
        exclude=tuple(given.exclude or ()),
    )
    return Input(loaded, selection, config)


def _pairs(values: Iterable[str], option: str, example: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for value in values:
        key, found, rest = value.partition("=")
        if not found or not key:
            raise ToolcatError(f"{option} takes KEY=VALUE, not {value!r}", hint=f"for example {option} {example}")
        out[key] = rest
    return out


def _gates(values: Iterable[str]) -> Iterable[tuple[str, str]]:
    return _pairs(values, "--gate", "network=off").items()


def _switch(name: str, value: str) -> bool:
    if value not in ("on", "off"):
        raise ToolcatError(f"--gate {name}={value}: a gate is on or off", hint=f"write --gate {name}=off")
    return value == "on"
