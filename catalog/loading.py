"""Loading: from source requests and a config to a catalog and its findings.

This page reads like its specification; the work is done in `sources/`.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .asking import ask, servers_in
from .catalog import Catalog
from .codes import NO_INPUT, SERVER_CLASH, SERVER_FAILED
from .collect import Findings
from .findings import Finding, Place, ToolcatError
from .load_problems import (
    named_at,
    nothing_named,
    nothing_read,
    report_mark,
    report_shadowed,
    report_skipped,
    report_unreadable,
)
from .names import server_key, server_name_problem
from .requests import SourceRequest, parse_source
from .sources.variants import parse_assumption

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .config import Config
    from .documents import Document
    from .filters import NameFilter
    from .live.answers import Captured, Failed
    from .sources.json_text import Parsed
    from .sources.read import Contents
    from .spec import ToolSpec

__all__ = [
    "LoadOptions",
    "Loaded",
    "LoadedSource",
    "SourceRequest",
    "load",
    "parse_assumption",
    "parse_source",
]


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to load.

    `platform` is `os/arch` in Go's names (None: this machine); `assume` replaces facts about the machine, by the keys
    of `parse_assumption` (`binary:rg` → `yes`); `gates` switches gates over what the config says. Sizes are in bytes.
    A live server has `server_seconds` to answer. With `allow_empty` a load that finds nothing returns an empty catalog
    instead of raising.
    """

    platform: str | None = None
    assume: Mapping[str, str] = field(default_factory=dict[str, str])
    gates: Mapping[str, bool] = field(default_factory=dict[str, bool])
    max_json_bytes: int = 1 << 30
    max_yaml_bytes: int = 64 << 20
    max_depth: int = 1_000
    max_alias_values: int = 1_000_000
    allow_empty: bool = False
    server_seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class LoadedSource:
    """One file or `.meta` folder that was read: how it was named, its format, its server, and its tools.

    `held` counts the tools that it lists, `added` those that came into the catalog. `format` is `manifest`, `mcp`,
    `openai-chat`, `openai-responses`, `anthropic`, `gemini`, `bedrock`, `docker`, `mcpb`, `meta`, or several joined
    with `+`; `unknown` for a document that is none of them.
    """

    path: str
    format: str
    server: str | None
    held: int
    added: int
    request: SourceRequest
    documents: tuple[Document, ...] = field(default=(), repr=False)


@dataclass(slots=True)
class Loaded:
    """What a load gives.

    `assumptions` are the facts about a machine that variants looked at, in the words of `--assume` (`os`, `arch`,
    `binary:rg`, `file:/x`, `env:TOKEN`); given back as LoadOptions.assume they lead to the same catalog anywhere.
    """

    catalog: Catalog
    findings: list[Finding]
    sources: list[LoadedSource]
    assumptions: Mapping[str, str]
    categories: tuple[str, ...] = ()
    """Every category that may occur: the eight, or those of the config and of the manifests."""
    hidden: Mapping[str, str] = field(default_factory=dict[str, str])
    """Tools that are not in the catalog because none of their variants holds here, by name, with the reason."""


def load(
    requests: Sequence[SourceRequest], *, config: Config | None = None, options: LoadOptions | None = None
) -> Loaded:
    """Read the requested sources, else the config's, in their order; the first tool of a name wins.

    The config's overrides and gates hold for requested sources too. Problems become findings, and what can be read
    is read. Raises ToolcatError if there is nothing to read, if nothing could be read at all, or if a request or an
    option is malformed.
    """
    wanted = tuple(requests) or (config.sources if config is not None else ())
    if not wanted:
        raise nothing_named(config)
    wanted = tuple(each for request in wanted for each in servers_in(request))
    settings = options or LoadOptions()
    loader = _Loader(config, settings)
    answers = ask(wanted, settings.server_seconds)
    with _no_collections():
        for request in wanted:
            if request.is_asked:
                loader.read_live(request, next(answers))
            else:
                loader.read(request)
        return loader.finish()


