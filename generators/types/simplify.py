"""The shortest equal type: unions flattened, duplicates and subsumed members dropped, neighbours merged.

No step here changes what values a type has.
"""

from __future__ import annotations

from collections.abc import Iterable

from .model import (
    BOOLEAN,
    INTEGER,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    UNKNOWN,
    Array,
    Literal,
    Object,
    Primitive,
    Property,
    Ref,
    Tuple,
    Type,
    Union,
)

_TRUE, _FALSE = Literal("boolean", True), Literal("boolean", False)
_WIDE = {"string": STRING, "number": NUMBER, "boolean": BOOLEAN}


def union(types: Iterable[Type]) -> Type:
    """Return the union of types: NEVER for none, UNKNOWN if any is unknown, no Union inside, nothing twice.

    A literal beside its primitive goes, an integer beside a number goes, `true` and `false` together are a boolean. The
    order is that of first appearance, null last.
    """
    members: list[Type] = []
    simple: set[Type] = set()
    composite: dict[object, list[Type]] = {}
    for type_ in types:
        if type_ is UNKNOWN:
            return UNKNOWN
        for member in type_.members if isinstance(type_, Union) else (type_,):
            if member is NEVER:
                continue
            if member.__class__ in _WITHOUT_PARTS:
                if member not in simple:
                    simple.add(member)
                    members.append(member)
                continue
            # Composite types are compared, never hashed: a hash would visit a deep type again at every level above it.
            alike = composite.setdefault(_outline(member), [])
            if not any(same(member, other) for other in alike[:_COMPARED]):
                alike.append(member)
                members.append(member)
    if len(simple) > 1 or (NULL in simple and len(members) > 1):
        members = _without_subsumed(members, simple)
    if not members:
        return NEVER
    return members[0] if len(members) == 1 else Union(tuple(members))


_COMPARED = 32
_WITHOUT_PARTS = frozenset({Primitive, Literal, Ref})


def same(one: Type, other: Type) -> bool:
    """Whether two types are equal, found without recursion: `==` would fail on deep ones."""
    pairs = [(one, other)]
    while pairs:
        a, b = pairs.pop()
        if a is b:
            continue
        if a.__class__ is not b.__class__:
            return False
        if isinstance(a, Object) and isinstance(b, Object):
            if a.shown != b.shown or len(a.properties) != len(b.properties) or len(a.patterns) != len(b.patterns):
                return False
            for p, q in zip(a.properties, b.properties, strict=True):
                if p.key != q.key or p.required != q.required or p.doc != q.doc:
                    return False
                pairs.append((p.type, q.type))
            for p, q in zip(a.patterns, b.patterns, strict=True):
                if p.texts != q.texts:
                    return False
                pairs.append((p.type, q.type))
            pairs.append((a.rest, b.rest))
        elif isinstance(a, Array) and isinstance(b, Array):
            pairs.append((a.items, b.items))
        elif isinstance(a, Tuple) and isinstance(b, Tuple):
            if a.required != b.required or len(a.items) != len(b.items) or (a.rest is None) != (b.rest is None):
                return False
            pairs.extend(zip(a.items, b.items, strict=True))
            if a.rest is not None and b.rest is not None:
                pairs.append((a.rest, b.rest))
        elif isinstance(a, Union) and isinstance(b, Union):
            if len(a.members) != len(b.members):
                return False
            pairs.extend(zip(a.members, b.members, strict=True))
        elif a != b:
            return False
    return True


def _outline(type_: Type) -> object:
    """Return a cheap key that equal types share."""
    if isinstance(type_, Object):
        return (len(type_.properties), type_.properties[0].key if type_.properties else None)
    return type_.__class__


def _without_subsumed(members: list[Type], simple: set[Type]) -> list[Type]:
    if _TRUE in simple and _FALSE in simple:
        if BOOLEAN not in simple:
            members[members.index(_TRUE if members.index(_TRUE) < members.index(_FALSE) else _FALSE)] = BOOLEAN
        simple.add(BOOLEAN)
    out = [m for m in members if not (isinstance(m, Literal) and _covered(m, simple))] if simple & _WIDER else members
    if NUMBER in simple and INTEGER in simple:
        out.remove(INTEGER)
    if NULL in simple:
        out.remove(NULL)
        out.append(NULL)
    return out


