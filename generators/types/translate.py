"""The way from requests to declarations: every schema built, all nested types named together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...catalog.nesting import deep_nesting
from .build import Builder
from .hoist import Place, hoist
from .model import Declaration, Definition, Direction, Reading
from .naming import settle
from .notes import Limits, Notes, TypeNote

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

_DEFAULTS = Limits()


@dataclass(frozen=True, slots=True)
class TypeRequest:
    """One root type that is wanted: its name, its JSON Schema (any JSON value), and which way values go."""

    name: str
    schema: object
    direction: Direction


@dataclass(frozen=True, slots=True)
class TypeModule:
    """The types of one file: roots in the order of the requests, then nested types by name; and what to tell."""

    declarations: tuple[Declaration, ...]
    notes: tuple[TypeNote, ...]


@deep_nesting()
def translate(
    requests: Sequence[TypeRequest],
    *,
    reading: Reading = "intended",
    reserved: AbstractSet[str] = frozenset(),
    limits: Limits = _DEFAULTS,
) -> TypeModule:
    """Translate the schemas of one file into types.

    Each request is a document of its own. Nested types that need a name get one that is neither `reserved` nor a root's
    and that does not depend on the order of anything. Never raises on account of a schema: what is wrong with one
    degrades that part to unknown, with a note. The input is not changed. Time and memory are linear in its size, within
    `limits`.
    """
    roots: list[Definition] = []
    nested: list[Definition] = []
    notes: list[TypeNote] = []
    places: dict[int, Place] = {}
    repeated = False
    outlines: set[object] = set()
    for index, request in enumerate(requests):
        root = Definition(index, None, "", name=request.name)
        collected = Notes(index)
        builder = Builder(
            root,
            request.schema,
            direction=request.direction,
            reading=reading,
            limits=limits,
            notes=collected,
            outlines=outlines,
        )
        builder.build()
        roots.append(root)
        nested.extend(builder.definitions.made)
        notes.extend(collected.items)
        places |= builder.places
        repeated |= builder.repeated
        # Its parts refer to each other in circles, which would keep all of them until a garbage collection.
        vars(builder).clear()
    if repeated:
        nested.extend(hoist(roots, nested, places))
    if nested:
        settle(nested, reserved | {r.name for r in roots})
        nested.sort(key=lambda d: d.name)
    declarations = [Declaration(d.name, d.type, d.doc, True) for d in roots]
    declarations.extend(Declaration(d.name, d.type, d.doc, False) for d in nested)
    return TypeModule(tuple(declarations), tuple(notes))
