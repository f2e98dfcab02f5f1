"""Sets of JSON Schema keywords, by what they say and of which kind of value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS: Final = ("string", "number", "boolean", "array", "object", "null")
"""The kinds of JSON values, in the order in which a union names them."""

OBJECT_WORDS: Final = frozenset(
    {
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "unevaluatedProperties",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "minProperties",
        "maxProperties",
    }
)
ARRAY_WORDS: Final = frozenset(
    {
        "items",
        "prefixItems",
        "additionalItems",
        "contains",
        "minContains",
        "maxContains",
        "unevaluatedItems",
        "minItems",
        "maxItems",
        "uniqueItems",
    }
)
STRING_WORDS: Final = frozenset({"minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"})
NUMBER_WORDS: Final = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
BRANCHING: Final = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "$ref", "$dynamicRef", "$recursiveRef"})

TYPED: Final = (
    frozenset({"type", "enum", "const", "then", "else"})
    | BRANCHING
    | (OBJECT_WORDS - {"minProperties", "maxProperties"})
    | (ARRAY_WORDS - {"minItems", "maxItems", "uniqueItems", "minContains", "maxContains"})
)
"""Keywords that shape a type. Beside a `$ref` or an `anyOf`, all others are remarks."""

SIZES: Final = frozenset({"minItems", "maxItems", "minProperties", "maxProperties"})

COMPLEX: Final = BRANCHING | frozenset(
    {
        "$id",
        "id",
        "nullable",
        "patternProperties",
        "propertyNames",
        "unevaluatedProperties",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "prefixItems",
        "additionalItems",
        "contains",
        "unevaluatedItems",
    }
)
"""Keywords that the short way of building a type does not know."""

STRING_FORMATS: Final = frozenset(
    {
        "date-time",
        "date",
        "time",
        "duration",
        "email",
        "idn-email",
        "hostname",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uri-reference",
        "iri",
        "iri-reference",
        "uri-template",
        "url",
        "uuid",
        "json-pointer",
        "relative-json-pointer",
        "regex",
    }
)


# Words that nobody writes who does not mean that kind of value; a condition may speak of what may not be there.
_TELLING: Final = (
    ("object", OBJECT_WORDS - {"unevaluatedProperties", "dependentRequired", "dependentSchemas", "dependencies"}),
    ("array", ARRAY_WORDS - {"unevaluatedItems", "contains", "minContains", "maxContains", "additionalItems"}),
    ("string", STRING_WORDS),
    ("number", NUMBER_WORDS),
)


def implied_kind(schema: Mapping[str, object]) -> str | None:
    """Return the kind of value that a schema without `type` speaks of; None if it speaks of none or of several."""
    kinds = [kind for kind, said in _TELLING if not said.isdisjoint(schema)]
    if not kinds and schema.get("format") in STRING_FORMATS:
        return "string"
    return kinds[0] if len(kinds) == 1 else None
