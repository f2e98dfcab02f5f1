"""One walk over the schemas of a tool, shared by all rules: every subschema is a Node, every text a Text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, cast

from ..catalog.pointers import join
from ..catalog.spec import EMPTY, JsonObject
from .rule import Problem
from .units import Slot, Token, Tool, as_list, as_object, as_text

if TYPE_CHECKING:
    from ..catalog.findings import Severity
    from .edits import Fix
    from .rule import Confidence

SCHEMA_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
"""Keywords whose value maps names to schemas (`dependencies` holds lists of names, too)."""

SCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
"""Keywords whose value is a list of schemas."""

SCHEMAS = (
    "items",
    "additionalProperties",
    "additionalItems",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
)
"""Keywords whose value is a schema (`items` was a list of them until 2019-09)."""

_SUBSCHEMA_KEYWORDS = frozenset((*SCHEMA_MAPS, *SCHEMA_LISTS, *SCHEMAS))

_NO_PROSE = _SUBSCHEMA_KEYWORDS | frozenset(
    """
    $anchor $defs $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema $vocabulary
    additionalProperties contentEncoding contentMediaType definitions dependentRequired deprecated
    description exclusiveMaximum exclusiveMinimum format id maxContains maxItems maxLength maxProperties
    maximum minContains minItems minLength minProperties minimum multipleOf nullable pattern readOnly required title
    type uniqueItems writeOnly
    """.split()  # noqa: SIM905
)
"""Keywords that hold no text, or are read otherwise; at any other (`default`, `$comment`) every string is a text."""

MAX_NODES = 100_000
"""How many schemas of one tool are looked at; a rule says when a schema is too big long before."""

TextKind = Literal["name", "title", "description", "schema-title", "schema-description", "value", "meta"]


class Kind:
    """What schemas with the same keywords (and the same `type`, if it is one word) have in common.

    Schemas are alike: a few thousand kinds serve a million of them, so that what only depends on the keywords is worked
    out once. `below` are the keywords that hold subschemas, `has_values` says that there may be text at other keywords
    than `description`, `has_text` that there may be any.
    """

    __slots__ = ("below", "has_text", "has_values", "keywords", "type")

    def __init__(self, type: str | None, keywords: tuple[str, ...]) -> None:
        self.type = type
        self.keywords = keywords
        self.below = tuple(key for key in keywords if key in _SUBSCHEMA_KEYWORDS)
        self.has_values = not _NO_PROSE.issuperset(keywords) or "title" in keywords
        self.has_text = self.has_values or "description" in keywords


BOOLEANS = Kind(None, ())
"""The kind of `true` and `false`."""

MOST_KINDS = 20_000
"""How many kinds are remembered: hostile schemas are all unlike each other, and must not fill the memory."""

_kinds: dict[tuple[str | None, ...], Kind] = {}


def _kind_of(keys: tuple[str | None, ...], schema: JsonObject) -> Kind:
    kind = Kind(keys[0], tuple(schema))
    if len(_kinds) < MOST_KINDS:
        _kinds[keys] = kind
    return kind


class Node:
    """A schema within a tool, and where it stands.

    `schema` is the object itself; a boolean schema has an empty one, the boolean as its `value`, and `BOOLEANS` as its
    `kind`. `parent` is the schema around it (None for a root) and `path` leads from there to it:
    `("properties", "id")`, `("items",)`, `("anyOf", 0)`. `property_name` is the property whose schema it is, or None;
    `depth` counts the schemas above it.
    """

    __slots__ = ("depth", "kind", "parent", "path", "property_name", "schema", "slot", "tool", "value")

    def __init__(
        self, tool: Tool, slot: Slot, value: object, parent: Node | None = None, path: tuple[Token, ...] = ()
    ) -> None:
        self.tool = tool
        self.slot: Slot = slot
        self.value = value
        if value.__class__ is bool:
            self.schema: JsonObject = EMPTY
            self.kind = BOOLEANS
        else:
            schema: JsonObject = value  # pyright: ignore[reportAssignmentType]  (a cast is a call)
            self.schema = schema
            type = schema.get("type")
            keys: tuple[str | None, ...] = (type if type.__class__ is str else None, *schema)  # pyright: ignore[reportAssignmentType]
            self.kind = _kinds.get(keys) or _kind_of(keys, schema)
        self.parent = parent
        self.path = path
        self.property_name: str | None = path[1] if len(path) == 2 and path[0] == "properties" else None  # pyright: ignore[reportAttributeAccessIssue]
        self.depth: int = 0 if parent is None else parent.depth + 1

    def __repr__(self) -> str:
        return f"<Node {self.pointer}>"

    @property
    def pointer(self) -> str:
        """The JSON pointer of this schema in its file."""
        tokens: list[Token] = []
        node: Node = self
        while node.parent is not None:
            tokens[:0] = node.path
            node = node.parent
        return join(self.tool.input_pointer if self.slot == "input" else self.tool.output_pointer, *tokens)

    @property
    def where(self) -> str:
        """A way to name this schema in a message: the nearest property, or "the input" or "the output"."""
        node: Node | None = self
        while node is not None:
            if node.property_name is not None:
                return f"`{node.property_name}`"
            node = node.parent
        return f"the {self.slot} schema"

    @property
    def root(self) -> Node:
        """The root schema."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    @property
    def types(self) -> tuple[str, ...]:
        """The types that `type` names; empty if there is no `type`."""
        value = self.schema.get("type")
        if isinstance(value, str):
            return (value,)
        return tuple(item for item in as_list(value) if isinstance(item, str))

    def has(self, keyword: str) -> bool:
        """Whether the schema has this keyword."""
        return keyword in self.schema

    def text(self, keyword: str) -> str:
        """Return the string at a keyword; empty if there is none."""
        return as_text(self.schema.get(keyword))

    def items(self, keyword: str) -> list[object]:
        """Return the list at a keyword; empty if there is none."""
        return as_list(self.schema.get(keyword))

    def members(self, keyword: str) -> JsonObject:
        """Return the object at a keyword; empty if there is none."""
        return as_object(self.schema.get(keyword))

    def number(self, keyword: str) -> float | None:
        """Return the number at a keyword (an int or a float, never a bool), or None."""
        value = self.schema.get(keyword)
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None

    def at(self, *tokens: Token) -> str:
        """Return the pointer of a part of the schema (for fixes)."""
        return join(self.pointer, *tokens)

    def problem(
        self,
        message: str,
        *at: Token,
        key: bool = False,
        span: tuple[int, int] | None = None,
        help: str | None = None,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        fix: Fix | None = None,
    ) -> Problem:
        """Return a problem at a path from this schema; a part that is not there is placed at what is above it."""
        return Problem(
            message=message,
            document=self.tool.file.document,
            pointer=join(self.pointer, *at),
            key=key,
            span=span,
            tool=self.tool.catalog_name or None,
            base=self.tool.pointer,
            help=help,
            severity=severity,
            confidence=confidence,
            fix=fix,
        )


