"""TQ013–TQ015: what a strict house style asks of schemas; off by default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..edits import Fix, Insert
from ..examples import Example
from ..rule import Problem, Rule, Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Tool

_ORDER = "properties: {order: {type: string, maxLength: 9, description: Its number.}}"


class StrictAdditional(Rule):
    code = "TQ013"
    name = "strict-additional"
    severity = Severity.INFO
    off = True
    fix = Safety.UNSAFE
    keywords = ("type",)
    types = ("object",)
    what = "An object of an input has properties and does not say whether it takes further ones."
    why = "A misspelt argument is taken and ignored instead of refused."
    source = "Off: 117 of 117 tools of GitHub's list are so, and Gemini's `parameters` do not take the keyword."
    help = "Add `additionalProperties: false`."
    bad = (
        Example(
            f"type: object\n{_ORDER}",
            wrap="input",
            fixed=f"type: object\n{_ORDER}\nadditionalProperties: false",
        ),
    )
    good = (Example(f"type: object\nadditionalProperties: false\n{_ORDER}", wrap="input"),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        schema = node.schema
        if node.slot == "output" or not schema.get("properties") or not schema.keys().isdisjoint(_SAYS):
            return
        if self.context.is_refused("additionalProperties"):
            return
        fix = Fix.unsafe("add `additionalProperties: false`", Insert(node.at("additionalProperties"), False))
        yield node.problem(f"{node.where} does not say whether it takes further properties", fix=fix)


_SAYS = frozenset(
    ("additionalProperties", "unevaluatedProperties", "patternProperties", "allOf", "anyOf", "oneOf", "$ref")
)

_BOUNDS = {
    "string": frozenset(("maxLength", "enum", "const", "format", "pattern", "$ref", "allOf", "anyOf", "oneOf")),
    "array": frozenset(("maxItems", "prefixItems", "enum", "const", "$ref", "allOf", "anyOf", "oneOf")),
    "number": frozenset(("maximum", "exclusiveMaximum", "enum", "const", "$ref", "allOf", "anyOf", "oneOf")),
}
_BOUNDS["integer"] = _BOUNDS["number"]


class Unbounded(Rule):
    code = "TQ014"
    name = "unbounded"
    severity = Severity.INFO
    off = True
    keywords = ("type",)
    types = ("string", "array", "number", "integer")
    what = "A text, list or number of an input has no upper bound (`maxLength`, `maxItems`, `maximum`, or an enum …)."
    why = "A model in a loop, or somebody who steers it, can send what is larger than the server bears."
    source = "CWE-770; off: 535 places in GitHub's list of 117 tools."
    help = "Add the bound that the server has."
    bad = (Example("type: string\ndescription: The number.", wrap="property"),)
    good = (Example("type: string\nmaxLength: 9\ndescription: The number.", wrap="property"),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        schema = node.schema
        kind = schema["type"]
        bounds = _BOUNDS.get(kind) if isinstance(kind, str) else None
        if bounds is not None and node.slot == "input" and schema.keys().isdisjoint(bounds):
            yield node.problem(f"{node.where} has no upper bound")


class NoOutputSchema(Rule):
    code = "TQ015"
    name = "no-output-schema"
    severity = Severity.INFO
    off = True
    since = "2025-06-18"
    what = "A tool has no output schema."
    why = "Programs that call tools get text that they must guess how to read; generated types are `unknown`."
    source = "Tools page of MCP 2025-06-18 and later: outputSchema is optional. Off: most servers have none."
    help = "Declare what the tool returns, and return it as structured content."
    bad = (Example("name: get_order", without=("outputSchema",)),)
    good = (Example("name: get_order"),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if not tool.has_output and tool.shape in ("mcp", "manifest"):
            yield tool.problem("the tool has no output schema")
