"""TJ008–TJ010: references that lead nowhere, out of the document, or in a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from ...catalog.jsonschema import Document, Unresolved
from ..examples import Example
from ..rule import Problem, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...catalog.jsonschema import Target
    from ..nodes import Node
    from ..units import Tool

_LEAF = "$defs: {number: {type: string, maxLength: 9, description: A number.}}"
_HEAD = "type: object\nadditionalProperties: false"


class _Documents:
    """The schema documents of the tool that was asked for last, and what its references lead to: three rules ask."""

    def __init__(self) -> None:
        self._tool: Tool | None = None
        self._documents: dict[str, Document] = {}
        self._found: dict[tuple[int, str], Target | Unresolved | None] = {}
        self._has_ids = False

    def resolve(self, node: Node, keyword: str) -> Target | Unresolved | None:
        """Return what a reference of a schema leads to; None for what is no reference."""
        reference = node.schema.get(keyword)
        if not isinstance(reference, str):
            return None
        tool = node.tool
        if self._tool is not tool:
            self._tool = tool
            self._documents.clear()
            self._found.clear()
            self._has_ids = any("$id" in each.schema or "id" in each.schema for each in tool.nodes)
        key = (id(node.schema), keyword)
        if key not in self._found:
            self._found[key] = self._resolve(node, reference, keyword)
        return self._found[key]

    def _resolve(self, node: Node, reference: str, keyword: str) -> Target | Unresolved:
        document = self._documents.get(node.slot)
        if document is None:
            document = self._documents[node.slot] = Document(node.root.value)
        scope = document.scope
        chain: list[Node] = []
        at: Node | None = node if self._has_ids else None
        while at is not None:
            chain.append(at)
            at = at.parent
        for each in reversed(chain):
            scope = document.enter(cast("dict[str, object]", each.schema), scope)
        if keyword == "$dynamicRef":
            return document.resolve_dynamic(reference, scope)
        return document.resolve(reference, scope)


_SHARED = _Documents()


class _References(Rule):
    """A rule about references."""

    keywords = ("$ref", "$dynamicRef")


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
            found = _SHARED.resolve(node, keyword)
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
            found = _SHARED.resolve(node, keyword)
            if isinstance(found, Unresolved) and found.reason == "external":
                yield node.problem(f"{node.where}: `{found.reference}` is outside this schema", keyword)


class RefCycle(_References):
    code = "TJ010"
    name = "ref-cycle"
    severity = Severity.INFO
    worst = Severity.ERROR
    client_severity: ClassVar = {"gemini": Severity.WARNING}
    fold = 3
    what = (
        "A schema refers to itself, directly or through others (a tree, say). Reported once a schema. An error if "
        "nothing but references and combinators lie between, so that there is no value to go on with."
    )
    why = (
        "It is right, and clients that write references out (or a vendor's API does) fail on it or cut it off. A "
        "circle of nothing but references is never right: whoever checks a value runs round in it for ever."
    )
    source = (
        "JSON Schema 2020-12 core §9.4.1 allows it, and forbids endless recursion; Gemini's API limits it, converters "
        "of clients write refs out."
    )
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
        Example(
            f"{_HEAD}\nproperties: {{part: {{$ref: '#/$defs/part'}}}}\n$defs:\n"
            "  part: {$ref: '#/$defs/other', description: A part.}\n"
            "  other: {anyOf: [{$ref: '#/$defs/part'}, {type: string, maxLength: 9}]}",
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
        nodes = [node for node in tool.nodes if "$ref" in node.schema]
        for slot in ("input", "output") if nodes else ():
            arrows: list[tuple[Node, int]] = []
            for node in nodes:
                if node.slot == slot:
                    found = _SHARED.resolve(node, "$ref")
                    if found is not None and not isinstance(found, Unresolved):
                        arrows.append((node, id(found.schema)))
            first = _first_in_cycle(arrows)
            endless = None if first is None else _first_endless(arrows, [n for n in tool.nodes if n.slot == slot])
            if endless is not None:
                message = f"{endless.where} leads round in a circle of nothing but references: `{endless.text('$ref')}`"
                yield endless.problem(message, "$ref", severity=Severity.ERROR, help=_ENDLESS_HELP)
            elif first is not None:
                yield first.problem(f"{first.where} leads into a circle: `{first.text('$ref')}`", "$ref")


_ENDLESS_HELP = "Say in one of them what the value is; as they stand no value can be checked."
_IN_PLACE = frozenset(("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"))
"""Keywords whose schemas are about the same value, not about a part of it."""


def _first_endless(arrows: list[tuple[Node, int]], nodes: list[Node]) -> Node | None:
    """Return the first reference from which nothing but references and combinators lead on for ever, or None."""
    following: dict[int, set[int]] = {}
    for node, target in arrows:
        following.setdefault(id(node.value), set()).add(target)
    for node in nodes:
        if node.parent is not None and node.path[0] in _IN_PLACE:
            following.setdefault(id(node.parent.value), set()).add(id(node.value))
    endless = _circling(following)
    return next((node for node, _ in arrows if id(node.value) in endless), None)


def _first_in_cycle(arrows: list[tuple[Node, int]]) -> Node | None:
    """Return the first reference from which a circle is reached, or None; references name their targets by identity."""
    following: dict[int, set[int]] = {target: set() for _, target in arrows}
    for node, target in arrows:
        at: Node | None = node
        while at is not None:
            if id(at.value) in following:
                following[id(at.value)].add(target)
            at = at.parent
    circling = _circling(following)
    return next((node for node, target in arrows if target in circling), None)


def _circling(following: dict[int, set[int]]) -> set[int]:
    """Return what is part of a circle or leads to one: what is left when all that leads to nothing more is gone."""
    before: dict[int, list[int]] = {}
    left = {each: len(below) for each, below in following.items()}
    for each, below in following.items():
        for target in below:
            before.setdefault(target, []).append(each)
    ends = [each for each in (*left, *before) if not left.get(each)]
    while ends:
        end = ends.pop()
        left.pop(end, None)
        for each in before.pop(end, ()):
            left[each] -= 1
            if not left[each]:
                ends.append(each)
    return set(left)
