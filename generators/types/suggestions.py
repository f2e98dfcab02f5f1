"""Suggestions: constants that an author listed beside a wider type that takes them in: `"today"` beside any string."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from ...catalog.jsonschema import Unresolved
from .model import UNKNOWN, Array, Primitive, Type, Union
from .values import kind_of, scalar_key

if TYPE_CHECKING:
    from ...catalog.jsonschema import Document, Scope

Json = object
Schema = dict[str, Json]

# Keywords below which constants and a wider type may meet.
_MEET: Final = frozenset({"anyOf", "oneOf", "allOf", "$ref"})
# Keywords with which a branch lists constants, or leads to schemas that may.
_LEADS: Final = _MEET | {"const", "enum", "items", "$id", "id"}
_LONGEST = 200
# How far branches are followed, and how many: a comment is no place for more.
_DEPTH = 4
_BRANCHES = 64


class Suggested(NamedTuple):
    """What is suggested for a value, and for the items of an array, each written as a union is; empty for nothing."""

    values: str = ""
    items: str = ""


NOTHING: Final = Suggested()


def suggested(schema: Schema, type_: Type, document: Document, scope: Scope) -> Suggested:
    """Return the strings and numbers that branches list and the type has only as part of something wider."""
    if _MEET.isdisjoint(schema):
        # Nearly all schemas end here, so that they cost next to nothing.
        below = schema.get("items")
        if not isinstance(below, dict) or _MEET.isdisjoint(cast("Schema", below)):
            return NOTHING
    elif _is_bare(schema):
        return NOTHING
    wide = _wide(type_)
    lists = [m for m in (type_.members if isinstance(type_, Union) else (type_,)) if isinstance(m, Array)]
    items = _wide(lists[0].items) if len(lists) == 1 else set[str]()
    if not wide and not items:
        return NOTHING
    found: dict[tuple[str, object], str] = {}
    of_items: dict[tuple[str, object], str] = {}
    waiting: list[tuple[Json, Scope, int, bool]] = [(schema, scope, 0, False)]
    for _ in range(_BRANCHES):
        if not waiting:
            break
        branch, inside, depth, item = waiting.pop()
        if not isinstance(branch, dict):
            continue
        said = cast("Schema", branch)
        inside = document.enter(said, inside)
        if depth and item:
            _collect(said, items, of_items)
        elif depth:
            _collect(said, wide, found)
        if depth < _DEPTH:
            if items and not item and "items" in said:
                waiting.append((said["items"], inside, depth + 1, True))
            waiting.extend((b, at, depth + 1, item) for b, at in reversed(_branches(said, document, inside)))
    return Suggested(_joined(list(found.values())), _joined(list(of_items.values())))


def _is_bare(schema: Schema) -> bool:
    """Whether a schema has branches of its own only, none of which lists constants or leads to others."""
    if "$ref" in schema or "items" in schema:
        return False
    for word in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(word)
        if isinstance(branches, list):
            for branch in cast("list[Json]", branches):
                if not isinstance(branch, dict) or not _LEADS.isdisjoint(cast("Schema", branch)):
                    return False
    return True


def _branches(schema: Schema, document: Document, scope: Scope) -> list[tuple[Json, Scope]]:
    out: list[tuple[Json, Scope]] = []
    for word in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(word)
        if isinstance(branches, list):
            out.extend((b, scope) for b in cast("list[Json]", branches)[:_BRANCHES])
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target = document.resolve(reference, scope)
        if not isinstance(target, Unresolved):
            out.append((target.schema, target.scope))
    return out


def _wide(type_: Type) -> set[str]:
    """Return the kinds of scalars of which a type has all, `integer` for whole numbers alone."""
    found: set[str] = set()
    for member in type_.members if isinstance(type_, Union) else (type_,):
        if member is UNKNOWN:
            return {"string", "number"}
        if isinstance(member, Primitive):
            found.add(member.name)
    return found


def _collect(schema: Schema, wide: set[str], found: dict[tuple[str, object], str]) -> None:
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if not isinstance(values, list):
        return
    for value in cast("list[Json]", values):
        kind = kind_of(value)
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if (kind in ("string", "number") and kind in wide) or (kind == "number" and whole and "integer" in wide):
            if isinstance(value, float) and not math.isfinite(value):
                continue
            found.setdefault(scalar_key(value), json.dumps(value, ensure_ascii=False))
            if len(found) > _LONGEST:
                return


def _joined(values: list[str]) -> str:
    """Return values with bars between them, the last ones left out where there are too many."""
    size = 0
    for i, value in enumerate(values):
        size += len(value) + 3
        if size > _LONGEST:
            return " | ".join([*values[:i], "…"])
    return " | ".join(values)
