"""The flat targets of TypeScript: a prelude with its declarations, or declarations alone, in an output folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ...catalog import ToolSpec
from ..existing import Existing
from ..export import Emitted
from ..hosts.detail import Details, Fitted, fit
from ..hosts.request import HostRequest, lost_tools
from ..lock import Degraded
from ..templating import Templates
from .declarations import DeclarationText, call_path
from .flat import FlatTypes
from .naming import TreeNames, settle_tree
from .options import TypeScriptOptions
from .prelude import HELPERS, USED, javascript, namespaces, spaces


class TypeScriptTextTarget:
    """The target of `export_tree` for a prelude or declarations."""

    name = "typescript"

    def __init__(self, options: TypeScriptOptions, request: HostRequest, mark: str) -> None:
        """Raise ToolcatError for a form that the host has not, or a templates folder that cannot be used."""
        self.given = options
        self.request = request
        self.form = request.settled_form
        self.mark = mark.encode()
        self.templates = Templates("hosts", options.templates)
        self._calls: list[str] = []
        self._header = f"{mark} for {request.host.name}. Do not edit: change the catalog and export again."
        if self.form == "declarations" and request.host.settings.note:
            self._header += f"\n// {request.host.settings.note}"

    def options(self) -> Mapping[str, object]:
        """Return the options as the lock records them."""
        return {
            **self.request.recorded(),
            "names": self.given.names,
            "reading": self.given.reading,
            "templates": self.templates.fingerprint(),
        }

    def texts(self, specs: Sequence[ToolSpec]) -> tuple[dict[str, str], Fitted, FlatTypes, dict[str, Degraded]]:
        """Return every file by its path, the one that is for a model to read last, and how that was fitted."""
        host = self.request.host
        taken = {*HELPERS, *USED, "callTool", "callMCPTool", "CallToolResult"}
        if "{path}" in host.call:
            # Functions of ours over globals of the host: one that is called like its global would call itself.
            taken.update(host.names(spec).path[0] for spec in specs)
        flat = settle_tree(specs, layout="flat", style=self.given.names, taken=taken)
        apart = settle_tree(specs, style=self.given.names)
        types = FlatTypes(specs, flat.tools, self.given.reading, taken, apart.tools)
        lost = lost_tools(list(specs), host) if host.collision != "settled" else {}
        spaced = host.settings.namespaces
        files: dict[str, str] = {}
        if spaced:
            lost = {}  # the namespaces are ours, and call by the raw names
        if self.form == "prelude" and spaced:
            files[host.settings.prelude_file or "prelude.ts"] = namespaces(
                types, apart, host, self._header, self.templates
            )
        elif self.form == "prelude":
            why = {name: one.message for name, one in lost.items()}
            files[host.settings.prelude_file or "prelude.js"] = javascript(
                types, host, why, self._header, self.templates
            )
        global_ = False
        if self.form == "prelude" and not spaced:
            places: list[tuple[str, ...]] = [(names.function,) for names in flat.tools]
        elif spaced or "tree" in host.forms:
            places = _namespaced(apart, upper=spaced)
        else:
            places = _apart(specs, [host.names(spec).path for spec in specs], lost)
            global_ = True
        self._calls = [call_path(place) for place in places]
        written = DeclarationText(types, places, raw=global_ and host.result == "raw")
        request = self.request

        def compose(details: Details) -> str:
            return f"{self._header}\n{written.compose(details)}"

        fitted = fit(specs, compose, written.cost, detail=request.detail, budget=request.budget)
        files["prelude.d.ts" if self.form == "prelude" else "declarations.d.ts"] = fitted.text
        return files, fitted, types, lost

    def emit(self, specs: Sequence[ToolSpec], existing: Existing) -> Iterator[Emitted]:
        """Yield the files, then the tools that stand in them."""
        del existing
        files, fitted, types, lost = self.texts(specs)
        for path, text in files.items():
            yield Emitted(path, text)
        path = next(iter(files))
        for tool, call in zip(types.tools, self._calls, strict=True):
            names = {"function": call, "detail": fitted.details[tool.spec.name]}
            told = lost.get(tool.spec.name)
            degraded = (*tool.degraded, *([told] if told else []))
            yield Emitted(path, None, tool.spec, names, degraded=degraded)


def _namespaced(names: TreeNames, *, upper: bool) -> list[tuple[str, ...]]:
    """Return the way to each tool of a tree: its server's namespace, its function."""
    called = spaces(names) if upper else [server.namespace for server in names.servers]
    by_tool = {index: space for server, space in zip(names.servers, called, strict=True) for index in server.tools}
    return [
        (by_tool[index], tool.function) if index in by_tool else (tool.function,)
        for index, tool in enumerate(names.tools)
    ]


def _apart(
    specs: Sequence[ToolSpec], places: Sequence[tuple[str, ...]], lost: Collection[str]
) -> list[tuple[str, ...]]:
    """Return the ways with no two alike: what the host cannot call is declared under a key that nobody calls.

    Nor does one lead through another, which some host may make of names with dots.
    """
    seen = {place[:length] for place in places for length in range(1, len(place))}
    out: list[tuple[str, ...]] = []
    for spec, place in zip(specs, places, strict=True):
        step = place[-1]
        way = place
        if spec.name in lost:
            step = f"{spec.tool}{_UNCALLED}"
            way = (*place[:-1], step)
        while way in seen:
            step += _UNCALLED
            way = (*place[:-1], step)
        seen.add(way)
        out.append(way)
    return out


_UNCALLED = " (not callable: see tools compat)"
