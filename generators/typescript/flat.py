"""The types of a whole catalog for one flat text: structures that tools share are said once, under one name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...catalog import ToolSpec
from ..hosts.estimate import estimate_tokens
from ..lock import Degraded
from ..types import (
    NEVER,
    NO_DOC,
    Declaration,
    Doc,
    Reading,
    Type,
    TypeRequest,
    translate,
)
from ..types.sharing import Root, Sharing
from .compact import compact
from .naming import ToolNames
from .stub import takes_nothing, text_kind

_LIBRARY = """
    Array ArrayBuffer Awaited BigInt Boolean Capitalize DataView Date Error Exclude Extract Function Generator Infinity
    InstanceType Intl Iterable Iterator JSON Lowercase Map Math NaN NonNullable Number Object Omit Parameters Partial
    Pick Promise PromiseLike PropertyDescriptor PropertyKey Proxy Readonly ReadonlyArray Record Reflect RegExp Required
    ReturnType Set String Symbol ThisType Uint8Array Uncapitalize Uppercase WeakMap WeakRef WeakSet
"""
RESERVED_TYPES = frozenset({"CallToolResult", "Tool", *_LIBRARY.split()})
"""What a flat text names besides its own types, and what the language has: one of those so called would hide it, or be
refused, since the text is no module."""

_LEAST = 24
"""What a tool takes is said where the tool is, unless it is long and several take it."""


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
        self,
        specs: Sequence[ToolSpec],
        names: Sequence[ToolNames],
        reading: Reading,
        taken: set[str],
        wishes: Sequence[ToolNames] | None = None,
    ) -> None:
        """Translate every schema of `specs`; no type gets a name that is `taken`.

        `names` are unique; `wishes` may be shorter: what the type of a whole input or output is called, if it has to
        have a name.
        """
        self._wishes = wishes or names
        requests: list[TypeRequest] = []
        where: list[tuple[int, int | None]] = []
        for spec, name in zip(specs, names, strict=True):
            at = len(requests)
            requests.append(TypeRequest(name.input, spec.input_schema, "input"))
            if spec.output_schema is not None:
                requests.append(TypeRequest(name.output, spec.output_schema, "output"))
            where.append((at, None if spec.output_schema is None else at + 1))
        functions = {name.function for name in names}
        module = translate(requests, reading=reading, reserved=taken | functions | RESERVED_TYPES)
        self._taken = taken | functions | RESERVED_TYPES
        self._sharings: dict[bool, Sharing] = {}
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

    def _sharing(self, *, full: bool) -> Sharing:
        """Return how types are shared, with the comments of their members if `full`."""
        known = self._sharings.get(full)
        if known is None:
            roots: list[Root] = []
            for tool, wish in zip(self.tools, self._wishes, strict=True):
                roots.append(Root(tool.input.type, wish.input, _LEAST))
                if tool.output is not None:
                    roots.append(Root(tool.output.type, wish.output))
            beside = self._sharing(full=False) if full else None
            known = Sharing(roots, docs=full, taken=self._taken, weigh=estimate_tokens, beside=beside)
            self._sharings[full] = known
        return known

    def used(self, tools: Sequence[FlatTool], *, full: bool) -> list[Declaration]:
        """Return the named types that tools refer to, by name."""
        types: list[Type] = []
        for tool in tools:
            types.append(tool.input.type)
            if tool.output is not None:
                types.append(tool.output.type)
        return self._sharing(full=full).used(types)

    def text(self, declared: Declaration, *, full: bool) -> str:
        """Return the type of a tool's input or output as it stands in place, with its members' comments if `full`."""
        return compact(self._sharing(full=full).type(declared.type))


def remarks(doc: Doc) -> list[str]:
    """Return what a doc says, raw: its text, then each tag."""
    found = [doc.summary] if doc is not NO_DOC and doc.summary else []
    return found + [f"@{tag.name} {tag.text}".rstrip() for tag in doc.tags]
