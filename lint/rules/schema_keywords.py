"""TJ016, TJ018–TJ020: keywords that are missing, without effect, unusual, or too many."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar

from ..edits import Fix, Insert, Remove, Replace
from ..examples import Example
from ..rule import BOOLEAN, Problem, Rule, Safety, Severity
from ..sizes import compact_size, most_size
from ..slips import is_misspelt_in
from ..words import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Tool

_LIST = "type: array\ndescription: The tags.\nmaxItems: 9"
_COUNT = "type: integer\ndescription: How many.\nminimum: 0\nmaximum: 9"


class ArrayNoItems(Rule):
    code = "TJ016"
    name = "array-no-items"
    severity = Severity.WARNING
    client_severity: ClassVar = {
        "openai": Severity.ERROR,
        "openai-strict": Severity.ERROR,
        "vscode": Severity.ERROR,
    }
    fix = Safety.UNSAFE
    types = ("array",)
    keywords = ("type",)
    fold = 3
    what = (
        "An array says nothing of its items: neither `items` nor `prefixItems` nor `contains`, and no reference or "
        "combinator that could."
    )
    why = "VS Code does not load such a tool and OpenAI refuses the request; a model does not know what to put in."
    source = "microsoft/vscode issue 246119, mcp-digitalocean issue 265; JSON Schema itself allows it."
    help = "Say what stands in the array; `items: {}` allows anything."
    bad = (Example(_LIST, wrap="property", also=("TC", "TQ"), fixed=f"{_LIST}\nitems: {{}}"),)
    good = (Example(f"{_LIST}\nitems: {{type: string, maxLength: 9}}", wrap="property"),)

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return keys.isdisjoint(_SAYS_ITEMS)

    def check_node(self, node: Node) -> Iterator[Problem]:
        if "array" in node.types:
            is_misspelt = is_misspelt_in("items", node.schema)
            fix = None if is_misspelt else Fix.unsafe("add `items: {}`", Insert(node.at("items"), {}))
            yield node.problem(f"{node.where} has an array that says nothing of its items", fix=fix)


_SAYS_ITEMS = frozenset(("items", "prefixItems", "contains", "$ref", "allOf", "anyOf", "oneOf", "enum", "const"))

_FOR: dict[str, frozenset[str]] = {
    **dict.fromkeys(word_set("minLength maxLength pattern contentEncoding contentMediaType"), frozenset(("string",))),
    **dict.fromkeys(
        word_set("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"), frozenset(("number", "integer"))
    ),
    **dict.fromkeys(
        word_set("""
        items prefixItems additionalItems unevaluatedItems minItems maxItems uniqueItems contains minContains
        maxContains
        """),
        frozenset(("array",)),
    ),
    **dict.fromkeys(
        word_set("""
        properties patternProperties additionalProperties unevaluatedProperties propertyNames minProperties
        maxProperties dependentRequired dependentSchemas dependencies required
        """),
        frozenset(("object",)),
    ),
}
"""Keywords that only speak of values of some types, and of which."""

_HOLDS_SCHEMAS = word_set("""
    items prefixItems additionalItems unevaluatedItems contains properties patternProperties additionalProperties
    unevaluatedProperties propertyNames dependentSchemas dependencies required dependentRequired
