"""Whether a schema is one: held against the meta-schema of its draft, with the mistake at the deepest place.

jsonschema-rs screens: it takes a hundredth of a millisecond for what jsonschema takes ten. The meta-schemas come with
it; whatever else a schema names is refused, the network is never asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, NoReturn, cast

from ..catalog.jsonschema import Dialect

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

META_SCHEMAS: Mapping[Dialect, str] = {
    Dialect.DRAFT4: "http://json-schema.org/draft-04/schema#",
    Dialect.DRAFT6: "http://json-schema.org/draft-06/schema#",
    Dialect.DRAFT7: "http://json-schema.org/draft-07/schema#",
    Dialect.DRAFT2019: "https://json-schema.org/draft/2019-09/schema",
    Dialect.DRAFT2020: "https://json-schema.org/draft/2020-12/schema",
}

TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")


class SchemaProblem(NamedTuple):
    """A mistake in a schema: the path to it (keys and indices from the schema's root), and what is wrong there."""

    path: tuple[str | int, ...]
    message: str


def refuse(uri: str) -> NoReturn:
    """Refuse to fetch a schema (jsonschema-rs would ask the network). Raises ValueError."""
    raise ValueError(f"{uri} is not fetched")


@cache
def _meta(dialect: Dialect) -> Validator:
    from jsonschema_rs import validator_for

    uri = META_SCHEMAS[dialect]
    # In an `allOf`, since until draft-07 a `$ref` silences what stands beside it, `$schema` included. Formats are
    # left to the rules about patterns and references, which say more.
    schema = {"$schema": uri, "allOf": [{"$ref": uri}]}
    return validator_for(schema, validate_formats=False, retriever=refuse)


def is_valid_schema(schema: object, dialect: Dialect = Dialect.DRAFT2020) -> bool:
    """Whether a value is a schema of a draft, by its meta-schema alone (patterns and references are not tried)."""
    try:
        return _meta(dialect).is_valid(schema)
    except (ValueError, TypeError, OverflowError):  # what cannot be handed over, such as half a surrogate pair
        return True


def schema_problems(schema: object, dialect: Dialect = Dialect.DRAFT2020) -> list[SchemaProblem]:
    """Return what makes a value no schema of a draft, each mistake once and at its deepest place; none if it is one."""
    if is_valid_schema(schema, dialect):
        return []
    found: dict[tuple[str | int, ...], str] = {}
    for error in _meta(dialect).iter_errors(schema):
        path = tuple(error.instance_path)
        found.setdefault(path, _worded(error, path, schema, dialect))
    return [
        SchemaProblem(path, message)
        for path, message in found.items()
        if not any(len(other) > len(path) and other[: len(path)] == path for other in found)
    ]


def _worded(error: ValidationError, path: tuple[str | int, ...], schema: object, dialect: Dialect) -> str:
    """Say a mistake in a schema author's words."""
    value = _at(schema, path)
    keyword = path[-1] if path else ""
    if keyword == "type" and error.schema_path and error.schema_path[-1] == "anyOf":
        return _type(value)
    kind = type(error.kind).__name__.rpartition("_")[2]
    name = f"`{keyword}`" if isinstance(keyword, str) and keyword else "the schema"
    if isinstance(keyword, int):
        name = f"entry {keyword} of `{path[-2]}`" if len(path) > 1 else f"entry {keyword}"
    if kind == "Type":
        wanted = _wanted(error.message)
        if wanted == "a boolean or an object":
            wanted = "a schema"
        return f"{name} is {_kind(value)}, {wanted} is expected"
    if kind == "UniqueItems":
        return f"{name} lists something twice"
    if kind in ("MinItems", "MinProperties"):
        return f"{name} is empty"
    del dialect
    return f"{name}: {error.message}"


def _type(value: object) -> str:
    if isinstance(value, str):
        near = get_close_matches(value.lower(), TYPES, n=1, cutoff=0.5) or _ALIASES.get(value.lower(), [])
        hint = f"did you mean `{near[0]}`?" if near else f"the types are {', '.join(TYPES)}"
        return f"`{value}` is no type of JSON Schema: {hint}"
    if isinstance(value, list):
        items = cast("list[object]", value)
        if not items:
            return "`type` is an empty list"
        odd = [item for item in items if item not in TYPES]
        return _type(odd[0]) if odd and isinstance(odd[0], str) else "`type` lists something twice, or no type"
    return f"`type` is {_kind(value)}, a string or a list of strings is expected"


_ALIASES = {
    "str": ["string"],
    "text": ["string"],
    "date": ["string"],
    "file": ["string"],
    "enum": ["string"],
    "int": ["integer"],
    "long": ["integer"],
    "float": ["number"],
    "double": ["number"],
    "decimal": ["number"],
    "bool": ["boolean"],
    "list": ["array"],
    "tuple": ["array"],
    "set": ["array"],
    "dict": ["object"],
    "map": ["object"],
    "struct": ["object"],
    "none": ["null"],
    "nil": ["null"],
    "undefined": ["null"],
}


def _wanted(message: str) -> str:
    """Return the types at the end of `… is not of types "boolean", "object"` in words."""
    _, _, listed = message.rpartition(" is not of type")
    names = [name.strip().strip('"') for name in listed.removeprefix("s").split(",")]
    return " or ".join(f"{'an' if name[:1] in 'aeio' else 'a'} {name}" for name in names)


def _kind(value: object) -> str:
    from ..catalog.sources.interface import kind_of

    return kind_of(value)


def _at(value: object, path: tuple[str | int, ...]) -> object:
    for token in path:
        if isinstance(value, Mapping):
            value = cast("Mapping[object, object]", value).get(token)
        elif isinstance(value, list) and isinstance(token, int) and token < len(cast("list[object]", value)):
            value = cast("list[object]", value)[token]
        else:
            return None
    return value
