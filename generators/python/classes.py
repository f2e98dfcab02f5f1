"""Classes: every object with named members gets a class of its own, under a settled name, and its members identifiers.

Python cannot say such an object in place. What comes out has references where objects stood, so that each printer
(TypedDicts, pydantic models, the canonical JSON Schema) prints a flat list of declarations.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from operator import is_

from ..names import Wish, settle
from ..types import (
    NO_DOC,
    STRING,
    UNKNOWN,
    Array,
    Definition,
    Doc,
    Literal,
    Object,
    Pattern,
    Primitive,
    Property,
    Ref,
    Tuple,
    Type,
    TypeModule,
    Union,
)
from ..types.naming import pascal
from ..types.parts import parts
from .identifiers import Style, identifiers


@dataclass(slots=True, eq=False)
class Named:
    """A type that goes by a name in an emitted module: a class, if it is an object with named members, else an alias.

    `request` counts the root it belongs to. `settled` are the identifiers of a class's members, once somebody has asked
    for `fields`; `scope` has the names of the module.
    """

    name: str
    type: Type
    doc: Doc
    is_root: bool
    request: int
    settled: list[str] | None = None
    style: Style = "snake"
    scope: AbstractSet[str] = frozenset()

    @property
    def fields(self) -> list[str]:
        """The identifiers of a class's members, in their order."""
        if self.settled is None:
            raws = [p.key for p in self.members]
            names = identifiers(raws, self.style)
            met = not self.scope.isdisjoint(names)
            self.settled = identifiers(raws, self.style, taken=self.scope) if met else names
        return self.settled

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


DEPTH = 40
"""Arrays, unions and dictionaries within each other before one gets a name: Python's parser counts brackets."""


_PLAIN = frozenset({Primitive, Ref})
_WITHOUT_PARTS = _PLAIN | {Literal}


def is_class(type_: Type) -> bool:
    """Whether a type is an object with named members."""
    return isinstance(type_, Object) and bool(type_.properties)


