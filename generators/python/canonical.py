"""Canonical JSON Schema: classes as datamodel-code-generator is given them.

Only what it prints faithfully is in there: objects (each a definition of its own), arrays, dictionaries, unions,
texts, string constants, references. Whatever else a type is stands as a reference to a *hole*: a name that our own
printer fills afterwards. Definitions have made-up names, and members are all required, in order, under our
identifiers: no naming, no default and no title of a stranger's is left to the generator. Names come back when its
answer is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import Any

from ..types import NEVER, Array, Literal, Object, Primitive, Ref, Tuple, Type, Union
from .annotations import others
from .classes import Module, Named

Json = dict[str, Any]

_PRIMITIVES: dict[str, Json] = {
    "unknown": {},
    "null": {"type": "null"},
    "boolean": {"type": "boolean"},
    "number": {"type": "number"},
    "string": {"type": "string"},
}
_NOT_A_CLASS = {"type": "object", "properties": {"hole": {"type": "string"}}, "required": ["hole"]}
_DEPTH = 40
"""Arrays and dictionaries nested deeper than this are holes: the generator recurses."""


class Canonical:
    """Collects the definitions of one batch. `classes` says for each made-up name which class it is."""

    def __init__(self) -> None:
        self.definitions: dict[str, Json] = {}
        self.classes: dict[str, Named] = {}
        self.holes: dict[str, str] = {}
        self.members: dict[str, list[tuple[str, int]]] = {}
        """For each class, by its made-up name, where its members' annotations stand: a class, and a position there."""
        self._seen: dict[str, tuple[str, int]] = {}
        self._names: dict[int, str] = {}
        self._filled: dict[str, str] = {}

    def name(self, named: Named) -> str:
        """Return the made-up name of a class."""
        found = self._names.get(id(named))
        if found is None:
            found = self._names[id(named)] = f"C{len(self._names)}"
            self.classes[found] = named
        return found

    def add(self, named: Named, module: Module, fill: Callable[[Type], str]) -> None:
        """Add a class. `fill` prints the types of holes.

        Of all members of a batch that have the same schema, the first stands for them all: the generator gives each the
        same annotation, and takes its time for each.
        """
        type_ = named.type
        assert isinstance(type_, Object)
        given: Json = {}
        members: list[tuple[str, int]] = []
        name = self.name(named)
        for identifier, p in zip(named.fields, type_.properties, strict=True):
            members.append(self._member(name, identifier, self.schema(p.type, module, fill), given))
        if has_typed_others(type_):
            rest = self.schema(others(type_), module, fill)
            members.append(self._member(name, _others_name(named.fields), rest, given))
        self.members[name] = members
        self.definitions[name] = {
            "type": "object",
            "properties": given,
            "required": list(given),
            "additionalProperties": others(type_) is not NEVER,
        }

    def _member(self, name: str, identifier: str, schema: Json, given: Json) -> tuple[str, int]:
        key = json.dumps(schema)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = (name, len(given))
            given[identifier] = schema
        return found

    def schema(self, type_: Type, module: Module, fill: Callable[[Type], str], depth: int = 0) -> Json:
        """Return the canonical schema of a type."""
        if isinstance(type_, Primitive):
            known = _PRIMITIVES.get(type_.name)
            return known if known is not None else self._hole(fill(type_))
        if isinstance(type_, Ref):
            named = module.by_name[type_.name]
            return {"$ref": f"#/$defs/{self.name(named)}"} if named.is_class else self._hole(fill(type_))
        if depth < _DEPTH:
            if isinstance(type_, Array):
                return {"type": "array", "items": self.schema(type_.items, module, fill, depth + 1)}
            if isinstance(type_, Object) and others(type_) is not NEVER:
                return {
                    "type": "object",
                    "additionalProperties": self.schema(others(type_), module, fill, depth + 1) or True,
                }
            if isinstance(type_, Tuple) and type_.rest is None and type_.required == len(type_.items) > 0:
                size = len(type_.items)
                items = [self.schema(item, module, fill, depth + 1) for item in type_.items]
                return {"type": "array", "prefixItems": items, "items": False, "minItems": size, "maxItems": size}
            if isinstance(type_, Union):
                return self._union(type_, module, fill, depth)
            if isinstance(type_, Literal) and type_.kind == "string":
                return {"enum": [type_.value], "type": "string"}
        return self._hole(fill(type_))

    def _union(self, type_: Union, module: Module, fill: Callable[[Type], str], depth: int) -> Json:
        texts: list[object] = []
        rest: list[Type] = []
        numbers: list[Type] = []
        for member in type_.members:
            if isinstance(member, Literal):
                (texts if member.kind == "string" else numbers).append(
                    member.value if member.kind == "string" else member  # type: ignore[arg-type]
                )
            else:
                rest.append(member)
        parts: list[Json] = []
        if texts:
            parts.append({"enum": texts, "type": "string"})
        if numbers:
            parts.append(self._hole(fill(Union(tuple(numbers)) if len(numbers) > 1 else numbers[0])))
        parts += [self.schema(member, module, fill, depth + 1) for member in rest]
        return parts[0] if len(parts) == 1 else {"anyOf": parts}

    def _hole(self, text: str) -> Json:
        found = self._filled.get(text)
        if found is None:
            found = self._filled[text] = f"H{len(self._filled)}"
            self.holes[found] = text
            self.definitions[found] = _NOT_A_CLASS
        return {"$ref": f"#/$defs/{found}"}

    def document(self) -> Json:
        """Return the whole batch as one schema document."""
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": self.definitions}


def has_typed_others(type_: Object) -> bool:
    """Whether the members that are not named have a type of their own."""
    rest = others(type_)
    return not (isinstance(rest, Primitive) and rest.name in ("never", "unknown"))


def _others_name(members: Collection[str]) -> str:
    name = "others"
    while name in members:
        name += "_"
    return name
