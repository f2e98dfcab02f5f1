"""TC1: what Anthropic's API and Claude Code accept of a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..examples import Example
from ..rule import Problem, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node


class AnthropicRootCombinator(Rule):
    code = "TC103"
    name = "anthropic-root-combinator"
    severity = Severity.ERROR
    clients = ("anthropic", "claude-code")
    keywords = ("oneOf", "anyOf", "allOf")
    what = "The root of an input schema has `oneOf`, `anyOf` or `allOf`."
    why = "The API refuses the whole request, though MCP 2026-07-28 allows it; a session with such a tool is lost."
    source = "anthropics/claude-code issues 5973 and 45106, makenotion/notion-mcp-server issue 341."
    help = "Put the properties of all cases into one object, and say in the description which belong together."
    bad = (
        Example(
            "type: object\nproperties: {}\nanyOf: [{required: [a]}, {required: [b]}]",
            at="/anyOf",
            key=True,
            wrap="input",
            also=("TJ", "TC", "TQ"),
        ),
    )
    good = (
        Example(
            "anyOf: [{type: string}, {type: integer}]\ndescription: Number or name.", wrap="property", also=("TC", "TQ")
        ),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.parent is None and node.slot == "input":
            for keyword in self.keywords:
                if node.has(keyword):
                    yield node.problem(f"Claude refuses `{keyword}` at the root of an input schema", keyword, key=True)
