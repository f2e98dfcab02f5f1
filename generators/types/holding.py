"""Holding: what a schema that applies asks of a value, keyword by keyword."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ...catalog.jsonschema import Dialect
from .clauses import CONDITION, PLAIN, Act, Choice, Element, Others, Site, Step, Watch
from .exclusion import Exclusion
from .reader import admits, count, type_names
from .values import SCALARS, kind_of, scalar_key
from .words import implied_kind

if TYPE_CHECKING:
    from .expand import Expander

Json = object
Schema = dict[str, Json]

# With an `unevaluated…` above, every combination of matching branches counts: this many branches are combined.
_SUBSETS = 4
# Some authors say of names that they are strings; all names are.
_ANY_NAME: Json = {"type": "string"}


class Holding:
    """The part of an expander that knows what it means for a schema to hold."""

    def __init__(self, expander: Expander) -> None:
        self.expander = expander
        self.builder = expander.builder
        self.reader = expander.reader
        self.exclusion = Exclusion(expander.builder)

    def apply(self, site: Site) -> bool:
        """Apply a schema to the clause of a site; False when the clause has become impossible."""
        schema, kind = site.schema, site.kind
        if kind == "null" and not self.builder.literal and schema.get("nullable") is True:
            self.builder.notes.assumed(site.path, "assumed-nullable")
            return True
        names = type_names(schema)
        if names is not None:
            if not admits(names, kind):
                return False
            if kind == "number" and "number" not in names and "integer" in names:
                site.clause.integer = True
        elif not self.builder.literal and "enum" not in schema and "const" not in schema:
            implied = implied_kind(schema)
            if implied is not None:
                self.builder.assume_kind(implied, site.path)
                if implied != kind:
                    return False
        if ("enum" in schema or "const" in schema) and not self._constants(site):
            return False
        if kind == "object":
            self._watch(site, "unevaluatedProperties")
            if not self._members(site):
                return False
        elif kind == "array":
            self._watch(site, "unevaluatedItems")
            if not self._items(site):
                return False
        self._applicators(site)
        return True

    @staticmethod
    def _watch(site: Site, word: str) -> None:
        if word not in site.schema:
            return
        # Whatever was not evaluated before, this keyword evaluates: for those above, nothing is left.
        for watcher in site.watchers:
            site.clause.watches[watcher].all = True
        if site.again:
            return
        site.clause.watches.append(Watch())
        number = len(site.clause.watches) - 1
        site.clause.unevaluated.append((number, site.below(site.schema[word], word)))
        site.watchers = (number,)

    def _constants(self, site: Site) -> bool:
        clause = site.clause
        for word in ("const", "enum"):
            if word not in site.schema:
                continue
            values = [site.schema[word]] if word == "const" else site.schema[word]
            if not isinstance(values, list):
                self.builder.notes.degraded(site.path, "bad-keyword", f"{word} is a list")
                continue
            fitting = [v for v in cast("list[Json]", values) if kind_of(v) == site.kind]
            if not fitting:
                return False
            if site.kind in SCALARS:
                keys = {scalar_key(v): v for v in fitting}
                if clause.allowed is not None:
                    keys = {k: v for k, v in clause.allowed.items() if k in keys}
                clause.allowed = keys
                if not keys:
                    return False
            else:
                alternatives: list[list[Step]] = [[site.below(self.builder.keep(_only(v)))] for v in fitting]
                site.choices.append(Choice(alternatives, PLAIN, (), site.blame(word)))
        return True

    def _applicators(self, site: Site) -> None:
        schema, watchers = site.schema, site.watchers
        target = self.reader.reference(schema, site.scope, site.path)
        if target is not None:
            site.todo.append(target._replace(watchers=watchers))
        for word in ("allOf", "anyOf", "oneOf"):
            if word not in schema:
                continue
            branches = self.reader.branches(schema, word, site.path)
            elements = [site.below(b, word, i)._replace(watchers=watchers) for i, b in enumerate(branches)]
            if word == "allOf":
                site.todo.extend(reversed(elements))
            elif elements and word == "anyOf":
                site.choices.append(Choice(_one_or_more(elements, watchers), PLAIN, watchers, site.blame(word)))
                if watchers and len(elements) > _SUBSETS:
                    # Which of many branches match, and so what they evaluate, is left open.
                    site.todo.append(Act("evaluated", values=watchers))
            elif elements:
                alternatives = self.exclusion.alternatives(elements, schema, site.blame(word))
                site.choices.append(Choice(alternatives, PLAIN, watchers, site.blame(word)))
        if "not" in schema:
            site.todo.append(site.below(schema["not"], "not")._replace(positive=False, blame=site.blame("not")))
        if "if" in schema and ("then" in schema or "else" in schema or watchers):
            self._condition(site)

    @staticmethod
    def _condition(site: Site) -> None:
        schema, watchers, blame = site.schema, site.watchers, site.blame("if")
        condition = site.below(schema["if"], "if")
        holds: list[Step] = [condition._replace(watchers=watchers)]
        fails: list[Step] = [condition._replace(positive=False, blame=blame)]
        for word, branch in (("then", holds), ("else", fails)):
            if word in schema:
                branch.append(site.below(schema[word], word)._replace(watchers=watchers))
        site.choices.append(Choice([holds, fails], CONDITION, watchers, blame))

    # -- objects

    def _members(self, site: Site) -> bool:
        clause, schema, path = site.clause, site.schema, site.path
        watches = [clause.watches[w] for w in site.watchers]
        properties = self.reader.mapping(schema, "properties", path)
        self.expander.steps += len(properties)
        for key, sub in properties.items():
            clause.keys.setdefault(key, []).append(site.below(sub, "properties", key))
        clause.named |= bool(properties)
        patterns = self.reader.mapping(schema, "patternProperties", path)
        for pattern, sub in patterns.items():
            element = site.below(sub, "patternProperties", pattern)
            clause.patterns.append((pattern, element._replace(blame=site.blame("patternProperties"))))
        for watch in watches:
            watch.keys.update(properties)
            watch.patterns.extend(patterns)
        if "additionalProperties" in schema:
            clause.spoken = True
            for watch in watches:
                watch.all = True
            element = site.below(schema["additionalProperties"], "additionalProperties")
            if element.schema is not True:
                clause.others.append(Others(frozenset(properties), tuple(patterns), 0, element))
        if "required" in schema:
            for key in self.builder.names(schema["required"], path, "required"):
                if key in clause.forbidden:
                    return False
                clause.required[key] = None
        if schema.get("propertyNames", _ANY_NAME) not in (_ANY_NAME, True, {}):
            element = site.below(schema["propertyNames"], "propertyNames")
            clause.names.append(element._replace(blame=site.blame("propertyNames")))
        low, high = count(schema.get("minProperties")), count(schema.get("maxProperties"))
        clause.min_size = max(clause.min_size, low or 0)
        if high is not None:
            clause.max_size = high if clause.max_size is None else min(high, clause.max_size)
        self._dependents(site)
        return True

    def _dependents(self, site: Site) -> None:
        schema, path = site.schema, site.path
        for key, needed in self.reader.mapping(schema, "dependentRequired", path).items():
            acts: list[Step] = [Act("require", k) for k in self.builder.names(needed, path, "dependentRequired")]
            if acts:
                alternatives: list[list[Step]] = [[Act("forbid", key)], [Act("require", key), *acts]]
                site.choices.append(Choice(alternatives, CONDITION, (), site.blame("dependentRequired")))
        for key, sub in self.reader.mapping(schema, "dependentSchemas", path).items():
            if sub is not True:
                element = site.below(sub, "dependentSchemas", key)._replace(watchers=site.watchers)
                alternatives = [[Act("forbid", key)], [Act("require", key), element]]
                site.choices.append(Choice(alternatives, CONDITION, site.watchers, site.blame("dependentSchemas")))

    # -- arrays

    def _items(self, site: Site) -> bool:
        clause, schema = site.clause, site.schema
        watches = [clause.watches[w] for w in site.watchers]
        length = 0
        if "prefixItems" in schema:
            prefix = self.reader.branches(schema, "prefixItems", site.path)
            length = len(prefix)
            self.expander.steps += length
            for i, sub in enumerate(prefix):
                clause.items.setdefault(i, []).append(site.below(sub, "prefixItems", i))
            for watch in watches:
                watch.count = max(watch.count, length)
        if "items" in schema:
            clause.others.append(Others(frozenset(), (), length, site.below(schema["items"], "items")))
            for watch in watches:
                watch.all = True
        if "contains" in schema and not self._contains(site, watches):
            return False
        low, high = count(schema.get("minItems")), count(schema.get("maxItems"))
        clause.min_items = max(clause.min_items, low or 0)
        if high is not None:
            clause.max_items = high if clause.max_items is None else min(high, clause.max_items)
        return True

    def _contains(self, site: Site, watches: list[Watch]) -> bool:
        """Read `contains` and how often it matches (2020-12 core §10.3.1.3, validation §6.4.4 and §6.4.5)."""
        clause, schema = site.clause, site.schema
        element = site.below(schema["contains"], "contains")._replace(blame=site.blame("contains"))
        least, most = count(schema.get("minContains", 1)), count(schema.get("maxContains"))
        if site.scope.dialect < Dialect.DRAFT2019:
            least, most = 1, None
        if least is None:
            least = 1
        if most is not None and most < least:
            return False
        if least:
            if element.schema is False:
                return False
            clause.min_items = max(clause.min_items, least)
            self.expander.lose(element.blame)
        if most == 0:
            clause.others.append(Others(frozenset(), (), 0, element._replace(positive=False)))
        # 2019-09 does not count items that `contains` matched as evaluated.
        if site.scope.dialect > Dialect.DRAFT2019:
            for watch in watches:
                watch.contains.append(element)
        return True


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
