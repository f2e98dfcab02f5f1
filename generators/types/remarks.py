"""Docs of schemas: the author's text, and a tag for each thing that the type itself cannot say."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, cast

from .docs import NO_DOC, Doc, Tag
from .model import Tuple, Type
from .suggestions import NOTHING, Suggested

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = object
Schema = dict[str, Json]

# The bounds of integers that a double can tell apart, which some libraries write into every integer: no news.
_SAFE = (2**53 - 1, -(2**53) + 1)
LONGEST = 200
_EXAMPLES = 3
_FIXED = 4
# Tags that tell of parts of a value, where all holds.
_PARTS: Final = frozenset(
    {
        "items",
        "prefixItems",
        "unevaluatedItems",
        "additionalProperties",
        "patternProperties",
        "unevaluatedProperties",
        "dependentSchemas",
        "then",
        "else",
    }
)

# In the order in which they are told.
_VALUES: Final = (
    "default",
    "format",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minContains",
    "maxContains",
    "minProperties",
    "maxProperties",
    "contentEncoding",
    "contentMediaType",
)
_ORDER: Final = {word: place for place, word in enumerate(_VALUES)}
_FLAGS: Final = {"readOnly": "readonly", "writeOnly": "writeonly", "deprecated": "deprecated"}
_RARE: Final = frozenset(_FLAGS) | {"examples", "example"}
_TOLD: Final = frozenset(_VALUES) | frozenset(_FLAGS) | {"examples", "example", "items", "anyOf", "oneOf", "allOf"}
MORE_THAN_TEXT: Final = _TOLD | {
    "$ref",
    "additionalProperties",
    "patternProperties",
    "unevaluatedProperties",
    "prefixItems",
    "unevaluatedItems",
    "then",
    "else",
    "dependentSchemas",
}
"""Keywords of which a comment may have to tell, or which may lead to such."""
# Those that a member of a union, or the items of an array, may have to tell as well.
_CONSTRAINTS: Final = frozenset(_VALUES) - {"default"}


def doc_of(
    schema: Schema,
    type_: Type,
    lost: dict[int, dict[str, None]],
    listed: Suggested = NOTHING,
    below: Sequence[Tag] = (),
) -> Doc:
    """Return what a comment says of a schema beside its type.

    `lost` has the keywords, by schema identity, that the type could not keep; `listed` what it suggests; `below` what
    parts of the value have to tell that have no comment of their own.
    """
    text = text_of(schema)
    if _TOLD.isdisjoint(schema) and not lost and listed is NOTHING and not below:
        return text
    tags = _own_tags(schema)
    if listed.values:
        tags.insert(0, Tag("suggested", listed.values))
    if isinstance(type_, Tuple):
        said = {"minItems"} if type_.rest is not None else {"minItems", "maxItems"}
        tags = [t for t in tags if t.name not in said]
    _add_parts(schema, tags)
    items = schema.get("items")
    if isinstance(items, dict) or listed.items:
        _add_items(cast("Schema", items) if isinstance(items, dict) else {}, tags, listed.items)
    merge(tags, lost_tags(schema, lost))
    merge(tags, below)
    return Doc(text.summary, tuple(tags)) if tags else text


def text_of(schema: Schema) -> Doc:
    """Return the text of a schema alone: its description, or a title that is more than a name."""
    description = schema.get("description")
    if isinstance(description, str) and description:
        return Doc(description)
    title = schema.get("title")
    return Doc(title) if isinstance(title, str) and " " in title else NO_DOC


def constraints(schema: Schema) -> list[Tag]:
    """Return the tags for what a schema itself says of a value and no type can."""
    if _CONSTRAINTS.isdisjoint(schema):
        return []
    said = [t for t in _own_tags(schema) if t.name in _CONSTRAINTS]
    low = schema.get("minItems")
    # So short a list of just one length is a tuple.
    if low is not None and low == schema.get("maxItems") and isinstance(low, int) and low <= _FIXED:
        said = [t for t in said if t.name not in ("minItems", "maxItems")]
    return said


def lost_tags(schema: Schema, lost: dict[int, dict[str, None]]) -> list[Tag]:
    """Return the tags for the keywords of a schema that its type could not keep."""
    missing = lost.get(id(schema))
    if not missing:
        return []
    words = dict.fromkeys(missing)
    if "if" in missing:
        words |= {"then": None, "else": None}
    if not {"dependentRequired", "dependentSchemas"}.isdisjoint(missing):
        words["dependencies"] = None  # what older drafts call them
    return [Tag(word, compact(schema[word])) for word in words if word in schema]


def _own_tags(schema: Schema) -> list[Tag]:
    tags: list[Tag] = []
    words = [word for word in schema if word in _ORDER]
    if len(words) > 1:
        words.sort(key=_ORDER.__getitem__)
    for word in words:
        value = schema[word]
        if word == "uniqueItems":
            if value is True:
                tags.append(Tag(word))
        elif value in _SAFE and word in ("minimum", "maximum"):
            continue
        elif word == "default" or value is not None:
            tags.append(Tag(word, value if isinstance(value, str) and word != "default" else compact(value)))
    if _RARE.isdisjoint(schema):
        return tags
    for word, name in _FLAGS.items():
        if schema.get(word) is True:
            tags.append(Tag(name))
    examples = schema.get("examples")
    if isinstance(examples, list):
        tags.extend(Tag("example", compact(e)) for e in cast("list[Json]", examples)[:_EXAMPLES])
    elif "example" in schema:
        tags.append(Tag("example", compact(schema["example"])))
    return tags


def _add_parts(schema: Schema, tags: list[Tag]) -> None:
    """Add what scalar members of a union say beyond their types."""
    for word in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(word)
        if isinstance(branches, list):
            for branch in cast("list[Json]", branches):
                if isinstance(branch, dict) and not _CONSTRAINTS.isdisjoint(cast("Schema", branch)):
                    merge(tags, [t for t in _own_tags(cast("Schema", branch)) if t.name in _CONSTRAINTS])


def _add_items(items: Schema, tags: list[Tag], listed: str) -> None:
    """Add what the items of an array say beyond their type."""
    parts = [f"{t.name} {t.text}".strip() for t in constraints(items)]
    if listed:
        parts.insert(0, f"suggested {listed}")
    description = items.get("description")
    if isinstance(description, str) and description.strip():
        parts.insert(0, description.strip())
    if parts:
        tags.append(Tag("items", "; ".join(parts)))


def merge(tags: list[Tag], more: Sequence[Tag]) -> None:
    """Add tags to others: two of one name become one, with what either of them says."""
    for tag in more:
        for i, have in enumerate(tags):
            if have.name == tag.name:
                mark = "; " if tag.name in _PARTS else " or "
                if tag.text not in have.text.split(mark):
                    tags[i] = Tag(tag.name, f"{have.text}{mark}{tag.text}")
                break
        else:
            tags.append(tag)


def compact(value: Json) -> str:
    """Return a value as JSON, cut where it is long. A deep or odd value is told by its kind alone."""
    if value.__class__ is int or value is True or value is False:
        return str(value).lower() if isinstance(value, bool) else str(value)
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    except (TypeError, ValueError, RecursionError):
        return "…"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
