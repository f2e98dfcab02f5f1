"""The types of a whole catalog for one flat text: structures that tools share are said once, under one name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...catalog import ToolSpec
from ..lock import Degraded
from ..types import (
    NEVER,
    NO_DOC,
    Declaration,
    Definition,
    Doc,
    Reading,
    Ref,
    Type,
    TypeRequest,
    translate,
)
from ..types.bare import Bare, parts
from .naming import ToolNames
from .stub import takes_nothing, text_kind
from .types import print_type

WIDE = 1_000_000
"""Lines are not broken: in a prompt a line end and its indentation are tokens."""


class FlatTool(NamedTuple):
    """A tool in a flat text: what it takes and gives, and how a result that is only text is read."""

    spec: ToolSpec
    names: ToolNames
    input: Declaration
    output: Declaration | None
    optional: bool
    kind: str | None
    degraded: tuple[Degraded, ...]


class FlatTypes:
    """The tools of a catalog and the types that go by a name among them."""

    def __init__(
        self, specs: Sequence[ToolSpec], names: Sequence[ToolNames], reading: Reading, taken: set[str]
    ) -> None:
        """Translate every schema of `specs`; no nested type gets a name that is `taken`. `names` are unique."""
        requests: list[TypeRequest] = []
        where: list[tuple[int, int | None]] = []
        for spec, name in zip(specs, names, strict=True):
            at = len(requests)
            requests.append(TypeRequest(name.input, spec.input_schema, "input"))
            if spec.output_schema is not None:
                requests.append(TypeRequest(name.output, spec.output_schema, "output"))
            where.append((at, None if spec.output_schema is None else at + 1))
        functions = {name.function for name in names}
        module = translate(requests, reading=reading, reserved=taken | functions | {"Function", "Promise", "Tool"})
        self._named = {one.name: one for one in module.declarations}
        self._bare = self._merged(module.declarations)
        notes: dict[int, list[Degraded]] = {}
        for note in module.notes:
            if note.kind == "degraded":
                of = "outputSchema" if requests[note.request].direction == "output" else "inputSchema"
                found = Degraded(of, note.pointer, note.code, note.message)
                notes.setdefault(note.request, []).append(found)
        self.tools: list[FlatTool] = []
        for spec, name, (given, got) in zip(specs, names, where, strict=True):
            output = None if got is None else module.declarations[got]
            if output is not None and output.type is NEVER:
                output = None  # no value is of it: a call that gives one all the same is not to be refused for that
            self.tools.append(
                FlatTool(
                    spec,
                    name,
                    module.declarations[given],
                    output,
                    takes_nothing(module.declarations[given].type),
                    None if output is None else text_kind(output.type),
                    tuple(notes.get(given, [])) + tuple([] if got is None else notes.get(got, [])),
                )
            )

    @staticmethod
    def _merged(declarations: Sequence[Declaration]) -> Bare:
        """Return what takes comments off, when named types that then say the same have become one."""
        nested = [one for one in declarations if not one.is_root]
        definitions: dict[str, Definition] = {}
        for declared in declarations:
            waiting = [declared.type]
            while waiting:
                type_ = waiting.pop()
                if isinstance(type_, Ref):
                    definitions[type_.name] = type_.definition
                else:
                    waiting += parts(type_)
        same: dict[int, Definition] = {}
        bare = Bare()
        while True:
            # Each round merges what refers to what the round before merged.
            first: dict[str, str] = {}
            found: dict[int, Definition] = {}
            for declared in nested:
                text = print_type(bare.of(declared.type), width=WIDE)
                kept = first.setdefault(text, declared.name)
                if kept != declared.name and declared.name in definitions and kept in definitions:
                    found[id(definitions[declared.name])] = definitions[kept]
            if len(found) == len(same):
                return bare
            same = found
            bare = Bare(same)

    def used(self, tools: Sequence[FlatTool], *, full: bool) -> list[Declaration]:
        """Return the named types that tools refer to, by name: roots only where something refers to them."""
        waiting: list[Type] = []
        for tool in tools:
            waiting.append(tool.input.type)
            if tool.output is not None:
                waiting.append(tool.output.type)
        found: dict[str, Declaration] = {}
        while waiting:
            type_ = waiting.pop()
            if not full:
                type_ = self._bare.of(type_)
            if isinstance(type_, Ref):
                if type_.name not in found:
                    found[type_.name] = self._named[type_.name]
                    waiting.append(found[type_.name].type)
            else:
                waiting += parts(type_)
        return [found[name] for name in sorted(found)]

    def bare(self, type_: Type) -> Type:
        """Return a type without its comments."""
        return self._bare.of(type_)

    def text(self, declared: Declaration, *, full: bool, indent: int = 0) -> str:
        """Return a type as it stands in place, with the comments of its members if `full`."""
        return print_type(declared.type if full else self.bare(declared.type), indent=indent, width=WIDE)


def remarks(doc: Doc) -> list[str]:
    """Return what a doc says, raw: its text, then each tag."""
    found = [doc.summary] if doc is not NO_DOC and doc.summary else []
    return found + [f"@{tag.name} {tag.text}".rstrip() for tag in doc.tags]