class Text:
    """A text that a model reads: what `kind` of text, its `value` and where it stands."""

    __slots__ = ("_at", "_base", "is_key", "kind", "tool", "value")

    def __init__(
        self, tool: Tool, kind: TextKind, value: str, base: Node | str, at: tuple[Token, ...], *, is_key: bool = False
    ) -> None:
        self.tool = tool
        self.kind: TextKind = kind
        self.value = value
        self.is_key = is_key
        self._base = base
        self._at = at

    def __repr__(self) -> str:
        return f"<Text {self.kind} {self.pointer}>"

    @property
    def pointer(self) -> str:
        """The JSON pointer of this text in its file."""
        return join(self._base if isinstance(self._base, str) else self._base.pointer, *self._at)

    def problem(
        self,
        message: str,
        *,
        span: tuple[int, int] | None = None,
        help: str | None = None,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        fix: Fix | None = None,
    ) -> Problem:
        """Return a problem at this text, or at the characters `span` of it."""
        return Problem(
            message=message,
            document=self.tool.file.document,
            pointer=self.pointer,
            key=self.is_key,
            span=span,
            tool=self.tool.catalog_name or None,
            base=self.tool.pointer,
            help=help,
            severity=severity,
            confidence=confidence,
            fix=fix,
        )


def walk(tool: Tool) -> list[Node]:
    """Return every schema of the tool's input and output in document order, each before its own subschemas.

    What stands where a schema should and is neither an object nor a boolean is left out.
    """
    out: list[Node] = []
    if _is_schema(tool.input):
        _walk(Node(tool, "input", tool.input), out)
    if _is_schema(tool.output):
        _walk(Node(tool, "output", tool.output), out)
    return out


