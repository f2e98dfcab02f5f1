"""The TypeScript tree as a host wants it: its folders, its client in place of ours, an index that can be searched."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from ...catalog import ToolSpec
from ...catalog.text import json_safe
from ..existing import Existing
from ..export import Emitted
from ..hosts.detail import first_sentence
from ..hosts.request import HostRequest, lost_tools
from ..text import ts_string
from .declarations import DeclarationText
from .exporter import TypeScriptTarget, header
from .flat import FlatTypes
from .naming import ToolNames, TreeNames, settle_tree
from .options import TypeScriptOptions
from .stub import Stub

# No tool's file is called so: those are called like identifiers.
SEARCH = "search-tools.ts"
INDEX = "index.json"


class HostTreeTarget(TypeScriptTarget):
    """The tree for one host."""

    def __init__(self, options: TypeScriptOptions, request: HostRequest) -> None:
        """Raise ToolcatError for a form that the host has not, or a templates folder that cannot be used."""
        super().__init__(options)
        self.request = request
        self.host = request.host
        _ = request.settled_form
        self.folder = f"{self.host.root}/" if self.host.root else ""
        settings = self.host.settings
        self._client = settings.client or None
        self._each = settings.client_each
        self._joined = settings.client_call == "joined"
        if settings.runtime:
            self.runtime_templates = (*self.runtime_templates, settings.runtime)
        self._kinds: dict[str, dict[str, str]] = {}

    def options(self) -> Mapping[str, object]:
        """Return the options as the lock records them."""
        return {**super().options(), **self.request.recorded()}

    def emit(self, specs: Sequence[ToolSpec], existing: Existing) -> Iterator[Emitted]:
        """Yield the tree, then the files that only this host has."""
        lost = lost_tools(list(specs), self.host) if self.host.collision != "settled" else {}
        clients: set[str] = set()
        for file in super().emit(specs, existing):
            if file.spec is not None and file.spec.name in lost:
                yield file._replace(degraded=(*file.degraded, lost[file.spec.name]))
            else:
                yield file
            if file.spec is not None:
                clients.add(file.path.rpartition("/")[0] if self._each else "")
        if self._client is not None:
            for folder in sorted(clients):
                yield Emitted(f"{folder}/{self._client}" if folder else self._client, self._client_text(folder))
        context = {"header": header(None), "runtime": self._import("runtime.ts"), "places": self._places(specs)}
        for path, template in sorted(self.host.settings.files.items()):
            yield Emitted(path, self.templates.render(template, context))
        if self.request.index:
            names = settle_tree(specs, layout=self.given.layout, style=self.given.names)
            yield Emitted(SEARCH, self.templates.render("search.ts.j2", {"header": header(None)}))
            yield Emitted(INDEX, self._index(specs, names))

    def _runtime(self, specs: Sequence[ToolSpec]) -> str:
        template = self.host.settings.runtime or "runtime.ts.j2"
        return self.templates.render(template, {"header": header(None), "places": self._places(specs)})

    def _places(self, specs: Sequence[ToolSpec]) -> list[dict[str, str | None]]:
        """Return, as source, each tool's names, and the way to it (`path`: below the global) or why there is none."""
        lost = lost_tools(list(specs), self.host) if self.host.collision != "settled" else {}
        places: list[dict[str, str | None]] = []
        for spec in specs:
            path = self.host.names(spec).path
            names = json.dumps([spec.server, spec.tool], ensure_ascii=False, separators=(",", ":"))
            places.append(
                {
                    "key": ts_string(names),
                    "path": json_safe(json.dumps(path[1:], ensure_ascii=False)),
                    "way": json_safe(json.dumps(path, ensure_ascii=False)),
                    "lost": ts_string(lost[spec.name].message) if spec.name in lost else None,
                }
            )
        return places

    def _tool(self, spec: ToolSpec, names: ToolNames, stub: Stub) -> str:
        if self._client is None:
            return super()._tool(spec, names, stub)
        depth = names.file.count("/")
        client = self._import(self._client) if self._each else self._up(self._client, depth)
        folder = (self.folder + names.file).rpartition("/")[0] if self._each else ""
        arguments = _call(spec, stub, joined=self._joined)
        if stub.kind:
            key = _joined_name(spec) if self._joined else spec.tool
            self._kinds.setdefault(folder, {})[key] = stub.kind
        context = {**self._context(spec, names, stub), "client": client, "client_arguments": arguments}
        return self.templates.render(self.host.settings.tool, context)

    def _client_text(self, folder: str) -> str:
        assert self._client is not None
        path = f"{folder}/{self._client}" if folder else self._client
        context = {
            "header": header(None),
            "runtime": self._import("../" * path.count("/") + "runtime.ts"),
            "joined": self._joined,
            "kinds": [
                {"key": ts_string(key), "kind": kind} for key, kind in sorted(self._kinds.get(folder, {}).items())
            ],
        }
        return self.templates.render(self.host.settings.client_template, context)

    def _index(self, specs: Sequence[ToolSpec], names: TreeNames) -> str:
        """Return the index: for each tool how it is called, where it stands, and what is said of it at each detail."""
        spaces = {index: server.namespace for server in names.servers for index in server.tools}
        entries: list[str] = []
        for index, (spec, tool) in enumerate(zip(specs, names.tools, strict=True)):
            call = f"{spaces[index]}.{tool.function}" if index in spaces else tool.function
            written = DeclarationText(FlatTypes([spec], [tool], self.given.reading, set()), [(tool.function,)])
            entry = {
                "name": spec.name,
                "call": call,
                "file": self.folder + tool.file,
                "words": " ".join([first_sentence(spec), *spec.keywords, spec.category or ""]).strip(),
                "names": call,
                "signatures": written.compose({spec.name: "signatures"}).strip(),
                "full": written.compose({spec.name: "full"}).strip(),
            }
            entries.append(json_safe(json.dumps(entry, ensure_ascii=False)))
        body = ",\n    ".join(entries)
        return f'{{\n  "tools": [\n    {body}\n  ]\n}}\n'


def _joined_name(spec: ToolSpec) -> str:
    """Return the one name by which a client finds a tool of any server, or of none."""
    if spec.server is not None:
        return f"{spec.server}__{spec.tool}"
    return f"__{spec.tool}" if "__" in spec.tool else spec.tool


def _call(spec: ToolSpec, stub: Stub, *, joined: bool) -> str:
    """Return the arguments of the client's call."""
    sent = "input ?? {}" if "?:" in stub.parameters else "input"
    if joined:
        return f"{ts_string(_joined_name(spec))}, {sent}"
    return f"{ts_string(spec.server or '')}, {ts_string(spec.tool)}, {sent}"
