"""The Python tree as a host wants it: its folder, its caller bound from the start, an index that can be searched."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...catalog import ToolSpec
from ...catalog.text import json_safe
from ..existing import Existing
from ..export import Emitted
from ..hosts.detail import first_sentence
from ..hosts.request import HostRequest
from .declarations import DeclarationText
from .exporter import PythonTarget, header
from .flat import FlatTypes, type_bases
from .naming import settle_tree
from .options import PythonOptions
from .text import string


class HostTreeTarget(PythonTarget):
    """The tree for one host."""

    def __init__(self, options: PythonOptions, request: HostRequest) -> None:
        """Raise ToolcatError for a form that the host has not, or a templates folder that cannot be used."""
        self.host = request.host
        super().__init__(replace(options, sync=options.sync or self.host.settings.sync))
        self.request = request
        _ = request.settled_form
        self._folder = f"{self.host.root}/" if self.host.root else ""

    def options(self) -> Mapping[str, object]:
        """Return the options as the lock records them."""
        return {**super().options(), **self.request.recorded()}

    def emit(self, specs: Sequence[ToolSpec], existing: Existing) -> Iterator[Emitted]:
        """Yield the tree below the host's folder, then the files that only this host has."""
        settings = self.host.settings
        for file in super().emit(specs, existing):
            text = file.text or ""
            if file.path == "__init__.py" and settings.bind:
                text += f"\nfrom . import {settings.bind} as {settings.bind}  # binds the host's caller\n"
            elif settings.tool_end and file.spec is not None:
                text += "\n\n" + self.templates.render(settings.tool_end, _of_tool(file.spec, file.names.get("output")))
            elif not settings.barrels and file.path.endswith("/__init__.py"):
                # A program imports the modules of tools; functions of the same names must not stand before them.
                text = text.split("\nfrom ", 1)[0].rstrip("\n") + "\n"
            yield file._replace(path=self._folder + file.path, text=text)
        context = {"header": header(None), "places": [self._place(spec) for spec in specs]}
        for path, template in sorted(settings.files.items()):
            yield Emitted(self._folder + path, self.templates.render(template, context))
        if self.request.index:
            yield Emitted(f"{self._folder}_search.py", self.templates.render("_search.py.j2", {"header": header(None)}))
            yield Emitted(f"{self._folder}_index.json", self._index(specs))

    def _place(self, spec: ToolSpec) -> dict[str, object]:
        """Return a tool's names and the way to it in the host, as source."""
        steps = ", ".join(string(step) for step in self.host.names(spec).path)
        return {**_of_tool(spec, None), "path": f"[{steps}]"}

    def _index(self, specs: Sequence[ToolSpec]) -> str:
        """Return the index: for each tool how it is called, where it stands, and what is said of it at each detail."""
        names = settle_tree(specs, style=self.given.names)
        packages = {index: server.package for server in names.servers for index in server.tools}
        entries: list[str] = []
        for index, (spec, tool) in enumerate(zip(specs, names.tools, strict=True)):
            module = f"{packages[index]}.{tool.module}" if index in packages else tool.module
            call = f"{packages[index]}.{tool.function}" if index in packages else tool.function
            bases = type_bases([spec], [tool.function])
            given = self.given
            types = FlatTypes([spec], [tool.function], bases, given.reading, given.names, used=[(tool.output,)])
            written = DeclarationText(types, [""], sync=self.given.sync)
            entry = {
                "name": spec.name,
                "call": call,
                "file": f"{self._folder}{module.replace('.', '/')}.py",
                "words": " ".join([first_sentence(spec), *spec.keywords, spec.category or ""]).strip(),
                "names": call,
                "signatures": written.compose({spec.name: "signatures"}).strip(),
                "full": written.compose({spec.name: "full"}).strip(),
            }
            entries.append(json_safe(json.dumps(entry, ensure_ascii=False)))
        body = ",\n    ".join(entries)
        return f'{{\n  "tools": [\n    {body}\n  ]\n}}\n'


def _of_tool(spec: ToolSpec, output: str | None) -> dict[str, object]:
    """Return what a template is given of one tool, as source."""
    server = "None" if spec.server is None else string(spec.server)
    return {"server": server, "tool": string(spec.tool), "output": output}
