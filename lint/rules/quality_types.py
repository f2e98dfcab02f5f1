"""TQ004, TQ007, TQ008: types that are wider than what is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..edits import Fix, Replace
from ..examples import Example
from ..parameters import is_condition, is_restated
from ..rule import EVERY, Confidence, Problem, Rule, Safety, Severity
from ..words import name_words, word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..context import Context
    from ..nodes import Node
    from ..units import File

_WHOLE = word_set("page limit count offset index line port year number lines pages")
_NOT_WHOLE = word_set("price amount credit spend rate weight score time speed budget memory cpu random version")


class NumberForInteger(Rule):
    code = "TQ004"
    name = "number-for-integer"
    severity = Severity.INFO
    confidence = Confidence.MEDIUM
    fix = Safety.UNSAFE
    keywords = ("type",)
    types = ("number",)
    what = (
        "A parameter of type `number` has a name that counts or numbers (page, limit, count, offset, index, line, "
        "port, year, …Id, …Number). Reported once for each name in a file."
    )
    why = "A model may send 1.5 or 10.0, and a server that takes integers refuses it."
    source = "76 of 117 tools in GitHub's list at one time; JSON Schema 2020-12 validation §6.1.1 (`integer`)."
    help = "Write `type: integer`."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nproperties:\n"
            "  page: {type: number, minimum: 1, maximum: 9, description: The page to return.}",
            at="/properties/page/type",
            wrap="input",
            fixed="type: object\nadditionalProperties: false\nproperties:\n"
            "  page: {type: integer, minimum: 1, maximum: 9, description: The page to return.}",
        ),
    )
    good = (Example("type: number\nminimum: 0\nmaximum: 9\ndescription: The weight in kilograms.", wrap="property"),)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._found: dict[tuple[int, str], list[Node]] = {}

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return kind == "number"

    def check_node(self, node: Node) -> Iterable[Problem]:
        path = node.path
        if node.slot == "input" and len(path) == 2 and path[0] == "properties":
            name = str(path[1])
            if _counts(name) and _is_whole(node):
                # Told at the end, when it is known how many there are.
                self._found.setdefault((id(node.tool.file), name), []).append(node)
        return ()

    def check_catalog(self, files: Sequence[File]) -> Iterator[Problem]:
        for (_, name), nodes in self._found.items():
            tools = len({id(node.tool) for node in nodes})
            more = f" (in {tools} tools)" if tools > 1 else ""
            fix = Fix.unsafe("write `integer`", *(Replace(node.at("type"), "integer") for node in nodes))
            yield nodes[0].problem(f"`{name}` is a number, its name says integer{more}", "type", fix=fix)


def _counts(name: str) -> bool:
    words = name_words(name)
    if not words or not _NOT_WHOLE.isdisjoint(words):
        return False
    return words[-1] in _WHOLE or (words[-1] == "id" and len(words) > 1)


def _is_whole(node: Node) -> bool:
    """Whether nothing in the schema says that there are fractions."""
    for keyword in ("default", "minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"):
        value = node.number(keyword)
        if value is not None and value % 1:
            return False
    return "enum" not in node.schema and "format" not in node.schema


_SAYS_MORE = frozenset(
    """
    properties patternProperties additionalProperties unevaluatedProperties propertyNames anyOf oneOf allOf $ref
    $dynamicRef enum const if required
    """.split()  # noqa: SIM905
)


class ObjectOpaque(Rule):
    code = "TQ007"
    name = "object-opaque"
    severity = Severity.INFO
    keywords = ("type",)
    types = ("object",)
    fold = 3
    what = (
        "An object within an input has neither `properties` nor `additionalProperties`, so that nothing is said of "
        "what is in it. `additionalProperties: true` says that anything is meant."
    )
    why = "A model makes up keys; strict modes of vendors take such an object for an empty one."
    source = "OpenAI guide on structured outputs (objects without properties); custom."
    help = "Declare the properties, the schema of all values (`additionalProperties`), or that anything goes."
    bad = (Example("type: object\ndescription: The filter.", wrap="property", also=("TQ013", "TC")),)
    good = (
        Example(
            "type: object\ndescription: The labels.\nadditionalProperties: {type: string, maxLength: 9}",
            wrap="property",
            also=("TC",),
        ),
    )

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return kind == "object" and keys.isdisjoint(_SAYS_MORE)

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.parent is not None and node.slot == "input" and not is_condition(node):
            yield node.problem(f"{node.where} is an object of which nothing more is said")


_TYPES_ELSEWHERE = frozenset(
    """
    type enum const anyOf oneOf allOf not if $ref $dynamicRef $recursiveRef properties items prefixItems
    """.split()  # noqa: SIM905
)
_ANYTHING = ("any ", "anything", "arbitrary", "json", "value", "whatever", "either", "string or", "or array", " or ")


class Typeless(Rule):
    code = "TQ008"
    name = "typeless"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    fold = 3
    keywords = (EVERY,)
    what = (
        "A parameter has no type, and no enum, const, combinator or reference in its place. Passed over where the "
        "description says that any value will do (any, value, JSON, `x or y`)."
    )
    why = "A model does not know whether a number or a text is wanted; Gemini and strict modes refuse the schema."
    source = "Gemini API reference, Schema (`type` is required); OpenAI guide on structured outputs."
    help = "Say the type; several are a list, `type: [string, number]`."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nproperties: {order: {description: The number of the order.}}",
            at="/properties/order",
            wrap="input",
            also=("TC",),
        ),
    )
    good = (
        Example("description: The number.\nenum: [1, 2]", wrap="property", also=("TC",)),
        Example("description: Any JSON value to keep with the order.", wrap="property", also=("TC",)),
    )

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return keys.isdisjoint(_TYPES_ELSEWHERE)

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.slot == "output" or node.property_name is None:
            return
        if "default" in node.schema and node.schema["default"] is None:
            return  # how generators write a parameter of any type that may be absent
        if is_condition(node) or is_restated(node):
            return
        said = node.text("description").lower()
        if any(word in said for word in _ANYTHING) or "value" in name_words(node.property_name):
            return
        yield node.problem(f"nothing says of what type {node.where} is")
