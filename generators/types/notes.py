"""What was degraded or assumed while a schema became a type, and the limits that keep that work bounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path


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


class Notes:
    """Collects notes: one a place for what was degraded, the first of its kind in a request for what was assumed."""

    __slots__ = ("_assumed", "_seen", "items", "request")

    def __init__(self, request: int) -> None:
        self.request = request
        self.items: list[TypeNote] = []
        self._assumed: set[str] = set()
        self._seen: set[tuple[str, str]] = set()

    def degraded(self, path: Path, code: str, message: str) -> None:
        """Note that the type at `path` says less than its schema."""
        from ...catalog.jsonschema import pointer_of

        pointer = pointer_of(path)
        if (code, pointer) not in self._seen:
            self._seen.add((code, pointer))
            self.items.append(TypeNote(self.request, pointer, code, message, "degraded"))

    def assumed(self, path: Path, code: str, message: str) -> None:
        """Note a decision of the intended reading; later ones of the same code are not repeated."""
        if code not in self._assumed:
            from ...catalog.jsonschema import pointer_of

            self._assumed.add(code)
            self.items.append(TypeNote(self.request, pointer_of(path), code, message, "assumed"))
