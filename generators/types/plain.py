"""Plain schemas: those that say a type without parts, and nothing but a text beside it. Most schemas are such."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from .docs import NO_DOC, Doc
from .model import BOOLEAN, INTEGER, NULL, NUMBER, STRING
from .simplify import union

if TYPE_CHECKING:
    from .model import Type

Json = object
Schema = dict[str, Json]

SIMPLE: Final[dict[object, Type]] = {
    "string": STRING,
    "number": NUMBER,
    "integer": INTEGER,
    "boolean": BOOLEAN,
    "null": NULL,
}
"""The kinds of values without parts, by their names."""


def short_of(schema: Json) -> tuple[Type, Doc] | None:
    """Return the type and doc of a schema that says a simple type and a text at most; None for any other."""
    if not isinstance(schema, dict) or len(cast("Schema", schema)) > 2:
        return None
    said = cast("Schema", schema)
    type_, text = simple_type(said.get("type")), said.get("description", "")
    if type_ is None or not isinstance(text, str) or len(said) != 1 + ("description" in said):
        return None
    return type_, Doc(text) if text else NO_DOC


def simple_type(kind: Json) -> Type | None:
    """Return the type of a `type` that names one or several of the kinds without parts; None for any other."""
    if isinstance(kind, str):
        return SIMPLE.get(kind)
    if isinstance(kind, list):
        try:
            return _simple_union(tuple(cast("list[Json]", kind)))
        except TypeError:  # an object or a list is no name of a kind, and cannot be looked up
            return None
    return None


@lru_cache(maxsize=256)
def _simple_union(kinds: tuple[Json, ...]) -> Type | None:
    types = [SIMPLE.get(kind) for kind in kinds]
    return None if None in types else union(t for t in types if t is not None)
