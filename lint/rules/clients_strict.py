"""TC203: the subset of JSON Schema that OpenAI's strict mode takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..edits import Fix, Insert
from ..examples import Example
from ..profiles import client
from ..rule import Problem, Rule, Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..context import Context
    from ..nodes import Node
    from ..units import Tool

_ID = "properties: {id: {type: string, maxLength: 9, description: The number of the order.}}"


class OpenAIStrict(Rule):
    code = "TC203"
    name = "openai-strict"
    severity = Severity.ERROR
    clients = ("openai-strict",)
    portable = False
    fix = Safety.UNSAFE
    what = (
        "An input is not within strict mode's subset: every object has `additionalProperties: false` and requires all "
        "its properties (an optional one is nullable), no root `anyOf`, no `allOf`, `oneOf`, `not`, `if` …, at most "
        "5,000 properties, 10 levels and 1,000 enum values."
    )
    why = "The API answers 400 for a tool with `strict: true`."
    source = "OpenAI guide on structured outputs, supported schemas."
    help = "Bring the schema into the subset, or send the tool with `strict: false`."
    bad = (
        Example(
            f"type: object\nrequired: [id]\n{_ID}",
            wrap="input",
            also=("TQ013",),
            fixed=f"type: object\nrequired: [id]\n{_ID}\nadditionalProperties: false",
        ),
        Example(f"type: object\nadditionalProperties: false\n{_ID}", wrap="input", at="/properties/id", key=True),
    )
    good = (Example(f"type: object\nadditionalProperties: false\nrequired: [id]\n{_ID}", wrap="input"),)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        profile = client("openai-strict")
        self._refused = profile.words("strict", "without")
        self._limits = {
            key: profile.number("strict", key) or 0 for key in ("max_properties", "max_depth", "max_enum_values")
        }

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        properties = values = 0
        deepest: Node | None = None
        for node in tool.nodes:
            if node.slot == "output":
                continue
            yield from self._in_node(node)
            properties += node.property_name is not None
            values += len(node.items("enum"))
            deepest = node if deepest is None or _level(node) > _level(deepest) else deepest
        root = tool.root()
        if root is None:
            return
        if properties > self._limits["max_properties"]:
            yield root.problem(
                f"strict mode takes at most {self._limits['max_properties']:,} properties: {properties:,}"
            )
        if values > self._limits["max_enum_values"]:
            yield root.problem(f"strict mode takes at most {self._limits['max_enum_values']:,} enum values: {values:,}")
        if deepest is not None and _level(deepest) > self._limits["max_depth"]:
            yield deepest.problem(f"strict mode takes at most {self._limits['max_depth']} levels: {_level(deepest)}")

    def _in_node(self, node: Node) -> Iterator[Problem]:
        schema = node.schema
        for keyword in self._refused:
            if keyword in schema:
                yield node.problem(f"strict mode does not take `{keyword}`", keyword, key=True)
        if node.parent is None and "anyOf" in schema:
            yield node.problem("strict mode does not take `anyOf` at the root", "anyOf", key=True)
        if "object" in node.types or "properties" in schema:
            if "additionalProperties" not in schema:
                is_refused = self.context.is_refused("additionalProperties")
                insert = Insert(node.at("additionalProperties"), False)
                fix = None if is_refused else Fix.unsafe("add `additionalProperties: false`", insert)
                yield node.problem(f"strict mode wants `additionalProperties: false` in {node.where}", fix=fix)
            elif schema["additionalProperties"] is not False:
                message = f"strict mode wants `additionalProperties: false` in {node.where}"
                yield node.problem(message, "additionalProperties")
            required = set(map(str, node.items("required")))
            for name in node.members("properties"):
                if name not in required:
                    message = f"strict mode wants `{name}` to be required; make it nullable if it is optional"
                    yield node.problem(message, "properties", name, key=True)


def _level(node: Node) -> int:
    """Return how many objects and arrays stand around a schema."""
    level = 0
    up: Node | None = node
    while up is not None:
        level += bool(up.path) and up.path[0] in ("properties", "items", "prefixItems", "additionalProperties")
        up = up.parent
    return level
