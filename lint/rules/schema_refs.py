"""TJ008–TJ010: references that lead nowhere, out of the document, or in a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from ...catalog.jsonschema import Document, Unresolved, pointer_of
from ..examples import Example
from ..rule import Problem, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...catalog.jsonschema import Target
    from ..context import Context
    from ..nodes import Node
    from ..units import Tool

_LEAF = "$defs: {number: {type: string, maxLength: 9, description: A number.}}"
_HEAD = "type: object\nadditionalProperties: false"


class _Documents:
    """The schema document of the root that was asked for last: the references of one tool come one after another."""

    def __init__(self) -> None:
        self._root: object = None
        self._document: Document | None = None

    def resolve(self, node: Node, keyword: str) -> Target | Unresolved | None:
        """Return what a reference of a schema leads to; None for what is no reference."""
        reference = node.schema.get(keyword)
        if not isinstance(reference, str):
            return None
        root = node.root.value
        if self._document is None or self._root is not root:
            self._root, self._document = root, Document(root)
        document = self._document
        scope = document.scope
        chain: list[Node] = []
        at: Node | None = node
        while at is not None:
            chain.append(at)
            at = at.parent
        for each in reversed(chain):
            scope = document.enter(cast("dict[str, object]", each.schema), scope)
        if keyword == "$dynamicRef":
            return document.resolve_dynamic(reference, scope)
        return document.resolve(reference, scope)


class _References(Rule):
    """A rule about references."""

    keywords = ("$ref", "$dynamicRef")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._documents = _Documents()


class RefDangling(_References):
    code = "TJ008"
    name = "ref-dangling"
    severity = Severity.ERROR
    what = "A `$ref` or `$dynamicRef` names a place within the schema that is not there, or is no schema."
    why = "Validators raise, generators stop, vendors refuse the request: nothing can be said of the value."
    source = "JSON Schema 2020-12 core §8.2.3; MCP 2026-07-28, JSON Schema usage: what cannot be resolved is rejected."
    help = "Add the definition, or correct the pointer (`#/$defs/…`, with `~1` for `/` in a name)."
    bad = (
        Example(
            f"{_HEAD}\nproperties: {{order: {{$ref: '#/$defs/nope'}}}}\n{_LEAF}",
            at="/properties/order/$ref",
            wrap="input",
            also=("TC", "TQ"),
        ),
    )
    good = (
        Example(f"{_HEAD}\nproperties: {{order: {{$ref: '#/$defs/number'}}}}\n{_LEAF}", wrap="input", also=("TC",)),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        for keyword in self.keywords:
            found = self._documents.resolve(node, keyword)
            if found is None:
                continue
            if isinstance(found, Unresolved):
                if found.reason == "dangling":
                    message = f"{node.where}: `{found.reference}` names nothing in the schema"
                    yield node.problem(message, keyword)
            elif not isinstance(found.schema, (dict, bool)):
                yield node.problem(f"{node.where}: `{node.text(keyword)}` names something that is no schema", keyword)


class RefExternal(_References):
    code = "TJ009"
    name = "ref-external"
    severity = Severity.ERROR
    what = "A `$ref` or `$dynamicRef` leads out of the schema: to a web address, a file, another document."
    why = "Clients must not fetch it, so that the schema stays incomplete; a client that does is led where you say."
    source = "MCP 2026-07-28, JSON Schema usage: external references are not dereferenced automatically."
    help = "Copy the definition into `$defs` and refer to it there."
    bad = (
        Example(
            f"{_HEAD}\nproperties: {{order: {{$ref: 'https://shop.io/order.json'}}}}",
            at="/properties/order/$ref",
            wrap="input",
            also=("TC", "TQ"),
        ),
    )
    good = (
        Example(f"{_HEAD}\nproperties: {{order: {{$ref: '#/$defs/number'}}}}\n{_LEAF}", wrap="input", also=("TC",)),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        for keyword in self.keywords:
            found = self._documents.resolve(node, keyword)
            if isinstance(found, Unresolved) and found.reason == "external":
                yield node.problem(f"{node.where}: `{found.reference}` is outside this schema", keyword)


class _Arrow(NamedTuple):
    """A reference: where it stands, and what it names, as pointers within the schema."""

    node: Node
    at: str
    to: str


class RefCycle(_References):
    code = "TJ010"
    name = "ref-cycle"
    severity = Severity.INFO
    client_severity: ClassVar = {"gemini": Severity.WARNING}
    fold = 3
    what = "A schema refers to itself, directly or through others (a tree, say). Reported once a schema."
    why = "It is right, and clients that write references out (or a vendor's API does) fail on it or cut it off."
    source = "JSON Schema 2020-12 core §9.4.1 allows it; Gemini's API limits it, converters of clients write refs out."
    help = "Nothing, if your clients can do it; else spell out two levels, or take a list with parent numbers."
    bad = (
        Example(
            f"{_HEAD}\nproperties: {{part: {{$ref: '#/$defs/part'}}}}\n$defs:\n  part:\n    type: object\n"
            "    description: A part with its parts.\n    additionalProperties: false\n"
            "    properties: {part: {$ref: '#/$defs/part'}}",
            at="/properties/part/$ref",
            wrap="input",
            also=("TC",),
        ),
    )
    good = (
        Example(f"{_HEAD}\nproperties: {{order: {{$ref: '#/$defs/number'}}}}\n{_LEAF}", wrap="input", also=("TC",)),
    )
    keywords = ()

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        for slot in ("input", "output"):
            arrows: list[_Arrow] = []
            base = len(tool.input_pointer if slot == "input" else tool.output_pointer)
            for node in tool.nodes:
                if node.slot == slot and "$ref" in node.schema:
                    found = self._documents.resolve(node, "$ref")
                    if found is not None and not isinstance(found, Unresolved):
                        arrows.append(_Arrow(node, node.pointer[base:], pointer_of(found.path)))
            if arrows:
                first = _first_in_cycle(arrows)
                if first is not None:
                    yield first.problem(f"{first.where} leads into a circle: `{first.text('$ref')}`", "$ref")


def _first_in_cycle(arrows: list[_Arrow]) -> Node | None:
    """Return the first reference from which a circle is reached, or None."""
    targets = {arrow.to for arrow in arrows}
    if len(targets) * len(arrows) > 100_000:
        return None
    below = {
        to: {each.to for each in arrows if not to or each.at == to or each.at.startswith(f"{to}/")} for to in targets
    }
    # What leads to nothing more is no part of a circle; what is left when all such are gone is, or leads to one.
    while True:
        ends = [to for to, following in below.items() if not following & below.keys()]
        if not ends:
            break
        for to in ends:
            del below[to]
    return next((arrow.node for arrow in arrows if arrow.to in below), None)
