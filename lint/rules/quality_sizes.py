"""TQ011, TQ012, TQ016: tools that ask for much, or cost much."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..examples import Example
from ..rule import Problem, Rule, Severity
from ..sizes import may_exceed, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..context import Context
    from ..nodes import Node
    from ..units import File, Tool


class TooManyParams(Rule):
    code = "TQ011"
    name = "too-many-params"
    severity = Severity.INFO
    fold = 3
    options: ClassVar = {"top": 15, "depth": 4}
    what = "A tool has more than 15 parameters at the top (`top`), or its objects nest more than four levels (`depth`)."
    why = "Models leave out or confuse some of many, and write deep structures badly."
    source = "Custom; the vendors' guides advise few and flat parameters."
    help = "Split the tool, group what is rarely used, or flatten the structure."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nproperties:\n"
            + "".join(
                f"  part{number}: {{type: string, maxLength: 9, description: Its part {number} of 16.}}\n"
                for number in range(16)
            ),
            at="/properties",
            key=True,
            wrap="input",
        ),
    )
    good = (
        Example(
            "type: object\nadditionalProperties: false\n"
            "properties: {order: {type: string, maxLength: 9, description: Its number.}}",
            wrap="input",
        ),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        count = len(tool.properties)
        if count > self.option("top"):
            problem = tool.schema_problem(f"the tool has {count} parameters", "properties")
            problem = _at_key(problem)
            yield problem
        limit = self.option("depth")
        if tool.depth <= limit:
            return
        levels: dict[int, int] = {}
        for node in tool.nodes:
            if node.slot == "output" or node.parent is None:
                levels[id(node)] = 0
                continue
            level = levels[id(node)] = levels[id(node.parent)] + (node.path[0] == "properties")
            if level > limit:
                yield node.problem(f"{node.where} is {level} levels deep in the input", key=True)
                return


def _at_key(problem: Problem) -> Problem:
    from dataclasses import replace

    return replace(problem, key=True)


class TokenHeavy(Rule):
    code = "TQ012"
    name = "token-heavy"
    severity = Severity.WARNING
    fold = 3
    options: ClassVar = {"tool": 1_500, "set": 0}
    what = (
        "A tool is estimated at more than 1,500 tokens (`tool`), or all tools together at more than a budget of yours "
        "(`set`; none by default), with the ten largest. Counted are name, description and input schema as compact "
        "JSON, four bytes of UTF-8 a token: right to about a fifth for English, too low for scripts such as Chinese."
    )
    why = "Each request pays for every tool that is offered, and crowded contexts make models choose worse."
    source = "Custom; the largest tool of GitHub's list has about 1,800 tokens, the mean is 300."
    help = "Shorten descriptions, share parts in `$defs`, split the tool, or disclose it progressively."
    bad = (
        Example(
            f"description: Return one order of the shop. {'It has lines. ' * 450}Use it for a known number.",
            also=("TD", "TC"),
            at="",
        ),
        Example(
            "description: Return one order of the shop. Use it when you know its number.",
            options={"rules": {"token-heavy": {"set": 20}}},
            also=("TD",),
        ),
    )
    good = (Example("description: Return one order of the shop. Use it when you know its number.", also=("TD",)),)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._sizes: list[tuple[int, str]] = []

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        limit = self.option("tool")
        if not self.option("set") and not may_exceed(tool, limit):
            return
        tokens = tokens_of(tool)
        self._sizes.append((tokens, tool.catalog_name))
        if tokens > limit:
            yield tool.problem(f"the tool is about {tokens:,} tokens, {limit:,} are advised")

    def check_catalog(self, files: Sequence[File]) -> Iterator[Problem]:
        total, limit = sum(tokens for tokens, _ in self._sizes), self.option("set")
        if limit and total > limit:
            largest = sorted(self._sizes, reverse=True)[:10]
            shown = ", ".join(f"{name} {tokens:,}" for tokens, name in largest)
            message = f"all tools are about {total:,} tokens, the budget is {limit:,}; the largest: {shown}"
            yield files[0].problem(message)


class EnumLarge(Rule):
    code = "TQ016"
    name = "enum-large"
    severity = Severity.INFO
    keywords = ("enum",)
    fold = 3
    options: ClassVar = {"max": 50}
    what = "An `enum` of an input has more than 50 values (`max`)."
    why = "All are read with each request, and vendors bound how many values a request may have."
    source = "OpenAI guide on structured outputs (1,000 values in all); custom."
    help = "Take a text with a pattern, or a tool that looks the value up."
    bad = (
        Example(
            f"type: string\nmaxLength: 9\ndescription: The colour.\nenum: [{', '.join(f'c{n}' for n in range(51))}]",
            at="/enum",
            wrap="property",
        ),
    )
    good = (Example("type: string\nmaxLength: 9\ndescription: The colour.\nenum: [red, blue]", wrap="property"),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        count = len(node.items("enum"))
        if count > self.option("max") and node.slot == "input":
            yield node.problem(f"{node.where} has {count} values", "enum")
