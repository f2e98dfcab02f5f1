"""One tool as Python: what its module declares, imports and exports, ready for a template."""

from __future__ import annotations

from dataclasses import dataclass

from ...catalog import ToolSpec
from ...catalog.jsonschema import escape_token
from ..lock import Degraded
from ..types import NEVER, NO_DOC, Type, TypeNote, TypeRequest, translate
from .annotations import Annotator
from .classes import Module, Named, reachable
from .naming import ToolNames
from .options import PythonOptions
from .reserved import MODULE_NAMES
from .typeddicts import TypedDicts
from .wrappers import Signature, WrapperParts, signature, text_mode, wrapper

_FIELDS = ("inputSchema", "outputSchema")
_KEYWORDS = frozenset({"False", "None", "True"})
_TYPING = frozenset({"Any", "Literal", "NotRequired", "TypeAlias", "TypedDict", "Union", "Annotated"})


@dataclass(slots=True)
class Tool:
    """A tool whose types are built: its named types, of which `types` are to be emitted, and what it takes."""

    spec: ToolSpec
    names: ToolNames
    module: Module
    output: Named | None
    types: list[Named]
    signature: Signature
    notes: tuple[TypeNote, ...]

    def degraded(self) -> tuple[Degraded, ...]:
        """Return the parts of the schemas whose types say less than they."""
        return tuple(
            Degraded(_FIELDS[note.request], note.pointer, note.code, note.message)
            for note in self.notes
            if note.kind == "degraded"
        )


def build(spec: ToolSpec, names: ToolNames, options: PythonOptions) -> Tool:
    """Translate a tool's schemas and settle every name of its module. Never raises on account of a spec."""
    requests = [TypeRequest(names.input, spec.input_schema, "input")]
    if spec.output_schema is not None:
        requests.append(TypeRequest(names.output, spec.output_schema, "output"))
    reserved = MODULE_NAMES | _KEYWORDS | {names.function}
    translated = translate(requests, reading=options.reading, reserved=reserved)
    module = Module(translated, options.names, reserved)
    output = module.roots[1] if spec.output_schema is not None else None
    given = signature(module.roots[0], module, options.names, (names.function, names.output))
    start: list[Type] = [p.type for p in given.parameters]
    if given.extra is not NEVER:
        start.append(given.extra)
    if output is not None:
        start.append(output.type)
    types = reachable(start, module.by_name)
    if output is not None and output not in types:
        types.append(output)
    return Tool(spec, names, module, output, types, given, translated.notes)


@dataclass(frozen=True, slots=True)
class Stub:
    """The parts of a tool's file, all of them Python text."""

    imports: list[list[str]]
    exports: list[str]
    declarations: list[str]
    function: str
    properties: dict[str, str]


def stub(tool: Tool, options: PythonOptions, dots: str) -> Stub:
    """Word a tool with TypedDicts. `dots` lead from its package to the runtime."""
    annotator = Annotator(exact_integers=options.reading == "literal")
    declarations = TypedDicts(annotator).print(tool.types)
    parts = WrapperParts(
        spec=tool.spec,
        function=tool.names.function,
        signature=tool.signature,
        annotation=annotator.print,
        returns=tool.output.name if tool.output is not None else "Any",
        returns_doc=tool.output.doc if tool.output is not None else NO_DOC,
        output=tool.output.name if tool.output is not None else None,
        mode=text_mode(tool.output.type, tool.module) if tool.output is not None else None,
        sync=options.sync,
        results=options.results,
    )
    made = wrapper(parts)
    used = annotator.used
    if tool.output is None:
        used.add("Any")
    standard: list[str] = []
    if "Mapping" in made.typing:
        standard.append("from collections.abc import Mapping")
    typing = sorted(used & _TYPING)
    if typing:
        standard.append(f"from typing import {', '.join(typing)}")
    ours = [f"from {dots}_runtime import {', '.join(sorted(made.runtime))}"]
    if "Never" in used:
        ours.append(f"from {dots}_values import Never")
    exports = [tool.names.function] if tool.output is None else [tool.output.name, tool.names.function]
    return Stub([g for g in (standard, ours) if g], exports, declarations, made.source, renamed(tool))


def renamed(tool: Tool) -> dict[str, str]:
    """Return what was renamed, for the lock: parameters by the pointers of their properties."""
    pointer = f"/{_FIELDS[0]}/properties/"
    return {pointer + escape_token(key): name for key, name in tool.signature.renamed().items()}
