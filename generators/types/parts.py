"""The types that a type is made of."""

from __future__ import annotations

from .model import Array, Object, Tuple, Type, Union


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
