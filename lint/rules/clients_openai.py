"""TC2: what OpenAI's APIs accept of a tool."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..edits import Fix, Insert
from ..examples import Example
from ..rule import Problem, Rule, Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Tool

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class OpenAIName(Rule):
    code = "TC201"
    name = "openai-name"
    severity = Severity.ERROR
    clients = ("openai",)
    what = "A tool's name does not match `[a-zA-Z0-9_-]{1,64}`."
    why = "The API refuses the whole request for one such name, so every other tool is lost with it."
    source = "openai/codex issue 8174: dotted names are legal in MCP and refused by the Responses API."
    help = "Use letters, digits, `_` and `-` only, at most 64."
    bad = (Example("name: files.read", at="/name", also=("TC",)),)
    good = (Example("name: files_read"),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.name and not _NAME.fullmatch(tool.name):
            yield tool.problem(f"OpenAI refuses the name `{tool.name}`", "name")


class OpenAIArrayItems(Rule):
    code = "TC202"
    name = "openai-array-items"
    severity = Severity.ERROR
    clients = ("openai",)
    keywords = ("type",)
    fix = Safety.SAFE
    what = "An array says nothing of its items, or an object at the root has no `properties`."
    why = "The API answers 400 `array schema missing items` for the whole request."
    source = "apify/actors-mcp-server 36, bnb-chain/bnbchain-mcp 68."
    help = "Add `items` (`items: {}` allows anything)."
    bad = (
        Example("type: array\ndescription: Tags.", wrap="property", also=("TJ", "TQ", "TC"), at=""),
        Example(
            "type: object",
            wrap="input",
            also=("TJ", "TQ", "TC"),
            fixed="type: object\nproperties: {}",
        ),
    )
    good = (Example("type: array\nitems: {type: string}\ndescription: The tags.", wrap="property", also=("TQ",)),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        schema = node.schema
        if "array" in node.types and "items" not in schema and "prefixItems" not in schema:
            yield node.problem(f"OpenAI refuses {node.where}: an array without `items`")
        elif node.parent is None and schema.get("type") == "object" and "properties" not in schema:
            fix = Fix.safe("add `properties: {}`", Insert(node.at("properties"), {}))
            yield node.problem("OpenAI refuses an object without `properties` at the root", fix=fix)
