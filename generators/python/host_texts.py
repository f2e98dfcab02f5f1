"""The flat targets of Python: a prelude with its declarations, declarations alone, the `tools` array of a request."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from ...catalog import ToolSpec
from ...catalog.text import json_safe
from ..existing import Existing
from ..export import Emitted
from ..hosts.detail import Details, Fitted, fit
from ..hosts.host import settled_names
from ..hosts.request import HostRequest, lost_tools
from ..lock import Degraded
from ..templating import Templates
from .declarations import DeclarationText
from .flat import FlatTypes, flat_names, space_classes, type_bases
from .identifiers import class_base
from .naming import settle_tree
from .options import PythonOptions
from .prelude import is_sync, python_prelude

TOOLS_JSON = "tools.json"
PRELUDE_NAMES = ("call_tool", "toolcat_read", "toolcat_result")
"""What functions of a prelude use, besides what the host calls a tool."""


class PythonTextTarget:
    """The target of `export_tree` for a prelude or declarations."""

    name = "python"

    def __init__(self, options: PythonOptions, request: HostRequest, mark: str) -> None:
        """Raise ToolcatError for a form that the host has not, or a templates folder that cannot be used."""
        self.given = options
        self.request = request
        self.form = request.settled_form
        self.mark = mark.encode()
        self.templates = Templates("hosts", options.templates)
        self._calls: list[str] = []
        self._header = f"{mark} for {request.host.name}. Do not edit: change the catalog and export again."
        if self.form == "declarations" and request.host.settings.note:
            self._header += f"\n# {request.host.settings.note}"

    def options(self) -> Mapping[str, object]:
        """Return the options as the lock records them."""
        return {
            **self.request.recorded(),
            "sync": self.given.sync,
            "names": self.given.names,
            "reading": self.given.reading,
            "templates": self.templates.fingerprint(),
        }

    def texts(self, specs: Sequence[ToolSpec]) -> tuple[dict[str, str], Fitted, FlatTypes, dict[str, Degraded]]:
        """Return every file by its path, the one that is for a model to read last, and how that was fitted."""
        host = self.request.host
        lost = lost_tools(list(specs), host) if host.collision != "settled" else {}
        own = {host.names(spec).path[0] for spec in specs} if host.collision != "settled" else set[str]()
        in_tree = "tree" in host.forms and self.form == "declarations"
        flat = flat_names(specs, self.given.names, {*PRELUDE_NAMES, "OMIT", *own})
        functions, spaces = flat, [""] * len(specs)
        used = [(*PRELUDE_NAMES, host.names(spec).path[0]) for spec in specs]
        sync = self.given.sync or is_sync(host)
        names = settle_tree(specs, style=self.given.names)
        if in_tree:
            functions = [tool.function for tool in names.tools]
            used = [(tool.output,) for tool in names.tools]
            for server in names.servers:
                for index in server.tools:
                    spaces[index] = server.package
        self._calls = [
            f"{space}.{function}" if space else function for space, function in zip(spaces, functions, strict=True)
        ]
        wishes = [class_base(tool.function, spec.name) for spec, tool in zip(specs, names.tools, strict=True)]
        classes = space_classes({space for space in spaces if space})
        types = FlatTypes(
            specs,
            functions,
            type_bases(specs, flat),
            self.given.reading,
            self.given.names,
            used=used,
            wishes=wishes,
            taken={*classes, *classes.values()},
        )
        written = DeclarationText(types, spaces, classes=classes, sync=sync)
        request = self.request

        def compose(details: Details) -> str:
            return f"{self._header}\n{written.compose(details)}"

        fitted = fit(specs, compose, written.cost, detail=request.detail, budget=request.budget)
        files: dict[str, str] = {}
        if self.form == "prelude":
            why = {name: one.message for name, one in lost.items()}
            files[host.settings.prelude_file or "prelude.py"] = python_prelude(
                types, host, why, self._header, self.templates
            )
        files["prelude.pyi" if self.form == "prelude" else "declarations.pyi"] = fitted.text
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
            yield Emitted(path, None, tool.spec, names, _renamed(tool.signature.renamed()), degraded)


def _renamed(names: Mapping[str, str]) -> dict[str, str]:
    from ...catalog.jsonschema import escape_token

    return {f"/inputSchema/properties/{escape_token(key)}": name for key, name in names.items()}


class ToolsJsonTarget:
    """The target of `export_tree` for the `tools` array of a request to a model that calls tools from programs."""

    name = "python"

    def __init__(self, request: HostRequest, mark: str) -> None:
        """Take the request; detail is always full, since the model's vendor turns the array into its prompt."""
        self.request = request
        self.mark = mark.encode()
        _ = request.settled_form

    def options(self) -> Mapping[str, object]:
        """Return the options as the lock records them."""
        return self.request.recorded()

    def texts(self, specs: Sequence[ToolSpec]) -> dict[str, str]:
        """Return the one file."""
        host = self.request.host
        names = settled_names(list(specs), host)
        entries = [
            _entry(spec, name, list(host.settings.allowed_callers)) for spec, name in zip(specs, names, strict=True)
        ]
        body = ",\n  ".join(json_safe(json.dumps(entry, ensure_ascii=False)) for entry in entries)
        return {TOOLS_JSON: f"[\n  {body}\n]\n"}

    def emit(self, specs: Sequence[ToolSpec], existing: Existing) -> Iterator[Emitted]:
        """Yield the file, then the tools that stand in it under their new names."""
        del existing
        yield Emitted(TOOLS_JSON, self.texts(specs)[TOOLS_JSON])
        for spec, name in zip(specs, settled_names(list(specs), self.request.host), strict=True):
            yield Emitted(TOOLS_JSON, None, spec, {"name": name})


def _entry(spec: ToolSpec, name: str, callers: object) -> dict[str, object]:
    """Return one tool of the array. A call gives a string, so that the description says what is in it."""
    schema: Mapping[str, object] = {} if isinstance(spec.input_schema, bool) else spec.input_schema
    said = [text for text in (spec.description or spec.title or "", spec.usage_hint or "") if text.strip()]
    if spec.output_schema is None:
        said.append("Returns a string: the tool's text, which may be JSON.")
    else:
        got = spec.output_schema
        said_of_it = got if isinstance(got, bool) else {key: got[key] for key in got if key != "$schema"}
        shape = json.dumps(said_of_it, ensure_ascii=False, separators=(",", ":"))
        said.append(f"Returns a JSON string of this schema: {shape}")
    return {
        "name": name,
        "description": "\n\n".join(said),
        "input_schema": {"type": "object", **schema},
        "allowed_callers": callers,
    }
