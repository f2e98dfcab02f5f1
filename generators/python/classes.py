"""Classes: every object with named members gets a class of its own, under a settled name, and its members identifiers.

Python cannot say such an object in place. What comes out has references where objects stood, so that each printer
(TypedDicts, pydantic models, the canonical JSON Schema) prints a flat list of declarations.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Protocol

from ..names import Wish, settle
from ..types import (
    NO_DOC,
    Array,
    Definition,
    Doc,
    Literal,
    Object,
    Pattern,
    Property,
    Ref,
    Tuple,
    Type,
    TypeModule,
    Union,
)
from ..types.naming import pascal
from .identifiers import Style, identifiers


@dataclass(slots=True, eq=False)
class Named:
    """A type that goes by a name in an emitted module: a class, if it is an object with named members, else an alias.

    `fields` are the identifiers of a class's members, in their order; `request` counts the root it belongs to.
    """

    name: str
    type: Type
    doc: Doc
    is_root: bool
    request: int
    fields: list[str] = field(default_factory=list[str])

    @property
    def is_class(self) -> bool:
        """Whether this is emitted as a class."""
        return is_class(self.type)

    @property
    def members(self) -> tuple[Property, ...]:
        """The members of a class; none for an alias."""
        return self.type.properties if isinstance(self.type, Object) else ()

    def renamed(self) -> dict[str, str]:
        """Return the raw keys whose identifiers differ from them, each with its identifier."""
        return {p.key: name for p, name in zip(self.members, self.fields, strict=True) if p.key != name}


class Places(Protocol):
    """Knows, for a place in a schema, what must hold there beyond the type, and wraps types that it constrains."""

    def refine(self, type_: Type, place: object) -> Type:
        """Return the type with what must hold at `place`; only its outermost level is looked at."""
        ...

    def member(self, place: object, key: str) -> object:
        """Return the place of a named member."""
        ...

    def others(self, place: object) -> object:
        """Return the place of the members that are not named."""
        ...

    def item(self, place: object, index: int | None) -> object:
        """Return the place of an item by its position, or of all items."""
        ...

    def of(self, name: str) -> object:
        """Return the place of a declaration of the module."""
        ...


def is_class(type_: Type) -> bool:
    """Whether a type is an object with named members."""
    return isinstance(type_, Object) and bool(type_.properties)


@dataclass(slots=True)
class _Hoisted:
    """An object that was met in place: what it wants to be called, shortly and at length, and what identifies it."""

    definition: Definition
    original: Object
    place: object
    short: str
    long: str
    identity: str


class Module:
    """The named types of one emitted module: `roots` in the order of the requests, `nested` by name."""

    def __init__(
        self,
        module: TypeModule,
        style: Style,
        reserved: AbstractSet[str] = frozenset(),
        places: Places | None = None,
    ) -> None:
        """Hoist the objects of `module` and settle all names; `reserved` ones are not given."""
        self.notes = module.notes
        self._places = places
        self._made: list[_Hoisted] = []
        self._short: dict[str, list[_Hoisted]] = {}
        declared = {d.name for d in module.declarations}
        pairs: list[tuple[Named, object]] = []
        for index, declaration in enumerate(module.declarations):
            place = places.of(declaration.name) if places is not None else None
            named = Named(declaration.name, declaration.type, declaration.doc, declaration.is_root, index)
            pairs.append((named, place))
        for named, place in pairs:
            named.type = self._top(named.type, named.name, named.name, place)
        # Hoisting makes more to hoist: the list grows while it is walked.
        at = 0
        while at < len(self._made):
            made = self._made[at]
            made.definition.type = self._top(made.original, made.short, made.identity, made.place)
            at += 1
        self._settle(declared | reserved)
        named = [n for n, _ in pairs]
        named += [Named(m.definition.name, m.definition.type, NO_DOC, False, m.definition.request) for m in self._made]
        self.by_name: dict[str, Named] = {n.name: n for n in named}
        self.roots = [n for n in named if n.is_root]
        self.nested = sorted((n for n in named if not n.is_root), key=lambda n: n.name)
        for item in named:
            if item.is_class:
                raws = [p.key for p in item.members]
                item.fields = identifiers(raws, style)
                if not self.by_name.keys().isdisjoint(item.fields):
                    item.fields = identifiers(raws, style, taken=self.by_name.keys())

    # -- hoisting

    def _top(self, type_: Type, hint: str, path: str, place: object) -> Type:
        """Return the type of a declaration: the object that it is stays, those within go."""
        if isinstance(type_, Object) and type_.properties:
            return self._object(type_, hint, path, place)
        return self._walk(type_, hint, path, place)

    def _walk(self, type_: Type, hint: str, path: str, place: object) -> Type:
        places = self._places
        out: Type
        if isinstance(type_, Object):
            out = self._hoist(type_, hint, path, place) if type_.properties else self._object(type_, hint, path, place)
        elif isinstance(type_, Array):
            inner = None if places is None else places.item(place, None)
            out = Array(self._walk(type_.items, f"{hint}Item", f"{path}/[]", inner))
        elif isinstance(type_, Tuple):
            items: list[Type] = []
            for index, item in enumerate(type_.items):
                inner = None if places is None else places.item(place, index)
                items.append(self._walk(item, f"{hint}Item", f"{path}/{index}", inner))
            rest = type_.rest
            if rest is not None:
                inner = None if places is None else places.item(place, len(items))
                rest = self._walk(rest, f"{hint}Item", f"{path}/[]", inner)
            out = Tuple(tuple(items), type_.required, rest)
        elif isinstance(type_, Union):
            members: list[Type] = []
            for index, member in enumerate(type_.members):
                variant = hint + _told(member) if isinstance(member, Object) else hint
                members.append(self._walk(member, variant, f"{path}/|{index}", place))
            out = Union(tuple(members))
            return out
        else:
            out = type_
        return out if places is None else places.refine(out, place)

    def _object(self, type_: Object, hint: str, path: str, place: object) -> Object:
        places = self._places
        properties: list[Property] = []
        for p in type_.properties:
            inner = None if places is None else places.member(place, p.key)
            kind = self._walk(p.type, pascal(p.key), f"{path}/.{p.key}", inner)
            properties.append(p if kind is p.type else Property(p.key, kind, p.required, p.doc))
        patterns = [
            Pattern(pattern.texts, self._walk(pattern.type, f"{hint}Value", f"{path}/*{pattern.texts}", None))
            for pattern in type_.patterns
        ]
        inner = None if places is None or patterns else places.others(place)
        rest = self._walk(type_.rest, f"{hint}Value", f"{path}/*", inner)
        return Object(tuple(properties), tuple(patterns), rest, type_.shown)

    def _hoist(self, type_: Object, hint: str, path: str, place: object) -> Ref:
        alike = self._short.setdefault(hint, [])
        for made in alike:
            if (
                made.place == place
                and len(made.original.properties) == len(type_.properties)
                and made.original == type_
            ):
                return Ref(made.definition)
        definition = Definition(0, None, hint)
        made = _Hoisted(definition, type_, place, hint, _qualified(path, hint), path)
        alike.append(made)
        self._made.append(made)
        return Ref(definition)

    def _settle(self, taken: AbstractSet[str]) -> None:
        """Name what was hoisted: shortly where nothing else wants that name, else by its place, else with a hash."""
        wishes: list[Wish] = []
        for made in self._made:
            short = len(self._short[made.short]) == 1 and made.short not in taken
            wishes.append(Wish(made.identity, made.short if short else made.long, first=short))
        for made, name in zip(self._made, settle(wishes, taken=taken), strict=True):
            made.definition.name = name


def _told(variant: Object) -> str:
    """Return what tells a variant of a union from the others: the first text that one of its members must be."""
    for p in variant.properties:
        if p.required and isinstance(p.type, Literal) and p.type.kind == "string":
            return pascal(str(p.type.value))[:40]
    return "Variant"


def _qualified(path: str, hint: str) -> str:
    """Return the long wish: the name of the declaration or class around, and the short one."""
    owner = path.split("/", 1)[0]
    return owner + hint if not hint.startswith(owner) else hint


def reachable(start: Sequence[Type], by_name: dict[str, Named]) -> list[Named]:
    """Return the named types that types refer to, directly and through others, by name."""
    seen: dict[str, Named] = {}
    todo = list(start)
    while todo:
        for name in references(todo.pop()):
            if name not in seen and name in by_name:
                seen[name] = by_name[name]
                todo.append(by_name[name].type)
    return [seen[name] for name in sorted(seen)]


def references(type_: Type) -> list[str]:
    """Return the names that a type refers to, in the order in which they stand, each once."""
    found: dict[str, None] = {}
    todo: list[Type] = [type_]
    while todo:
        this = todo.pop()
        if isinstance(this, Ref):
            found[this.name] = None
        else:
            todo.extend(reversed(parts(this)))
    return list(found)


def parts(type_: Type) -> list[Type]:
    """Return the types that a type is made of."""
    if isinstance(type_, Array):
        return [type_.items]
    if isinstance(type_, Union):
        return list(type_.members)
    if isinstance(type_, Tuple):
        return [*type_.items, *(() if type_.rest is None else (type_.rest,))]
    if isinstance(type_, Object):
        return [*(p.type for p in type_.properties), *(p.type for p in type_.patterns), type_.rest]
    return []
