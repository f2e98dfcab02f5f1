"""What parts of a value have to tell and have no comment of their own: branches, items, other members, references.

Named members and named types have comments; everything else is told by the nearest one above.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast

from ...catalog.jsonschema import Unresolved
from .docs import Tag
from .model import NEVER, UNKNOWN, Object, Type
from .remarks import LONGEST, compact, constraints, lost_tags, merge
from .simplify import is_within

if TYPE_CHECKING:
    from ...catalog.jsonschema import Scope
    from .build import Builder

Json = object
Schema = dict[str, Json]

_BRANCHES: Final = ("anyOf", "oneOf", "allOf")
# Keywords whose schema is about other values than the one that is told of, or about it on a condition.
_SINGLE: Final = ("items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "then", "else")
_KEYED: Final = ("patternProperties", "dependentSchemas")
LEADING: Final = frozenset({*_BRANCHES, *_SINGLE, *_KEYED, "$ref", "prefixItems"})
"""Keywords below which there may be something to tell."""

# A comment is no place for more: how deep parts are looked for, and how many.
_DEPTH: Final = 6
_PARTS: Final = 100


class Part(NamedTuple):
    """A schema and the scope in which it stands."""

    schema: Schema
    scope: Scope


class Below:
    """Looks for what the parts of one schema have to tell."""

    def __init__(self, builder: Builder) -> None:
        """Take the builder of the document, which knows what has a name and what the types have lost."""
        self._builder = builder
        self._left = 0
        # What was found below the targets of references, which may be many for one.
        self._known: dict[tuple[int, int, int], list[Tag]] = {}

    def tags(self, schema: Schema, type_: Type, scope: Scope) -> list[Tag]:
        """Return the tags for the parts of a schema; not those that the schema and its own branches and items make."""
        if not any(isinstance(schema[word], dict | list) or word == "$ref" for word in LEADING if word in schema):
            return []
        self._left = _PARTS
        whole = Part(schema, self._builder.document.enter(schema, scope))
        tags = self._others(whole, type_)
        # Branches and items themselves are told of with the schema.
        for part, is_branch in self._in_place(whole):
            if not is_branch:
                merge(tags, constraints(part.schema))
            merge(tags, lost_tags(part.schema, self._builder.lost))
            merge(tags, self._applying(part, 1))
        for word, key, part in self._apart(whole):
            said = [] if word == "items" else self._own(part)
            said += [] if word != "items" else lost_tags(part.schema, self._builder.lost)
            said += self._applying(part, 1)
            _tell(tags, word, key, said)
        return [t if len(t.text) <= LONGEST else Tag(t.name, t.text[: LONGEST - 1] + "…") for t in tags]

    def _applying(self, part: Part, depth: int) -> list[Tag]:
        """Return what the parts of a part have to tell, as tags about that."""
        if depth >= _DEPTH or LEADING.isdisjoint(part.schema):
            return []
        key = (id(part.schema), id(part.scope), depth)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._applied(part, depth)
        return known

    def _applied(self, part: Part, depth: int) -> list[Tag]:
        tags: list[Tag] = []
        for inner, _ in self._in_place(part):
            merge(tags, self._own(inner))
            merge(tags, self._applying(inner, depth + 1))
        for word, key, inner in self._apart(part):
            _tell(tags, word, key, [*self._own(inner), *self._applying(inner, depth + 1)])
        return tags

    def _own(self, part: Part) -> list[Tag]:
        return [*constraints(part.schema), *lost_tags(part.schema, self._builder.lost)]

    def _in_place(self, part: Part) -> list[tuple[Part, bool]]:
        """Return the schemas that apply to the same value, each with whether it is a branch."""
        found: list[tuple[Part, bool]] = []
        for word in _BRANCHES:
            branches = part.schema.get(word)
            if isinstance(branches, list):
                found.extend((p, True) for b in cast("list[Json]", branches) if (p := self._part(b, part.scope)))
        reference = part.schema.get("$ref")
        if isinstance(reference, str):
            target = self._builder.document.resolve(reference, part.scope)
            p = None if isinstance(target, Unresolved) else self._part(target.schema, target.scope)
            if p is not None and not self._builder.definitions.has_name(p.schema, p.scope):
                found.append((p, False))
        return found

    def _apart(self, part: Part) -> list[tuple[str, str, Part]]:
        """Return the schemas of other values: the keyword, which of its schemas, and that."""
        found: list[tuple[str, str, Part]] = []
        for word in _SINGLE:
            if word in part.schema and (p := self._part(part.schema[word], part.scope)):
                found.append((word, "", p))
        for word in _KEYED:
            schemas = part.schema.get(word)
            if isinstance(schemas, dict):
                for key, schema in cast("Schema", schemas).items():
                    if p := self._part(schema, part.scope):
                        found.append((word, key, p))
        for word in ("prefixItems", "items"):
            schemas = part.schema.get(word)
            if isinstance(schemas, list):
                for i, schema in enumerate(cast("list[Json]", schemas)):
                    if p := self._part(schema, part.scope):
                        found.append((word, str(i), p))
        return found

    def _part(self, schema: Json, scope: Scope) -> Part | None:
        if not isinstance(schema, dict) or self._left <= 0:
            return None
        self._left -= 1
        return Part(cast("Schema", schema), self._builder.document.enter(cast("Schema", schema), scope))

    @staticmethod
    def _others(whole: Part, type_: Type) -> list[Tag]:
        """Tell what other members are where TypeScript has to widen their type for the named ones."""
        other = whole.schema.get("additionalProperties")
        if not isinstance(type_, Object) or type_.rest in (NEVER, UNKNOWN) or not isinstance(other, dict):
            return []
        if all(is_within(p.type, type_.rest) and p.required for p in type_.properties):
            return []
        return [Tag("additionalProperties", compact(cast("Schema", other)))]


def _tell(tags: list[Tag], word: str, key: str, said: list[Tag]) -> None:
    """Add to the tag of a keyword what one of its schemas has to tell."""
    texts = list(dict.fromkeys(f"{t.name} {t.text}".strip() for t in said))
    if not texts:
        return
    text = f"{key}: {'; '.join(texts)}" if key else "; ".join(texts)
    for i, have in enumerate(tags):
        if have.name == word:
            tags[i] = Tag(word, f"{have.text}; {text}")
            return
    tags.append(Tag(word, text))
