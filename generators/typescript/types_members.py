"""What TypeScript demands of the members of one object type: index signatures that admit what stands beside them."""

from __future__ import annotations

from typing import Final

from ..text import ts_string
from ..types.model import NEVER, UNKNOWN, Object, Primitive, Property, Type
from ..types.patterns import EVERYTHING, template_has, template_within
from ..types.simplify import is_within, union


def indexes(type_: Object) -> list[tuple[str, Type]]:
    """Return the index signatures of an object, settled together by the keys that each covers.

    TypeScript wants one for the same keys only (TS2374), of a type that admits every named member (TS2411) and every
    narrower signature (TS2413): one that would refuse them is widened, never the other way round.
    """
    shown = type_.shown and type_.rest is not NEVER
    if not type_.patterns:
        return [("string", _widened(type_.rest, type_.properties))] if shown else []
    settled: dict[tuple[str, ...], Type] = {}
    for texts, of_keys in (*type_.patterns, *(((EVERYTHING, type_.rest),) if shown else ())):
        beside = [p for p in type_.properties if template_has(texts, p.key)]
        known = settled.pop(texts, None)
        wide = _widened(of_keys, beside)
        settled[texts] = wide if known is None else union((known, wide))
    # Narrow ones first: what is widened for them has to be admitted by those that are wider still.
    narrow = sorted(settled, key=lambda texts: sum(template_within(other, texts) for other in settled))
    for i, texts in enumerate(narrow):
        for inner in narrow[:i]:
            if template_within(inner, texts) and not is_within(settled[inner], settled[texts]):
                settled[texts] = union((settled[texts], settled[inner]))
    return [(_template(texts), index) for texts, index in settled.items()]


def any_object(type_: Object) -> str:
    """Return what has to stand behind an object without a required member that is closed only by assumption.

    TypeScript refuses a value that shares no key with such an object (TS2559, its weak-type check), though the schema
    takes it. Behind `& object` it does not; an unknown key in a literal is still an error, and so is anything but an
    object.
    """
    return " & object" if not type_.shown and type_.rest is NEVER else ""


def _widened(type_: Type, beside: tuple[Property, ...] | list[Property]) -> Type:
    if type_ is UNKNOWN or not beside:
        return type_
    optional = any(not p.required for p in beside)
    wide = union([type_, *(member_type(p) for p in beside)])
    if not optional or wide is UNKNOWN:
        return wide
    return union((wide, _UNDEFINED))


# Only index types name it: a missing optional member reads as undefined.
_UNDEFINED: Final = Primitive("undefined")  # pyright: ignore[reportArgumentType]
# Every object inherits these, so that TypeScript finds a function where an optional member of that name is absent.
_INHERITED: Final = frozenset(
    {
        "constructor",
        "hasOwnProperty",
        "isPrototypeOf",
        "propertyIsEnumerable",
        "toLocaleString",
        "toString",
        "valueOf",
    }
)
FUNCTION: Final = Primitive("Function")  # pyright: ignore[reportArgumentType]


def member_type(p: Property) -> Type:
    """Return the type of a member as it is written."""
    if p.required or p.key not in _INHERITED:
        return p.type
    return union((p.type, FUNCTION))


def _template(texts: tuple[str, ...]) -> str:
    inner = "${string}".join(
        ts_string(t)[1:-1].replace('\\"', '"').replace("`", "\\`").replace("${", "\\${") for t in texts
    )
    return "string" if inner == "${string}" else f"`{inner}`"
