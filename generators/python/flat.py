"""The functions of a whole catalog for one flat text: their names, parameters and named types, settled together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ...catalog import ToolSpec
from ..lock import Degraded
from ..names import Wish, settle
from ..types import NEVER, NO_DOC, Reading, Type, TypeRequest
from ..types.bare import Bare
from .classes import Named, reachable
from .identifiers import Style, class_base, wish
from .stub import build_module
from .wrappers import Signature, signature


class FlatTool(NamedTuple):
    """A tool in a flat text: its function, what that takes, and the type of its result (None: anything)."""

    spec: ToolSpec
    function: str
    signature: Signature
    output: Named | None
    degraded: tuple[Degraded, ...]


def flat_names(specs: Sequence[ToolSpec], style: Style, taken: Collection[str]) -> list[str]:
    """Return a function name for each tool, its server in front; one that is `taken` gets `call_` before it."""
    wishes: list[Wish] = []
    for spec in specs:
        raw = spec.tool if spec.server is None else f"{spec.server}_{spec.tool}"
        name = wish(raw, style, "tool")
        wishes.append(Wish(spec.name, f"call_{name}" if name in taken else name, first=False))
    return settle(wishes, taken=taken)


class FlatTypes:
    """The tools of a catalog, and the types that go by a name among them."""

    def __init__(
        self,
        specs: Sequence[ToolSpec],
        functions: Sequence[str],
        bases: Sequence[str],
        reading: Reading,
        style: Style,
    ) -> None:
        """Translate every schema of `specs`; `functions` are their names, `bases` what their types begin with."""
        requests: list[TypeRequest] = []
        for spec, base in zip(specs, bases, strict=True):
            requests.append(TypeRequest(f"{base}Input", spec.input_schema, "input"))
            if spec.output_schema is not None:
                requests.append(TypeRequest(f"{base}Output", spec.output_schema, "output"))
        self.module = build_module(requests, reading, style, "typeddict", frozenset({*functions, "Tool"}))
        self._bare = Bare()
        notes: dict[int, list[Degraded]] = {}
        for note in self.module.notes:
            if note.kind == "degraded":
                of = "outputSchema" if requests[note.request].direction == "output" else "inputSchema"
                notes.setdefault(note.request, []).append(Degraded(of, note.pointer, note.code, note.message))
        self.tools: list[FlatTool] = []
        at = 0
        for spec, function in zip(specs, functions, strict=True):
            root = self.module.roots[at]
            degraded = notes.get(at, [])
            output = None
            at += 1
            if spec.output_schema is not None:
                output = self.module.roots[at]
                degraded = [*degraded, *notes.get(at, [])]
                at += 1
            if output is not None and output.type is NEVER:
                output = None
            given = signature(root, self.module, style, (function,))
            self.tools.append(FlatTool(spec, function, given, output, tuple(degraded)))

    def used(self, tools: Sequence[FlatTool]) -> list[Named]:
        """Return the named types that tools need, by name; a result's own only where it is a class."""
        start: list[Type] = []
        own: list[Named] = []
        for tool in tools:
            start += [p.type for p in tool.signature.parameters]
            start.append(tool.signature.extra)
            if tool.output is not None:
                start.append(tool.output.type)
                if tool.output.is_class:
                    own.append(tool.output)
        found = {named.name: named for named in [*reachable(start, self.module.by_name), *own]}
        return [found[name] for name in sorted(found)]

    def bare(self, named: Named) -> Named:
        """Return a named type without comments."""
        return Named(named.name, self._bare.of(named.type), NO_DOC, named.is_root, named.request, named.fields)


def type_bases(specs: Sequence[ToolSpec], functions: Sequence[str]) -> list[str]:
    """Return what the types of each function begin with, no two alike."""
    wishes = [
        Wish(spec.name, class_base(function, spec.name), first=False)
        for spec, function in zip(specs, functions, strict=True)
    ]
    return settle(wishes)
