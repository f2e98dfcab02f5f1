"""Build: one schema document becomes one type.

Most schemas are plain (a type, properties, items, an enum), and `Builder.node` reads those directly. Those that combine
schemas go to `combine`, which takes them apart into clauses. Values that a schema accepts are always among its type's,
under the literal reading; under the intended reading all but those that an assumption noted here leaves out.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from ...catalog.jsonschema import Dialect, Document, Unresolved, words
from .below import LEADING, Below
from .combine import Combiner
from .definitions import INLINE_SIZE, Definitions
from .docs import NO_DOC, Doc
from .hoist import Place
from .model import (
    NEVER,
    NULL,
    UNKNOWN,
    Array,
    Definition,
    Direction,
    Object,
    Property,
    Reading,
    Ref,
    Tuple,
    Type,
    Union,
)
from .naming import raw_name
from .plain import SIMPLE, short_of, simple_type
from .remarks import MORE_THAN_TEXT, doc_of, text_of
from .simplify import union
from .suggestions import suggested
from .values import literals
from .words import ARRAY_WORDS, COMPLEX, NUMBER_WORDS, OBJECT_WORDS, SIZES, STRING_WORDS, TYPED, implied_kind
from .work import Work

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path, Scope
    from .notes import Limits, Notes

Json = object
Schema = dict[str, Json]

_COMPLEX_LITERAL = COMPLEX | SIZES
_SAYS_KIND = OBJECT_WORDS | ARRAY_WORDS | STRING_WORDS | NUMBER_WORDS | {"format"}
# How many levels a combination counts for: it takes that much more of the interpreter's stack.
_COMBINING = 4
# What a combination costs besides its schemas, in schemas followed.
_COMBINATION = 4


class Builder(Work):
    """Turns one document into types. Made for one request and thrown away."""

    def __init__(
        self,
        root: Definition,
        schema: Json,
        *,
        direction: Direction,
        reading: Reading,
        limits: Limits,
        notes: Notes,
        outlines: set[object],
    ) -> None:
        self.request = root.request
        self.root = root
        self.literal = reading == "literal"
        self.is_input = direction == "input"
        self.limits = limits
        self.notes = notes
        self.document = Document(schema)
        super().__init__(self.document.root.schema, limits.nodes)
        self._told_large = False
        self.definitions = Definitions(self)
        self.lost: dict[int, dict[str, None]] = {}
        self._complex = _COMPLEX_LITERAL if self.literal else COMPLEX
        self.depth = 0
        self._rewritten: dict[int, Schema] = {}
        self._originals: dict[int, int] = {}
        # Whether some structure may be there twice in the module, and where each inline structure stands.
        self.repeated = False
        self.places: dict[int, Place] = {}
        self._outlines = outlines

    @cached_property
    def _combiner(self) -> Combiner:
        # Most documents combine nothing.
        return Combiner(self)

    def build(self) -> None:
        """Build the root into its definition."""
        root, schema = self.root, self.document.root.schema
        scope = self.document.scope
        self.definitions.open_root((id(schema), id(scope)))
        root.type = self.node(schema, scope, None)
        self.definitions.finish((id(schema), id(scope)))
        if isinstance(schema, dict):
            root.doc = self.doc(cast("Schema", schema), root.type, scope)

    # -- schemas

    def node(self, schema: Json, scope: Scope, path: Path) -> Type:
        """Return the type of one schema. Never raises on account of the schema: what is wrong with it is noted."""
        if not isinstance(schema, dict):
            if schema is True:
                return UNKNOWN
            if schema is False:
                return NEVER
            return self.bad(path, "bad-schema", f"a schema is an object or a boolean, not {_kind(schema)}")
        self.nodes += 1
        if (self.nodes > self.allowed and not self.may_do(0)) or self.depth >= self.limits.depth:
            return self._too_much(path)
        schema = cast("Schema", schema)
        if not self._complex.isdisjoint(schema):
            self.depth += 1
            type_ = self._complex_node(schema, scope, path)
            self.depth -= 1
            return type_
        # Straight to the two kinds that nest: each call between would cost stack at every level.
        kind = schema.get("type")
        if kind == "object" and "enum" not in schema and "const" not in schema:
            return self._object(schema, scope, path)
        if kind == "array" and "enum" not in schema and "const" not in schema:
            return self._array(schema, scope, path)
        return self.plain(schema, scope, path)

    def plain(self, schema: Schema, scope: Scope, path: Path) -> Type:
        """Return the type of a schema without combining keywords."""
        if "enum" in schema or "const" in schema:
            return self._enum(schema, path)
        kind = schema.get("type")
        simple = simple_type(kind)
        if simple is not None:
            return simple
        if kind == "object":
            return self._object(schema, scope, path)
        if kind == "array":
            return self._array(schema, scope, path)
        if kind is None:
            return self._untyped(schema, scope, path)
        if isinstance(kind, list):
            return union([self._of_kind(k, schema, scope, path) for k in cast("list[Json]", kind)])
        return self._of_kind(kind, schema, scope, path)

    def _of_kind(self, kind: Json, schema: Schema, scope: Scope, path: Path) -> Type:
        if not isinstance(kind, str):
            return self.bad(path, "bad-keyword", f"type is a name or a list of names, not {_kind(kind)}")
        simple = SIMPLE.get(kind)
        if simple is not None:
            return simple
        if kind == "object":
            return self._object(schema, scope, path)
        if kind == "array":
            return self._array(schema, scope, path)
        return self.bad(path, "unknown-type", f"there is no type {kind!r}")

    def _untyped(self, schema: Schema, scope: Scope, path: Path) -> Type:
        if _SAYS_KIND.isdisjoint(schema):
            return UNKNOWN
        if self.literal:
            return self._combiner.combine_one(schema, scope, path)
        kind = implied_kind(schema)
        if kind is None:
            return UNKNOWN
        self.assume_kind(kind, path)
        return self._of_kind(kind, schema, scope, path)

    def assume_kind(self, kind: str, path: Path) -> None:
        """Note that a schema without `type` is taken for one of the kind that it speaks of."""
        self.notes.assumed(path, f"assumed-{kind}")

    def _object(self, schema: Schema, scope: Scope, path: Path) -> Type:
        properties = schema.get("properties")
        required = schema.get("required")
        if properties is None:
            properties = {}
        elif not isinstance(properties, dict):
            return self.bad(path, "bad-keyword", f"properties is an object, not {_kind(properties)}")
        needed = self.names(required, path, "required") if required is not None else {}
        members: list[Property] = []
        self.depth += 1
        self.definitions.descend()
        inner = (path, "properties")
        for key, sub in cast("Schema", properties).items():
            short = short_of(sub)
            if short is not None and self.nodes < self.allowed and self.depth < self.limits.depth:
                self.nodes += 1
                members.append(Property(key, short[0], key in needed, short[1]))
                continue
            type_ = self.node(sub, scope, (inner, key))
            doc = self.doc(cast("Schema", sub), type_, scope) if isinstance(sub, dict) else NO_DOC
            members.append(Property(key, type_, key in needed, doc))
        additional = schema.get("additionalProperties")
        rest: Type
        shown = True
        if additional is None:
            rest, shown = self.silent_rest(members, path)
            shown |= bool(needed) and rest is NEVER
        elif additional is True:
            rest = UNKNOWN
        elif additional is False:
            rest = NEVER
        else:
            rest = self.node(additional, scope, (path, "additionalProperties"))
        self.depth -= 1
        self.definitions.ascend()
        if needed and len(needed) > sum(m.required for m in members):
            for key in needed:
                if key not in properties:
                    members.append(Property(key, self.unlisted(rest, path), True))
        for member in members:
            if member.required and member.type is NEVER:
                return NEVER
        object_ = Object(tuple(members), (), rest, shown)
        if len(members) > 1:
            self.remember(object_, tuple(m.key for m in members), schema, path)
        return object_

    def remember(self, type_: Type, outline: object, schema: Schema, path: Path) -> None:
        """Remember where an inline structure stands, in case there is another one like it."""
        if outline in self._outlines:
            self.repeated = True
        self._outlines.add(outline)
        title = schema.get("title")
        titled = isinstance(title, str) and bool(title.strip())
        raw = str(title) if titled else raw_name(path) or self.root.name + "Item"
        self.places[id(type_)] = Place(self.request, path, raw, titled, type_)

    def silent_rest(self, members: list[Property], path: Path) -> tuple[Type, bool]:
        """Return the type of further keys of an object that says nothing of them, and whether it shows.

        An object that lists no members, or only some that must be absent, is a dictionary in every reading.
        """
        if self.literal or all(m.type is NEVER for m in members):
            return UNKNOWN, True
        if self.is_input:
            self.notes.assumed(path, "assumed-closed")
            return NEVER, any(m.required for m in members)
        return UNKNOWN, False

    def unlisted(self, rest: Type, path: Path) -> Type:
        """Return the type of a key that is required but not listed, where the others are of type `rest`.

        An author who closed the object has forgotten it: literally, no value is valid.
        """
        if rest is not NEVER or self.literal:
            return rest
        self.notes.assumed(path, "assumed-required")
        return UNKNOWN

    def _array(self, schema: Schema, scope: Scope, path: Path) -> Type:
        items = schema.get("items")
        if items is None:
            item: Type = UNKNOWN
        elif isinstance(items, list):
            return self._combiner.combine_one(schema, scope, path)
        else:
            self.depth += 1
            self.definitions.descend()
            item = self.node(items, scope, (path, "items"))
            self.depth -= 1
            self.definitions.ascend()
        if item is NEVER:
            return Tuple((), 0)
        low, high = schema.get("minItems"), schema.get("maxItems")
        if low is not None and low == high and isinstance(low, int) and 0 < low <= 4:
            return Tuple((item,) * low, low)
        return Array(item)

    def _enum(self, schema: Schema, path: Path) -> Type:
        values = [schema["const"]] if "const" in schema else schema["enum"]
        if not isinstance(values, list):
            return self.bad(path, "bad-keyword", f"enum is a list, not {_kind(values)}")
        type_ = literals(cast("list[Json]", values), schema)
        if isinstance(type_, Union) and len(type_.members) > INLINE_SIZE:
            self.remember(type_, type_.members[:INLINE_SIZE], schema, path)
        return type_

    # -- combining keywords

    def _complex_node(self, schema: Schema, scope: Scope, path: Path) -> Type:
        if len(schema) == 1 and "$ref" in schema:
            return self._referred(schema, scope, path)
        if "$id" in schema or "id" in schema:
            scope = self.document.enter(schema, scope)
        schema = self.words(schema, scope)
        if "nullable" in schema and schema["nullable"] is True and not self.literal:
            self.notes.assumed(path, "assumed-nullable")
            plain = {k: v for k, v in schema.items() if k != "nullable"}
            self._rewritten[id(plain)] = plain
            self._originals[id(plain)] = id(schema)
            return union((self.node(plain, scope, path), NULL))
        shaping = [k for k in schema if k in TYPED]
        if len(shaping) == 1:
            word = shaping[0]
            if word in ("$ref", "$dynamicRef", "$recursiveRef"):
                return self._referred(schema, scope, path)
            if word in ("anyOf", "oneOf"):
                simple = self._union(word, schema[word], scope, path)
                if simple is not None:
                    return simple
            elif word == "allOf":
                parts = schema[word]
                if isinstance(parts, list) and len(cast("list[Json]", parts)) == 1 and not self.has_sizes(schema):
                    return self.node(cast("list[Json]", parts)[0], scope, ((path, word), 0))
        if self._complex.isdisjoint(schema) or (set(schema) & self._complex) <= {"$id", "id", "nullable"}:
            return self.plain(schema, scope, path)
        return self._combiner.combine_one(schema, scope, path)

    def has_sizes(self, schema: Schema) -> bool:
        """Whether the literal reading has to look at how many members or items there may be."""
        return self.literal and not SIZES.isdisjoint(schema)

    def words(self, schema: Schema, scope: Scope) -> Schema:
        """Return a schema in the words of 2020-12, the same object each time."""
        found = self._rewritten.get(id(schema))
        if found is None:
            late = not self.literal and scope.dialect > Dialect.DRAFT7 and "dependencies" in schema
            found = cast("Schema", words(schema, scope.dialect, dependencies=late))
            if found is schema:
                return schema
            if late:
                self.notes.assumed(None, "assumed-dependencies")
            self._rewritten[id(schema)] = found
            self._rewritten[id(found)] = found
            self._originals[id(found)] = id(schema)
        return found

    def original(self, identity: int) -> int:
        """Return the identity of the schema of the document that a made-up one stands for."""
        while identity in self._originals:
            identity = self._originals[identity]
        return identity

    def keep(self, schema: Schema) -> Schema:
        """Keep a made-up schema alive, since schemas are told apart by identity."""
        self._rewritten[id(schema)] = schema
        return schema

    def _union(self, word: str, branches: Json, scope: Scope, path: Path) -> Type | None:
        if not isinstance(branches, list):
            return self.bad(path, "bad-keyword", f"{word} is a list of schemas, not {_kind(branches)}")
        branches = cast("list[Json]", branches)
        if not branches:
            return self.bad(path, "bad-keyword", f"{word} is an empty list")
        if word == "oneOf" and len(branches) > 1 and self._combiner.needs_exclusion(branches, scope, path):
            return None
        inner = (path, word)
        types: list[Type] = []
        for i, branch in enumerate(branches):
            types.append(self.node(branch, scope, (inner, i)))
        return union(types)

    # -- references

    def _referred(self, schema: Schema, scope: Scope, path: Path) -> Type:
        target = self._combiner.expander.reader.reference(schema, scope, path)
        return UNKNOWN if target is None else self.definitions.named(target, path)

    def unresolved(self, target: Unresolved, path: Path) -> Type:
        """Note a reference to nowhere and return what stands for it."""
        if target.reason == "external":
            return self.bad(path, "external-ref", f"{target.reference} lies outside this schema, which is never left")
        return self.bad(path, "dangling-ref", f"{target.reference} points at nothing in this schema")

    def enter(self, path: Path) -> bool:
        """Count one more combination and go a level down; False when there have been too many."""
        self.nodes += 1
        if not self.may_do(0) or self.depth >= self.limits.depth:
            self._too_much(path)
            return False
        self.charge(_COMBINATION)
        self.depth += _COMBINING
        return True

    def leave(self) -> None:
        """Come up from `enter`."""
        self.depth -= _COMBINING

    # -- the rest

    def doc(self, schema: Schema, type_: Type, scope: Scope) -> Doc:
        """Return what a comment says of a schema."""
        if not self.lost:
            if MORE_THAN_TEXT.isdisjoint(schema):
                return text_of(schema)
            if len(schema) == 1 and isinstance(type_, Ref) and "$ref" in schema:
                return NO_DOC
        below = () if LEADING.isdisjoint(schema) else self._below.tags(schema, type_, scope)
        return doc_of(schema, type_, self.lost, suggested(schema, type_, self.document, scope), below)

    @cached_property
    def _below(self) -> Below:
        return Below(self)

    def names(self, value: Json, path: Path, word: str) -> dict[str, None]:
        """Return a list of names as an ordered set; what is none is noted and left out."""
        if isinstance(value, list):
            listed = cast("list[Json]", value)
            names = dict.fromkeys(n for n in listed if isinstance(n, str))
            if len(names) < len(listed) and not all(isinstance(n, str) for n in listed):
                self.notes.degraded(path, "bad-keyword", f"{word} lists something that is no name")
            return names
        # Draft-03 wrote `required: true` into the property itself.
        if not isinstance(value, bool):
            self.notes.degraded(path, "bad-keyword", f"{word} is a list of names, not {_kind(value)}")
        return {}

    def bad(self, path: Path, code: str, message: str) -> Type:
        """Note what is wrong at a place, and return what stands for it."""
        self.notes.degraded(path, code, message)
        return UNKNOWN

    def _too_much(self, path: Path) -> Type:
        if self.depth >= self.limits.depth:
            return self.bad(path, "too-deep", f"schemas are followed {self.limits.depth} levels deep")
        if not self._told_large:
            self._told_large = True
            self.notes.degraded(
                path,
                "too-large",
                f"a schema of this size is followed for {self.nodes - 1} subschemas; from here on all is unknown",
            )
        return UNKNOWN


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "an array" if isinstance(value, list) else "an object" if isinstance(value, dict) else type(value).__name__
