"""One tool as Python: what its module declares, imports and exports, ready for a template."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...catalog import ToolSpec
from ...catalog.jsonschema import escape_token
from ..lock import Degraded
from ..types import NEVER, NO_DOC, Reading, Type, TypeNote, TypeRequest, translate
from .annotations import Annotator
from .classes import Module, Named, reachable
from .identifiers import Style
from .naming import ToolNames
from .options import Models, PythonOptions
from .reserved import MODULE_NAMES
from .typeddicts import TypedDicts, in_circles
from .wrappers import Signature, Wrapper, WrapperParts, signature, text_mode, wrapper

_FIELDS = ("inputSchema", "outputSchema")
_KEYWORDS = frozenset({"False", "None", "True"})


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
    module = build_module(requests, options.reading, options.names, options.models, frozenset({names.function}))
    output = module.roots[1] if spec.output_schema is not None else None
    # A parameter may be called as its function is, `search(search=…)`: nothing in the body names that one.
    given = signature(module.roots[0], module, options.names, (names.output,))
    start: list[Type] = [p.type for p in given.parameters]
    if given.extra is not NEVER:
        start.append(given.extra)
    if output is not None:
        start.append(output.type)
    types = reachable(start, module.by_name)
    if output is not None and output not in types:
        types.append(output)
    return Tool(spec, names, module, output, types, given, module.notes)


def build_module(
    requests: Sequence[TypeRequest],
    reading: Reading,
    style: Style,
    models: Models,
    reserved: frozenset[str] = frozenset(),
) -> Module:
    """Translate the schemas of one module and hoist their objects into classes under settled names."""
    reserved = MODULE_NAMES | _KEYWORDS | reserved
    translated = translate(requests, reading=reading, reserved=reserved)
    return Module(translated, style, reserved, utf8=models == "pydantic")


@dataclass(frozen=True, slots=True)
class Stub:
    """The parts of a tool's file, all of them Python text."""

    imports: list[list[str]]
    exports: list[str]
    declarations: list[str]
    function: str
    properties: dict[str, str]


def stub(tool: Tool, options: PythonOptions, dots: str, *, beside_models: bool = False) -> Stub:
    """Word a tool with TypedDicts. `dots` lead from its package to the runtime.

    `beside_models`: in a tree of pydantic models, which reads no TypedDict of `typing` before Python 3.12.
    """
    annotator = Annotator(exact_integers=options.reading == "literal")
    declarations = TypedDicts(annotator).print(tool.types)
    recursive = bool(in_circles([named for named in tool.types if not named.is_class]))
    made = wrapper_of(tool, options, annotator.print, recursive=recursive)
    names = Names(standard=annotator.used | made.typing, runtime=set(made.runtime))
    if tool.output is None or tool.output.type is NEVER:
        names.standard.add("Any")
    if beside_models and "TypedDict" in names.standard:
        names.standard.remove("TypedDict")
        names.extensions.add("TypedDict")
    return Stub(names.imports(dots), exports(tool), declarations, made.source, renamed(tool))


@dataclass(slots=True)
class Names:
    """The names that a module imports, by where they come from."""

    standard: set[str] = field(default_factory=set[str])
    extensions: set[str] = field(default_factory=set[str])
    runtime: set[str] = field(default_factory=set[str])
    values: set[str] = field(default_factory=set[str])
    fields: bool = False

    def imports(self, dots: str) -> list[list[str]]:
        """Return the import statements in their groups."""
        values = self.values | (self.standard & {"Never"})
        groups = [
            [
                *_from("collections.abc", self.standard & {"Mapping", "Sequence"}),
                *_from("typing", self.standard - {"Mapping", "Sequence", "Never"}),
            ],
            [*_from("pydantic", {"Field"} if self.fields else set()), *_from("typing_extensions", self.extensions)],
            [*_from(f"{dots}_runtime", self.runtime), *_from(f"{dots}_values", values)],
        ]
        return [group for group in groups if group]


def _from(module: str, names: set[str]) -> list[str]:
    return [f"from {module} import {', '.join(sorted(names))}"] if names else []


def exports(tool: Tool) -> list[str]:
    """Return what a tool's package offers of it."""
    return [tool.names.function] if tool.output is None else [tool.output.name, tool.names.function]


def wrapper_of(tool: Tool, options: PythonOptions, annotation: Callable[[Type], str], *, recursive: bool) -> Wrapper:
    """Return the function of a tool, its types printed by `annotation`; see `WrapperParts` for `recursive`."""
    output = tool.output
    return wrapper(
        WrapperParts(
            spec=tool.spec,
            function=tool.names.function,
            signature=tool.signature,
            annotation=annotation,
            returns="Any" if output is None or output.type is NEVER else output.name,
            returns_doc=NO_DOC if output is None else output.doc,
            output=None if output is None else output.name,
            mode=None if output is None else text_mode(output.type, tool.module),
            recursive=recursive,
            sync=options.sync,
            results=options.results,
        )
    )


def renamed(tool: Tool, *, fields: bool = False) -> dict[str, str]:
    """Return what was renamed, for the lock: parameters by the pointers of their properties, fields by `Class/key`."""
    pointer = f"/{_FIELDS[0]}/properties/"
    found = {pointer + escape_token(key): name for key, name in tool.signature.renamed().items()}
    if fields:
        for named in tool.types:
            if named.is_class:
                found |= {f"{named.name}/{escape_token(key)}": name for key, name in named.renamed().items()}
    return found
