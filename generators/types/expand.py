"""Expand: schemas that apply to one value together become the alternatives that they leave, for one kind of value.

The union of the clauses has every value of that kind which satisfies the elements. It may have more, never fewer: what
cannot be said is left out and remembered in `lost`. Alternatives multiply, so there is a limit, and beyond it the
lightest choices are given up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .clauses import PLAIN, Act, Choice, Clause, Element, Site, Step
from .holding import Holding
from .negation import Negation
from .reader import Reader, admits, type_names

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path
    from .build import Builder

Json = object
Schema = dict[str, Json]

_LEVELS = 5
_STEPS = 20_000
# An attempt may take this part of the work that is left: there are more, of other kinds, and other places.
_ATTEMPTS = 8
_WIDE = 512


class Expander:
    """Takes conjunctions of schemas apart, for one builder."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.document = builder.document
        self.reader = Reader(builder)
        self.holding = Holding(self)
        self.negation = Negation(self)
        # Steps of the attempt under way, and what counts as so many: what is read of a schema, what is copied.
        self.steps = 0

    def expand(self, elements: list[Element], kind: str, path: Path) -> list[Clause]:
        """Return the alternatives for values of one kind; none when there is no such value."""
        for level in range(_LEVELS):
            clauses = self._attempt(elements, kind, level)
            if clauses is not None:
                if level:
                    self.builder.notes.degraded(
                        path,
                        "too-many-alternatives",
                        "schemas combine in too many ways here; some are left out of the type",
                    )
                return clauses
        return [Clause()]

    def lose(self, blame: tuple[int, str]) -> None:
        """Remember a keyword that the type does not keep, so that the comment tells it."""
        self.builder.lost.setdefault(self.builder.original(blame[0]), {})[blame[1]] = None

    def _attempt(self, elements: list[Element], kind: str, level: int) -> list[Clause] | None:
        limit = self.builder.limits.alternatives if level < PLAIN else _WIDE
        most = min(_STEPS, self.builder.room() // _ATTEMPTS)
        self.steps = 0
        try:
            return self._alternatives(elements, kind, level, limit, most)
        finally:
            self.builder.spend(self.steps)

    def _alternatives(
        self, elements: list[Element], kind: str, level: int, limit: int, most: int
    ) -> list[Clause] | None:
        """Return the alternatives, at most `limit`; None if there are more, or if it takes more than `most` steps."""
        done: list[Clause] = []
        stack: list[tuple[Clause, list[Step], list[Choice], bool]] = [(Clause(), [*reversed(elements)], [], False)]
        while stack:
            clause, todo, choices, chosen = stack.pop()
            alive = True
            while alive and (todo or choices):
                self.steps += 1
                if self.steps > most and (stack or done) and level < _LEVELS - 1:
                    return None
                if todo:
                    alive = self._step(clause, todo.pop(), todo, choices, kind)
                    continue
                choice = choices.pop(0)
                self.steps += clause.weight()
                alternatives = [a for a in choice.alternatives if not self._is_dead(a, kind)]
                if not alternatives or clause.clashes():
                    alive = False
                elif len(alternatives) == 1:
                    todo.extend(reversed(alternatives[0]))
                elif choice.weight <= level or (level == PLAIN and chosen) or level > PLAIN:
                    self._give_up(clause, choice)
                else:
                    chosen = True
                    if len(stack) + len(done) + len(alternatives) - 1 > limit:
                        return None
                    self.steps += (len(alternatives) - 1) * clause.weight()
                    for other in alternatives[:0:-1]:
                        stack.append((clause.copy(), [*reversed(other)], [*choices], True))
                    todo.extend(reversed(alternatives[0]))
            if alive and not clause.clashes():
                done.append(clause)
                if len(done) > limit:
                    return None
        return done

    def _give_up(self, clause: Clause, choice: Choice) -> None:
        clause.left_out = True
        for watcher in choice.watchers:
            clause.watches[watcher].all = True
        self.lose(choice.blame)

    def _is_dead(self, alternative: list[Step], kind: str) -> bool:
        """Whether an alternative is plainly for other kinds of values."""
        for step in alternative:
            if isinstance(step, Element):
                if step.positive:
                    if step.schema is False:
                        return True
                    if isinstance(step.schema, dict):
                        names = type_names(cast("Schema", step.schema))
                        if (
                            names is not None
                            and not admits(names, kind)
                            and not self._nullable(cast("Schema", step.schema))
                        ):
                            return True
                elif step.schema is True:
                    return True
        return False

    def _nullable(self, schema: Schema) -> bool:
        return not self.builder.literal and schema.get("nullable") is True

    def _step(self, clause: Clause, step: Step, todo: list[Step], choices: list[Choice], kind: str) -> bool:
        """Apply one step; False when the clause has become impossible."""
        if isinstance(step, Choice):
            choices.append(step)
            return True
        if isinstance(step, Act):
            return clause.apply(step)
        if not isinstance(step.schema, dict):
            if isinstance(step.schema, bool):
                return step.schema is step.positive
            if step.positive:
                self.builder.node(step.schema, step.scope, step.path)  # notes what is wrong with it
            return True
        identity = step.identity
        if (not identity[0], identity[1], identity[2]) in clause.applied:
            return False
        again = identity in clause.applied
        if again and (not step.watchers or (identity, step.watchers) in clause.applied):
            return True
        clause.applied.add(identity)
        if step.watchers:
            clause.applied.add((identity, step.watchers))
        site = Site(clause, step, kind, todo, choices)
        site.again = again
        schema = cast("Schema", step.schema)
        site.scope = self.document.enter(schema, step.scope)
        site.schema = self.builder.words(schema, site.scope)
        return self.holding.apply(site) if step.positive else self.negation.apply(site)
