"""TQ009, TQ010: parameters of one server that are named or typed unlike each other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...catalog.pointers import join
from ..examples import Example
from ..parameters import kinds_of, listed
from ..patterns import later
from ..rule import Confidence, Problem, Rule, Severity
from ..words import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..units import File, Tool

_STYLES = (
    ("snake_case", later(r"[a-z0-9]+(?:_[a-z0-9]+)+")),
    ("kebab-case", later(r"[a-z0-9]+(?:-[a-z0-9]+)+")),
    ("camelCase", later(r"[a-z]+[0-9]*(?:[A-Z]+[a-z0-9]*)+")),
    ("PascalCase", later(r"[A-Z]+[a-z0-9]+(?:[A-Z]+[a-z0-9]*)*")),
)
"""Ways to join words. One word in lower case fits all but the last, so it counts for none."""

_LEAST = 5
_MINORITY = 5


def _example(*tools: tuple[str, str]) -> str:
    """Return a list of tools that have these properties (as YAML flow) in their input."""
    return "tools:\n" + "".join(
        f"- name: {name}\n  description: Return {name.replace('_', ' ')} of the shop. Use it daily.\n"
        f"  inputSchema: {{type: object, additionalProperties: false, properties: {{{properties}}}}}\n"
        for name, properties in tools
    )


def _text(*names: str) -> str:
    return ", ".join(f"{name}: {{type: string, maxLength: 9, description: A part of it.}}" for name in names)


class ParamStyleMixed(Rule):
    code = "TQ009"
    name = "param-style-mixed"
    severity = Severity.INFO
    what = (
        "Of five or more names of parameters that show a style (snake_case, camelCase …), fewer than a fifth use "
        "another one than the rest of the server. Names of one word fit any. One finding a file."
    )
    why = "Models write names from memory, and get the odd one wrong."
    source = "Custom; a fixed rule for snake_case (agent-friend) flags whole servers that are at one with themselves."
    help = "Rename the odd ones, or live with it where the API behind has such names."
    bad = (
        Example(
            _example(("get_order", _text("order_id", "shop_id", "line_no", "sub_total", "tax_rate", "dueDate"))),
            at="/tools/0/inputSchema/properties/dueDate",
            key=True,
            wrap=None,
            also=("TC", "TQ", "TA"),
        ),
    )
    good = (
        Example(
            _example(("get_order", _text("orderId", "shopId", "lineNo", "subTotal", "taxRate", "dueDate"))),
            wrap=None,
            also=("TC", "TQ", "TA"),
        ),
    )

    def check_file(self, file: File) -> Iterator[Problem]:
        first: dict[str, tuple[Tool, str]] = {}
        for tool in file.tools:
            for name in tool.properties:
                if name not in first and (style := _style(name)) is not None:
                    first[name] = (tool, style)
        counts = Counter(style for _, style in first.values())
        if counts.total() < _LEAST:
            return
        usual, _ = counts.most_common(1)[0]
        odd = [name for name, (_, style) in first.items() if style != usual]
        if odd and len(odd) * _MINORITY < counts.total():
            tool, style = first[odd[0]]
            message = f"{listed(odd)}: {style} among {counts[usual]} names in {usual}"
            yield _at_property(tool, odd[0], message, key=True)


def _style(name: str) -> str | None:
    return next((style for style, pattern in _STYLES if pattern.fullmatch(name)), None)


def _at_property(tool: Tool, name: str, message: str, *, key: bool = False) -> Problem:
    from dataclasses import replace

    problem = tool.schema_problem(message, "properties", name)
    return replace(problem, key=key, pointer=join(tool.input_pointer, "properties", name))


_VAGUE = word_set("""
    id ids value values data filter filters options option type types name names content contents body query
    input inputs output items item fields field params parameters args arguments payload config configuration
    settings properties metadata key keys path paths file files text message messages source target from to
    labels label tags tag sort order status state attributes object json format range position index variables
    headers include exclude operation operations result results document documents update updates command
    message model mode action description columns column rows row size width height color style formula timeout
    limit version reference references element elements scope scopes where select expand start end date time
    priority schedule template url urls method kind role roles permissions users user members member groups
    group
""")
"""Names that mean something else in each tool."""


class ParamTypeDiffers(Rule):
    code = "TQ010"
    name = "param-type-differs"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    what = (
        "A parameter with a telling name is of one type in one tool and of another in a second tool of the same server "
        "(number against text, list against text; null aside, integers count as numbers). Names that fit anything "
        "(id, value, data, filter …) are passed over. Reported once for each name."
    )
    why = "A model that has learnt one form uses it for both, and the call fails."
    source = "Custom: no other linter looks; found in two of 36 published servers, seven names."
    help = "Take the same type everywhere, or give the parameter another name."
    bad = (
        Example(
            _example(
                ("get_hours", "order_id: {type: integer, minimum: 1, maximum: 9, description: Its number.}"),
                ("get_lines", "order_id: {type: integer, minimum: 1, maximum: 9, description: Its number.}"),
                ("get_parts", _text("order_id")),
            ),
            at="/tools/2/inputSchema/properties/order_id",
            wrap=None,
            also=("TC", "TQ015", "TA"),
        ),
    )
    good = (
        Example(
            _example(
                ("get_bill", "order_id: {type: integer, minimum: 1, maximum: 9, description: Its number.}"),
                ("get_order", "order_id: {type: [integer, 'null'], minimum: 1, maximum: 9, description: Its number.}"),
            ),
            wrap=None,
            also=("TC", "TQ015", "TA"),
        ),
    )

    def check_file(self, file: File) -> Iterator[Problem]:
        found: dict[tuple[str | None, str], list[tuple[Tool, frozenset[str]]]] = {}
        for tool in file.tools:
            for name, schema in tool.properties.items():
                if name.lower() not in _VAGUE and (kinds := kinds_of(schema)):
                    found.setdefault((tool.server, name), []).append((tool, kinds))
        for (_, name), uses in found.items():
            counts = Counter(kinds for _, kinds in uses)
            if len(counts) < 2:
                continue
            usual, _ = counts.most_common(1)[0]
            odd = [(tool, kinds) for tool, kinds in uses if not kinds & usual]
            if odd:
                tool, kinds = odd[0]
                other = next(other for other, kinds in uses if kinds == usual)
                message = f"`{name}` is {_say(kinds)} here and {_say(usual)} in `{other.name}`"
                more = f" ({len(odd)} against {len(uses) - len(odd)} tools)" if len(uses) > 2 else ""
                yield _at_property(tool, name, message + more)


def _say(kinds: frozenset[str]) -> str:
    return " or ".join(sorted(kinds))