_WIDER: set[Type] = {STRING, NUMBER, INTEGER, BOOLEAN}


def _covered(member: Literal, simple: set[Type]) -> bool:
    return _WIDE[member.kind] in simple or (
        INTEGER in simple and member.kind == "number" and float(member.value).is_integer()
    )


def is_within(inner: Type, outer: Type, fuel: int = 6) -> bool:
    """Whether every value of `inner` is one of `outer`. False when that cannot be seen within `fuel` levels."""
    if outer is UNKNOWN or inner is NEVER or same(inner, outer):
        return True
    if fuel == 0:
        return False
    if isinstance(inner, Union):
        return all(is_within(m, outer, fuel) for m in inner.members)
    if isinstance(outer, Union):
        return any(is_within(inner, m, fuel) for m in outer.members)
    if isinstance(inner, Literal):
        return outer is _WIDE[inner.kind] or (
            outer is INTEGER and inner.kind == "number" and float(inner.value).is_integer()
        )
    if inner is INTEGER:
        return outer is NUMBER
    if isinstance(outer, Array):
        if isinstance(inner, Array):
            return is_within(inner.items, outer.items, fuel - 1)
        if isinstance(inner, Tuple):
            parts = inner.items if inner.rest is None else (*inner.items, inner.rest)
            return all(is_within(p, outer.items, fuel - 1) for p in parts)
        return False
    if isinstance(outer, Object) and isinstance(inner, Object):
        return _object_within(inner, outer, fuel - 1)
    return False


def _object_within(inner: Object, outer: Object, fuel: int) -> bool:
    if outer.shown and not inner.shown and inner.rest is NEVER:
        return False  # only the inner one is closed by no more than an assumption
    if not same(Object((), inner.patterns), Object((), outer.patterns)) or not is_within(inner.rest, outer.rest, fuel):
        return False
    have = {p.key: p for p in inner.properties}
    for wanted in outer.properties:
        got = have.pop(wanted.key, None)
        if got is None:
            if wanted.required or inner.patterns or not is_within(inner.rest, wanted.type, fuel):
                return False
        elif (wanted.required and not got.required) or not is_within(got.type, wanted.type, fuel):
            return False
    return not outer.patterns and all(is_within(p.type, outer.rest, fuel) for p in have.values()) if have else True


def merge_objects(objects: list[Object]) -> list[Object]:
    """Return fewer objects of the same union: subsumed ones dropped, those that differ in one member merged."""
    if len(objects) < 2 or len(objects) > 64:
        return objects
    out = list(objects)
    changed = True
    while changed and len(out) > 1:
        changed = False
        for i in range(len(out)):
            for j in range(len(out)):
                if i == j:
                    continue
                merged = out[i] if is_within(out[j], out[i]) else _merged(out[i], out[j]) if i < j else None
                if merged is not None:
                    out[i] = merged
                    del out[j]
                    changed = True
                    break
            if changed:
                break
    return out


def _frame(object_: Object) -> Object:
    """Return an object without its named members."""
    return Object((), object_.patterns, object_.rest, object_.shown)


def _merged(a: Object, b: Object) -> Object | None:
    """Return one object that is exactly both, when they differ in one member only; else None."""
    if len(a.properties) != len(b.properties) or not same(_frame(a), _frame(b)):
        return None
    have = {p.key: p for p in b.properties}
    out: list[Property] = []
    differs = False
    for p in a.properties:
        q = have.get(p.key)
        if q is None:
            return None
        if p.required == q.required and p.doc == q.doc and same(p.type, q.type):
            out.append(p)
            continue
        if differs or (p.doc != q.doc and p.type is not NEVER and q.type is not NEVER):
            return None
        differs = True
        if p.required == q.required:
            out.append(Property(p.key, union((p.type, q.type)), p.required, p.doc if p.type is not NEVER else q.doc))
        elif p.type is NEVER or q.type is NEVER:
            # Absent, or there with a type: optional.
            kept = q if p.type is NEVER else p
            out.append(Property(kept.key, kept.type, False, kept.doc))
        else:
            return None
    return Object(tuple(out), a.patterns, a.rest, a.shown)
