"""Structures: types by what they are, whatever they are called. Equal ones have one number, recursive ones included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .docs import NO_DOC, Doc
from .model import NEVER, Array, Definition, Object, Ref, Tuple, Type, Union
from .parts import parts


class Structure(NamedTuple):
    """One structure: a type that has it (a reference, where it is recursive or documented), and the numbers within.

    `body` is what a recursive or documented one stands for, None for any other.
    """

    type: Type
    children: tuple[int, ...]
    body: int | None = None


class _Reader(NamedTuple):
    """What of a type counts."""

    docs: bool
    named_only: bool

    def label(self, type_: Type) -> object:
        """Return what a type is, its parts apart."""
        if isinstance(type_, Object):
            members = tuple((p.key, p.required, p.doc if self.docs else NO_DOC) for p in type_.properties)
            if members and self.named_only:
                return ("object", members)
            patterns = tuple(pattern.texts for pattern in type_.patterns)
            return ("object", members, patterns, type_.shown or type_.rest is NEVER)
        if isinstance(type_, Tuple):
            return ("tuple", type_.required, len(type_.items), type_.rest is None)
        if isinstance(type_, Array):
            return "array"
        return "union" if isinstance(type_, Union) else type_

    def parts(self, type_: Type) -> list[Type]:
        """Return the types that a type is made of; none for a reference."""
        if self.named_only and isinstance(type_, Object) and type_.properties:
            return [p.type for p in type_.properties]
        return parts(type_)

    def said(self, definition: Definition) -> Doc:
        """Return what is said of a definition itself."""
        return definition.doc if self.docs else NO_DOC


class Structures:
    """Numbers the structures of types. A number is greater than those of its children, but for recursive ones.

    `docs`: what is said of members and of named types tells structures apart, else nothing does but the types.
    `named_only`: of an object with named members, no others count, since the language cannot say them beside those.
    """

    def __init__(self, roots: Iterable[Type], *, docs: bool, named_only: bool = False) -> None:
        """Take every type that will be asked for."""
        self._reader = _Reader(docs, named_only)
        self.all: list[Structure] = []
        self.raws: dict[int, list[str]] = {}
        """By number, the names that authors gave to definitions of a structure, one for each reference."""
        self._numbers: dict[object, int] = {}
        # Types are kept with their numbers, so that no other one can take an identity.
        self._done: dict[int, tuple[Type, int]] = {}
        self._colours = self._coloured(_circular(roots))
        # Each has its number before any is looked into, since they lead to each other.
        self._recursive: dict[int, int] = {}
        for definition, colour in self._colours.values():
            if colour not in self._recursive:
                self._recursive[colour] = len(self.all)
                self.all.append(Structure(Ref(definition), ()))
        for number in range(len(self.all)):
            self._unfold(self.all[number], number)

    def of(self, type_: Type) -> int:
        """Return the number of a type's structure."""
        stack = [type_]
        while stack:
            this = stack[-1]
            if id(this) in self._done:
                stack.pop()
                continue
            within = self._within(this)
            missing = [part for part in within if id(part) not in self._done]
            if missing:
                stack += missing
                continue
            stack.pop()
            self._done[id(this)] = (this, self._number(this, tuple(self._done[id(part)][1] for part in within)))
        return self._done[id(type_)][1]

    def outline(self, number: int) -> str:
        """Return a text that tells a structure from most others: what it is, and what its parts are."""
        structure = self.all[number]
        if structure.body is not None:
            structure = self.all[structure.body]
        types = [structure.type, *(self.all[child].type for child in structure.children)]
        return repr(["ref" if isinstance(type_, Ref) else self._reader.label(type_) for type_ in types])

    def _within(self, type_: Type) -> list[Type]:
        if not isinstance(type_, Ref):
            return self._reader.parts(type_)
        return [] if id(type_.definition) in self._colours else [type_.definition.type]

    def _number(self, type_: Type, children: tuple[int, ...]) -> int:
        """Return the number of a type whose parts have theirs."""
        if not isinstance(type_, Ref):
            return self._known(self._reader.label(type_), Structure(type_, children))
        definition = type_.definition
        known = self._colours.get(id(definition))
        if known is not None:
            number = self._recursive[known[1]]
        elif self._reader.said(definition) != NO_DOC:
            number = self._known(("documented", definition.doc), Structure(type_, children, children[0]))
        else:
            number = children[0]
        self.raws.setdefault(number, []).append(definition.raw)
        return number

    def _known(self, label: object, structure: Structure) -> int:
        key = (label, structure.children)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.all)
            self.all.append(structure)
        return number

    def _coloured(self, circular: list[Definition]) -> dict[int, tuple[Definition, int]]:
        """Return circular definitions with colours, the same for those that unfold to the same.

        All are taken for alike until what is within tells them apart, round by round: the other way about, two circles
        would never be found to be alike.
        """
        colours = {id(one): (one, 0) for one in circular}
        count = min(1, len(circular))
        while True:
            round_ = _Round(colours, self._reader)
            keys: dict[object, int] = {}
            colours = {
                id(one): (one, keys.setdefault((colours[id(one)][1], round_.key(one)), len(keys))) for one in circular
            }
            if len(keys) == count:
                return colours
            count = len(keys)

    def _unfold(self, recursive: Structure, number: int) -> None:
        """Look into a recursive definition; what it stands for is the definition wherever it is written out, too."""
        assert isinstance(recursive.type, Ref)
        type_ = recursive.type.definition.type
        body = self.of(type_)
        self.all[number] = recursive._replace(body=body)
        structure = self.all[body]
        if structure.body is None:
            self._numbers[self._reader.label(structure.type), structure.children] = number
            self._done[id(type_)] = (type_, number)


