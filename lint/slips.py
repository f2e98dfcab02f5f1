"""Slips: which keyword of JSON Schema a misspelt one is meant to be."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from .words import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable

KEYWORDS = word_set("""
    $id $schema $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment $defs
    definitions id allOf anyOf oneOf not if then else dependentSchemas dependentRequired dependencies prefixItems items
    additionalItems contains properties patternProperties additionalProperties propertyNames unevaluatedItems
    unevaluatedProperties type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength
    minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required title
    description default deprecated readOnly writeOnly examples format contentEncoding contentMediaType contentSchema
""")
"""All keywords of drafts 04 to 2020-12."""

_PLAIN = {word.lower().replace("$", ""): word for word in sorted(KEYWORDS) if word != "id"}


def slip_of(keyword: str) -> str | None:
    """Return the keyword that is meant: another case or separator, or about two letters off."""
    plain = keyword.lower().replace("_", "").replace("-", "").replace("$", "")
    if plain in _PLAIN:
        return _PLAIN[plain]
    if len(plain) < 4:
        return None
    found = get_close_matches(plain, _PLAIN, n=1, cutoff=0.84 if len(plain) > 5 else 0.74)
    if not found or abs(len(found[0]) - len(plain)) > 2:
        return None
    return _PLAIN[found[0]]


def is_misspelt_in(keyword: str, schema: Iterable[str]) -> bool:
    """Whether a schema that lacks a keyword has a slip of it: adding the keyword would then be wrong."""
    return any(each not in KEYWORDS and slip_of(each) == keyword for each in schema)
