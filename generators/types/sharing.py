"""Sharing: which structures of a text go by a name, so that they are said once, and what they are called.

A structure has a name where it must (a recursive one, one with a comment of its own, what a language cannot say in
place) and where that makes the text shorter. Names are those of the authors, else those of the members that hold it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..names import digest
from .docs import NO_DOC, Doc
from .model import (
    NEVER,
    Array,
    Declaration,
    Definition,
    Literal,
    Object,
    Pattern,
    Primitive,
    Property,
    Ref,
    Tuple,
    Type,
    Union,
)
from .naming import pascal
from .parts import parts
from .structures import Structure, Structures

# In tokens, about: what a name costs where it stands, what a declaration costs besides its type, what must be won.
_NAME, _DECLARATION, _GAIN = 2, 5, 5
_LONG = 24


class Root(NamedTuple):
    """A type that a text says in place; it may be called `name`, if it costs `least` tokens or has to have one."""

    type: Type
    name: str
    least: int = 0


class Sharing:
    """The structures of some roots, shared. `type` gives what stands in place of a root's, `used` what that names."""

    def __init__(
        self,
        roots: Sequence[Root],
        *,
        docs: bool,
        taken: Collection[str],
        weigh: Callable[[str], int],
        must: Callable[[Type], bool] = lambda _: False,
        named_only: bool = False,
        beside: Sharing | None = None,
    ) -> None:
        """Share the structures of `roots`; none is called like a name that is `taken`.

        `docs`: comments count. `weigh` says what a text costs. `must` says of what kinds of types each needs a name.
        `named_only`: of an object with named members, no others are said.
        `beside` shares the same roots without comments: a name that both give is that of one structure, so that one
        text may hold declarations of both.
        """
        self._docs = docs
        self._beside = beside
        self._weigh = weigh
        self._structures = Structures((root.type for root in roots), docs=docs, named_only=named_only)
        self._roots = [self._structures.of(root.type) for root in roots]
        self._hints: list[Counter[str]] = []
        self._named = self._chosen(roots, must)
        self._definitions: dict[int, Definition] = {}
        self._numbers: dict[str, int] = {}
        self._name(roots, taken)
        self._types: dict[int, Type] = {}
        self._declared: dict[str, Declaration] = {}

    def type(self, type_: Type) -> Type:
        """Return a root's type in which structures that go by a name are references to it."""
        return self._rebuilt(self._structures.of(type_))

    def used(self, types: Iterable[Type]) -> list[Declaration]:
        """Return, by name, the declarations that root types need, directly and through others."""
        found: dict[str, Declaration] = {}
        waiting = [self.type(type_) for type_ in types]
        while waiting:
            type_ = waiting.pop()
            if not isinstance(type_, Ref):
                waiting += parts(type_)
            elif type_.name not in found:
                found[type_.name] = self._declaration(type_.definition)
                waiting.append(found[type_.name].type)
        return [found[name] for name in sorted(found)]

    # -- what goes by a name

    def _chosen(self, roots: Sequence[Root], must: Callable[[Type], bool]) -> set[int]:
        """Return the numbers of the structures that go by a name; gathers what they may be called."""
        every = self._structures.all
        sizes = self._sizes()
        self._hints = [Counter() for _ in every]
        times = [0] * len(every)
        least = [0] * len(every)
        for root, number in zip(roots, self._roots, strict=True):
            times[number] += 1
            least[number] = max(least[number], root.least)
        for structure in every:
            # What is recursive has a smaller number than its parts, so that these are seen to first.
            if structure.body is not None and not structure.children:
                for child, hint in self._edges(every[structure.body]):
                    times[child] += 1
                    self._hints[child].update([hint] if hint else [])
        named: set[int] = set()
        for number in range(len(every) - 1, -1, -1):
            structure = every[number]
            if not times[number]:
                continue
            pays = sizes[number] >= least[number] and self._gains(times[number], sizes[number])
            if structure.body is not None or must(structure.type) or (pays and _may_have_name(structure.type)):
                named.add(number)
            if structure.body is not None and not structure.children:
                continue
            weight = 1 if number in named else times[number]
            for child, hint in self._edges(structure if structure.body is None else every[structure.body]):
                times[child] += weight
                if hint:
                    self._hints[child][hint] += 1
                else:
                    self._hints[child].update(self._hints[number].keys())
        return named

    @staticmethod
    def _gains(times: int, size: int) -> bool:
        return times > 1 and times * size - (times * _NAME + size + _DECLARATION) >= _GAIN

    def _sizes(self) -> list[int]:
        """Return what each structure costs where it is said in place, about, if those within that recur have names."""
        every = self._structures.all
        parents = [0] * len(every)
        for structure in every:
            for child in structure.children:
                parents[child] += 1
        sizes = [_NAME] * len(every)
        for number, structure in enumerate(every):
            if structure.body is not None:
                continue
            within = [
                _NAME if self._gains(parents[child], sizes[child]) else sizes[child] for child in structure.children
            ]
            sizes[number] = self._own(structure.type) + sum(within)
        return sizes

    def _own(self, type_: Type) -> int:
        """Return what a type costs besides its parts."""
        if isinstance(type_, Object):
            keys = sum(self._weigh(p.key) + 2 + self._said(p.doc) for p in type_.properties)
            return keys + 2 - (1 if type_.rest is NEVER else 0)
        if isinstance(type_, Union | Tuple):
            return len(parts(type_))
        if isinstance(type_, Literal):
            return self._weigh(str(type_.value)) + 1
        return 1

    def _said(self, doc: Doc) -> int:
        if not self._docs or doc == NO_DOC:
            return 0
        return self._weigh(" ".join([doc.summary, *(f"@{tag.name} {tag.text}" for tag in doc.tags)])) + 2

    @staticmethod
    def _edges(structure: Structure) -> Iterator[tuple[int, str]]:
        """Yield the numbers within a structure, each with what its place calls it; empty: as the structure itself."""
        type_ = structure.type
        keys = [p.key for p in type_.properties] if isinstance(type_, Object) else []
        for at, child in enumerate(structure.children):
            yield child, pascal(keys[at]) if at < len(keys) and keys[at] else ""

    # -- names

    def _name(self, roots: Sequence[Root], taken: Collection[str]) -> None:
        """Call each structure that goes by a name: the first of its names that is free, those used most often first."""
        every = self._structures.all
        of_roots: dict[int, dict[str, None]] = {}
        for root, number in zip(roots, self._roots, strict=True):
            of_roots.setdefault(number, {})[root.name] = None
        used = {*taken, *(self._beside._numbers if self._beside is not None else ())}
        shared: set[str] = set()
        for number in sorted(self._named, key=lambda one: (-sum(self._hints[one].values()), one)):
            structure = every[number]
            type_ = every[number if structure.body is None else structure.body].type
            hints = _often(self._hints[number])
            told = _told(type_)
            of_root = list(of_roots.get(number, ()))
            wishes = _often(Counter(pascal(raw) for raw in self._structures.raws.get(number, ()) if raw))
            if len(of_root) == 1:
                wishes += of_root
            wishes += [told + hint for hint in hints] if told else []
            wishes += hints
            if len(of_root) > 1:
                wishes += [*_of_members(type_), *of_root]
            wishes = wishes or ["Nested"]
            name = "" if self._beside is None else self._beside._name_of(structure.type)
            if not name or name in shared:
                name = next((wish for wish in wishes if wish not in used), "")
            else:
                shared.add(name)
                used.discard(name)
            identity = self._structures.outline(number)
            while not name or name in used:
                name = f"{wishes[0]}_{digest(identity)}"
                identity += f" {number}"  # for two that are alike so far
            used.add(name)
            self._definitions[number] = Definition(0, None, name, name=name)
            self._numbers[name] = number

    def _name_of(self, type_: Type) -> str:
        """Return what a type of the roots is called; empty for nothing."""
        definition = self._definitions.get(self._structures.of(type_))
        return "" if definition is None else definition.name

    # -- types again

    def _declaration(self, definition: Definition) -> Declaration:
        known = self._declared.get(definition.name)
        if known is None:
            number = self._numbers[definition.name]
            structure = self._structures.all[number]
            doc = NO_DOC
            if structure.body is not None and isinstance(structure.type, Ref) and self._docs:
                doc = structure.type.definition.doc
            body = number if structure.body is None else structure.body
            definition.type = self._plain(body)
            known = self._declared[definition.name] = Declaration(definition.name, definition.type, doc, False)
        return known

    def _rebuilt(self, number: int) -> Type:
        definition = self._definitions.get(number)
        return self._plain(number) if definition is None else Ref(definition)

    def _plain(self, number: int) -> Type:
        """Return the type of a structure as it is said in place, however it is called itself."""
        every = self._structures.all
        stack = [number]
        while stack:
            this = stack[-1]
            if this in self._types:
                stack.pop()
                continue
            missing = [
                child for child in every[this].children if child not in self._definitions and child not in self._types
            ]
            if missing:
                stack += missing
                continue
            stack.pop()
            structure = every[this]
            within = [
                Ref(self._definitions[child]) if child in self._definitions else self._types[child]
                for child in structure.children
            ]
            self._types[this] = _made(structure.type, within, docs=self._docs)
        return self._types[number]