class _Round:
    """One round of colouring: the keys of definitions, in which circular ones are told by their colours so far."""

    def __init__(self, colours: dict[int, tuple[Definition, int]], reader: _Reader) -> None:
        self._colours = colours
        self._reader = reader
        self._numbers: dict[object, int] = {}
        self._done: dict[int, int] = {}

    def key(self, definition: Definition) -> object:
        stack: list[Type] = [definition.type]
        while stack:
            this = stack[-1]
            if id(this) in self._done:
                stack.pop()
                continue
            label: object
            if isinstance(this, Ref):
                inner = this.definition
                known = self._colours.get(id(inner))
                label = ("ref", self._reader.said(inner), None if known is None else known[1])
                within = [inner.type] if known is None else []
            else:
                label = self._reader.label(this)
                within = self._reader.parts(this)
            missing = [part for part in within if id(part) not in self._done]
            if missing:
                stack += missing
                continue
            stack.pop()
            children = tuple(self._done[id(part)] for part in within)
            if isinstance(this, Ref) and within and label == ("ref", NO_DOC, None):
                self._done[id(this)] = children[0]
            else:
                self._done[id(this)] = self._numbers.setdefault((label, children), len(self._numbers))
        return (self._reader.said(definition), self._done[id(definition.type)])


def _circular(roots: Iterable[Type]) -> list[Definition]:
    """Return the definitions that refer to themselves, directly or through others, in the order of their references."""
    found: dict[int, Definition] = {}
    uses: dict[int, list[int]] = {}
    waiting = [definition for root in roots for definition in _referred(root)]
    while waiting:
        definition = waiting.pop()
        if id(definition) in found:
            continue
        found[id(definition)] = definition
        inner = _referred(definition.type)
        uses[id(definition)] = [id(one) for one in inner]
        waiting += inner
    circles = _circles(uses)
    return [definition for known, definition in found.items() if known in circles]


def _referred(type_: Type) -> list[Definition]:
    """Return the definitions that a type refers to itself."""
    found: list[Definition] = []
    waiting = [type_]
    while waiting:
        this = waiting.pop()
        if isinstance(this, Ref):
            found.append(this.definition)
        else:
            waiting += parts(this)
    return found


def _circles(uses: dict[int, list[int]]) -> set[int]:
    """Return the members of a graph that lie on a circle (Tarjan's strongly connected components)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    found: set[int] = set()
    for start, within in uses.items():
        stack = [(start, iter(within))] if start not in order else []
        while stack:
            this, rest = stack[-1]
            if this not in order:
                order[this] = low[this] = len(order)
                path.append(this)
                on_path.add(this)
            following = next((one for one in rest if one not in order or one in on_path), None)
            if following is not None:
                if following in order:
                    low[this] = min(low[this], order[following])
                else:
                    stack.append((following, iter(uses[following])))
                continue
            stack.pop()
            if stack:
                low[stack[-1][0]] = min(low[stack[-1][0]], low[this])
            if low[this] == order[this]:
                component = path[path.index(this) :]
                del path[len(path) - len(component) :]
                on_path -= set(component)
                if len(component) > 1 or this in uses[this]:
                    found |= set(component)
    return found
