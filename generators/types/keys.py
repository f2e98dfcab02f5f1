"""Keys: what `propertyNames` and `patternProperties` say of the members of an object that are not named."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .clauses import Clause, Element, Others
from .model import NEVER, STRING, UNKNOWN, Literal, Pattern, Ref, Type, Union
from .patterns import EVERYTHING, is_all_but_empty, matches, may_share_keys, template_around, template_within
from .simplify import same, union

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path
    from .shapes import Shapes

Json = object
Schema = dict[str, Json]


def spread(clause: Clause, shapes: Shapes, path: Path) -> None:
    """Let what is said of a pattern that every key matches be said of every key.

    Besides it, `additionalProperties` has no key left to speak of (2020-12 core §10.3.2.3).
    """
    everything: set[str] = set()
    for pattern, _ in clause.patterns:
        if shapes.template(pattern, path) == EVERYTHING:
            everything.add(pattern)
        elif not shapes.builder.literal and not clause.spoken and is_all_but_empty(pattern):
            # Nothing is said of the empty key, and an author who wrote this did not think of it.
            shapes.builder.notes.assumed(path, "assumed-pattern")
            everything.add(pattern)
    if not everything:
        return
    clause.spoken = True
    clause.others = [o for o in clause.others if everything.isdisjoint(o.patterns)]
    clause.others += [Others(frozenset(), (), 0, e) for p, e in clause.patterns if p in everything]
    clause.patterns = [(p, e) for p, e in clause.patterns if p not in everything]


def nest(templates: dict[tuple[str, ...], list[Element]]) -> dict[tuple[str, ...], list[Element]]:
    """Add to each template what is said of those that have all its keys."""
    if len(templates) < 2:
        return templates
    out: dict[tuple[str, ...], list[Element]] = {}
    for texts, elements in templates.items():
        wider = [w for w in templates if w != texts and template_within(texts, w)]
        out[texts] = [*elements, *(e for w in wider for e in templates[w])]
    return out


def with_around(patterns: list[Pattern], loose: list[tuple[str, Type]]) -> list[Pattern] | None:
    """Return the patterns of a closed object with templates around those that are none; None if one has no template.

    A key of such a template need not match its pattern: there it has the type of another one that has the key.
    """
    around: dict[tuple[str, ...], list[Type]] = {}
    for pattern, type_ in loose:
        texts = template_around(pattern)
        if texts is None:
            return None
        around.setdefault(texts, []).append(type_)
    exact = {p.texts: p.type for p in patterns}
    out = [p for p in patterns if p.texts not in around]
    for texts, types in around.items():
        others = [t for other, more in around.items() if other != texts and may_share_keys(texts, other) for t in more]
        others += [t for other, t in exact.items() if may_share_keys(texts, other)]
        out.append(Pattern(texts, union([*types, *others])))
    return out


def telling(patterns: list[Pattern], rest: Type) -> list[Pattern]:
    """Return the patterns that say more than what holds of their keys anyway."""
    out: list[Pattern] = []
    for one in patterns:
        if rest is UNKNOWN and one.type is UNKNOWN:
            continue
        if not any(
            w.texts != one.texts and template_within(one.texts, w.texts) and same(one.type, w.type) for w in patterns
        ):
            out.append(one)
    return out


class Names:
    """What `propertyNames` leaves: a finite set of keys, a template, or nothing that can be said."""

    __slots__ = ("_elements", "_schema_names", "finite", "template")

    def __init__(self, clause: Clause, shapes: Shapes) -> None:
        self._elements = clause.names
        self.finite: dict[str, None] | None = None
        self.template: tuple[str, ...] | None = None
        for element in clause.names:
            type_ = shapes.combiner.state([element], element.path)
            keys = _strings(type_)
            if keys is None:
                schema = element.schema
                pattern = cast("Schema", schema).get("pattern") if isinstance(schema, dict) else None
                if isinstance(pattern, str):
                    texts = shapes.template(pattern, element.path)
                    if texts == EVERYTHING:
                        continue
                    if texts is not None and len(texts) == 1:
                        keys = [texts[0]]
                    elif self.template is None:
                        self.template = template_around(pattern) if texts is None else texts
                if keys is None:
                    shapes.combiner.expander.lose(element.blame)
                    continue
            fitting = dict.fromkeys(keys)
            self.finite = fitting if self.finite is None else {k: None for k in self.finite if k in fitting}

    def refuses(self, key: str) -> bool:
        """Whether no object may have this key."""
        if self.finite is not None and key not in self.finite:
            return True
        for element in self._elements:
            schema = element.schema
            if isinstance(schema, dict):
                pattern = cast("Schema", schema).get("pattern")
                if isinstance(pattern, str) and matches(pattern, key) is False:
                    return True
        return False


def _strings(type_: Type) -> list[str] | None:
    """Return the strings that a type consists of, besides values of other kinds; None when they are not finite."""
    if type_ is NEVER:
        return []
    members = type_.members if isinstance(type_, Union) else (type_,)
    out: list[str] = []
    for member in members:
        if isinstance(member, Literal):
            if member.kind == "string":
                out.append(str(member.value))
        elif (member.__class__.__name__ == "Primitive" and member in _STRINGLY) or isinstance(member, Ref):
            return None
    return out


_STRINGLY: tuple[Type, ...] = (UNKNOWN, STRING)
