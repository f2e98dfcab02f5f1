"""Types without their comments, for texts that have no room for those."""

from __future__ import annotations

from collections.abc import Mapping

from .model import Array, Definition, Object, Pattern, Property, Ref, Tuple, Type, Union


class Bare:
    """Takes comments off; types that share parts share them afterwards."""

    def __init__(self, same: Mapping[int, Definition] | None = None) -> None:
        """Take `same`, by the identity of a definition another one that says the same and stands for it."""
        self._same = same or {}
        # The type is kept with its result, so that no other one can take its identity.
        self._done: dict[int, tuple[Type, Type]] = {}

    def of(self, type_: Type) -> Type:
        """Return a type without its comments, references pointing at what stands for their definitions."""
        known = self._done.get(id(type_))
        if known is not None:
            return known[1]
        out = type_
        if isinstance(type_, Ref):
            other = self._same.get(id(type_.definition))
            out = type_ if other is None else Ref(other)
        elif isinstance(type_, Object):
            out = Object(
                tuple(Property(p.key, self.of(p.type), p.required) for p in type_.properties),
                tuple(Pattern(p.texts, self.of(p.type)) for p in type_.patterns),
                self.of(type_.rest),
                type_.shown,
            )
        elif isinstance(type_, Array):
            out = Array(self.of(type_.items))
        elif isinstance(type_, Tuple):
            rest = None if type_.rest is None else self.of(type_.rest)
            out = Tuple(tuple(self.of(item) for item in type_.items), type_.required, rest)
        elif isinstance(type_, Union):
            out = Union(tuple(self.of(member) for member in type_.members))
        self._done[id(type_)] = (type_, out)
        return out


def parts(type_: Type) -> list[Type]:
    """Return the types that a type is made of; none for a reference."""
    if isinstance(type_, Array):
        return [type_.items]
    if isinstance(type_, Union):
        return list(type_.members)
    if isinstance(type_, Tuple):
        return [*type_.items, *(() if type_.rest is None else (type_.rest,))]
    if isinstance(type_, Object):
        return [*(p.type for p in type_.properties), *(p.type for p in type_.patterns), type_.rest]
    return []