""")
_TYPES = word_set("string number integer boolean object array null")


class KeywordTypeClash(Rule):
    code = "TJ018"
    name = "keyword-type-clash"
    severity = Severity.WARNING
    fix = Safety.SAFE
    keywords = tuple(_FOR)
    what = (
        "A keyword stands beside a `type` of which it says nothing: `minLength` at an integer, `properties` at an "
        "array. Mended where the keyword is a mere bound."
    )
    why = "It has no effect: a bound is not checked, or the type is not the one that was meant."
    source = "JSON Schema 2020-12 validation §6: each of these keywords speaks of values of one type only."
    help = "Correct the type, or leave the keyword out."
    bad = (
        Example(f"{_COUNT}\nmaxLength: 9", at="/maxLength", key=True, wrap="property", also=("TC",), fixed=_COUNT),
        Example(
            f"{_LIST}\nitems: {{type: string, maxLength: 9}}\nproperties: {{}}",
            at="/properties",
            key=True,
            wrap="property",
            also=("TC",),
        ),
    )
    good = (Example("type: [string, 'null']\nmaxLength: 9\ndescription: The number.", wrap="property", also=("TC",)),)

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return "type" in keys and (kind is None or any(kind not in _FOR[key] for key in keys & _FOR.keys()))

    def check_node(self, node: Node) -> Iterator[Problem]:
        schema = node.schema
        kinds = frozenset(node.types)
        if not kinds or not kinds <= _TYPES:
            return
        for keyword in schema:
            wanted = _FOR.get(keyword)
            if wanted is None or wanted & kinds or isinstance(schema[keyword], bool):
                continue
            fix = None if keyword in _HOLDS_SCHEMAS else Fix.safe("leave it out", Remove(node.at(keyword)))
            said = " or ".join(node.types)
            yield node.problem(f"{node.where}: `{keyword}` says nothing of type {said}", keyword, key=True, fix=fix)


_USUAL = frozenset(
    ("additionalProperties", "unevaluatedProperties", "additionalItems", "unevaluatedItems", "items", "not", "else")
)
"""Where a boolean schema is everyday usage: closing objects and lists (`not: true` and such are somebody's joke)."""


class BooleanSubschema(Rule):
    code = "TJ019"
    name = "boolean-subschema"
    severity = Severity.INFO
    client_severity: ClassVar = {"claude-code": Severity.WARNING}
    fix = Safety.UNSAFE
    fold = 3
    keywords = (BOOLEAN,)
    what = "`true` or `false` stands where a schema object is usual: as a property, a definition, a member of `anyOf` …"
    why = "It is right, and clients that walk over schemas expect objects there: some drop the tool or crash."
    source = "JSON Schema 2020-12 core §4.3.2 allows it; modelcontextprotocol/inspector issue 1005."
    help = "Write `{}` for `true` and `{not: {}}` for `false`, or better what the value is."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nproperties: {data: true}",
            at="/properties/data",
            wrap="input",
            also=("TC", "TQ", "TD"),
            fixed="type: object\nadditionalProperties: false\nproperties: {data: {}}",
        ),
    )
    good = (Example("type: object\nadditionalProperties: true\nproperties: {}", wrap="input", also=("TC",)),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.parent is None or node.path[0] in _USUAL:
            return
        value: dict[str, object] = {} if node.value else {"not": {}}
        word = "true" if node.value else "false"
        fix = Fix.unsafe("write it as an object", Replace(node.pointer, value))
        yield node.problem(f"{node.where}: `{word}` stands where clients expect a schema object", fix=fix)


class SchemaTooBig(Rule):
    code = "TJ020"
    name = "schema-too-big"
    severity = Severity.WARNING
    options: ClassVar = {"depth": 10, "subschemas": 1_000, "bytes": 65_536}
    what = (
        "A schema nests more than 10 schemas deep (`depth`), has more than 1,000 of them (`subschemas`) or more than "
        "64 KiB as compact JSON (`bytes`). The other rules look at it all the same (up to 100,000 schemas)."
    )
    why = "Clients bound what they take: beyond, they drop the tool or refuse the request, and the model pays for it."
    source = "MCP 2026-07-28, JSON Schema usage: clients should bound depth and size; OpenAI's ten levels."
    help = "Flatten it, share parts in `$defs`, or split the tool."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nproperties: {order: {description: Its number., "
            + "anyOf: [{" * 10
            + "type: string, maxLength: 9"
            + "}]" * 10
            + "}}",
            at="/properties/order" + "/anyOf/0" * 10,
            wrap="input",
            also=("TC", "TQ"),
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
        limit, most, size = self.option("depth"), self.option("subschemas"), self.option("bytes")
        nodes = tool.nodes
        if tool.depth <= limit and len(nodes) <= most and most_size(tool) <= size:
            return
        for slot in ("input", "output"):
            own = [node for node in nodes if node.slot == slot]
            if not own:
                continue
            deepest = max(own, key=_depth)
            if deepest.depth > limit:
                yield deepest.problem(f"the {slot} schema is {deepest.depth} schemas deep, {limit} are portable")
            found = compact_size(own[0].value)
            if len(own) > most:
                message = f"the {slot} schema has {len(own):,} subschemas, {most:,} are portable"
                yield tool.schema_problem(message, slot=slot)
            elif found > size:
                yield tool.schema_problem(f"the {slot} schema has {found:,} bytes, {size:,} are portable", slot=slot)


_depth = attrgetter("depth")