def _may_have_name(type_: Type) -> bool:
    """Whether a name for such a type says something: not for lists, single values and `number | null`."""
    if isinstance(type_, Object):
        return bool(type_.properties or type_.patterns)
    if isinstance(type_, Union):
        return not all(isinstance(member, Primitive) for member in type_.members)
    return isinstance(type_, Tuple)


def _often(hints: Counter[str]) -> list[str]:
    return sorted(hints, key=lambda hint: (-hints[hint], len(hint), hint))


def _of_members(type_: Type) -> list[str]:
    """Return what an object may be called by what it holds, if that is little: several results may be of it."""
    if not isinstance(type_, Object) or not 0 < len(type_.properties) <= 3:
        return []
    name = "".join(pascal(p.key) for p in type_.properties)
    if len(name) > _LONG:
        return []
    first = type_.properties[0].type
    of_first = [pascal(first.name) + name] if isinstance(first, Primitive) and len(type_.properties) == 1 else []
    return [name, *of_first]


def _told(type_: Type) -> str:
    """Return what tells an object from others beside it: the first text that one of its members must be."""
    if isinstance(type_, Object):
        for p in type_.properties:
            if p.required and isinstance(p.type, Literal) and p.type.kind == "string":
                text = pascal(str(p.type.value))
                return text if len(text) <= 40 and text.isidentifier() else ""
    return ""


def _made(type_: Type, within: Sequence[Type], *, docs: bool) -> Type:
    """Return a type with other parts."""
    if isinstance(type_, Object):
        count = len(type_.properties)
        others = within[count:]
        return Object(
            tuple(
                Property(p.key, part, p.required, p.doc if docs else NO_DOC)
                for p, part in zip(type_.properties, within, strict=False)
            ),
            tuple(Pattern(p.texts, part) for p, part in zip(type_.patterns, others, strict=False)),
            others[-1] if others else NEVER,
            type_.shown,
        )
    if isinstance(type_, Array):
        return Array(within[0])
    if isinstance(type_, Tuple):
        count = len(type_.items)
        return Tuple(tuple(within[:count]), type_.required, within[count] if type_.rest is not None else None)
    if isinstance(type_, Union):
        return Union(tuple(within))
    assert isinstance(type_, Primitive | Literal | Ref)
    return type_
