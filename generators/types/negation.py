"""Negated schemas pushed inward: a schema does not hold if one of its keywords does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .clauses import Act, Choice, Element, Site, Step
from .reader import count
from .values import kind_of
from .words import ARRAY_WORDS, NUMBER_WORDS, OBJECT_WORDS, STRING_WORDS

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path, Scope
    from .expand import Expander

Json = object
Schema = dict[str, Json]

_OF_KIND = {"object": OBJECT_WORDS, "array": ARRAY_WORDS, "string": STRING_WORDS, "number": NUMBER_WORDS}
# Tuples longer than this are not told apart by length.
_SHORT = 8
_PAIRS = 4


class Negation:
    """The part of an expander that knows what it means for a schema to fail."""

    def __init__(self, expander: Expander) -> None:
        self.expander = expander

    def apply(self, site: Site) -> bool:
        """Add the ways in which a schema can fail for values of its kind; False when it cannot.

        Where a failure cannot be said (a pattern, a bound), any value may be one: then nothing is asked.
        """
        element = site.element
        ways = self._ways(element, site.schema, site.scope, site.kind)
        if ways is None:
            self.expander.lose(element.blame)
            return True
        if len(ways) == 1:
            site.todo.extend(reversed(ways[0]))
        elif ways:
            site.choices.append(Choice(ways, element.weight, (), element.blame))
        return bool(ways)

    def _ways(self, step: Element, schema: Schema, scope: Scope, kind: str) -> list[list[Step]] | None:
        names = schema.get("type")
        listed = [names] if isinstance(names, str) else cast("list[Json]", names) if isinstance(names, list) else None
        if listed is not None and kind not in listed:
            if not (kind == "number" and "integer" in listed):
                # It fails for this kind anyway; there is nothing to ask.
                return [[]]
            return None
        ways: list[list[Step]] = []
        for word in ("const", "enum"):
            if word in schema:
                values = [schema[word]] if word == "const" else schema[word]
                if not isinstance(values, list):
                    return None
                same = tuple(v for v in cast("list[Json]", values) if kind_of(v) == kind)
                if not same:
                    return [[]]
                if kind in ("array", "object"):
                    return None
                ways.append([Act("exclude", element=step, values=same)])
        if not self._combined(step, schema, scope, ways):
            return None
        if kind == "object":
            return self._object(step, schema, scope, ways)
        if kind == "array":
            return self._array(step, schema, scope, ways)
        said = _OF_KIND.get(kind)
        return None if said is not None and not said.isdisjoint(schema) else ways

    def _not(self, step: Element, schema: Json, scope: Scope, path: Path) -> Element:
        return Element(False, schema, scope, path, weight=step.weight, blame=step.blame)

    def _combined(self, step: Element, schema: Schema, scope: Scope, ways: list[list[Step]]) -> bool:
        """Add the ways in which combining keywords fail; False when that cannot be said."""
        path = step.path
        target = self.expander.reader.reference(schema, scope, path)
        if target is not None:
            ways.append([self._not(step, target.schema, target.scope, target.path)])
        elif not {"$ref", "$dynamicRef", "$recursiveRef"}.isdisjoint(schema):
            return False
        for word in ("allOf", "anyOf", "oneOf"):
            if word not in schema:
                continue
            branches = self.expander.reader.branches(schema, word, path)
            fails: list[Step] = [self._not(step, b, scope, ((path, word), i)) for i, b in enumerate(branches)]
            if word == "allOf":
                ways.extend([f] for f in fails)
                continue
            ways.append(fails)
            if word == "oneOf" and len(branches) > 1:
                if len(branches) > _PAIRS:
                    return False
                holds = [Element(True, b, scope, ((path, word), i)) for i, b in enumerate(branches)]
                ways.extend([holds[i], holds[j]] for j in range(len(holds)) for i in range(j))
        if "not" in schema:
            ways.append([Element(True, schema["not"], scope, (path, "not"))])
        if "if" in schema:
            if "then" in schema:
                ways.append(
                    [
                        Element(True, schema["if"], scope, (path, "if")),
                        self._not(step, schema["then"], scope, (path, "then")),
                    ]
                )
            if "else" in schema:
                ways.append(
                    [
                        self._not(step, schema["if"], scope, (path, "if")),
                        self._not(step, schema["else"], scope, (path, "else")),
                    ]
                )
        return True

    def _object(self, step: Element, schema: Schema, scope: Scope, ways: list[list[Step]]) -> list[list[Step]] | None:
        path = step.path
        if not _UNSAYABLE.isdisjoint(schema):
            return None
        if schema.get("additionalProperties", True) not in (True, {}):
            return None
        mapping = self.expander.reader.mapping
        for key in self.expander.builder.names(schema.get("required", []), path, "required"):
            ways.append([Act("forbid", key)])
        for key, sub in mapping(schema, "properties", path).items():
            if sub is not True and sub != {}:
                ways.append([Act("require", key, element=self._not(step, sub, scope, ((path, "properties"), key)))])
        for key, needed in mapping(schema, "dependentRequired", path).items():
            ways.extend(
                [Act("require", key), Act("forbid", k)]
                for k in self.expander.builder.names(needed, path, "dependentRequired")
            )
        for key, sub in mapping(schema, "dependentSchemas", path).items():
            ways.append([Act("require", key), self._not(step, sub, scope, ((path, "dependentSchemas"), key))])
        return ways

    def _array(self, step: Element, schema: Schema, scope: Scope, ways: list[list[Step]]) -> list[list[Step]] | None:
        path = step.path
        if schema.get("uniqueItems") is True or "unevaluatedItems" in schema or "maxContains" in schema:
            return None
        prefix = schema.get("prefixItems")
        parts = cast("list[Json]", prefix) if isinstance(prefix, list) else []
        if len(parts) > _SHORT:
            return None
        for i, sub in enumerate(parts):
            if sub is not True:
                ways.append([Act("item", number=i, element=self._not(step, sub, scope, ((path, "prefixItems"), i)))])
        if "items" in schema and schema["items"] is not True:
            if schema["items"] is not False:
                return None
            ways.append([Act("at least", number=len(parts) + 1)])
        low, high = count(schema.get("minItems")), count(schema.get("maxItems"))
        if low:
            ways.append([Act("at most", number=low - 1)])
        if high is not None:
            ways.append([Act("at least", number=high + 1)])
        if "contains" in schema:
            if schema.get("minContains", 1) == 1:
                ways.append([Act("every item", element=self._not(step, schema["contains"], scope, (path, "contains")))])
            elif schema.get("minContains") != 0:
                return None
        return ways


_UNSAYABLE = frozenset(
    {"patternProperties", "propertyNames", "minProperties", "maxProperties", "unevaluatedProperties"}
)
