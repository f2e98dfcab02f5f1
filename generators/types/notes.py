"""What was degraded or assumed while a schema became a type, and the limits that keep that work bounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ...catalog.jsonschema import pointer_of

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path

ASSUMPTIONS: Final = {
    "assumed-object": "a schema without a type that speaks of members (properties, required, …) means an object",
    "assumed-array": "a schema without a type that speaks of items (items, minItems, …) means an array",
    "assumed-string": "a schema without a type that speaks of text (pattern, minLength, a format) means a string",
    "assumed-number": "a schema without a type that speaks of bounds (minimum, multipleOf, …) means a number",
    "assumed-closed": "an input object that lists its keys and says nothing of further ones takes no others",
    "assumed-exclusive": "a variant of oneOf does not take the keys that another variant needs",
    "assumed-nullable": "nullable, which JSON Schema does not know, allows null",
    "assumed-dependencies": "dependencies, which this draft no longer knows, means what it meant",
    "assumed-required": "a required key that a closed object does not list may have any value",
    "assumed-pattern": "keys have text on one line, so that .* in a pattern of keys is anything, and so is .+ alone",
}
"""What the intended reading takes for granted, by code. The literal reading takes nothing for granted."""

DEGRADATIONS: Final = {
    "bad-schema": "something stands where a schema should: only an object or a boolean is one",
    "bad-keyword": "a keyword has a value of the wrong type and counts as not said",
    "unknown-type": "type names something that is no JSON type",
    "dangling-ref": "a reference points at nothing in its document",
    "external-ref": "a reference leaves its document, which is never followed",
    "endless-ref": "a type refers to itself without an object or array between",
    "too-deep": "schemas nest deeper than the limit",
    "too-large": "a document has more subschemas than the limit",
    "too-many-notes": "a document has more problems than are told",
    "too-many-alternatives": "anyOf, oneOf, if, not and dependencies multiply beyond the limit",
}
"""Why a type says less than its schema, by code: that part is unknown, or wider than it could be, in every reading."""


class TypeNote(NamedTuple):
    """One thing to tell the user.

    `request` counts from 0; `pointer` is a JSON Pointer into that request's schema. `degraded`: the type says less than
    the schema, because that is wrong, out of reach or too large. `assumed`: the intended reading took a decision.
    """

    request: int
    pointer: str
    code: str
    message: str
    kind: Literal["degraded", "assumed"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work one schema may cost: beyond, its parts degrade to unknown with a note."""

    depth: int = 200
    nodes: int = 50_000
    alternatives: int = 32
    """Members that one combination of anyOf, oneOf, if, not and dependencies may come to."""


# One problem however many places show it: the same reference from several, the same limit reached on several ways.
_ANYWHERE: Final = frozenset({"dangling-ref", "external-ref", "too-deep"})
# A request may have so many notes, and so many characters in their pointers: those of a deep document are long.
_MOST: Final = 1_000
_LONGEST: Final = 200_000


class Notes:
    """Collects notes: one a problem for what was degraded, the first of its kind in a request for what was assumed."""

    __slots__ = ("_assumed", "_room", "_seen", "_told", "items", "request")

    def __init__(self, request: int) -> None:
        self.request = request
        self.items: list[TypeNote] = []
        self._assumed: set[str] = set()
        self._room = _LONGEST
        self._told = False
        self._seen: set[tuple[str, str]] = set()

    def degraded(self, path: Path, code: str, message: str) -> None:
        """Note that the type at `path` says less than its schema."""
        if self._room <= 0 or len(self.items) >= _MOST:
            if not self._told:
                self._told = True
                more = DEGRADATIONS["too-many-notes"]
                self.items.append(TypeNote(self.request, "", "too-many-notes", more, "degraded"))
            return
        pointer = pointer_of(path)
        problem = (code, message if code in _ANYWHERE else pointer)
        if problem not in self._seen:
            self._seen.add(problem)
            self._room -= len(pointer)
            self.items.append(TypeNote(self.request, pointer, code, message, "degraded"))

    def assumed(self, path: Path, code: str) -> None:
        """Note a decision of the intended reading, one of `ASSUMPTIONS`, once a request."""
        if code not in self._assumed:
            self._assumed.add(code)
            self.items.append(TypeNote(self.request, pointer_of(path), code, ASSUMPTIONS[code], "assumed"))
