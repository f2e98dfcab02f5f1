"""Wrappers: the parameters, the docstring and the call of the function that stands for one tool."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ..text import WIDTH
from ..types import NEVER, UNKNOWN, Doc, Object, Primitive, Property, Ref, Type, Union
from ..types import Literal as Constant
from .annotations import laid_out, others, union_of
from .identifiers import Style, identifiers
from .remarks import joined, sentences
from .text import block, docstring, hanging, one_line, string

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...catalog import ToolSpec
    from .classes import Module, Named

Results: TypeAlias = Literal["validate", "trust"]


class Parameter(NamedTuple):
    """A keyword-only parameter: its identifier, the raw key that is sent, its type, and what is said of it."""

    name: str
    key: str
    type: Type
    required: bool
    doc: Doc


@dataclass(slots=True)
class Signature:
    """What a tool takes: parameters, required ones first, and `extra`, the type of further arguments (NEVER: none)."""

    parameters: list[Parameter] = field(default_factory=list[Parameter])
    extra: Type = NEVER

    def renamed(self) -> dict[str, str]:
        """Return the raw keys whose parameters are called otherwise, each with the parameter's name."""
        return {p.key: p.name for p in self.parameters if p.key != p.name}


def signature(root: Named, module: Module, style: Style, taken: tuple[str, ...]) -> Signature:
    """Return what a tool takes whose arguments have the type `root`.

    Arguments are an object, always (MCP). Where a schema leaves several, their members are joined: a parameter takes
    what it may be in any of them, and has to be given if all of them need it.
    """
    objects = _objects(root.type, module)
    if not objects:
        return Signature([], UNKNOWN)
    members = list(objects[0].properties) if len(objects) == 1 else _joined(objects)
    members = [m for m in members if m.type is not NEVER]
    members.sort(key=lambda m: not m.required)
    names = identifiers([m.key for m in members], style)
    if not set(taken).isdisjoint(names):
        names = identifiers([m.key for m in members], style, taken=taken)
    parameters = [Parameter(n, m.key, m.type, m.required, m.doc) for n, m in zip(names, members, strict=True)]
    return Signature(parameters, union_of(tuple(others(o) for o in objects)))


def _objects(type_: Type, module: Module) -> list[Object]:
    found: list[Object] = []
    seen: set[str] = set()
    todo = [type_]
    while todo:
        this = todo.pop()
        if isinstance(this, Object):
            found.append(this)
        elif isinstance(this, Union):
            todo.extend(reversed(this.members))
        elif isinstance(this, Ref) and this.name not in seen:
            seen.add(this.name)
            todo.append(module.by_name[this.name].type)
        elif this is UNKNOWN:
            return []
    return found


def _joined(objects: list[Object]) -> list[Property]:
    keys: dict[str, list[Property]] = {}
    for object_ in objects:
        for p in object_.properties:
            keys.setdefault(p.key, []).append(p)
    out: list[Property] = []
    for key, found in keys.items():
        types = [p.type for p in found]
        if len(found) < len(objects):
            # Where it is not named it may be what the others may be there.
            types += [others(o) for o in objects if all(p.key != key for p in o.properties)]
        required = len(found) == len(objects) and all(p.required for p in found)
        doc = next((p.doc for p in found if p.doc.summary), found[0].doc)
        out.append(Property(key, union_of(tuple(types)), required, doc))
    return out


