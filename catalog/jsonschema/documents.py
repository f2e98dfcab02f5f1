"""References inside one schema document: `$ref`, `$anchor`, `$id`, `$dynamicRef` and their older forms.

A document is one or more resources (2020-12 core §4.3.5). Nothing outside the document is ever looked for: a reference
that leaves it is answered by `Unresolved`, and what becomes of it is the caller's affair.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, cast
from urllib.parse import urljoin

from ..pointers import escape, tokens
from .dialects import Dialect, Json, dialect_of
from .fragments import split_fragment

Path: TypeAlias = "tuple[Path, str | int] | None"
"""A place in a document as a linked list of keys, the root being None: a step costs one tuple."""

_DIGITS = 18
_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
_SINGLE = (
    "items",
    "additionalItems",
    "additionalProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "contentSchema",
)


def pointer_of(path: Path) -> str:
    """Spell a place as a JSON Pointer, empty for the root."""
    said: list[str] = []
    while path is not None:
        path, key = path
        said.append(escape(str(key)))
    said.append("")
    return "/".join(reversed(said))


class Resource:
    """A schema resource: a root schema with its own base URI, dialect and anchors."""

    __slots__ = ("anchors", "dialect", "dynamic_anchors", "path", "schema", "uri")

    def __init__(self, uri: str, schema: Json, dialect: Dialect, path: Path) -> None:
        self.uri = uri
        self.schema = schema
        self.dialect = dialect
        self.path = path
        self.anchors: dict[str, tuple[Json, Path]] = {}
        self.dynamic_anchors: dict[str, tuple[Json, Path]] = {}


class Scope:
    """Where a schema is read: its resource, and the resources entered on the way (the dynamic scope, core §7.1)."""

    __slots__ = ("dialect", "entered", "resource")

    def __init__(self, resource: Resource, entered: tuple[Resource, ...]) -> None:
        self.resource = resource
        self.entered = entered
        self.dialect = resource.dialect


class Target(NamedTuple):
    """What a reference points at."""

    schema: Json
    scope: Scope
    path: Path


class Unresolved(NamedTuple):
    """Why a reference points at nothing here: `external` to the document, or `dangling` inside it."""

    reason: str
    reference: str


class Document:
    """One schema document. Its index of `$id` and anchors is made when first needed: most documents have none."""

    __slots__ = ("_by_identity", "_by_uri", "_dynamic", "_indexed", "_resolved", "_scopes", "root", "scope")

    def __init__(self, schema: Json, default: Dialect = Dialect.DRAFT2020) -> None:
        dialect = dialect_of(schema, default)
        self.root = Resource(_own_id(schema, dialect) or "", schema, dialect, None)
        self.scope = Scope(self.root, (self.root,))
        self._scopes: dict[tuple[Resource, tuple[Resource, ...]], Scope] = {}
        self._resolved: dict[tuple[str, Scope], Target | Unresolved] = {}
        self._by_uri: dict[str, Resource] = {}
        self._by_identity: dict[int, Resource] = {}
        self._indexed = False
        self._dynamic = False

    def enter(self, schema: dict[str, Json], scope: Scope) -> Scope:
        """Return the scope inside `schema`, which is another one when it has an `$id` of its own (core §8.2.1)."""
        if schema is scope.resource.schema or not ("$id" in schema or "id" in schema):
            return scope
        self._index()
        resource = self._by_identity.get(id(schema))
        return scope if resource is None else self._scope(resource, scope)

    def resolve(self, reference: str, scope: Scope) -> Target | Unresolved:
        """Return what `$ref` points at (core §8.2.3.1)."""
        found = self._resolved.get((reference, scope))
        if found is None:
            found = self._resolved[reference, scope] = self._resolve(reference, scope)
        return found

    def _resolve(self, reference: str, scope: Scope) -> Target | Unresolved:
        uri, fragment = split_fragment(reference)
        resource = scope.resource
        if uri:
            found = self._resource(_join(resource.uri, uri))
            if found is None:
                return Unresolved("external", reference)
            resource = found
        if not fragment:
            return Target(resource.schema, self._scope(resource, scope), resource.path)
        if fragment[0] == "/":
            return self._walk(resource, tokens(fragment), scope, reference)
        self._index()
        anchor = resource.anchors.get(fragment)
        if anchor is None:
            return Unresolved("dangling", reference)
        return Target(anchor[0], self._scope(resource, scope), anchor[1])

    def resolve_dynamic(self, reference: str, scope: Scope) -> Target | Unresolved:
        """Return what `$dynamicRef` points at (core §8.2.3.2).

        That is the outermost `$dynamicAnchor` of that name, if the plain target has one; else the plain target.
        """
        self._index()
        target = self.resolve(reference, scope)
        name = split_fragment(reference)[1]
        if isinstance(target, Unresolved) or name not in target.scope.resource.dynamic_anchors:
            return target
        for resource in target.scope.entered:
            anchor = resource.dynamic_anchors.get(name)
            if anchor is not None:
                return Target(anchor[0], self._scope(resource, target.scope), anchor[1])
        return target

    def resolve_recursive(self, scope: Scope) -> Target | Unresolved:
        """Return what `$recursiveRef: "#"` points at: the outermost `$recursiveAnchor` (2019-09 core §8.2.4.2)."""
        self._index()
        target = self.resolve("#", scope)
        if isinstance(target, Unresolved) or not _is_recursive_anchor(target.schema):
            return target
        for resource in target.scope.entered:
            if _is_recursive_anchor(resource.schema):
                return Target(resource.schema, self._scope(resource, target.scope), resource.path)
        return target

    def _resource(self, uri: str) -> Resource | None:
        if uri == self.root.uri:
            return self.root
        self._index()
        return self._by_uri.get(uri)

    def _scope(self, resource: Resource, scope: Scope) -> Scope:
        if resource is scope.resource:
            return scope
        # Without dynamic references the way here is of no interest, and one scope a resource keeps equal schemas equal.
        entered = (resource,)
        if self._dynamic:
            entered = scope.entered if resource in scope.entered else (*scope.entered, resource)
        elif resource is self.root:
            return self.scope
        found = self._scopes.get((resource, entered))
        if found is None:
            found = self._scopes[resource, entered] = Scope(resource, entered)
        return found

    def _walk(self, resource: Resource, steps: list[str], scope: Scope, reference: str) -> Target | Unresolved:
        node, path = resource.schema, resource.path
        for token in steps:
            if isinstance(node, dict):
                mapping = cast("dict[str, Json]", node)
                if token not in mapping:
                    return Unresolved("dangling", reference)
                node = mapping[token]
                path = (path, token)
            elif isinstance(node, list):
                sequence = cast("list[Json]", node)
                # No list is longer; Python refuses to read a number of thousands of digits.
                if not token.isdecimal() or len(token) > _DIGITS or int(token) >= len(sequence):
                    return Unresolved("dangling", reference)
                node = sequence[int(token)]
                path = (path, int(token))
            else:
                return Unresolved("dangling", reference)
            if isinstance(node, dict) and ("$id" in node or "id" in node):
                self._index()
                resource = self._by_identity.get(id(cast("dict[str, Json]", node)), resource)
        return Target(node, self._scope(resource, scope), path)

    def _index(self) -> None:
        """Find every resource and anchor, in schema positions only: an `$id` inside `const` names nothing."""
        if self._indexed:
            return
        self._indexed = True
        self._by_uri[self.root.uri] = self.root
        stack: list[tuple[Json, Resource, Path]] = [(self.root.schema, self.root, None)]
        seen: set[int] = set()
        while stack:
            schema, resource, path = stack.pop()
            if not isinstance(schema, dict) or id(cast("Json", schema)) in seen:
                continue
            mapping = cast("dict[str, Json]", schema)
            seen.add(id(mapping))
            if mapping is not self.root.schema:
                resource = self._embedded(mapping, resource, path)
            self._anchors(mapping, resource, path)
            if "$dynamicRef" in mapping or "$recursiveRef" in mapping:
                self._dynamic = True
            for key in _MAPS:
                value = mapping.get(key)
                if isinstance(value, dict):
                    inner = (path, key)
                    stack.extend((v, resource, (inner, k)) for k, v in cast("dict[str, Json]", value).items())
            for key in _LISTS:
                value = mapping.get(key)
                if isinstance(value, list):
                    inner = (path, key)
                    stack.extend((v, resource, (inner, i)) for i, v in enumerate(cast("list[Json]", value)))
            for key in _SINGLE:
                value = mapping.get(key)
                if isinstance(value, dict):
                    stack.append((cast("Json", value), resource, (path, key)))

    def _embedded(self, schema: dict[str, Json], resource: Resource, path: Path) -> Resource:
        dialect = dialect_of(schema, resource.dialect)
        own = _own_id(schema, dialect)
        if own is None:
            return resource
        embedded = Resource(_join(resource.uri, own), schema, dialect, path)
        self._by_uri.setdefault(embedded.uri, embedded)
        self._by_identity[id(schema)] = embedded
        return embedded

    @staticmethod
    def _anchors(schema: dict[str, Json], resource: Resource, path: Path) -> None:
        place = (cast("Json", schema), path)
        if resource.dialect <= Dialect.DRAFT7:
            name = schema.get("id" if resource.dialect == Dialect.DRAFT4 else "$id")
            if isinstance(name, str) and "#" in name and "$ref" not in schema:
                resource.anchors.setdefault(name.partition("#")[2], place)
            return
        anchor, dynamic = schema.get("$anchor"), schema.get("$dynamicAnchor")
        if isinstance(anchor, str):
            resource.anchors.setdefault(anchor, place)
        if isinstance(dynamic, str):
            resource.anchors.setdefault(dynamic, place)
            resource.dynamic_anchors.setdefault(dynamic, place)


def _own_id(schema: Json, dialect: Dialect) -> str | None:
    """Return the URI that a schema gives itself, without fragment; None for none (a bare `#name` is an anchor)."""
    if not isinstance(schema, dict):
        return None
    mapping = cast("dict[str, Json]", schema)
    own = mapping.get("id" if dialect == Dialect.DRAFT4 else "$id")
    if not isinstance(own, str) or (dialect <= Dialect.DRAFT7 and "$ref" in mapping):
        return None
    return own.partition("#")[0] or None


def _is_recursive_anchor(schema: Json) -> bool:
    return isinstance(schema, dict) and cast("dict[str, Json]", schema).get("$recursiveAnchor") is True


def _join(base: str, reference: str) -> str:
    # urljoin knows no relative references for schemes such as urn:, which have none.
    try:
        return urljoin(base, reference).partition("#")[0]
    except ValueError:
        return reference
