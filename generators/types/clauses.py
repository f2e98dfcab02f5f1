"""What is said of one kind of value, as plain conjunctions.

A clause holds what one alternative says of an object, an array or a scalar. Subschemas of members and items are kept as
elements: together they become the types of those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from .values import constants, scalar_key

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path, Scope

Json: TypeAlias = object
ScalarKey: TypeAlias = "tuple[str, object]"

# Weights of choices: when there are too many alternatives, the lightest are given up first.
EXCLUSION: Final = 1
CONDITION: Final = 2
PLAIN: Final = 3


class Element(NamedTuple):
    """A schema that holds (`positive`) or does not hold, and where it stands."""

    positive: bool
    schema: Json
    scope: Scope
    path: Path
    # Which `unevaluated…` above look at what this one evaluates.
    watchers: tuple[int, ...] = ()
    # For a negated one: the weight of its choices, and the schema and keyword to name if it cannot be kept.
    weight: int = CONDITION
    blame: tuple[int, str] = (0, "")

    @property
    def identity(self) -> tuple[bool, int, int]:
        """What makes two elements the same."""
        return (self.positive, id(self.schema), id(self.scope))


class Choice(NamedTuple):
    """Alternatives, one of which holds."""

    alternatives: list[list[Step]]
    weight: int
    watchers: tuple[int, ...]
    blame: tuple[int, str]


class Act(NamedTuple):
    """One plain thing that is asked of a value: that a key is there, that there are so many items."""

    verb: str
    key: str = ""
    number: int = 0
    element: Element | None = None
    values: tuple[Json, ...] = ()


Step: TypeAlias = "Element | Choice | Act"


class Watch:
    """What has been evaluated below one schema with `unevaluatedProperties` or `unevaluatedItems`."""

    __slots__ = ("all", "contains", "count", "keys", "patterns")

    def __init__(self) -> None:
        self.all = False
        self.keys: set[str] = set()
        self.patterns: list[str] = []
        self.count = 0
        self.contains: list[Element] = []

    def copy(self) -> Watch:
        """Return a watch that can go its own way."""
        other = Watch()
        other.all, other.keys, other.patterns = self.all, set(self.keys), list(self.patterns)
        other.count, other.contains = self.count, list(self.contains)
        return other


class Others(NamedTuple):
    """What is said of members or items that are not named here."""

    keys: frozenset[str]
    patterns: tuple[str, ...]
    start: int
    element: Element


class Clause:
    """What one alternative says of a value of one kind."""

    __slots__ = (
        "allowed",
        "applied",
        "blames",
        "contains",
        "excluded",
        "forbidden",
        "integer",
        "items",
        "keys",
        "left_out",
        "max_items",
        "max_size",
        "min_items",
        "min_size",
        "named",
        "names",
        "others",
        "patterns",
        "required",
        "spoken",
        "unevaluated",
        "watches",
    )

    def __init__(self) -> None:
        self.applied: set[object] = set()
        self.allowed: dict[ScalarKey, Json] | None = None
        self.excluded: set[ScalarKey] = set()
        # Which keywords exclude values: to be told where no type can leave them out.
        self.blames: list[tuple[int, str]] = []
        self.integer = False
        self.keys: dict[str, list[Element]] = {}
        self.required: dict[str, None] = {}
        self.forbidden: dict[str, None] = {}
        self.patterns: list[tuple[str, Element]] = []
        self.others: list[Others] = []
        self.names: list[Element] = []
        self.min_size = 0
        self.max_size: int | None = None
        # Whether some schema lists properties, and whether some schema says what other keys there may be.
        self.named = False
        self.spoken = False
        # Something was given up that could allow further keys.
        self.left_out = False
        self.items: dict[int, list[Element]] = {}
        self.contains: list[Element] = []
        self.min_items = 0
        self.max_items: int | None = None
        self.watches: list[Watch] = []
        self.unevaluated: list[tuple[int, Element]] = []

    def copy(self) -> Clause:
        """Return a clause that can go its own way."""
        other = Clause()
        other.applied = set(self.applied)
        other.allowed = self.allowed
        other.excluded = set(self.excluded)
        other.blames = list(self.blames)
        other.integer = self.integer
        other.keys = {k: list(v) for k, v in self.keys.items()}
        other.required, other.forbidden = dict(self.required), dict(self.forbidden)
        other.patterns, other.others, other.names = list(self.patterns), list(self.others), list(self.names)
        other.min_size, other.max_size = self.min_size, self.max_size
        other.named, other.spoken, other.left_out = self.named, self.spoken, self.left_out
        other.items = {k: list(v) for k, v in self.items.items()}
        other.contains = list(self.contains)
        other.min_items, other.max_items = self.min_items, self.max_items
        other.watches = [w.copy() for w in self.watches]
        other.unevaluated = list(self.unevaluated)
        return other

    def weight(self) -> int:
        """Return what a copy costs, in steps."""
        parts = len(self.applied) + len(self.keys) + len(self.required) + len(self.others) + len(self.patterns)
        return 1 + parts // 8 + len(self.watches)

    def apply(self, step: Act) -> bool:
        """Apply one plain demand; False when the clause has become impossible."""
        verb, key = step.verb, step.key
        if verb == "forbid":
            self.forbidden[key] = None
            return key not in self.required
        if verb == "require":
            self.required[key] = None
            if step.element is not None:
                self.keys.setdefault(key, []).append(step.element)
            return key not in self.forbidden
        if verb == "exclude":
            self.excluded.update(scalar_key(v) for v in step.values)
            if step.element is not None:
                self.blames.append(step.element.blame)
        elif verb == "evaluated":
            for watcher in step.values:
                self.watches[cast("int", watcher)].all = True
        elif verb == "at least":
            self.min_items = max(self.min_items, step.number)
        elif verb == "at most":
            self.max_items = step.number if self.max_items is None else min(self.max_items, step.number)
        elif verb == "item" and step.element is not None:
            self.items.setdefault(step.number, []).append(step.element)
            self.min_items = max(self.min_items, step.number + 1)
        elif verb == "every item" and step.element is not None:
            self.others.append(Others(frozenset(), (), 0, step.element))
        return True

    def clashes(self) -> bool:
        """Whether a key that must be there is asked to be two constants: cheap, and it keeps alternatives few."""
        for key in self.required:
            elements = self.keys.get(key)
            if elements is None or len(elements) < 2:
                continue
            allowed: set[tuple[str, object]] | None = None
            excluded: set[tuple[str, object]] = set()
            for element in elements:
                values = constants(element.schema)
                if values is None:
                    continue
                keys = {scalar_key(v) for v in values}
                if element.positive:
                    allowed = keys if allowed is None else allowed & keys
                elif set(cast("dict[str, Json]", element.schema)) <= _JUST_CONSTANTS:
                    excluded |= keys
            if allowed is not None and not allowed - excluded:
                return True
        return False


_JUST_CONSTANTS = {"const", "enum", "title", "description", "default"}


class Site:
    """One schema applied to one clause: where, for which kind of value, and what is still to be done."""

    __slots__ = ("again", "choices", "clause", "element", "kind", "path", "schema", "scope", "todo", "watchers")

    def __init__(self, clause: Clause, element: Element, kind: str, todo: list[Step], choices: list[Choice]) -> None:
        self.clause = clause
        self.element = element
        self.kind = kind
        self.todo = todo
        self.choices = choices
        self.path = element.path
        self.watchers = element.watchers
        # The schema in the words of 2020-12, and the scope inside it.
        self.schema: dict[str, Json] = {}
        self.scope = element.scope
        # Whether the clause has it already, but for other watchers.
        self.again = False

    def blame(self, word: str) -> tuple[int, str]:
        """Return the schema and keyword to name if this cannot be kept."""
        return (id(self.element.schema), word)

    def below(self, schema: Json, *keys: str | int) -> Element:
        """Return a subschema that holds, by the keys that lead to it."""
        path = self.path
        for key in keys:
            path = (path, key)
        return Element(True, schema, self.scope, path)
