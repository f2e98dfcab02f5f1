"""Combine: schemas that apply together become one type, through clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clauses import Clause, Element
from .expand import Expander
from .model import ANY_OBJECT, BOOLEAN, INTEGER, NEVER, NULL, NUMBER, STRING, UNKNOWN, Array, Type
from .shapes import Shapes
from .simplify import union
from .values import value_type
from .words import KINDS

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path, Scope
    from .build import Builder

Json = object


class Combiner:
    """The part of a builder that knows combining keywords."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.expander = Expander(builder)
        self.shapes = Shapes(self)
        self._done: dict[frozenset[tuple[bool, int, int]], Type] = {}

    def combine_one(self, schema: dict[str, Json], scope: Scope, path: Path) -> Type:
        """Return the type of one schema with combining keywords."""
        return self.combine([Element(True, schema, scope, path)], path)

    def needs_exclusion(self, branches: list[Json], scope: Scope, path: Path) -> bool:
        """Whether a `oneOf` says more than the union of its branches does."""
        return self.expander.holding.exclusion.needed(branches, scope, path)

    def state(self, elements: list[Element], path: Path) -> Type:
        """Return the type of values that satisfy all elements: the plain way for one, through clauses for several."""
        needed: dict[tuple[bool, int, int], Element] = {}
        for element in elements:
            if isinstance(element.schema, bool):
                if element.schema is not element.positive:
                    return NEVER
            elif element.positive or isinstance(element.schema, dict):
                needed[element.identity] = element
        if not needed:
            return UNKNOWN
        if len(needed) == 1:
            (only,) = needed.values()
            if only.positive:
                return self.builder.node(only.schema, only.scope, only.path)
        return self.combine(list(needed.values()), path)

    def combine(self, elements: list[Element], path: Path) -> Type:
        """Return the type of values that satisfy all elements, which may refer to itself."""
        builder = self.builder
        key = frozenset(e.identity for e in elements)
        opened = builder.definitions.reopened(key)
        if opened is not None:
            return opened
        done = self._done.get(key)
        if done is not None:
            # Met again: from now on by name, or a type that holds others twice would double at every level.
            done = self._done[key] = builder.definitions.name(done, path)
        else:
            if not builder.enter(path):
                return UNKNOWN
            done = builder.definitions.define(key, path, None, lambda: self._kinds(elements, path), inline=True)
            builder.leave()
            self._done[key] = done
        return done

    def _kinds(self, elements: list[Element], path: Path) -> Type:
        parts: list[Type] = []
        full = 0
        for kind in KINDS:
            clauses = self.expander.expand(elements, kind, path)
            if not clauses:
                continue
            if kind == "object":
                types = self.shapes.objects(clauses, path)
            elif kind == "array":
                types = self.shapes.arrays(clauses, path)
            else:
                types = [_scalar(clause, kind) for clause in clauses]
                for clause in clauses:
                    if clause.blames and clause.allowed is None and kind != "boolean":
                        self._tell(clause)
            part = union(types)
            full += part in _FULL
            parts.append(part)
        return UNKNOWN if full == len(KINDS) else union(parts)

    def _tell(self, clause: Clause) -> None:
        """Tell of constants that are not allowed: no type has all strings or numbers but some."""
        for blame in clause.blames:
            # What keeps the branches of a oneOf apart is seen in the branches.
            if blame[1] == "not":
                self.expander.lose(blame)


_FULL: tuple[Type, ...] = (STRING, NUMBER, BOOLEAN, NULL, Array(UNKNOWN), ANY_OBJECT)
_PRIMITIVES: dict[str, Type] = {"string": STRING, "number": NUMBER, "boolean": BOOLEAN, "null": NULL}


def _scalar(clause: Clause, kind: str) -> Type:
    """Return the type of one clause about strings, numbers, booleans or null."""
    if clause.allowed is None:
        if kind == "boolean" and clause.excluded:
            return union([value_type(v) for v in (True, False) if ("boolean", v) not in clause.excluded])
        if kind == "null" and clause.excluded:
            return NEVER
        return INTEGER if clause.integer else _PRIMITIVES[kind]
    values = [v for k, v in clause.allowed.items() if k not in clause.excluded]
    if clause.integer:
        values = [v for v in values if not isinstance(v, float) or v.is_integer()]
    return union([value_type(v) for v in values])
