"""The functions of a whole catalog for one flat text: their names, parameters and named types, settled together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ...catalog import ToolSpec
from ..hosts.estimate import estimate_tokens
from ..lock import Degraded
from ..names import Wish, settle
from ..types import NEVER, Declaration, Reading, Type, TypeRequest
from ..types.naming import pascal
from ..types.sharing import Root, Sharing
from .classes import Named, is_class
from .identifiers import Style, class_base, wish
from .reserved import KEYWORDS, MODULE_NAMES
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
        *,
        used: Sequence[tuple[str, ...]],
        wishes: Sequence[str] = (),
        taken: Collection[str] = (),
    ) -> None:
        """Translate every schema of `specs`; `functions` are their names, `bases` what their types begin with.

        `used` are, for each tool, the names that the body of its function uses: no parameter gets them. `bases` are
        unique; `wishes` may be shorter: what a type of a tool's that needs a name begins with. No type gets a name that
        is `taken`.
        """
        self._wishes = wishes or bases
        requests: list[TypeRequest] = []
        for spec, base in zip(specs, bases, strict=True):
            requests.append(TypeRequest(f"{base}Input", spec.input_schema, "input"))
            if spec.output_schema is not None:
                requests.append(TypeRequest(f"{base}Output", spec.output_schema, "output"))
        self.module = build_module(requests, reading, style, "typeddict", frozenset({*functions, "Tool"}))
        self._taken = frozenset(
            {*functions, *KEYWORDS, *MODULE_NAMES, "Awaitable", "Callable", "Never", "Tool", *taken}
        )
        self._sharings: dict[bool, Sharing] = {}
        notes: dict[int, list[Degraded]] = {}
        for note in self.module.notes:
            if note.kind == "degraded":
                of = "outputSchema" if requests[note.request].direction == "output" else "inputSchema"
                notes.setdefault(note.request, []).append(Degraded(of, note.pointer, note.code, note.message))
        self.tools: list[FlatTool] = []
        at = 0
        for spec, function, body in zip(specs, functions, used, strict=True):
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
            given = signature(root, self.module, style, body)
            self.tools.append(FlatTool(spec, function, given, output, tuple(degraded)))

    def _sharing(self, *, full: bool) -> Sharing:
        """Return how types are shared, with the comments of their members if `full`."""
        known = self._sharings.get(full)
        if known is None:
            roots: list[Root] = []
            for tool, wish in zip(self.tools, self._wishes, strict=True):
                roots += [Root(p.type, pascal(p.key)) for p in tool.signature.parameters]
                roots.append(Root(tool.signature.extra, f"{wish}Value"))
                if tool.output is not None:
                    roots.append(Root(tool.output.type, f"{wish}Output"))
            beside = self._sharing(full=False) if full else None
            known = Sharing(
                roots,
                docs=full,
                taken=self._taken,
                weigh=estimate_tokens,
                must=is_class,
                named_only=True,
                beside=beside,
            )
            self._sharings[full] = known
        return known

    def used(self, tools: Sequence[FlatTool], *, full: bool) -> list[Declaration]:
        """Return the named types that tools need, by name."""
        types: list[Type] = []
        for tool in tools:
            types += [p.type for p in tool.signature.parameters]
            types.append(tool.signature.extra)
            if tool.output is not None:
                types.append(tool.output.type)
        return self._sharing(full=full).used(types)

    def type(self, type_: Type, *, full: bool) -> Type:
        """Return what stands where a parameter, or a result, has a type."""
        return self._sharing(full=full).type(type_)


def space_classes(spaces: Collection[str]) -> dict[str, str]:
    """Return the class that stands for each package in a text, no two alike."""
    wishes = [Wish(space, class_base(space, space), first=False) for space in sorted(spaces)]
    return dict(zip(sorted(spaces), settle(wishes, taken=spaces), strict=True))


def type_bases(specs: Sequence[ToolSpec], functions: Sequence[str]) -> list[str]:
    """Return what the types of each function begin with, no two alike."""
    wishes = [
        Wish(spec.name, class_base(function, spec.name), first=False)
        for spec, function in zip(specs, functions, strict=True)
    ]
    return settle(wishes)