@contextmanager
def _no_collections() -> Generator[None]:
    """Load without garbage collections: parsed data has no cycles, and looking for some doubles the time.

    What was made is moved to the oldest generation afterwards, so that the next collection does not visit it all.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()


def _key(path: str, request: SourceRequest) -> tuple[object, ...]:
    """Return what makes a file the same source, however it is named: `.` and `tools.json` in it are one."""
    return os.path.normcase(os.path.abspath(path)), request.server, request.include, request.exclude  # noqa: PTH100


class _Loader:
    """One load under way."""

    def __init__(self, config: Config | None, options: LoadOptions) -> None:
        from .sources.text import Limits
        from .sources.variants import Facts

        self._config = config
        self._options = options
        self._limits = Limits(
            options.max_json_bytes, options.max_yaml_bytes, options.max_depth, options.max_alias_values
        )
        self._facts = Facts.make(options.platform, options.assume)
        gates = {**(config.gates if config is not None else {}), **options.gates}
        self._catalog = Catalog(gates=gates)
        self._findings = Findings()
        self._sources: list[LoadedSource] = []
        self._servers: dict[str, tuple[str, str]] = {}
        self._categories: dict[str, None] = {}
        self._gates: set[str] = set()
        self._has_own_categories = False
        self._was_recognised = False
        self._read_stdin = False
        self._read: set[tuple[object, ...]] = set()

    def read(self, request: SourceRequest) -> None:
        """Read one source and merge its tools."""
        from .filters import NameFilter
        from .sources.files import META_ENDING, expand

        problem = None if request.server is None else server_name_problem(request.server)
        if problem:
            raise ToolcatError(f"{request.path}: {problem}", hint="Write NAME=PATH with another name.")
        names = NameFilter(request.include, request.exclude)
        expansion = expand(request.path)
        self._note_stdin(request)
        if expansion.problem is not None:
            message = expansion.problem[0] + named_at(self._config, request)
            self._findings.add(NO_INPUT, message, expansion.problem[1], Place(request.path))
        for path in expansion.files:
            if path.endswith(META_ENDING):
                self._read_meta(path, request, names, is_folder=False)
            else:
                self._read_file(path, request, names, is_optional=path in expansion.optional, skipped=expansion.skipped)
        for folder in expansion.folders:
            self._read_meta(folder, request, names, is_folder=True)
        report_skipped(self._findings, request, expansion)
        names.report_unmatched(self._findings, request, self._config)

    def read_live(self, request: SourceRequest, answer: Captured | Failed) -> None:
        """Merge what a live server answered; a failure is a finding, and the others are read."""
        from .asking import Unanswered, parse_answer
        from .filters import NameFilter
        from .sources.read import Surroundings, read_specs

        assert request.live is not None
        label = request.live.label
        try:
            parsed = parse_answer(answer, label, self._limits)
        except Unanswered as error:
            self._findings.add(
                SERVER_FAILED, f"the server {request.live.name!r} gave no tools: {error}", error.help, Place(label)
            )
            return
        around = Surroundings(
            server=request.server,
            categories=None if self._config is None else self._config.categories,
            facts=self._facts,
            folder=Path(),
        )
        names = NameFilter(request.include, request.exclude)
        contents = read_specs(parsed, self._findings, around)
        self._take(label, contents, request, names, parsed)
        names.report_unmatched(self._findings, request, self._config)

    def _note_stdin(self, request: SourceRequest) -> None:
        if request.path != "-":
            return
        if self._read_stdin:
            raise ToolcatError("standard input is named twice", hint="Name it once.")
        self._read_stdin = True

    def _read_file(
        self, path: str, request: SourceRequest, names: NameFilter, *, is_optional: bool, skipped: list[tuple[str, str]]
    ) -> None:
        from .sources.document import label_of, read_document
        from .sources.envelopes import NoShape
        from .sources.read import Surroundings, read_specs
        from .sources.text import Unreadable

        label = label_of(path)
        key = _key(path, request)
        if key in self._read:
            return
        try:
            parsed, marked = read_document(path, self._limits)
        except Unreadable as error:
            if not is_optional:
                self._read.add(key)
            named = named_at(self._config, request)
            report_unreadable(self._findings, label, path, error, request, named=named, is_optional=is_optional)
            return
        around = Surroundings(
            server=request.server,
            categories=None if self._config is None else self._config.categories,
            facts=self._facts,
            folder=Path(path).parent,
            is_optional=is_optional,
        )
        try:
            contents = read_specs(parsed, self._findings, around)
        except NoShape:
            skipped.append((path, "it holds no tools"))
            return
        if marked:
            report_mark(self._findings, parsed)
        self._read.add(key)
        self._take(label, contents, request, names, parsed)

    def _take(self, label: str, contents: Contents, request: SourceRequest, names: NameFilter, parsed: Parsed) -> None:
        self._was_recognised |= contents.is_recognised and contents.held > 0
        if contents.categories is not None:
            self._has_own_categories = True
            self._categories.update(dict.fromkeys(contents.categories))
        self._note_gates(contents.specs)
        added = self._merge(names.select(contents.specs), label)
        self._sources.append(
            LoadedSource(label, contents.format, contents.server, contents.held, added, request, (parsed.document,))
        )
        parsed.document.rest()

    def _read_meta(self, path: str, request: SourceRequest, names: NameFilter, *, is_folder: bool) -> None:
        from .sources.meta import MetaReader

        key = _key(path, request)
        if key in self._read:
            return
        self._read.add(key)
        named = "" if is_folder else named_at(self._config, request)
        reader = MetaReader(self._findings, self._facts, self._limits, request.server, named)
        if is_folder:
            specs = list(reader.read_folder(path))
        else:
            one = reader.read_file(path)
            specs = [] if one is None else [one]
        self._read.update(_key(document.label, request) for document in reader.documents)
        self._was_recognised |= bool(reader.documents)
        self._note_gates(specs)
        added = self._merge(names.select(specs), path)
        self._sources.append(
            LoadedSource(path, "meta", request.server, reader.held, added, request, tuple(reader.documents))
        )

    def _note_gates(self, specs: Iterable[ToolSpec]) -> None:
        """Keep the gates of every tool, also of those that a filter leaves out: switching one is no mistake."""
        self._gates.update(spec.gate for spec in specs if spec.gate is not None)

    def _merge(self, specs: Iterable[ToolSpec], label: str) -> int:
        """Merge the specs of one file; returns how many came into the catalog."""
        allowed = [spec for spec in specs if spec.server is None or self._may_be_served_by(spec.server, label)]
        skipped = self._catalog.merge(allowed)
        for skip in skipped:
            report_shadowed(self._findings, skip.kept, skip.refused)
        return len(allowed) - len(skipped)

    def _may_be_served_by(self, server: str, label: str) -> bool:
        """Whether the server's name is free or is spelt as before; a clash is reported once for each spelling."""
        known = self._servers.get(server)
        if known is None:
            key = server_key(server)
            first = self._servers.get(f"key {key}")
            if first is None:
                self._servers[f"key {key}"] = known = (server, label)
            else:
                known = first
                self._findings.add(
                    SERVER_CLASH,
                    f"the server names {first[0]!r} (in {first[1]}) and {server!r} differ only in case, '-' and '_': "
                    f"the tools of {server!r} are left out",
                    "Name one of the two sources with NAME=PATH, or rename its server.",
                    Place(label),
                )
            self._servers[server] = known
        return known[0] == server

    def finish(self) -> Loaded:
        """Apply the overrides and return what was loaded, or raise if nothing could be read."""
        from .overrides import apply_overrides
        from .spec import CATEGORIES

        findings = self._findings.all
        if not self._was_recognised and not self._options.allow_empty:
            raise nothing_read(findings)
        configured = None if self._config is None else self._config.categories
        allowed = dict.fromkeys((*(configured or CATEGORIES), *self._categories))
        if self._config is not None and self._config.overrides:
            self._catalog = apply_overrides(self._catalog, self._config, tuple(allowed), self._findings, self._limits)
        self._report_gates()
        hidden = {name: why for name, why in self._facts.hidden.items() if name not in self._catalog}
        return Loaded(self._catalog, findings, self._sources, dict(self._facts.recorded), tuple(allowed), hidden)

    def _report_gates(self) -> None:
        if not self._catalog.gates:
            return
        from .gates import report_unmatched_gates

        self._note_gates(self._catalog.tools())
        # The config's gates are for its own sources; a file that is named instead need not have them.
        is_configured = any(source.request.pointer is not None for source in self._sources)
        config = self._config if is_configured else None
        known = self._gates | self._facts.hidden_gates
        report_unmatched_gates(config, self._options.gates, known, self._findings)
