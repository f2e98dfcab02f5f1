"""Constants: JSON values as types that have just that value."""

from __future__ import annotations

import math
from typing import cast

from .model import INTEGER, NEVER, NULL, NUMBER, UNKNOWN, Literal, Object, Property, Tuple, Type, Union
from .simplify import union

Json = object
SCALARS = ("string", "number", "boolean", "null")
"""The kinds of values without parts."""

_DEPTH = 8


def kind_of(value: Json) -> str:
    """Return the JSON kind of a value: string, number, boolean, array, object or null; empty for what is none."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object" if isinstance(value, dict) else ""


def scalar_key(value: Json) -> tuple[str, object]:
    """Return what makes two scalars the same JSON value: `1` and `1.0` are, `1` and `true` are not."""
    return (kind_of(value), value)


def value_type(value: Json, depth: int = _DEPTH) -> Type:
    """Return the type that has only this value, or a wider one: for a number out of range, or below some depth."""
    if isinstance(value, str):
        return Literal("string", value)
    if value is None:
        return NULL
    if isinstance(value, bool):
        return Literal("boolean", value)
    if isinstance(value, int | float):
        return _number(value)
    if depth == 0:
        return UNKNOWN
    if isinstance(value, list):
        items = tuple(value_type(v, depth - 1) for v in cast("list[Json]", value))
        return Tuple(items, len(items))
    if isinstance(value, dict):
        members = cast("dict[str, Json]", value)
        return Object(tuple(Property(k, value_type(v, depth - 1), True) for k, v in members.items()))
    return UNKNOWN


def _number(value: float) -> Type:
    if isinstance(value, int):
        # Beyond the doubles a literal type would name another number.
        return Literal("number", value) if abs(value) <= 2**53 else INTEGER
    if not math.isfinite(value):
        return NUMBER
    if value.is_integer() and abs(value) <= 2**53:
        return Literal("number", int(value))
    return Literal("number", value)


def constants(schema: Json) -> list[Json] | None:
    """Return the scalars that a schema's own `const` or `enum` lists; None for neither, or if it lists others."""
    if not isinstance(schema, dict):
        return None
    said = cast("dict[str, Json]", schema)
    values = [said["const"]] if "const" in said else said.get("enum")
    if isinstance(values, list) and all(kind_of(v) in SCALARS for v in cast("list[Json]", values)):
        return cast("list[Json]", values)
    return None


def literals(values: list[Json], schema: dict[str, Json]) -> Type:
    """Return the type of `enum` or `const` (2020-12 validation §6.1.2 and §6.1.3), less what `type` refuses."""
    kinds = schema.get("type")
    names: list[Json] | None = None
    if isinstance(kinds, str):
        names = [kinds]
    elif isinstance(kinds, list):
        names = cast("list[Json]", kinds)
    if names is not None:
        fitting = [v for v in values if fits(v, names)]
        if len(fitting) < len(values):
            values = fitting
    if not values:
        return NEVER
    if len(values) > 1 and all(isinstance(v, str) for v in values):
        texts = tuple(Literal("string", v) for v in dict.fromkeys(cast("list[str]", values)))
        return texts[0] if len(texts) == 1 else Union(texts)
    return union([value_type(v) for v in values])


def fits(value: Json, names: list[Json]) -> bool:
    """Whether a value has one of the named types (2020-12 validation §6.1.1): `1.0` is an integer."""
    kind = kind_of(value)
    if kind in names:
        return True
    return kind == "number" and "integer" in names and (isinstance(value, int) or cast("float", value).is_integer())