def _is_schema(value: object) -> bool:
    return value.__class__ is dict or value is True or value is False or isinstance(value, Mapping)


def _walk(root: Node, out: list[Node]) -> None:
    tool, slot = root.tool, root.slot
    stack = [root]
    while stack and len(out) < MAX_NODES:
        node = stack.pop()
        out.append(node)
        found = node.kind.below
        if not found:
            continue
        schema = node.schema
        children: list[Node] = []
        for keyword in found:
            value = schema[keyword]
            if keyword in SCHEMA_MAPS:
                for key, below in as_object(value).items():
                    if below.__class__ is dict or _is_schema(below):
                        children.append(Node(tool, slot, below, node, (keyword, key)))
            elif isinstance(value, list):
                if keyword in SCHEMA_LISTS or keyword == "items":
                    for index, below in enumerate(cast("list[object]", value)):
                        if _is_schema(below):
                            children.append(Node(tool, slot, below, node, (keyword, index)))
            elif keyword not in SCHEMA_LISTS and _is_schema(value):
                children.append(Node(tool, slot, value, node, (keyword,)))
        children.reverse()
        stack += children


_NO_META = frozenset(
    """
    name title description inputSchema outputSchema annotations icons execution input_schema parameters
    parametersJsonSchema parameters_json_schema response responseJsonSchema args variants category keywords gate
    planOnly disclosure command cmd tier scope outputFormat resetsCounter type strict match
    """.split()  # noqa: SIM905
)
"""Fields of a tool that hold no text, or are read otherwise; at any other (`_meta`, …) every string is one."""


def collect_texts(tool: Tool) -> list[Text]:
    """Return every text of the tool that reaches a model: its own, those of its schemas, their values, `_meta`."""
    out: list[Text] = []
    raw, base = tool.raw, tool.pointer
    for kind in ("name", "title", "description"):
        value = raw.get(kind)
        if isinstance(value, str) and value:
            out.append(Text(tool, kind, value, base, (kind,)))
    title = tool.annotations.get("title")
    if isinstance(title, str) and title:
        out.append(Text(tool, "title", title, base, ("annotations", "title")))
    for node in tool.nodes:
        name = node.property_name
        if name is not None and not name.isascii():
            out.append(Text(tool, "name", name, node, (), is_key=True))
        if not node.kind.has_text:
            continue
        schema = node.schema
        text = schema.get("description")
        if text.__class__ is str and text:
            out.append(Text(tool, "schema-description", text, node, _DESCRIPTION))  # pyright: ignore[reportArgumentType]
        if node.kind.has_values:
            text = schema.get("title")
            if text.__class__ is str and text:
                out.append(Text(tool, "schema-title", text, node, _TITLE))  # pyright: ignore[reportArgumentType]
            for keyword in schema:
                if keyword not in _NO_PROSE:
                    found = _strings(schema[keyword])
                    out += [Text(tool, "value", value, node, (keyword, *path)) for path, value in found]
    for key in raw:
        if key not in _NO_META:
            out += [Text(tool, "meta", value, base, (key, *path)) for path, value in _strings(raw[key])]
    if "variants" in raw:
        for place, variant in enumerate(as_list(raw["variants"])):
            for key, said in as_object(variant).items():
                if key not in _NO_META or key in ("title", "description"):
                    out += [
                        Text(tool, "meta", text, base, ("variants", place, key, *at)) for at, text in _strings(said)
                    ]
    return out


_DESCRIPTION, _TITLE = ("description",), ("title",)


def _strings(value: object) -> list[tuple[tuple[Token, ...], str]]:
    """Return the strings in a JSON value with the paths to them."""
    if isinstance(value, str):
        return [((), value)]
    if isinstance(value, list) and all(isinstance(item, str) for item in cast("list[object]", value)):
        return [((place,), cast("str", item)) for place, item in enumerate(cast("list[object]", value))]
    out: list[tuple[tuple[Token, ...], str]] = []
    stack: list[tuple[tuple[Token, ...], object]] = [((), value)]
    while stack and len(out) < MAX_NODES:
        path, item = stack.pop()
        if isinstance(item, str):
            out.append((path, item))
        elif isinstance(item, dict):
            stack += [((*path, key), sub) for key, sub in reversed(cast("dict[str, object]", item).items())]
        elif isinstance(item, list):
            found = list(enumerate(cast("list[object]", item)))
            stack += [((*path, index), sub) for index, sub in reversed(found)]
    return out
