"""TC: schemas that a client refuses, or reads otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog.jsonschema import Dialect, dialect_of
from ..edits import Fix, Insert, Remove, Rename
from ..examples import Example
from ..nodes import MOST_KINDS
from ..profiles import client
from ..rule import Problem, Rule, Safety, Severity
from ..slips import is_misspelt_in
from ..units import as_object

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..context import Context
    from ..nodes import Kind, Node
    from ..units import Tool

_TAGS = "type: array\ndescription: The tags.\nmaxItems: 9"


class AnthropicRootCombinator(Rule):
    code = "TC103"
    name = "anthropic-root-combinator"
    severity = Severity.ERROR
    clients = ("anthropic", "claude-code")
    fold = 3
    keywords = ("oneOf", "anyOf", "allOf")
    what = "The root of an input schema has `oneOf`, `anyOf` or `allOf`."
    why = "The API refuses the whole request, though MCP 2026-07-28 allows it; a session with such a tool is lost."
    source = "anthropics/claude-code issues 5973 and 45106, makenotion/notion-mcp-server issue 341."
    help = "Put the properties of all cases into one object, and say in the description which belong together."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nproperties:\n"
            "  id: {type: string, maxLength: 9, description: The number of the order.}\n"
            "  email: {type: string, maxLength: 99, description: The customer's address.}\n"
            "anyOf: [{required: [id]}, {required: [email]}]",
            at="/anyOf",
            key=True,
            wrap="input",
            also=("TQ",),
        ),
    )
    good = (
        Example(
            "anyOf: [{type: string, maxLength: 9}, {type: integer, minimum: 1, maximum: 9}]\ndescription: The number.",
            wrap="property",
        ),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.parent is None and node.slot == "input":
            for keyword in self.keywords:
                if node.has(keyword):
                    message = f"Claude does not take `{keyword}` at the root of an input schema"
                    yield node.problem(message, keyword, key=True)


class AnthropicDialect(Rule):
    code = "TC104"
    name = "anthropic-dialect"
    severity = Severity.ERROR
    clients = ("anthropic", "claude-code")
    fold = 3
    keywords = ("items", "exclusiveMinimum", "exclusiveMaximum")
    what = (
        "A schema of an older draft says what draft 2020-12 does not know: a list of `items`, a boolean "
        "`exclusiveMinimum` or `exclusiveMaximum`."
    )
    why = "The API reads every schema as 2020-12, whatever `$schema` says, and refuses the request."
    source = "Claude Messages API (input_schema: JSON Schema draft 2020-12); hyperdxio/hyperdx issue 2925."
    help = "Write it in the words of 2020-12: `prefixItems`, and a number as `exclusiveMinimum`."
    bad = (
        Example(
            '$schema: "http://json-schema.org/draft-07/schema#"\ntype: object\nadditionalProperties: false\n'
            "required: [span]\nproperties:\n  span:\n    type: array\n    maxItems: 2\n"
            "    description: First and last day.\n"
            "    items: [{type: string, maxLength: 10}, {type: string, maxLength: 10}]",
            wrap="input",
            at="/properties/span/items",
            key=True,
            also=("TJ", "TQ"),
        ),
    )
    good = (
        Example(
            '$schema: "http://json-schema.org/draft-07/schema#"\ntype: object\nadditionalProperties: false\n'
            "properties: {days: {type: array, maxItems: 2, items: {type: string, maxLength: 9}, "
            "description: The days of the week.}}",
            wrap="input",
            also=("TJ", "TQ"),
        ),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        if dialect_of(dict(node.root.schema)) == Dialect.DRAFT2020:
            return
        if isinstance(node.schema.get("items"), list):
            yield node.problem(
                "Claude does not take a list of `items`: 2020-12 calls it `prefixItems`", "items", key=True
            )
        for keyword in ("exclusiveMinimum", "exclusiveMaximum"):
            if isinstance(node.schema.get(keyword), bool):
                yield node.problem(f"Claude does not take a boolean `{keyword}`", keyword, key=True)


class OpenAIArrayItems(Rule):
    code = "TC202"
    types = ("array", "object")
    name = "openai-array-items"
    severity = Severity.ERROR
    clients = ("openai", "openai-strict")
    fold = 3
    keywords = ("type",)
    fix = Safety.SAFE
    what = (
        "An array says nothing of its items (unless OpenAI is asked for by name, that is left to TJ016), or the object "
        "at the root of an input has no `properties`."
    )
    why = (
        "The API answers 400 (`array schema missing items`, `object schema missing properties`) for the whole request."
    )
    source = "apify/actors-mcp-server issue 36, bnb-chain/bnbchain-mcp issue 68, openai-agents-python issue 454."
    help = "Say what stands in the array; `items: {}` allows anything. An input without arguments has `properties: {}`."
    bad = (
        Example(_TAGS, wrap="property", also=("TJ", "TQ"), fixed=f"{_TAGS}\nitems: {{}}"),
        Example(
            "type: object\nadditionalProperties: false",
            wrap="input",
            fixed="type: object\nadditionalProperties: false\nproperties: {}",
        ),
    )
    good = (Example(f"{_TAGS}\nitems: {{type: string, maxLength: 9}}", wrap="property"),)

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        if kind == "array":
            return keys.isdisjoint(("items", "prefixItems"))
        return kind is None or "properties" not in keys

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.slot == "output":
            return
        schema = node.schema
        if "array" in node.types and "items" not in schema and "prefixItems" not in schema:
            if self.context.is_portable:
                return  # TJ016 says it
            fix = _added(node, "items")
            yield node.problem(f"OpenAI does not take {node.where}: an array without `items`", fix=fix)
        elif node.parent is None and schema.get("type") == "object" and "properties" not in schema:
            fix = _added(node, "properties")
            yield node.problem("OpenAI does not take an input without `properties`", fix=fix)


def _added(node: Node, keyword: str) -> Fix | None:
    """Return the fix that adds an empty keyword; None where it is there and misspelt."""
    if is_misspelt_in(keyword, node.schema):
        return None
    return Fix.safe(f"add `{keyword}: {{}}`", Insert(node.at(keyword), {}))


class VSCodeArrayItems(Rule):
    code = "TC502"
    types = ("array",)
    name = "vscode-array-items"
    severity = Severity.ERROR
    clients = ("vscode",)
    portable = False  # TJ016 says it
    fold = 3
    keywords = ("type",)
    fix = Safety.SAFE
    what = "An array says nothing of its items. Unless VS Code is asked for by name, that is left to TJ016."
    why = "VS Code does not load the tool: it fails its validation (`array type must have items`)."
    source = "microsoft/vscode issues 246119 and 257537."
    help = "Say what stands in the array; `items: {}` allows anything."
    bad = (Example(_TAGS, wrap="property", also=("TJ", "TQ"), fixed=f"{_TAGS}\nitems: {{}}"),)
    good = (Example(f"{_TAGS}\nitems: {{type: string, maxLength: 9}}", wrap="property"),)

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return keys.isdisjoint(("items", "prefixItems"))

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.slot == "output" or "array" not in node.types:
            return
        if "items" not in node.schema and "prefixItems" not in node.schema:
            fix = _added(node, "items")
            yield node.problem(f"VS Code does not load a tool with {node.where}: an array without `items`", fix=fix)


class GeminiKeyword(Rule):
    code = "TC303"
    name = "gemini-keyword"
    severity = Severity.ERROR
    clients = ("gemini",)
    fold = 1
    fix = Safety.UNSAFE
    what = (
        "An input schema has a keyword (or a list of types) that `parameters` of a Gemini function declaration does "
        "not know. Unless Gemini is asked for by name, the first of a tool is reported, with the names of the others, "
        "and `$schema` and `additionalProperties` are passed over: clients of the API take them out."
    )
    why = "The API answers 400 for the whole request, one keyword is enough. `parametersJsonSchema` takes more."
    source = (
        "Gemini API reference, Schema; promptfoo issue 6902, hideya/langchain-mcp-tools-ts issue 36, zed issue 29400."
    )
    help = "Leave it out, say it in the description, or send the schema as `parametersJsonSchema`."
    bad = (
        Example(
            "type: object\nproperties: {}\nadditionalProperties: false",
            wrap="input",
            at="/additionalProperties",
            key=True,
            fixed="type: object\nproperties: {}",
        ),
        Example(
            "type: object\nproperties:\n  order:\n    description: Its number or its name.\n"
            "    oneOf: [{type: integer, minimum: 0, maximum: 9}, {type: string, maxLength: 9}]",
            wrap="input",
            at="/properties/order/oneOf",
            key=True,
            also=("TQ",),
        ),
    )
    good = (
        Example(
            "type: object\nproperties: {id: {type: string, maxLength: 9, description: The number of the order.}}",
            wrap="input",
            also=("TQ013",),
        ),
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        profile = client("gemini")
        self._known = frozenset(profile.words("schema", "keywords"))
        self._usual = self._known | frozenset(profile.words("schema", "taken_out"))
        self._odd: dict[Kind, tuple[str, ...]] = {}

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.shape == "gemini" and "JsonSchema" in tool.input_pointer:
            return
        if not self.context.is_portable:
            for node in tool.nodes:
                yield from self._in_node(node)
            return
        first: tuple[Node, str] | None = None
        names: dict[str, None] = {}
        for node in tool.nodes:
            if node.slot == "output":
                break
            kind = node.kind
            odd = self._odd.get(kind)
            if odd is None:
                odd = tuple(keyword for keyword in kind.keywords if keyword not in self._usual)
                if len(self._odd) < MOST_KINDS:
                    self._odd[kind] = odd
            for keyword in odd:
                first = first or (node, keyword)
                names[f"`{keyword}`"] = None
            if kind.type is None and isinstance(node.schema.get("type"), list):
                first = first or (node, "type")
                names["a list of types"] = None
        if first is not None:
            node, keyword = first
            shown = [*names][:5] + (["…"] if len(names) > 5 else [])
            yield node.problem(f"Gemini's `parameters` do not take {', '.join(shown)}", keyword, key=True)

    def _in_node(self, node: Node) -> Iterator[Problem]:
        if node.slot == "output":
            return
        for keyword in node.schema:
            if keyword == "type" and isinstance(node.schema["type"], list):
                yield node.problem("Gemini's `parameters` do not take a list of types; `nullable` is its word", "type")
            elif keyword not in self._known:
                message = f"Gemini's `parameters` do not take `{keyword}`"
                yield node.problem(message, keyword, key=True, fix=self._fix(node, keyword))

    def _fix(self, node: Node, keyword: str) -> Fix | None:
        pointer = node.at(keyword)
        if keyword == "additionalProperties" and self.context.wants("openai-strict"):
            return None  # which wants it: what pleases the one is refused by the other
        if keyword == "oneOf" and "anyOf" not in node.schema:
            return Fix.unsafe("write `anyOf`", Rename(pointer, "anyOf"))
        if keyword in ("$schema", "additionalProperties", "$comment", "uniqueItems", "examples", "$id", "deprecated"):
            return Fix.unsafe("leave it out", Remove(pointer))
        return None


class GeminiFormat(Rule):
    code = "TC304"
    name = "gemini-format"
    severity = Severity.ERROR
    clients = ("gemini",)
    fold = 1
    keywords = ("format",)
    fix = Safety.UNSAFE
    what = (
        "A `format` is none of those that Gemini knows for the type: enum and date-time for strings, float, double, …"
    )
    why = "The API answers 400 for the whole request (`only 'enum' and 'date-time' are supported for STRING type`)."
    source = "hideya/langchain-mcp-tools-ts issue 36, cherry-studio issue 4153."
    help = "Leave the format out, and say in the description what the text looks like."
    bad = (
        Example(
            "type: string\nformat: uri\nmaxLength: 99\ndescription: The page.",
            wrap="property",
            at="/format",
            also=("TC303",),
            fixed="type: string\nmaxLength: 99\ndescription: The page.",
        ),
    )
    good = (
        Example(
            "type: string\nformat: date-time\nmaxLength: 99\ndescription: The day.", wrap="property", also=("TC303",)
        ),
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        formats = as_object(client("gemini").table("schema").get("formats"))
        self._known = {kind: frozenset(client_words(words)) for kind, words in formats.items()}

    def check_node(self, node: Node) -> Iterator[Problem]:
        value = node.text("format")
        if node.slot == "output" or not value or not node.types:
            return
        known = self._known.get(node.types[0])
        if known is not None and value not in known:
            fix = Fix.unsafe("leave the format out", Remove(node.at("format")))
            yield node.problem(f"Gemini does not take the format `{value}` of {node.where}", "format", fix=fix)


def client_words(value: object) -> tuple[str, ...]:
    """Return a list of words of a profile."""
    return tuple(str(word) for word in value) if isinstance(value, (list, tuple)) else ()  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
