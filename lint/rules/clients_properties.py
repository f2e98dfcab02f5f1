"""TC: property names that a client refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..examples import Example
from ..profiles import client
from ..rule import Problem, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..context import Context
    from ..nodes import Node


class _PropertyName(Rule):
    """A property whose name does not match the client's pattern."""

    severity = Severity.ERROR
    fold = 3
    keywords = ("properties",)
    help = "Rename the property, and map the name back in the server."
    top_level_only = False

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._client = client(self.clients[0])
        self._fits = self._client.pattern("property").fullmatch
        self._says = self._client.says("property")
        self._fine: set[str] = set()

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.slot == "output" or (self.top_level_only and node.parent is not None):
            return
        names = node.members("properties")
        if names.keys() <= self._fine:  # a list's tools share most of their names
            return
        for name in names:
            if self._fits(name):
                self._fine.add(name)
            else:
                message = f"{self._client.title} does not take the property name `{name}`: {self._says}"
                yield node.problem(message, "properties", name, key=True)


class AnthropicPropertyName(_PropertyName):
    code = "TC102"
    name = "anthropic-property-name"
    clients = ("anthropic", "claude-code")
    top_level_only = True
    what = "A top-level property of an input is not named with 1 to 64 letters, digits, `_`, `.` and `-`."
    why = "The API refuses the whole request. Names of nested properties are not looked at."
    source = "Claude Messages API; freee/freee-mcp issue 15, composio issue 2330."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nproperties:\n"
            "  注文: {type: string, maxLength: 40, description: The number of the order.}",
            wrap="input",
            at="/properties/注文",
            key=True,
            also=("TN", "TQ"),
        ),
    )
    good = (
        Example(
            "type: object\nadditionalProperties: false\nproperties:\n"
            "  order.id: {type: string, maxLength: 40, description: The number of the order.}",
            wrap="input",
            also=("TQ", "TN"),
        ),
    )


class GeminiPropertyName(_PropertyName):
    code = "TC302"
    name = "gemini-property-name"
    clients = ("gemini",)
    what = "A property of an input does not begin with a letter or `_`, or is not up to 64 letters, digits and `_`."
    why = "The API answers 400 for the whole request."
    source = "Vertex AI reference, Schema.properties."
    bad = (
        Example(
            "type: object\nproperties:\n  order-id: {type: string, maxLength: 40, description: The order's number.}",
            wrap="input",
            at="/properties/order-id",
            key=True,
            also=("TQ", "TN"),
        ),
    )
    good = (
        Example(
            "type: object\nproperties:\n  order_id: {type: string, maxLength: 40, description: The order's number.}",
            wrap="input",
            also=("TQ",),
        ),
    )
