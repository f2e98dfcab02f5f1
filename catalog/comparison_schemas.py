"""The comparison of two JSON Schemas: whether the new one takes less (an input), or gives more (an output).

Both are read by structure, local references followed; no proof is tried. What is written in another way and may mean
the same is reported as a change that cannot be judged, which counts as breaking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, cast

from .jsonschema import Document as SchemaDocument
from .jsonschema import Scope, Target, dialect_of, words
from .pointers import join
from .spec import EMPTY, JsonObject

Impact = Literal["breaking", "degraded", "additive"]

MAX_STEPS = 20_000
"""How many pairs of subschemas are compared; the rest counts as a change that cannot be judged."""

_TYPES = ("null", "boolean", "object", "array", "number", "string")
_LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains")
_UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains")
_TEXTS = ("title", "description")
_NOTES = ("default", "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType")
_SILENT = frozenset(("$schema", "$id", "$comment", "$anchor", "$defs", "definitions", "examples", "id"))
_HANDLED = frozenset(
    (
        *_LOWER,
        *_UPPER,
        *_TEXTS,
        *_NOTES,
        *_SILENT,
        "type",
        "enum",
        "const",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "prefixItems",
        "anyOf",
        "oneOf",
        "$ref",
    )
)


class Found(NamedTuple):
    """A change, with its pointer in the new schema (in the old one for what is gone)."""

    impact: Impact
    message: str
    pointer: str


def compare_schemas(before: object, after: object, *, is_output: bool = False) -> list[Found]:
    """Return the changes from one schema to another; equal ones have none. Neither is changed."""
    if before == after and repr(before) == repr(after):
        return []
    return list(_Comparison(before, after, is_output=is_output).run())


class _Side:
    """One of the two schemas, with its references."""

    def __init__(self, schema: object) -> None:
        self.document = SchemaDocument(schema)
        self.root = schema

    def open(self, schema: object, scope: Scope) -> tuple[object, Scope]:
        """Follow references that stand alone; words of older drafts are read as those of 2020-12."""
        for _ in range(50):
            if not isinstance(schema, Mapping):
                return schema, scope
            found = cast("JsonObject", schema)
            reference = found.get("$ref")
            if not isinstance(reference, str):
                return words(found, scope.dialect), scope
            target = self.document.resolve(reference, scope)
            if not isinstance(target, Target):
                return found, scope
            beside = {key: value for key, value in found.items() if key != "$ref" and key not in _SILENT}
            schema, scope = target.schema, target.scope
            if beside and isinstance(schema, Mapping):
                schema = {**cast("JsonObject", schema), **beside}
        return schema, scope


class _Comparison:
    """One comparison under way; depth first, each pair of schemas once."""

    def __init__(self, before: object, after: object, *, is_output: bool) -> None:
        self._before, self._after = _Side(before), _Side(after)
        self._is_output = is_output
        self._seen: set[tuple[int, int]] = set()
        self._keep: list[object] = []

    def run(self) -> Iterator[Found]:
        """Yield the changes."""
        dialect_of(self._before.root)
        stack = [
            (self._before.root, self._before.document.scope, self._after.root, self._after.document.scope, ""),
        ]
        steps = 0
        while stack:
            old, old_scope, new, new_scope, pointer = stack.pop()
            old, old_scope = self._before.open(old, old_scope)
            new, new_scope = self._after.open(new, new_scope)
            pair = (id(old), id(new))
            if pair in self._seen:
                continue
            self._seen.add(pair)
            self._keep += [old, new]  # an id is only good while its object lives
            steps += 1
            if steps > MAX_STEPS:
                yield Found("breaking", "the schemas are too large to be compared further", pointer)
                return
            if not isinstance(old, Mapping) or not isinstance(new, Mapping):
                yield from self._booleans(cast("object", old), new, pointer)
                continue
            before, after = cast("JsonObject", old), cast("JsonObject", new)
            yield from self._schema(before, after, pointer)
            below = [(a, old_scope, b, new_scope, pointer + at) for a, b, at in _pairs(before, after)]
            stack.extend(reversed(below))

    def _less(self, message: str, pointer: str, *, mild: bool = False) -> Found:
        """Return the finding for a schema that takes less than before."""
        impact: Impact = "additive" if self._is_output else "degraded" if mild else "breaking"
        return Found(impact, message, pointer)

    def _more(self, message: str, pointer: str, *, mild: bool = False) -> Found:
        """Return the finding for a schema that takes more than before."""
        impact: Impact = ("degraded" if mild else "breaking") if self._is_output else "additive"
        return Found(impact, message, pointer)

    def _booleans(self, old: object, new: object, pointer: str) -> Iterator[Found]:
        """Compare two schemas of which one is a boolean (or no schema at all)."""
        takes_all = [schema is True or schema == {} for schema in (old, new)]
        if old is new or all(takes_all):
            return
        if new is False or takes_all[0]:
            yield self._less("less is allowed than before", pointer)
        elif old is False or takes_all[1]:
            yield self._more("more is allowed than before", pointer)
        elif old != new:
            yield Found("breaking", "the schema changed", pointer)

    def _schema(self, old: JsonObject, new: JsonObject, pointer: str) -> Iterator[Found]:
        for word in _TEXTS:
            if old.get(word) != new.get(word):
                yield Found("degraded", f"the {word} {_how(old, new, word)}", join(pointer, word))
        for word in _NOTES:
            if old.get(word) != new.get(word) or isinstance(old.get(word), bool) != isinstance(new.get(word), bool):
                yield Found("degraded", f"`{word}` {_how(old, new, word)}", join(pointer, word))
        yield from self._types(old, new, pointer)
        yield from self._values(old, new, pointer)
        yield from self._bounds(old, new, pointer)
        yield from self._members(old, new, pointer)
        yield from self._cases(old, new, pointer)
        if len(_list(old.get("prefixItems"))) != len(_list(new.get("prefixItems"))):
            yield Found("breaking", "the tuple has another length", join(pointer, "prefixItems"))
        for word in sorted((old.keys() | new.keys()) - _HANDLED):
            if word.startswith("x-"):
                if old.get(word) != new.get(word):
                    yield Found("degraded", f"`{word}` {_how(old, new, word)}", join(pointer, word))
            elif word not in old:
                yield self._less(f"`{word}` is new", join(pointer, word), mild=word == "format")
            elif word not in new:
                yield self._more(f"`{word}` is gone", join(pointer, word), mild=word == "format")
            elif old[word] != new[word]:
                impact: Impact = "degraded" if word == "format" else "breaking"
                yield Found(impact, f"`{word}` changed", join(pointer, word))

    def _types(self, old: JsonObject, new: JsonObject, pointer: str) -> Iterator[Found]:
        before, after = _types(old), _types(new)
        lost, gained = before - after, after - before
        at = join(pointer, "type")
        if lost:
            yield self._less(f"no longer takes {_listed(lost)}", at)
        if gained:
            yield self._more(f"takes {_listed(gained)} too", at)

    def _values(self, old: JsonObject, new: JsonObject, pointer: str) -> Iterator[Found]:
        before, after = _values(old), _values(new)
        at = join(pointer, "const" if "const" in new else "enum")
        if before is None and after is not None:
            yield self._less("only some values are allowed now", at)
        elif before is not None and after is None:
            yield self._more("any value is allowed now", at)
        elif before is not None and after is not None:
            lost, gained = [v for v in before if v not in after], [v for v in after if v not in before]
            if lost:
                yield self._less(f"no longer takes the value{_s(lost)} {_listed(lost)}", at)
            if gained:
                yield self._more(f"takes the value{_s(gained)} {_listed(gained)} too", at, mild=True)

    def _bounds(self, old: JsonObject, new: JsonObject, pointer: str) -> Iterator[Found]:
        for word in (*_LOWER, *_UPPER):
            before, after = _number(old.get(word)), _number(new.get(word))
            if before == after:
                continue
            at = join(pointer, word)
            is_tighter = before is None or (
                after is not None and (after > before if word in _LOWER else after < before)
            )
            if is_tighter:
                yield self._less(f"`{word}` is {_shown(after)}, was {_shown(before)}", at)
            else:
                yield self._more(f"`{word}` is {_shown(after)}, was {_shown(before)}", at, mild=True)

    def _members(self, old: JsonObject, new: JsonObject, pointer: str) -> Iterator[Found]:
        before, after = _object(old.get("properties")), _object(new.get("properties"))
        needed_before, needed = _names(old.get("required")), _names(new.get("required"))
        for name in before:
            if name not in after:
                yield self._property_gone(name, join(pointer, "properties", name), name in needed_before)
        for name in after:
            if name not in before:
                at = join(pointer, "properties", name)
                if name in needed and name not in needed_before:
                    yield self._less(f"the required `{name}` is new", at)
                else:
                    yield Found("additive", f"`{name}` is new", at)
        for name in sorted(needed - needed_before):
            if name in before or name not in after:
                yield self._less(f"`{name}` is required now", join(pointer, "required"))
        for name in sorted(needed_before - needed):
            if name in after or name not in before:
                yield self._more(f"`{name}` is no longer required", join(pointer, "required"))
        yield from self._rest(old, new, pointer)

    def _property_gone(self, name: str, pointer: str, was_required: bool) -> Found:
        """Report a property that is gone: a required or promised one breaks, a caller can live without another."""
        return Found("breaking" if was_required else "degraded", f"`{name}` is gone", pointer)

    def _rest(self, old: JsonObject, new: JsonObject, pointer: str) -> Iterator[Found]:
        word = "additionalProperties"
        before, after = old.get(word, True), new.get(word, True)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            return
        if before == after and isinstance(before, bool) == isinstance(after, bool):
            return
        at = join(pointer, word)
        if after is False or before is True:
            yield self._less("other properties are " + ("no longer taken" if after is False else "restricted now"), at)
        elif before is False or after is True:
            yield self._more("other properties are taken too", at, mild=True)

    def _cases(self, old: JsonObject, new: JsonObject, pointer: str) -> Iterator[Found]:
        for word in ("anyOf", "oneOf"):
            before, after = _list(old.get(word)), _list(new.get(word))
            if before == after or (len(before) == len(after) and before):
                continue  # alternatives of the same number are compared one by one
            at = join(pointer, word)
            lost = [case for case in before if case not in after]
            gained = [case for case in after if case not in before]
            if not before:
                yield self._less(f"`{word}` is new", at)
            elif not after:
                yield self._more(f"`{word}` is gone", at)
            else:
                if lost:
                    yield self._less(f"{len(lost)} of the alternatives {'is' if len(lost) == 1 else 'are'} gone", at)
                if gained:
                    yield self._more(f"{len(gained)} more alternative{_s(gained)}", at)


def _pairs(old: JsonObject, new: JsonObject) -> Iterator[tuple[object, object, str]]:
    """Yield the subschemas that stand in both at the same place, and the way to them."""
    before, after = _object(old.get("properties")), _object(new.get("properties"))
    for name, schema in after.items():
        if name in before:
            yield before[name], schema, join("", "properties", name)
    for word in ("items", "additionalProperties"):
        if isinstance(old.get(word), Mapping) and isinstance(new.get(word), Mapping):
            yield old[word], new[word], join("", word)
        elif word == "items" and old.get(word, True) != new.get(word, True):
            yield old.get(word, True), new.get(word, True), "/items"
    for word in ("prefixItems", "anyOf", "oneOf"):
        before_list, after_list = _list(old.get(word)), _list(new.get(word))
        if len(before_list) == len(after_list):
            for place, (one, other) in enumerate(zip(before_list, after_list, strict=True)):
                yield one, other, join("", word, place)


def _types(schema: JsonObject) -> set[str]:
    """Return the types that `type` allows; a number that is no integer is spelt `fraction`."""
    value = schema.get("type")
    named = (
        {value}
        if isinstance(value, str)
        else set(map(str, _list(cast("object", value))))
        if isinstance(value, list)
        else None
    )
    if named is None:
        return {*(word for word in _TYPES if word != "number"), "integer", "fraction"}
    if "number" in named:
        named = (named - {"number"}) | {"integer", "fraction"}
    return named


def _values(schema: JsonObject) -> list[object] | None:
    if "const" in schema:
        return [_typed(schema["const"])]
    value = schema.get("enum")
    return [_typed(item) for item in _list(cast("object", value))] if isinstance(value, list) else None


def _typed(value: object) -> object:
    """Return a value that equals only JSON-equal values: `true` is not 1."""
    return ("true" if value else "false",) if isinstance(value, bool) else value


def _object(value: object) -> JsonObject:
    return cast("JsonObject", value) if isinstance(value, Mapping) else EMPTY


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _names(value: object) -> set[str]:
    return {item for item in _list(value) if isinstance(item, str)}


def _number(value: object) -> float | None:
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _how(old: JsonObject, new: JsonObject, word: str) -> str:
    return "is new" if word not in old else "is gone" if word not in new else "changed"


def _shown(value: object) -> str:
    return "absent" if value is None else str(value)


def _listed(values: Iterable[object]) -> str:
    items = sorted(map(_item, values))
    return ", ".join(items[:5]) + (" …" if len(items) > 5 else "")


def _item(value: object) -> str:
    if isinstance(value, tuple):
        return str(value[0])  # pyright: ignore[reportUnknownArgumentType]
    text = value if isinstance(value, str) else repr(value)
    return f"`{text[:40]}`"


def _s(values: list[object]) -> str:
    return "" if len(values) == 1 else "s"