@dataclass(slots=True)
class _Hoisted:
    """An object (or what is nested too deeply) met in place: what it wants to be called, and what identifies it."""

    definition: Definition
    original: Type
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
        *,
        utf8: bool = False,
    ) -> None:
        """Hoist the objects of `module` and settle all names; `reserved` ones are not given.

        `utf8`: leave out members whose keys hold half a surrogate pair, and widen such constants, for those who can
        only hold what UTF-8 can.
        """
        self._utf8 = utf8
        self.notes = module.notes
        self._made: list[_Hoisted] = []
        self._numbers = _Numbers()
        self._short: dict[str, list[_Hoisted]] = {}
        declared = {d.name for d in module.declarations}
        named = [Named(d.name, d.type, d.doc, d.is_root, index) for index, d in enumerate(module.declarations)]
        for item in named:
            item.type = self._top(item.type, item.name, item.name)
        # Hoisting makes more to hoist: the list grows while it is walked.
        at = 0
        while at < len(self._made):
            made = self._made[at]
            made.definition.type = self._top(made.original, made.short, made.identity)
            at += 1
        if self._made:
            self._settle(declared | reserved)
        named += [Named(m.definition.name, m.definition.type, NO_DOC, False, m.definition.request) for m in self._made]
        self.by_name: dict[str, Named] = {n.name: n for n in named}
        self.roots = [n for n in named if n.is_root]
        self.nested = sorted((n for n in named if not n.is_root), key=lambda n: n.name)
        scope = frozenset(self.by_name)
        for item in named:
            item.style, item.scope = style, scope

    # -- hoisting

    def _top(self, type_: Type, hint: str, path: str) -> Type:
        """Return the type of a declaration: the object that it is stays, those within go."""
        if isinstance(type_, Object) and type_.properties:
            return self._object(type_, hint, path)
        return self._walk(type_, hint, path)

    def _walk(self, type_: Type, hint: str, path: str, depth: int = 0) -> Type:
        if type_.__class__ in _PLAIN:
            return type_
        if depth == DEPTH and not isinstance(type_, Literal):
            return self._hoist(type_, hint, path)
        depth += 1
        if isinstance(type_, Object):
            if type_.properties:
                return self._hoist(type_, hint, path)
            return self._object(type_, hint, path, depth)
        if isinstance(type_, Array):
            item = self._walk(type_.items, _longer(hint, "Item"), f"{path}/[]", depth)
            return type_ if item is type_.items else Array(item)
        if isinstance(type_, Tuple):
            items = [
                self._walk(item, _longer(hint, "Item"), f"{path}/{index}", depth)
                for index, item in enumerate(type_.items)
            ]
            rest = type_.rest
            if rest is not None:
                rest = self._walk(rest, _longer(hint, "Item"), f"{path}/[]", depth)
            return Tuple(tuple(items), type_.required, rest)
        if isinstance(type_, Union):
            if not self._utf8 and all(member.__class__ in _WITHOUT_PARTS for member in type_.members):
                return type_
            members: list[Type] = []
            for index, member in enumerate(type_.members):
                variant = hint + _told(member) if isinstance(member, Object) else hint
                members.append(self._walk(member, variant, f"{path}/|{index}", depth))
            return Union(tuple(members))
        if self._utf8 and isinstance(type_, Literal) and not _is_utf8(type_.value):
            return STRING
        return type_

    def _object(self, type_: Object, hint: str, path: str, depth: int = 0) -> Object:
        properties: list[Property] = []
        open_ = False
        plain = _PLAIN if self._utf8 else _WITHOUT_PARTS
        for p in type_.properties:
            if self._utf8 and not _is_utf8(p.key):
                open_ = True
                continue
            items = p.type.items if isinstance(p.type, Array) else p.type
            if items.__class__ in plain:
                # Most members are: nothing is hoisted, and no name is thought of.
                properties.append(p)
                continue
            kind = self._walk(p.type, pascal(p.key), f"{path}/.{p.key}")
            properties.append(p if kind is p.type else Property(p.key, kind, p.required, p.doc))
        patterns = [
            Pattern(
                pattern.texts,
                self._walk(pattern.type, _longer(hint, "Value"), f"{path}/*{pattern.texts}", depth),
            )
            for pattern in type_.patterns
        ]
        rest = self._walk(type_.rest, _longer(hint, "Value"), f"{path}/*", depth)
        if rest is type_.rest and not patterns and all(map(is_, properties, type_.properties)) and not open_:
            return type_
        return Object(tuple(properties), tuple(patterns), UNKNOWN if open_ else rest, type_.shown)

    def _hoist(self, type_: Type, hint: str, path: str) -> Ref:
        alike = self._short.setdefault(hint, [])
        if alike:
            number = self._numbers.of(type_)
            for made in alike:
                if self._numbers.of(made.original) == number:
                    return Ref(made.definition)
        definition = Definition(0, None, hint)
        made = _Hoisted(definition, type_, hint, _qualified(path, hint), path)
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


class _Numbers:
    """Numbers that equal types share: comparing them costs the same however deep they are."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Type, int]] = {}
        self._keys: dict[object, int] = {}

    def of(self, type_: Type) -> int:
        """Return the number of a type."""
        known = self._known.get(id(type_))
        if known is not None:
            return known[1]
        key: object
        if isinstance(type_, Object):
            members = tuple((p.key, self.of(p.type), p.required, p.doc) for p in type_.properties)
            patterns = tuple((p.texts, self.of(p.type)) for p in type_.patterns)
            key = ("object", members, patterns, self.of(type_.rest), type_.shown)
        elif isinstance(type_, Array):
            key = ("array", self.of(type_.items))
        elif isinstance(type_, Tuple):
            rest = None if type_.rest is None else self.of(type_.rest)
            key = ("tuple", tuple(map(self.of, type_.items)), type_.required, rest)
        elif isinstance(type_, Union):
            key = ("union", tuple(map(self.of, type_.members)))
        else:
            key = ("ref", id(type_.definition)) if isinstance(type_, Ref) else type_
        number = self._keys.setdefault(key, len(self._keys))
        # The type is kept, so that no other one can take its identity.
        self._known[id(type_)] = (type_, number)
        return number


def _is_utf8(value: object) -> bool:
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            return False
    return True


def _longer(hint: str, end: str) -> str:
    return hint if hint.endswith(end) else hint + end


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
    todo = [type_ for type_ in start if type_.__class__ is not Primitive]
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
            todo.extend(part for part in reversed(parts(this)) if part.__class__ not in _NAMELESS)
    return list(found)


_NAMELESS = frozenset({Primitive, Literal})
