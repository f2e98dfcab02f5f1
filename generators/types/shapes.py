"""Shapes: clauses about objects and arrays become types, and the variants of a union are told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .clauses import Clause, Element, Others
from .docs import NO_DOC, Doc
from .keys import Names, nest, spread, telling, with_around
from .model import NEVER, UNKNOWN, Array, Literal, Object, Pattern, Property, Tuple, Type, Union
from .patterns import matches, template_of
from .simplify import is_within, merge_objects, same, union

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path
    from .combine import Combiner

Json = object
Schema = dict[str, Json]

# Tuples and "at least one of" alternatives are spelt out up to these sizes.
_TUPLE = 8
_FIXED = 4
_ONE_OF = 4
_VARIANTS = 16
_PATTERNS = 64
_MATCHES = 100_000
_TOO_MANY = "too many schemas speak of the same members here; some are left out"


class Shapes:
    """The part of a combiner that makes objects and arrays."""

    def __init__(self, combiner: Combiner) -> None:
        self.combiner = combiner
        self.builder = combiner.builder

    # -- objects

    def objects(self, clauses: list[Clause], path: Path) -> list[Type]:
        """Return the object types of clauses, as few and as short as can be."""
        made: list[tuple[Object, bool]] = []
        for clause in clauses:
            made.extend(self._object(clause, path))
        tidy = _tell_apart(made, self.builder.literal)
        return list(merge_objects(tidy))

    def _object(self, clause: Clause, path: Path) -> list[tuple[Object, bool]]:
        """Return the objects of one clause (none if it is impossible), each with whether its author closed it."""
        builder = self.builder
        for watcher, element in clause.unevaluated:
            watch = clause.watches[watcher]
            clause.spoken = True
            if not watch.all and element.schema is not True:
                clause.others.append(Others(frozenset(watch.keys), tuple(watch.patterns), 0, element))
        if clause.patterns:
            spread(clause, self, path)
        keys = dict.fromkeys((*clause.keys, *clause.required, *clause.forbidden))
        if len(clause.names) > 1 and not builder.afford(len(keys) * len(clause.names)):
            self._fold_names(clause, path)
        names = Names(clause, self)
        if names.finite is not None:
            keys.update(names.finite)
        if len(clause.patterns) > _PATTERNS or len(clause.patterns) * len(keys) > _MATCHES:
            self._fold_patterns(clause)
        for pattern, _ in clause.patterns:
            texts = self.template(pattern, path)
            if texts is not None and len(texts) == 1:
                keys[texts[0]] = None
        self._fold_others(clause, len(keys), path)
        if clause.max_size == 0:
            keys = dict.fromkeys(k for k in keys if k in clause.required)
        if clause.max_size is not None and len(clause.required) > clause.max_size:
            return []
        builder.definitions.descend()
        members: list[Property] = []
        possible = True
        for key in keys:
            member = self._member(clause, key, names, path)
            if member.required and member.type is NEVER:
                possible = False
                break
            members.append(member)
        patterns, rest, shown = self._rest(clause, names, members, path) if possible else ((), NEVER, True)
        builder.definitions.ascend()
        if not possible:
            return []
        closed = rest is NEVER and (clause.spoken or builder.literal or names.finite is not None)
        object_ = Object(tuple(members), patterns, rest, shown)
        if builder.literal and clause.min_size:
            return [(o, closed) for o in _at_least(object_, clause.min_size)]
        return [(object_, closed)]

    def template(self, pattern: str, path: Path) -> tuple[str, ...] | None:
        """Return a pattern of keys as the texts between its gaps, if it is no more than that."""
        texts = template_of(pattern, loose=False)
        if texts is None and not self.builder.literal:
            texts = template_of(pattern, loose=True)
            if texts is not None:
                self.builder.notes.assumed(path, "assumed-pattern")
        return texts

    def _fold_patterns(self, clause: Clause) -> None:
        """Give up telling keys apart by very many patterns, and what holds only for keys that match none."""
        for _, element in clause.patterns:
            self.combiner.expander.lose(element.blame)
        clause.patterns.clear()
        clause.others = [o for o in clause.others if not o.patterns]
        clause.left_out = True

    def _fold_others(self, clause: Clause, named: int, path: Path) -> None:
        """Give up what very many schemas say of members or items that are not their own."""
        if len(clause.others) > 1 and not self.builder.afford(named * len(clause.others)):
            self.builder.notes.degraded(path, "too-many-alternatives", _TOO_MANY)
            clause.others = []
            clause.left_out = True

    def _fold_names(self, clause: Clause, path: Path) -> None:
        """Give up what very many schemas say of the names of members."""
        self.builder.notes.degraded(path, "too-many-alternatives", _TOO_MANY)
        for element in clause.names:
            self.combiner.expander.lose(element.blame)
        clause.names = []
        clause.left_out = True

    def _member(self, clause: Clause, key: str, names: Names, path: Path) -> Property:
        elements = list(clause.keys.get(key, ()))
        elements += [e for p, e in clause.patterns if matches(p, key)]
        required = key in clause.required
        # A closed object that does not list a key which it requires: see `Builder.unlisted`.
        lenient = required and not elements and not self.builder.literal
        for others in clause.others:
            if key not in others.keys and all(matches(p, key) is False for p in others.patterns):
                if lenient and others.element.schema is False:
                    self.builder.unlisted(NEVER, path)
                else:
                    elements.append(others.element)
        if key in clause.forbidden or names.refuses(key):
            return Property(key, NEVER, required)
        type_ = self.combiner.state(elements, ((path, "properties"), key))
        return Property(key, type_, required, self._doc(elements, type_))

    def _doc(self, elements: list[Element], type_: Type) -> Doc:
        docs = [
            self.builder.doc(cast("Schema", e.schema), type_, e.scope)
            for e in elements
            if e.positive and isinstance(e.schema, dict)
        ]
        docs = [d for d in docs if d is not NO_DOC]
        if len(docs) < 2:
            return docs[0] if docs else NO_DOC
        summary = next((d.summary for d in docs if d.summary), "")
        return Doc(summary, tuple(dict.fromkeys(t for d in docs for t in d.tags)))

    def _rest(
        self, clause: Clause, names: Names, members: list[Property], path: Path
    ) -> tuple[tuple[Pattern, ...], Type, bool]:
        builder, combiner = self.builder, self.combiner
        if clause.max_size == 0 or names.finite is not None:
            return (), NEVER, True
        elsewhere = [o.element for o in clause.others]
        templates: dict[tuple[str, ...], list[Element]] = {}
        places: dict[tuple[str, ...], Path] = {}
        loose: list[tuple[str, Type]] = []
        of_all = [o.element for o in clause.others if not o.patterns]
        for pattern, element in clause.patterns:
            texts = self.template(pattern, path)
            if texts is None:
                loose.append((pattern, combiner.state([element, *of_all], ((path, "patternProperties"), pattern))))
                combiner.expander.lose(element.blame)
            elif len(texts) > 1:
                templates.setdefault(texts, []).append(element)
                places.setdefault(texts, ((path, "patternProperties"), pattern))
        patterns = [
            Pattern(texts, combiner.state([*elements, *of_all], places[texts]))
            for texts, elements in nest(templates).items()
        ]
        shown = True
        rest: Type
        if elsewhere:
            rest = combiner.state(elsewhere, (path, "additionalProperties"))
        elif clause.spoken or clause.left_out or clause.names or (loose and not clause.named):
            rest = UNKNOWN
        else:
            listed = members if clause.named or patterns else []
            rest, shown = builder.silent_rest([*listed, *(Property("", p.type, False) for p in patterns)], path)
            shown |= bool(patterns) and rest is NEVER
        around = with_around(patterns, loose) if loose and rest is NEVER else None
        if around is not None:
            patterns, shown = around, True
        elif loose and rest is not UNKNOWN:
            # Keys that no template can tell: any key may be one of them.
            rest, shown = union([rest, *(type_ for _, type_ in loose)]), True
        if names.template is not None and not patterns:
            return (Pattern(names.template, rest),), NEVER, True
        return tuple(telling(patterns, rest)), rest, shown

    # -- arrays

    def arrays(self, clauses: list[Clause], path: Path) -> list[Type]:
        """Return the array types of clauses."""
        types = [t for t in (self._array(clause, path) for clause in clauses) if t is not NEVER]
        out: list[Type] = []
        for i, type_ in enumerate(types):
            if len(types) > _VARIANTS or not any(
                is_within(type_, other) and (j < i or not same(type_, other)) for j, other in enumerate(types) if j != i
            ):
                out.append(type_)
        return out or types[:1]

    def _array(self, clause: Clause, path: Path) -> Type:
        builder, combiner = self.builder, self.combiner
        for watcher, element in clause.unevaluated:
            watch = clause.watches[watcher]
            if watch.all or element.schema is True:
                continue
            if watch.contains:
                # What `contains` matched has been evaluated: an item is one of those, or as the keyword says.
                scopes = {id(e.scope) for e in (*watch.contains, element)}
                if len(scopes) > 1:
                    continue
                schema: Schema = {"anyOf": [*(e.schema for e in watch.contains), element.schema]}
                element = element._replace(schema=builder.keep(schema))  # noqa: PLW2901
            clause.others.append(Others(frozenset(), (), watch.count, element))
        least, most = clause.min_items, clause.max_items
        length = max([0, *(i + 1 for i in clause.items), *(o.start for o in clause.others)])
        if most is not None:
            length = min(length, most)
        self._fold_others(clause, length, path)
        builder.definitions.descend()
        items: list[Type] = []
        for i in range(length):
            elements = [*clause.items.get(i, ()), *(o.element for o in clause.others if o.start <= i)]
            type_ = combiner.state(elements, ((path, "prefixItems"), i))
            if type_ is NEVER:
                most = i
                break
            items.append(type_)
        rest: Type = combiner.state([o.element for o in clause.others], (path, "items"))
        builder.definitions.ascend()
        if rest is NEVER:
            most = len(items) if most is None else min(most, len(items))
        if most is not None and least > most:
            return NEVER
        return self._tuple(items, rest, least, most)

    def _tuple(self, items: list[Type], rest: Type, least: int, most: int | None) -> Type:
        literal = self.builder.literal
        if literal and least <= _TUPLE:
            items.extend([rest] * (least - len(items)))
        if most is not None and (
            most <= len(items) or (literal and most <= _TUPLE) or (least == most and most <= _FIXED)
        ):
            items.extend([rest] * (most - len(items)))
            return Tuple(tuple(items[:most]), min(least, most))
        required = min(least, len(items))
        if all(same(i, rest) for i in items) and (required == 0 or not literal):
            return Array(rest)
        return Tuple(tuple(items), required, rest)


def _at_least(object_: Object, least: int) -> list[Object]:
    """Return the alternatives of a closed object that must have some members; itself where that cannot be said."""
    if object_.rest is not NEVER or object_.patterns:
        return [object_]
    optional = [p for p in object_.properties if not p.required and p.type is not NEVER]
    missing = least - sum(p.required for p in object_.properties)
    if missing > len(optional):
        return []
    if missing == len(optional):
        wanted = {p.key for p in optional}
        return [Object(tuple(p._replace(required=p.required or p.key in wanted) for p in object_.properties))]
    if missing != 1 or len(optional) > _ONE_OF:
        return [object_]
    return [Object(tuple(p._replace(required=True) if p is o else p for p in object_.properties)) for o in optional]


def _tell_apart(made: list[tuple[Object, bool]], literal: bool) -> list[Object]:
    """Say which keys the variants of a union do not take, where TypeScript would let one borrow another's.

    A key that must be absent is named only if another variant has it, or if the object is open anyway.
    """
    if not made:
        return []
    if len(made) == 1:
        ((object_, closed),) = made
        return [_without_absent(object_, set()) if closed else object_]
    known: dict[str, None] = {}
    for object_, _ in made:
        known.update((p.key, None) for p in object_.properties if p.type is not NEVER)
    out: list[Object] = []
    discriminated = _discriminated([o for o, _ in made])
    for object_, closed in made:
        if closed:
            object_ = _without_absent(object_, set(known))  # noqa: PLW2901
            if literal and not discriminated and len(made) <= _VARIANTS:
                have = {p.key for p in object_.properties}
                absent = tuple(Property(k, NEVER, False) for k in known if k not in have and not object_.patterns)
                object_ = Object((*object_.properties, *absent), object_.patterns, object_.rest, object_.shown)  # noqa: PLW2901
        out.append(object_)
    return out


def _without_absent(object_: Object, keep: set[str]) -> Object:
    kept = tuple(p for p in object_.properties if p.type is not NEVER or p.key in keep)
    if len(kept) == len(object_.properties):
        return object_
    return Object(kept, object_.patterns, object_.rest, object_.shown)


def _discriminated(objects: list[Object]) -> bool:
    """Whether a required key with constants of its own tells every variant from the others."""
    candidates = [p.key for p in objects[0].properties if p.required]
    for key in candidates:
        seen: set[Literal] = set()
        for object_ in objects:
            found = next((p for p in object_.properties if p.key == key and p.required), None)
            if found is None:
                break
            members = found.type.members if isinstance(found.type, Union) else (found.type,)
            literals = [m for m in members if isinstance(m, Literal)]
            if len(literals) < len(members) or seen.intersection(literals):
                break
            seen.update(literals)
        else:
            return True
    return False
