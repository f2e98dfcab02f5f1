"""`oneOf`: exactly one branch, where types can tell branches apart.

Read literally, a branch excludes the others by their negation. As intended, object variants exclude each other by the
keys that the others need (`symbol?: never`), which is shorter and what an author means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ...catalog.jsonschema import Unresolved
from .clauses import EXCLUSION, Act, Element, Step
from .values import constants, scalar_key
from .words import TYPED, implied_kind

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path, Scope
    from .build import Builder

Json = object
Schema = dict[str, Json]

# Negations of more branches than this cost more than they say.
_EXACT = 8
_PAIRWISE = 64


class Exclusion:
    """The part of an expander that knows how the branches of `oneOf` exclude each other."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        # What keeps branches apart, by the schemas and scopes of those: the same branches are met very often.
        self._apart: dict[tuple[tuple[bool, int, int], ...], list[list[int | str]]] = {}

    def needed(self, branches: list[Json], scope: Scope, path: Path) -> bool:
        """Whether the union of the branches' types says less than `oneOf` does, and more can be said."""
        if len(branches) > _PAIRWISE:
            return False
        if not self.builder.literal:
            views = [self._view(b, scope) for b in branches]
            if any(_is_reference(b) for b in branches):
                return False
            return any(
                self._forbidden(views[i], views[j]) or _only_requires(branches[j])
                for i in range(len(views))
                for j in range(len(views))
                if i != j and not disjoint(views[i], views[j])
            )
        if len(branches) > _EXACT:
            return False
        views = [self._view(b, scope) for b in branches]
        return any(not disjoint(views[i], views[j]) for j in range(len(views)) for i in range(j))

    def alternatives(self, elements: list[Element], base: Schema, blame: tuple[int, str]) -> list[list[Step]]:
        """Return one alternative a branch, each with what keeps the other branches out."""
        out: list[list[Step]] = [[e] for e in elements]
        if len(elements) < 2 or len(elements) > _PAIRWISE:
            return out
        same = tuple(e.identity for e in elements)
        apart = self._apart.get(same)
        if apart is None:
            apart = self._apart[same] = self._kept_apart(elements, base)
        for alternative, kept in zip(out, apart, strict=True):
            for one in kept:
                if isinstance(one, str):
                    alternative.append(Act("forbid", one))
                else:
                    other = elements[one]
                    alternative.append(
                        Element(False, other.schema, other.scope, other.path, weight=EXCLUSION, blame=blame)
                    )
        return out

    def _kept_apart(self, elements: list[Element], base: Schema) -> list[list[int | str]]:
        """Return for each branch which others are to be negated, by their place, and which keys are to be absent."""
        views = [self._view(e.schema, e.scope) for e in elements]
        known = set(_mapping(base.get("properties")))
        out: list[list[int | str]] = []
        for i in range(len(elements)):
            kept: list[int | str] = []
            for j, other in enumerate(elements):
                if i == j or disjoint(views[i], views[j]):
                    continue
                if (self.builder.literal and len(elements) <= _EXACT) or _only_requires(other.schema):
                    kept.append(j)
                elif not self.builder.literal:
                    keys = [k for k in self._forbidden(views[i], views[j]) if k not in known]
                    if keys:
                        self.builder.notes.assumed(other.path, "assumed-exclusive")
                    kept.extend(keys)
            out.append(kept)
        return out

    @staticmethod
    def _forbidden(view: Schema, other: Schema) -> list[str]:
        """Return the keys that `other` needs and `view` does not know."""
        known = _mapping(view.get("properties"))
        if not known or not _mapping(other.get("properties")):
            return []
        mine = _names(view.get("required"))
        return [k for k in _names(other.get("required")) if k not in known and k not in mine]

    def _view(self, schema: Json, scope: Scope) -> Schema:
        """Return a schema, or what it refers to, to look at its own keywords."""
        for _ in range(8):
            if not isinstance(schema, dict):
                break
            said = cast("Schema", schema)
            reference = said.get("$ref")
            if not isinstance(reference, str) or "properties" in said:
                return said
            target = self.builder.document.resolve(reference, scope)
            if isinstance(target, Unresolved):
                return said
            schema, scope = target.schema, target.scope
        return {}


def disjoint(a: Schema, b: Schema) -> bool:
    """Whether no value satisfies both, as far as a look at types and constants of needed keys shows."""
    kinds, others = _kinds(a), _kinds(b)
    if kinds is not None and others is not None and not kinds & others:
        return True
    values, other_values = _constant_keys(a), _constant_keys(b)
    if values is not None and other_values is not None and not values & other_values:
        return True
    if kinds != {"object"} or others != {"object"}:
        return False
    mine, theirs = _mapping(a.get("properties")), _mapping(b.get("properties"))
    needed = {*_names(a.get("required")), *_names(b.get("required"))}
    for key in needed:
        one, two = mine.get(key), theirs.get(key)
        if isinstance(one, dict) and isinstance(two, dict):
            said, told = cast("Schema", one), cast("Schema", two)
            values, other_values = _constant_keys(said), _constant_keys(told)
            if values is not None and other_values is not None and not values & other_values:
                return True
            kinds, others = _kinds(said), _kinds(told)
            if kinds is not None and others is not None and not kinds & others:
                return True
    return False


def _kinds(schema: Schema) -> set[str] | None:
    names = schema.get("type")
    if isinstance(names, str):
        listed: list[Json] = [names]
    elif isinstance(names, list):
        listed = cast("list[Json]", names)
    else:
        implied = implied_kind(schema) if "properties" in schema else None
        return {implied} if implied else None
    return {"number" if n == "integer" else str(n) for n in listed}


def _constant_keys(schema: Schema) -> set[tuple[str, object]] | None:
    values = constants(schema)
    return None if values is None else {scalar_key(v) for v in values}


def _only_requires(schema: Json) -> bool:
    """Whether a schema says nothing but which keys must be there."""
    return isinstance(schema, dict) and [k for k in cast("Schema", schema) if k in TYPED and k != "type"] == [
        "required"
    ]


def _is_reference(schema: Json) -> bool:
    return isinstance(schema, dict) and "$ref" in schema


def _mapping(value: Json) -> Schema:
    return cast("Schema", value) if isinstance(value, dict) else {}


def _names(value: Json) -> list[str]:
    return [n for n in cast("list[Json]", value) if isinstance(n, str)] if isinstance(value, list) else []
