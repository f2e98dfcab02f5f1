"""One tool as TypeScript: its types, its doc comment and its function, ready for a template."""

from __future__ import annotations

from typing import NamedTuple

from ...catalog import ToolSpec
from ..lock import Degraded
from ..text import ts_doc, ts_string
from ..types import STRING, UNKNOWN, Literal, Object, Reading, Ref, Type, TypeRequest, Union, translate
from .naming import ToolNames
from .types import print_declarations

# What a stub names besides its own types: a nested type so called would shadow it.
_RESERVED_TYPES = frozenset({"Function", "Promise", "call"})

_INPUT, _OUTPUT = "inputSchema", "outputSchema"


class Stub(NamedTuple):
    """The parts of a tool's file, all of them TypeScript text, and what its types could not say."""

    declarations: list[str]
    doc: str
    function: str
    parameters: str
    result: str
    arguments: str
    kind: str | None
    degraded: tuple[Degraded, ...]


def build_stub(spec: ToolSpec, names: ToolNames, reading: Reading) -> Stub:
    """Translate a tool's schemas and word its function under the settled `names`. Never raises on account of a spec."""
    requests = [TypeRequest(names.input, spec.input_schema, "input")]
    if spec.output_schema is not None:
        requests.append(TypeRequest(names.output, spec.output_schema, "output"))
    module = translate(requests, reading=reading, reserved=_RESERVED_TYPES | {names.function})
    optional = takes_nothing(module.declarations[0].type)
    arguments = [
        "null" if spec.server is None else ts_string(spec.server),
        ts_string(spec.tool),
        "input",
    ]
    kind = None if spec.output_schema is None else text_kind(module.declarations[1].type)
    if kind is not None:
        arguments.append(f'"{kind}"')
    return Stub(
        declarations=print_declarations(module),
        doc="\n".join(ts_doc(*told(spec))),
        function=names.function,
        parameters=f"input{'?' if optional else ''}: {names.input}",
        result="unknown" if spec.output_schema is None else names.output,
        arguments=", ".join(arguments),
        kind=kind,
        degraded=tuple(
            Degraded((_INPUT, _OUTPUT)[note.request], note.pointer, note.code, note.message)
            for note in module.notes
            if note.kind == "degraded"
        ),
    )


def told(spec: ToolSpec) -> tuple[list[str], list[str]]:
    """Return what is said of a function: raw blocks (description, usage hint), and raw tags for the catalog fields."""
    blocks = [spec.description or spec.title or "", spec.usage_hint or ""]
    tags: list[str] = []
    if spec.category:
        tags.append(f"@category {spec.category}")
    if spec.keywords:
        tags.append(f"@keywords {', '.join(spec.keywords)}")
    if spec.read_only:
        tags.append("@readOnly")
    if spec.plan_only:
        tags.append("@planOnly")
    deprecated = spec.extra.get("deprecated")
    if deprecated:
        tags.append(f"@deprecated {deprecated}" if isinstance(deprecated, str) else "@deprecated")
    return blocks, tags


def takes_nothing(type_: Type) -> bool:
    """Whether the empty object is of a type, so that a call may leave its argument out."""
    seen: set[int] = set()
    waiting = [type_]
    while waiting:
        one = waiting.pop()
        if one is UNKNOWN:
            return True
        if isinstance(one, Object):
            if not any(member.required for member in one.properties):
                return True
        elif isinstance(one, Union):
            waiting += one.members
        elif isinstance(one, Ref) and id(one.definition) not in seen:
            seen.add(id(one.definition))
            waiting.append(one.definition.type)
    return False


def text_kind(type_: Type) -> str | None:
    """Say how a result that is only text is to be read: as JSON if no value is a string, as text if every one is."""
    seen: set[int] = set()
    waiting = [type_]
    kinds: set[str | None] = set()
    while waiting:
        one = waiting.pop()
        if one is UNKNOWN:
            return None
        if isinstance(one, Union):
            waiting += one.members
        elif isinstance(one, Ref):
            if id(one.definition) not in seen:
                seen.add(id(one.definition))
                waiting.append(one.definition.type)
        else:
            is_text = one is STRING or (isinstance(one, Literal) and one.kind == "string")
            kinds.add("text" if is_text else "json")
    return kinds.pop() if len(kinds) == 1 else None
