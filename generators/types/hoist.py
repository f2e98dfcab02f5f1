"""Hoist: structures that are said more than once become named types.

Types are numbered from the leaves up, equal ones alike, so that a structure of any size is compared in one step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .model import NEVER, Array, Definition, Literal, Object, Pattern, Primitive, Property, Ref, Tuple, Type, Union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...catalog.jsonschema import Path
    from .docs import Doc

# What is shorter than this when written out is not worth a name.
_WORTH = 5


class Place(NamedTuple):
    """Where an inline type comes from: the request, its place there, and what to call it."""

    request: int
    path: Path
    raw: str
    titled: bool
    # Kept so that no other type can take its identity.
    type: Type


def hoist(roots: Sequence[Definition], nested: Sequence[Definition], places: dict[int, Place]) -> list[Definition]:
    """Give a name to every structure that occurs more than once in a module; return the new definitions.

    A structure that a definition has already gets that name. Definitions are changed in place, types are not.
    """
    hoister = _Hoister(places)
    for definition in nested:
        hoister.own[hoister.number(definition.type)] = definition
    for definition in (*roots, *nested):
        hoister.survey(definition)
    names: dict[int, Definition] = {}
    for number, seen in hoister.seen.items():
        if number in hoister.own:
            names[number] = hoister.own[number]
            # A twin that is closed by no more than an assumption says less: what is said of both may not say more.
            if hoister.is_open(number):
                names[number].type = hoister.example(number)
        elif seen > 1:
            names[number] = hoister.define(number)
    if not names:
        return []
    created = [d for n, d in names.items() if n not in hoister.own]
    for definition in (*roots, *nested, *created):
        definition.type = hoister.rewrite(definition.type, names)
    return created


class _Hoister:
    def __init__(self, places: dict[int, Place]) -> None:
        self.places = places
        self.own: dict[int, Definition] = {}
        self.seen: dict[int, int] = {}
        self._numbers: dict[object, int] = {}
        self._memo: dict[int, int] = {}
        self._weights: dict[int, int] = {}
        self._examples: dict[int, Type] = {}
        self._found: dict[int, list[Place]] = {}
        self._rewritten: dict[int, Type] = {}

    def number(self, type_: Type) -> int:
        """Return the number that equal types share."""
        known = self._memo.get(id(type_))
        if known is not None:
            return known
        key: object = type_
        weight = 1
        if isinstance(type_, Ref):
            key = ("ref", id(type_.definition))
        elif type_.__class__ not in _MADE_OF_PARTS:
            pass
        elif isinstance(type_, Object):
            members: list[tuple[str, int, bool, Doc]] = []
            for name, part, required, doc in type_.properties:
                known = self._memo.get(id(part))
                number = self.number(part) if known is None else known
                members.append((name, number, required, doc))
                weight += self._weights[number] + (2 if doc.summary else 1)
            patterns = tuple((p.texts, self.number(p.type)) for p in type_.patterns)
            key = ("object", tuple(members), patterns, self.number(type_.rest), type_.shown or type_.rest is NEVER)
        elif isinstance(type_, Array):
            item = self.number(type_.items)
            key = ("array", item)
            weight = self._weights[item]
        elif isinstance(type_, Tuple):
            items = tuple(self.number(t) for t in type_.items)
            key = ("tuple", items, type_.required, None if type_.rest is None else self.number(type_.rest))
            weight += sum(self._weights[i] for i in items)
        elif isinstance(type_, Union):
            parts = tuple(self.number(t) for t in type_.members)
            key = ("union", parts)
            weight = sum(self._weights[m] for m in parts)
        number = self._numbers.setdefault(key, len(self._numbers))
        self._memo[id(type_)] = number
        self._weights.setdefault(number, weight)
        if number not in self._examples or (isinstance(type_, Object) and not type_.shown):
            self._examples[number] = type_
        return number

    def example(self, number: int) -> Type:
        """Return the type of a number; of those that only an assumption tells apart, one that is not closed."""
        return self._examples[number]

    def is_open(self, number: int) -> bool:
        """Whether a type is an object that others may come into, though a program need not know."""
        type_ = self._examples[number]
        return isinstance(type_, Object) and not type_.shown

    def survey(self, root: Definition) -> None:
        """Count the places of nested structures; the parts of one that was met before are not counted again."""
        outer = root.raw or root.name + "Item"
        walk: list[tuple[Type, str, Path]] = [(t, key or outer, (root.path, key)) for t, key in _parts(root.type)]
        while walk:
            type_, raw, path = walk.pop()
            number = self.number(type_)
            if self._is_worth(type_, number):
                count = self.seen[number] = self.seen.get(number, 0) + 1
                place = self.places.get(id(type_)) or Place(root.request, path, raw, False, type_)
                self._found.setdefault(number, []).append(place)
                if count > 1 or number in self.own:
                    continue
            walk.extend((t, key or raw, (path, key) if key else path) for t, key in _parts(type_))

    def _is_worth(self, type_: Type, number: int) -> bool:
        if isinstance(type_, Object):
            return bool(type_.properties) and self._weights[number] >= _WORTH
        return (
            isinstance(type_, Union)
            and self._weights[number] >= _WORTH
            and all(isinstance(m, Literal | Primitive) for m in type_.members)
        )

    def define(self, number: int) -> Definition:
        """Return a definition for a structure, named after the shortest title, or else key, of its places."""
        type_ = self._examples[number]
        best = min(self._found[number], key=lambda p: (not p.titled, len(p.raw), p.raw, p.request))
        raw = best.raw
        if not best.titled and isinstance(type_, Object):
            # Variants of one key are told apart by their constants, as they are in the union: "uri" and action.
            tags = [p.type.value for p in type_.properties if p.required and isinstance(p.type, Literal)]
            if tags and isinstance(tags[0], str) and tags[0].strip() and len(tags[0]) < 30:
                raw = f"{tags[0]} {raw}"
        return Definition(best.request, best.path, raw, type=type_, used=True)

    def rewrite(self, root: Type, names: dict[int, Definition]) -> Type:
        """Return a type with names in place of what is named. The type itself is not replaced."""
        if root.__class__ not in _MADE_OF_PARTS:
            return root
        known = self._rewritten.get(id(root))
        if known is not None:
            return known

        def part(type_: Type) -> Type:
            if type_.__class__ not in _MADE_OF_PARTS:
                return type_
            number = self.number(type_)
            definition = names.get(number) if isinstance(type_, Object | Union) else None
            return Ref(definition) if definition is not None else self.rewrite(self._examples[number], names)

        out: Type = root
        if isinstance(root, Object):
            members = [
                p if p.type.__class__ not in _MADE_OF_PARTS else Property(p.key, part(p.type), p.required, p.doc)
                for p in root.properties
            ]
            patterns = tuple(Pattern(p.texts, part(p.type)) for p in root.patterns)
            out = Object(tuple(members), patterns, part(root.rest), root.shown)
        elif isinstance(root, Array):
            out = Array(part(root.items))
        elif isinstance(root, Tuple):
            out = Tuple(
                tuple(part(t) for t in root.items), root.required, None if root.rest is None else part(root.rest)
            )
        elif isinstance(root, Union):
            out = Union(tuple(part(t) for t in root.members))
        self._rewritten[id(root)] = out
        return out


_MADE_OF_PARTS = frozenset({Object, Array, Tuple, Union})


def _parts(type_: Type) -> list[tuple[Type, str]]:
    """Return the parts of a type that have parts themselves, with the keys that they stand under, if they do."""
    if isinstance(type_, Object):
        parts = [(p.type, p.key) for p in type_.properties if p.type.__class__ in _MADE_OF_PARTS]
        parts.extend((p.type, "") for p in type_.patterns if p.type.__class__ in _MADE_OF_PARTS)
        if type_.rest.__class__ in _MADE_OF_PARTS:
            parts.append((type_.rest, ""))
        return parts
    if isinstance(type_, Array):
        return [(type_.items, "")] if type_.items.__class__ in _MADE_OF_PARTS else []
    if isinstance(type_, Tuple):
        items = type_.items if type_.rest is None else (*type_.items, type_.rest)
        return [(t, "") for t in items if t.__class__ in _MADE_OF_PARTS]
    return [(t, "") for t in type_.members if t.__class__ in _MADE_OF_PARTS] if isinstance(type_, Union) else []
