"""Whether a value is one that a schema accepts: the everyday keywords at once, the rest by jsonschema-rs."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..catalog.jsonschema import Dialect, dialect_of
from .units import as_list, as_object
from .validity import META_SCHEMAS, refuse

if TYPE_CHECKING:
    from .nodes import Node

_SAYS_NOTHING = frozenset(
    """
    title description default examples example deprecated readOnly writeOnly $comment $schema format nullable
    contentEncoding contentMediaType contentSchema $defs definitions $anchor
    """.split()  # noqa: SIM905
)
_KNOWN = _SAYS_NOTHING | frozenset(
    """
    type enum const minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems items anyOf
    properties required additionalProperties
    """.split()  # noqa: SIM905
)


def has_type(value: object, kind: str) -> bool:
    """Whether a JSON value has a type of JSON Schema (1.0 is an integer)."""
    if kind == "integer":
        return not isinstance(value, bool) and (isinstance(value, int) or (isinstance(value, float) and value % 1 == 0))
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind == "null":
        return value is None
    known = _PYTHON.get(kind)
    return known is None or isinstance(value, known)


_PYTHON: dict[str, type] = {"string": str, "boolean": bool, "array": list, "object": dict}


def same(first: object, second: object) -> bool:
    """Whether two JSON values are equal: `1` and `true` are not, `1` and `1.0` are."""
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, list) and isinstance(second, list):
        left, right = cast("list[object]", first), cast("list[object]", second)
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(first, dict) and isinstance(second, dict):
        mine, other = cast("dict[str, object]", first), cast("dict[str, object]", second)
        return mine.keys() == other.keys() and all(same(value, other[key]) for key, value in mine.items())
    return first == second


def accepts(schema: object, value: object, depth: int = 0) -> bool | None:
    """Return whether a schema accepts a value, by its everyday keywords; None if it takes more to say.

    OpenAPI's `nullable` is read as it is meant.
    """
    if isinstance(schema, bool):
        return schema
    if not isinstance(schema, dict) or depth > 20:
        return None
    known = cast("dict[str, object]", schema)
    if value is None and known.get("nullable") is True:
        return True
    if _has_right_type(known.get("type"), value) is False:
        return False
    if "enum" in known and not any(same(each, value) for each in as_list(known["enum"])):
        return False
    if "const" in known and not same(known["const"], value):
        return False
    if _is_within(known, value) is False:
        return False
    is_known = known.keys() <= _KNOWN
    for part in _parts(known, value, depth):
        if part is False:
            return False
        is_known = is_known and part is True
    return True if is_known else None


def _has_right_type(kind: object, value: object) -> bool:
    if isinstance(kind, str):
        return has_type(value, kind)
    kinds = [each for each in as_list(kind) if isinstance(each, str)]
    return not kinds or any(has_type(value, each) for each in kinds)


def _is_within(schema: dict[str, object], value: object) -> bool:
    """Whether a number, a text or a list is within its bounds."""
    if isinstance(value, bool):
        return True
    if isinstance(value, (int, float)):
        low, high = _number(schema, "minimum"), _number(schema, "maximum")
        above, below = _number(schema, "exclusiveMinimum"), _number(schema, "exclusiveMaximum")
        return not (
            (low is not None and value < low)
            or (high is not None and value > high)
            or (above is not None and value <= above)
            or (below is not None and value >= below)
        )
    if isinstance(value, (str, list)):
        word = "Length" if isinstance(value, str) else "Items"
        low, high = _number(schema, f"min{word}"), _number(schema, f"max{word}")
        size = len(cast("str", value))
        return not ((low is not None and size < low) or (high is not None and size > high))
    return True


def _number(schema: dict[str, object], keyword: str) -> float | None:
    value = schema.get(keyword)
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _parts(schema: dict[str, object], value: object, depth: int) -> list[bool | None]:
    """Return what the parts of a schema say of a value, and of the parts of it."""
    found: list[bool | None] = []
    if isinstance(schema.get("anyOf"), list):
        options = [accepts(option, value, depth + 1) for option in as_list(schema["anyOf"])]
        found.append(True if True in options else None if None in options else False)
    if isinstance(value, list) and "items" in schema:
        items = schema["items"]
        found += [accepts(items, each, depth + 1) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        given = cast("dict[str, object]", value)
        properties = as_object(schema.get("properties"))
        found += [name in given for name in as_list(schema.get("required")) if isinstance(name, str)]
        for key, each in given.items():
            if key in properties:
                found.append(accepts(properties[key], each, depth + 1))
            elif "additionalProperties" in schema:
                found.append(accepts(schema["additionalProperties"], each, depth + 1))
    return found


def is_accepted(node: Node, value: object) -> bool:
    """Whether a schema of a tool accepts a value. What cannot be told (a broken schema, say) counts as accepted."""
    found = accepts(node.value, value)
    return _ask(node, value) if found is None else found


def _ask(node: Node, value: object) -> bool:
    from jsonschema_rs import Registry, validator_for

    root = node.root
    dialect = dialect_of(root.schema) if "$schema" in root.schema else Dialect.DRAFT2020
    uri = "urn:toolcat:schema"
    pointer = node.pointer[len(root.pointer) :]
    try:
        # The reference goes into the whole document, so that what the schema itself refers to is found.
        schema = {"$schema": META_SCHEMAS[dialect], "$ref": f"{uri}#{_in_fragment(pointer)}"}
        document = {"$schema": META_SCHEMAS[dialect], **root.schema}
        registry = Registry([(uri, document)], retriever=refuse)
        return validator_for(schema, registry=registry, retriever=refuse, validate_formats=False).is_valid(value)
    except (ValueError, TypeError, OverflowError):
        return True


def _in_fragment(pointer: str) -> str:
    from urllib.parse import quote

    return quote(pointer, safe="/~$")
