"""Keywords read safely: what has the wrong type is noted, and counts as not said."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ...catalog.jsonschema import Dialect, Scope, Unresolved
from .clauses import Element

if TYPE_CHECKING:
    from ...catalog.jsonschema import Path
    from .build import Builder

Json = object
Schema = dict[str, Json]


class Reader:
    """Reads keywords for one builder."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.document = builder.document

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

    def mapping(self, schema: Schema, word: str, path: Path) -> Schema:
        """Return the object under a keyword, empty for none; what is no object is noted."""
        value = schema.get(word)
        if isinstance(value, dict):
            return cast("Schema", value)
        if value is not None:
            self.builder.notes.degraded(path, "bad-keyword", f"{word} is an object")
        return {}


def count(value: Json) -> int | None:
    """Return a number of things; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or value != value // 1:
        return None
    return int(value)


def type_names(schema: Schema) -> list[Json] | None:
    """Return the names that `type` lists; None when it says nothing."""
    names = schema.get("type")
    if isinstance(names, str):
        return [names]
    return cast("list[Json]", names) if isinstance(names, list) else None


_KNOWN = {"string", "number", "integer", "boolean", "array", "object", "null"}


def admits(names: list[Json], kind: str) -> bool:
    """Whether named types have values of this kind. A type that there is not says nothing."""
    if kind in names or (kind == "number" and "integer" in names):
        return True
    return any(not isinstance(n, str) or n not in _KNOWN for n in names)


def as_schema(value: Json) -> Schema | None:
    """Return a JSON value as a schema with keywords, if it is one."""
    return cast("Schema", value) if isinstance(value, dict) else None