def text_mode(type_: Type, module: Module) -> str | None:
    """Say what a lone text is where a result has this type: `text` itself, `json` to be parsed, or None: either."""
    kinds: set[bool] = set()
    seen: set[str] = set()
    todo = [type_]
    while todo:
        this = todo.pop()
        if isinstance(this, Union):
            todo.extend(this.members)
        elif isinstance(this, Ref):
            if this.name not in seen:
                seen.add(this.name)
                todo.append(module.by_name[this.name].type)
        elif isinstance(this, Constant):
            kinds.add(this.kind == "string")
        elif isinstance(this, Primitive):
            if this is UNKNOWN:
                return None
            if this is not NEVER:
                kinds.add(this.name == "string")
        else:
            kinds.add(False)
    if len(kinds) != 1:
        return None
    return "text" if kinds.pop() else "json"


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A function as it is emitted, and the names that it needs from the runtime and from `typing`."""

    source: str
    runtime: frozenset[str]
    typing: frozenset[str]


@dataclass(frozen=True, slots=True)
class WrapperParts:
    """All that a wrapper is made of, names and annotations settled."""

    spec: ToolSpec
    function: str
    signature: Signature
    annotation: Callable[[Type], str]
    returns: str
    returns_doc: Doc
    output: str | None
    mode: str | None
    recursive: bool
    sync: bool
    results: Results


def wrapper(parts: WrapperParts) -> Wrapper:
    """Return the source of a tool's function."""
    given = parts.signature
    runtime = {"call"}
    typing: set[str] = set()
    extra = ""
    lines: list[str] = []
    if given.extra is not NEVER:
        extra = extra_name(given)
        typing.add("Mapping")
        lines.append(f"{extra}: Mapping[str, {parts.annotation(given.extra)}] | None = None")
        lines.append("/")
    if given.parameters:
        lines.append("*")
    if any(not p.required for p in given.parameters):
        runtime |= {"OMIT", "Omit"}
    for p in given.parameters:
        text = parts.annotation(p.type)
        if p.required:
            lines.append(f"{p.name}: {laid_out(text, '    ', len(p.name) + 7, WIDTH)}")
        else:
            text = f"{text} | Omit"
            lines.append(f"{p.name}: {laid_out(text, '    ', len(p.name) + 14, WIDTH)} = OMIT")
    head = f"{'def' if parts.sync else 'async def'} {parts.function}("
    tail = f") -> {laid_out(parts.returns, '', 5, WIDTH)}:"
    flat = f"{head}{', '.join(lines)}{tail}"
    if "\n" in flat or len(flat) > WIDTH:
        flat = head + "".join(f"\n    {line}," for line in lines) + f"\n{tail}" if lines else head + tail
    body = [flat, *docstring(_doc(parts, extra), "    "), *_call(parts, extra)]
    return Wrapper("\n".join(body), frozenset(runtime), frozenset(typing))


def extra_name(given: Signature) -> str:
    """Return the name of the positional parameter for further arguments: keywords cannot meet it."""
    name = "extra" if given.parameters else "arguments"
    while any(p.name == name for p in given.parameters):
        name += "_"
    return name


def _call(parts: WrapperParts, extra: str) -> list[str]:
    entries = [f"{string(p.key)}: {p.name}" for p in parts.signature.parameters]
    if extra and not entries:
        sent = f"{extra} or {{}}"
    else:
        if extra:
            entries.insert(0, f"**({extra} or {{}})")
        sent = f"{{{', '.join(entries)}}}"
    server = "None" if parts.spec.server is None else string(parts.spec.server)
    arguments = [server, string(parts.spec.tool), sent]
    if parts.output is not None:
        arguments.append(parts.output)
        if parts.mode is not None:
            arguments.append(f'text="{parts.mode}"')
        if parts.results == "trust":
            arguments.append("trust=True")
        if parts.recursive:
            # An alias that names itself holds that name as a text, which has a meaning in its module only.
            arguments.append("module=__name__")
    head = "    return call(" if parts.sync else "    return await call("
    line = f"{head}{', '.join(arguments)})"
    if len(line) <= WIDTH:
        return [line]
    line = "        " + ", ".join(arguments)
    if len(line) <= WIDTH:
        return [head, line, "    )"]
    if len(sent) + 9 > WIDTH and entries:
        sent = "\n".join(["{", *(f"            {entry}," for entry in entries), "        }"])
    arguments[2] = sent
    return [head, *(f"        {a}," for a in arguments), "    )"]


def _doc(parts: WrapperParts, extra: str) -> list[str]:
    spec = parts.spec
    text = spec.description.strip() or spec.first_line.strip() or f"Call {one_line(spec.tool)}."
    lines = block(text, "    ")
    notes = " ".join(
        [*([spec.usage_hint.strip()] if spec.usage_hint else []), *(["Read-only."] if spec.read_only else [])]
    )
    if notes:
        lines += ["", *block(notes, "    ")]
    given = parts.signature
    if given.parameters or extra:
        lines += ["", "    Args:"]
        if extra:
            what = "Further arguments, by their keys." if given.parameters else "The arguments, by their keys."
            lines += hanging(extra, what, "        ")
        for p in given.parameters:
            lines += _argument(p.name, p.key, p.doc)
    lines += ["", "    Returns:"]
    said = sentences(parts.returns_doc)
    if not said:
        said = (
            "What the tool answers."
            if parts.output
            else "What the tool answers: data, text, or a list of content parts."
        )
    lines += block(said, "        ")
    lines += ["", "    Raises:", "        ToolError: The tool reported a failure."]
    if parts.output is not None and parts.results == "validate":
        lines += hanging(
            "ResultError", "The result is not what the tool's output schema says; the error has it.", "        "
        )
    return lines


@lru_cache(maxsize=4096)
def _argument(name: str, key: str, doc: Doc) -> tuple[str, ...]:
    """Return the lines of the docstring about one parameter; many tools have the same ones."""
    said = sentences(doc)
    if name != key:
        said = joined(said, f"Sent as {string(key)}.")
    return tuple(hanging(name, said, "        "))
