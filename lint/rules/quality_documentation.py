"""TQ001, TQ002, TD005: parameters of which nothing is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..examples import Example
from ..parameters import OPAQUE_PERCENT, is_echo, is_opaque, is_undocumented, listed, says_nothing, share_opaque
from ..rule import Problem, Rule, Severity
from ..units import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Tool

_HEAD = "type: object\nadditionalProperties: false\nproperties:\n"
_PAPER = "arXiv 2602.14878 (smells of 856 tools: opaque parameters)"


class ParamUndocumented(Rule):
    code = "TQ001"
    name = "param-undocumented"
    severity = Severity.WARNING
    fold = 3
    what = (
        "A parameter, at any depth, has no description: neither of its own, nor of what it refers to, nor a line "
        "(`name: …`) or a word in backquotes in the tool's. One finding a tool. Constants are fine; where most of a "
        "tool's parameters are so, TD005 says it."
    )
    why = "A model guesses from the name what to give, in which form, and guesses wrong."
    source = f"{_PAPER}; the vendors' guides to tool use ask for a description of each parameter."
    help = "Say what it is, in which form, and where to get it."
    bad = (
        Example(
            f"{_HEAD}  order: {{type: string, maxLength: 9, description: Its number.}}\n"
            "  region: {type: string, maxLength: 9}",
            at="/properties/region",
            key=True,
            wrap="input",
        ),
        Example(
            f"{_HEAD}  lines:\n    type: array\n    maxItems: 9\n    description: What was bought.\n"
            "    items: {type: object, additionalProperties: false, properties: {sku: {type: string, maxLength: 9}}}",
            at="/properties/lines/items/properties/sku",
            key=True,
            wrap="input",
        ),
    )
    good = (
        Example(
            f"{_HEAD}  order: {{$ref: '#/$defs/order'}}\n"
            "$defs: {order: {type: string, maxLength: 9, description: Its number.}}",
            wrap="input",
            also=("TC",),
        ),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if is_opaque(tool):  # TD005 asks, too
            return
        # This runs over every schema: what is quick to tell comes first.
        found = [
            node
            for node in tool.nodes
            if node.property_name is not None
            and node.slot == "input"
            and ((said := node.schema.get("description")).__class__ is not str or not as_text(said).strip())
            and is_undocumented(node)
        ]
        if not found:
            return
        names = list(dict.fromkeys(node.property_name or "" for node in found))
        verb = "has" if len(names) == 1 else "have"
        yield found[0].problem(f"{listed(names)} {verb} no description", key=True)


class ParamEcho(Rule):
    code = "TQ002"
    name = "param-echo"
    severity = Severity.INFO
    fold = 3
    keywords = ("description",)
    what = "The description of a parameter has the words of its name and no others (articles aside)."
    why = "It costs tokens and says nothing."
    source = f"{_PAPER}; 8 such parameters in GitHub's own list of 117 tools."
    help = "Say what the name does not: the form, the unit, where the value comes from."
    bad = (
        Example(
            f"{_HEAD}  order: {{type: string, maxLength: 9, description: Its number.}}\n"
            "  region_id: {type: string, maxLength: 9, description: The region ID}",
            at="/properties/region_id/description",
            wrap="input",
        ),
    )
    good = (
        Example(
            f"{_HEAD}  region_id: {{type: string, maxLength: 9, description: The region ID as the shop prints it.}}",
            wrap="input",
        ),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        name = node.property_name
        if name is None or node.slot == "output":
            return
        if is_echo(name, node.text("description")) and not is_opaque(node.tool):
            yield node.problem(f"the description of `{name}` only repeats its name", "description")


class OpaqueParameters(Rule):
    code = "TD005"
    name = "opaque-parameters"
    severity = Severity.WARNING
    fold = 3
    what = (
        f"Of three or more parameters at the top of a tool, more than {OPAQUE_PERCENT} % have no description, or one "
        "that only repeats the name. TQ001 and TQ002 then say nothing of that tool."
    )
    why = "A model has only names to go by, and calls with wrong or made-up values."
    source = f"{_PAPER}."
    help = "Describe the parameters, those first whose values are not obvious."
    bad = (
        Example(
            f"{_HEAD}  order: {{type: string, maxLength: 9, description: Its number.}}\n"
            "  region: {type: string, maxLength: 9}\n  shop: {type: string, maxLength: 9, description: The shop}",
            at="/properties",
            key=True,
            wrap="input",
        ),
    )
    good = (
        Example(
            f"{_HEAD}  order: {{type: string, maxLength: 9, description: Its number.}}\n"
            "  region: {type: string, maxLength: 9, description: Two letters such as EU.}\n"
            "  shop: {type: string, maxLength: 9}",
            wrap="input",
            also=("TQ001",),
        ),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if not is_opaque(tool):
            return
        opaque, count = share_opaque(tool)
        names = [name for name, node in tool.input_properties() if says_nothing(name, node)]
        message = f"{opaque} of {count} parameters are not described: {listed(names)}"
        root = tool.root()
        if root is not None:
            yield root.problem(message, "properties", key=True)
