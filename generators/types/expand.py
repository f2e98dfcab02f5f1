"""Expand: schemas that apply to one value together become the alternatives that they leave, for one kind of value.

The union of the clauses has every value of that kind which satisfies the elements. It may have more, never fewer: what
cannot be said is left out and remembered in `lost`. Negated schemas are pushed inward (a schema fails if one of its keywords
does); alternatives multiply, so there is a limit, and beyond it the lightest choices are given up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ...catalog.jsonschema import Dialect, Scope, Unresolved
from .clauses import CONDITION, PLAIN, Act, Choice, Clause, Element, Others, Step, Watch
from .exclusion import Exclusion
from .negation import Negation
from .values import kind_of, scalar_key
from .words import implied_kind

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path
    from .build import Builder

Json = object
Schema = dict[str, Json]

_LEVELS = 5
_STEPS = 20_000
_WIDE = 512
# With an `unevaluated…` above, every combination of matching branches counts: this many branches are combined.
_SUBSETS = 4
# Some authors say of names that they are strings; all names are.
_ANY_NAME: Json = {"type": "string"}
_SCALARS = ("string", "number", "boolean", "null")


class Expander:
    """Takes conjunctions of schemas apart, for one builder."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.document = builder.document
        self.exclusion = Exclusion(builder)
        self.negation = Negation(self)
        self._level = 0

    def expand(self, elements: list[Element], kind: str, path: Path) -> list[Clause]:
        """Return the alternatives for values of one kind; none when there is no such value."""
        for level in range(_LEVELS):
            self._level = level
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
        self.builder.lost.setdefault(blame[0], {})[blame[1]] = None

    def _attempt(self, elements: list[Element], kind: str, level: int) -> list[Clause] | None:
        limit = self.builder.limits.alternatives if level < PLAIN else _WIDE
        done: list[Clause] = []
        steps = 0
        stack: list[tuple[Clause, list[Step], list[Choice], bool]] = [(Clause(), [*reversed(elements)], [], False)]
        while stack:
            clause, todo, choices, chosen = stack.pop()
            alive = True
            while alive and (todo or choices):
                steps += 1
                if steps > _STEPS and (stack or done) and level < _LEVELS - 1:
                    return None
                if todo:
                    alive = self._step(clause, todo.pop(), todo, choices, kind)
                    continue
                choice = choices.pop(0)
                alternatives = [a for a in choice.alternatives if not self._is_dead(a, kind)]
                if not alternatives or clashes(clause):
                    alive = False
                elif len(alternatives) == 1:
                    todo.extend(reversed(alternatives[0]))
                elif choice.weight <= level or (level == PLAIN and chosen) or level > PLAIN:
                    self._give_up(clause, choice)
                else:
                    chosen = True
                    for other in alternatives[:0:-1]:
                        stack.append((clause.copy(), [*reversed(other)], [*choices], True))
                    todo.extend(reversed(alternatives[0]))
                    if len(stack) + len(done) > limit:
                        return None
            if alive and not clashes(clause):
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
                        names = _type_names(cast("Schema", step.schema))
                        if (
                            names is not None
                            and not _admits(names, kind)
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
            return act(clause, step)
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
        schema = cast("Schema", step.schema)
        scope = self.document.enter(schema, step.scope)
        schema = self.builder.words(schema, scope)
        if not step.positive:
            return self.negation.apply(clause, step, schema, scope, todo, choices, kind)
        return self._positive(clause, step, schema, scope, todo, choices, kind, again)

    # -- schemas that hold

    def _positive(
        self,
        clause: Clause,
        step: Element,
        schema: Schema,
        scope: Scope,
        todo: list[Step],
        choices: list[Choice],
        kind: str,
        again: bool,
    ) -> bool:
        names = _type_names(schema)
        if kind == "null" and self._nullable(schema):
            self.builder.notes.assumed(step.path, "assumed-nullable", "nullable allows null")
            return True
        if names is not None:
            if not _admits(names, kind):
                return False
            if kind == "number" and "number" not in names and "integer" in names:
                clause.integer = True
        elif not self.builder.literal and "enum" not in schema and "const" not in schema:
            implied = implied_kind(schema)
            if implied is not None:
                self.builder.assume_kind(implied, step.path)
                if implied != kind:
                    return False
        if ("enum" in schema or "const" in schema) and not self._constants(clause, step, schema, scope, choices, kind):
            return False
        watchers = step.watchers
        if kind == "object":
            if "unevaluatedProperties" in schema and not again:
                watchers = self._watch(
                    clause,
                    watchers,
                    Element(True, schema["unevaluatedProperties"], scope, (step.path, "unevaluatedProperties")),
                )
            if not self._members(clause, step, schema, scope, watchers, choices):
                return False
        elif kind == "array":
            if "unevaluatedItems" in schema and not again:
                watchers = self._watch(
                    clause, watchers, Element(True, schema["unevaluatedItems"], scope, (step.path, "unevaluatedItems"))
                )
            if not self._items(clause, step, schema, scope, watchers):
                return False
        self._applicators(step, schema, scope, watchers, todo, choices)
        return True

    @staticmethod
    def _watch(clause: Clause, watchers: tuple[int, ...], element: Element) -> tuple[int, ...]:
        # Whatever was not evaluated before, this keyword evaluates: for those above, nothing is left.
        for watcher in watchers:
            clause.watches[watcher].all = True
        clause.watches.append(Watch())
        number = len(clause.watches) - 1
        clause.unevaluated.append((number, element))
        return (*watchers, number)

    def _constants(
        self, clause: Clause, step: Element, schema: Schema, scope: Scope, choices: list[Choice], kind: str
    ) -> bool:
        for word in ("const", "enum"):
            if word not in schema:
                continue
            values = [schema[word]] if word == "const" else schema[word]
            if not isinstance(values, list):
                self.builder.notes.degraded(step.path, "bad-keyword", f"{word} is a list")
                continue
            fitting = [v for v in cast("list[Json]", values) if kind_of(v) == kind]
            if not fitting:
                return False
            if kind in _SCALARS:
                keys = {scalar_key(v): v for v in fitting}
                clause.allowed = (
                    keys if clause.allowed is None else {k: v for k, v in clause.allowed.items() if k in keys}
                )
                if not clause.allowed:
                    return False
            else:
                alternatives: list[list[Step]] = [
                    [Element(True, self.builder.keep(_only(v)), scope, step.path)] for v in fitting
                ]
                choices.append(Choice(alternatives, PLAIN, (), (id(step.schema), word)))
        return True

    def _applicators(
        self,
        step: Element,
        schema: Schema,
        scope: Scope,
        watchers: tuple[int, ...],
        todo: list[Step],
        choices: list[Choice],
    ) -> None:
        blame = id(step.schema)
        target = self.reference(schema, scope, step.path)
        if target is not None:
            todo.append(target._replace(watchers=watchers))
        for word in ("allOf", "anyOf", "oneOf"):
            if word not in schema:
                continue
            branches = self.branches(schema, word, step.path)
            elements = [Element(True, b, scope, ((step.path, word), i), watchers) for i, b in enumerate(branches)]
            if word == "allOf":
                todo.extend(reversed(elements))
            elif not elements:
                continue
            elif word == "anyOf":
                choices.append(Choice(_one_or_more(elements, watchers), PLAIN, watchers, (blame, word)))
                if watchers and len(elements) > _SUBSETS:
                    # Which of many branches match, and so what they evaluate, is left open.
                    todo.append(Act("evaluated", values=watchers))
            else:
                choices.append(
                    Choice(self.exclusion.alternatives(elements, schema, blame), PLAIN, watchers, (blame, word))
                )
        if "not" in schema:
            todo.append(Element(False, schema["not"], scope, (step.path, "not"), blame=(blame, "not")))
        if "if" in schema:
            self._condition(step, schema, scope, watchers, choices)

    def _condition(
        self, step: Element, schema: Schema, scope: Scope, watchers: tuple[int, ...], choices: list[Choice]
    ) -> None:
        if "then" not in schema and "else" not in schema and not watchers:
            return
        blame = (id(step.schema), "if")
        holds: list[Step] = [Element(True, schema["if"], scope, (step.path, "if"), watchers)]
        fails: list[Step] = [Element(False, schema["if"], scope, (step.path, "if"), blame=blame)]
        for word, branch in (("then", holds), ("else", fails)):
            if word in schema:
                branch.append(Element(True, schema[word], scope, (step.path, word), watchers))
        choices.append(Choice([holds, fails], CONDITION, watchers, blame))

    def reference(self, schema: Schema, scope: Scope, path: Path) -> Element | None:
        """Return what the references of a schema point at; None for no reference, or one to nowhere, which is noted."""
        for word in ("$ref", "$dynamicRef", "$recursiveRef"):
            value = schema.get(word)
            if value is None:
                continue
            if not isinstance(value, str):
                self.builder.notes.degraded(path, "bad-keyword", f"{word} is a string")
                continue
            if word == "$ref":
                target = self.document.resolve(value, scope)
            elif word == "$dynamicRef":
                target = self.document.resolve_dynamic(value, scope)
            elif scope.dialect == Dialect.DRAFT2019:
                target = self.document.resolve_recursive(scope)
            else:
                continue
            if isinstance(target, Unresolved):
                self.builder.unresolved(target, path)
                continue
            return Element(True, target.schema, target.scope, target.path)
        return None

    def branches(self, schema: Schema, word: str, path: Path) -> list[Json]:
        """Return the list of schemas under a keyword; what is no list is noted and empty."""
        value = schema[word]
        if isinstance(value, list):
            return cast("list[Json]", value)
        self.builder.notes.degraded(path, "bad-keyword", f"{word} is a list of schemas")
        return []

    # -- objects

    def _members(
        self,
        clause: Clause,
        step: Element,
        schema: Schema,
        scope: Scope,
        watchers: tuple[int, ...],
        choices: list[Choice],
    ) -> bool:
        path, watches = step.path, [clause.watches[w] for w in watchers]
        properties = self.mapping(schema, "properties", path)
        for key, sub in properties.items():
            clause.keys.setdefault(key, []).append(Element(True, sub, scope, ((path, "properties"), key)))
        clause.named |= bool(properties)
        patterns = self.mapping(schema, "patternProperties", path)
        for pattern, sub in patterns.items():
            clause.patterns.append(
                (
                    pattern,
                    Element(
                        True,
                        sub,
                        scope,
                        ((path, "patternProperties"), pattern),
                        blame=(id(step.schema), "patternProperties"),
                    ),
                )
            )
        for watch in watches:
            watch.keys.update(properties)
            watch.patterns.extend(patterns)
        if "additionalProperties" in schema:
            clause.spoken = True
            for watch in watches:
                watch.all = True
            element = Element(True, schema["additionalProperties"], scope, (path, "additionalProperties"))
            if element.schema is not True:
                clause.others.append(Others(frozenset(properties), tuple(patterns), 0, element))
        if "required" in schema:
            for key in self.builder.names(schema["required"], path, "required"):
                if key in clause.forbidden:
                    return False
                clause.required[key] = None
        if schema.get("propertyNames", _ANY_NAME) not in (_ANY_NAME, True, {}):
            clause.names.append(
                Element(
                    True,
                    schema["propertyNames"],
                    scope,
                    (path, "propertyNames"),
                    blame=(id(step.schema), "propertyNames"),
                )
            )
        low, high = count(schema.get("minProperties")), count(schema.get("maxProperties"))
        clause.min_size = max(clause.min_size, low or 0)
        if high is not None:
            clause.max_size = high if clause.max_size is None else min(high, clause.max_size)
        blame = id(step.schema)
        for key, needed in self.mapping(schema, "dependentRequired", path).items():
            acts: list[Step] = [Act("require", k) for k in self.builder.names(needed, path, "dependentRequired")]
            if acts:
                choices.append(
                    Choice(
                        [[Act("forbid", key)], [Act("require", key), *acts]],
                        CONDITION,
                        (),
                        (blame, "dependentRequired"),
                    )
                )
        for key, sub in self.mapping(schema, "dependentSchemas", path).items():
            if sub is not True:
                element = Element(True, sub, scope, ((path, "dependentSchemas"), key), watchers)
                choices.append(
                    Choice(
                        [[Act("forbid", key)], [Act("require", key), element]],
                        CONDITION,
                        watchers,
                        (blame, "dependentSchemas"),
                    )
                )
        return True

    def mapping(self, schema: Schema, word: str, path: Path) -> Schema:
        """Return the object under a keyword, empty for none; what is no object is noted."""
        value = schema.get(word)
        if isinstance(value, dict):
            return cast("Schema", value)
        if value is not None:
            self.builder.notes.degraded(path, "bad-keyword", f"{word} is an object")
        return {}

    # -- arrays

    def _items(self, clause: Clause, step: Element, schema: Schema, scope: Scope, watchers: tuple[int, ...]) -> bool:
        path, watches = step.path, [clause.watches[w] for w in watchers]
        prefix = schema.get("prefixItems")
        length = 0
        if isinstance(prefix, list):
            length = len(cast("list[Json]", prefix))
            for i, sub in enumerate(cast("list[Json]", prefix)):
                clause.items.setdefault(i, []).append(Element(True, sub, scope, ((path, "prefixItems"), i)))
            for watch in watches:
                watch.count = max(watch.count, length)
        if "items" in schema:
            clause.others.append(
                Others(frozenset(), (), length, Element(True, schema["items"], scope, (path, "items")))
            )
            for watch in watches:
                watch.all = True
        if "contains" in schema:
            element = Element(True, schema["contains"], scope, (path, "contains"), blame=(id(step.schema), "contains"))
            least, most = count(schema.get("minContains", 1)), count(schema.get("maxContains"))
            if least is None:
                least = 1
            if most is not None and most < least:
                return False
            if least:
                if element.schema is False:
                    return False
                clause.min_items = max(clause.min_items, least)
                self.lose(element.blame)
            if most == 0:
                clause.others.append(Others(frozenset(), (), 0, element._replace(positive=False)))
            if scope.dialect > Dialect.DRAFT2019:
                for watch in watches:
                    watch.contains.append(element)
        low, high = count(schema.get("minItems")), count(schema.get("maxItems"))
        clause.min_items = max(clause.min_items, low or 0)
        if high is not None:
            clause.max_items = high if clause.max_items is None else min(high, clause.max_items)
        return True


def act(clause: Clause, step: Act) -> bool:
    """Apply one plain demand; False when the clause has become impossible."""
    verb, key = step.verb, step.key
    if verb == "forbid":
        clause.forbidden[key] = None
        return key not in clause.required
    if verb == "require":
        clause.required[key] = None
        if step.element is not None:
            clause.keys.setdefault(key, []).append(step.element)
        return key not in clause.forbidden
    if verb == "exclude":
        clause.excluded.update(scalar_key(v) for v in step.values)
    elif verb == "evaluated":
        for watcher in step.values:
            clause.watches[cast("int", watcher)].all = True
    elif verb == "at least":
        clause.min_items = max(clause.min_items, step.number)
    elif verb == "at most":
        clause.max_items = step.number if clause.max_items is None else min(clause.max_items, step.number)
    elif verb == "item" and step.element is not None:
        clause.items.setdefault(step.number, []).append(step.element)
        clause.min_items = max(clause.min_items, step.number + 1)
    elif verb == "every item" and step.element is not None:
        clause.others.append(Others(frozenset(), (), 0, step.element))
    return True


def clashes(clause: Clause) -> bool:
    """Whether a key that must be there is asked to be two different constants: cheap, and it keeps alternatives few."""
    for key in clause.required:
        elements = clause.keys.get(key)
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
            elif set(cast("Schema", element.schema)) <= _JUST_CONSTANTS:
                excluded |= keys
        if allowed is not None and not allowed - excluded:
            return True
    return False


_JUST_CONSTANTS = {"const", "enum", "title", "description", "default"}


def constants(schema: Json) -> list[Json] | None:
    """Return the scalars that a schema's own `const` or `enum` lists; None for neither, or when there are other values."""
    if not isinstance(schema, dict):
        return None
    said = cast("Schema", schema)
    values = [said["const"]] if "const" in said else said.get("enum")
    if isinstance(values, list) and all(kind_of(v) in _SCALARS for v in cast("list[Json]", values)):
        return cast("list[Json]", values)
    return None


def count(value: Json) -> int | None:
    """Return a number of things; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or value != value // 1:
        return None
    return int(value)


def _type_names(schema: Schema) -> list[Json] | None:
    names = schema.get("type")
    if isinstance(names, str):
        return [names]
    return cast("list[Json]", names) if isinstance(names, list) else None


_KNOWN = {"string", "number", "integer", "boolean", "array", "object", "null"}


def _admits(names: list[Json], kind: str) -> bool:
    if kind in names or (kind == "number" and "integer" in names):
        return True
    # A type that there is not says nothing.
    return any(not isinstance(n, str) or n not in _KNOWN for n in names)


def _one_or_more(elements: list[Element], watchers: tuple[int, ...]) -> list[list[Step]]:
    if not watchers or len(elements) > _SUBSETS:
        return [[e] for e in elements]
    subsets: list[list[Step]] = []
    for bits in range(1, 2 ** len(elements)):
        subsets.append([e for i, e in enumerate(elements) if bits >> i & 1])
    return subsets


def _only(value: Json) -> Schema:
    """Return a schema for one array or object."""
    if isinstance(value, list):
        items: list[Json] = [{"const": v} for v in cast("list[Json]", value)]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
    members = cast("dict[str, Json]", value)
    return {
        "type": "object",
        "properties": {k: {"const": v} for k, v in members.items()},
        "required": list(members),
        "additionalProperties": False,
    }
