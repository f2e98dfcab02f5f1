"""Definitions: types that are referred to, and types that contain themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .model import ANY_OBJECT, Array, Definition, Object, Ref, Tuple, Type, Union
from .naming import raw_name
from .reader import as_schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...catalog.jsonschema import Path, Scope
    from .build import Builder
    from .clauses import Element

Json = object
Schema = dict[str, Json]

# A type this small is said in place even if it has a name of its own in the schema.
INLINE_SIZE = 4
_ENDLESS = "this refers to itself without an object or array between"
# How many levels a reference counts for, and below which level what it points at is put off.
_REFERRING = 2
_FAR = 60


class Definitions:
    """The definitions of one document, made as they are met."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.made: list[Definition] = []
        self._done: dict[object, Type] = {}
        # Types that are being built: a reference back to one becomes its name, if an object or array stands between.
        self._open: dict[object, tuple[Definition, int]] = {}
        self._guard = 0
        self._waiting: list[tuple[Definition, Json, Scope, object]] = []

    def open_root(self, key: object) -> None:
        """Let references to the whole document become the name of the root."""
        self._open[key] = (self.builder.root, 0)

    def named(self, target: Element, path: Path) -> Type:
        """Return the type of a schema that is referred to: its name, or itself if it is short and not recursive."""
        builder = self.builder
        schema, scope, at = target.schema, target.scope, target.path
        said = as_schema(schema)
        if said is not None:
            scope = builder.document.enter(said, scope)
        key = (id(schema), id(scope))
        opened = self.reopened(key)
        if opened is not None:
            return opened
        done = self._done.get(key)
        if done is not None:
            return done
        if builder.depth > _FAR:
            definition = Definition(builder.request, at, self._raw(at), used=True)
            self._waiting.append((definition, schema, scope, key))
            done = Ref(definition)
        else:
            builder.depth += _REFERRING
            inside = None if said is None else (said, scope)
            done = self.define(key, at, inside, lambda: builder.node(schema, scope, at))
            builder.depth -= _REFERRING
        self._done[key] = done
        return done

    def has_name(self, schema: Schema, scope: Scope) -> bool:
        """Whether what a reference leads to goes by a name, and so has a comment of its own; `scope` is inside it."""
        key = (id(schema), id(scope))
        return key in self._open or isinstance(self._done.get(key), Ref)

    def name(self, type_: Type, path: Path) -> Type:
        """Return a name for a type that was said in place before; the type itself if it is short."""
        if is_small(type_):
            return type_
        definition = Definition(self.builder.request, path, self._raw(path), type=type_, used=True)
        self.made.append(definition)
        self.builder.repeated = True
        return Ref(definition)

    def finish(self, root: object) -> None:
        """Build what was put off: definitions that were met far down, by a long way from one to the next."""
        self._done[root] = Ref(self._open.pop(root)[0])
        builder = self.builder
        put_off = list(self._waiting)
        while self._waiting:
            definition, schema, scope, key = self._waiting.pop()
            self._open[key] = (definition, self._guard)
            definition.type = builder.node(schema, scope, definition.path)
            del self._open[key]
            said = as_schema(schema)
            if said is not None:
                definition.doc = builder.doc(said, definition.type, scope)
            self.made.append(definition)
        if put_off:
            self._break_circles()

    def _break_circles(self) -> None:
        """Leave no definition that is itself by other names: those were noticed only where nothing was put off."""
        for definition in self.made:
            seen: set[int] = set()
            stack: list[Type] = [definition.type]
            while stack:
                type_ = stack.pop()
                if isinstance(type_, Union):
                    stack.extend(type_.members)
                elif isinstance(type_, Ref):
                    if type_.definition is definition:
                        definition.type = self.builder.bad(definition.path, "endless-ref", _ENDLESS)
                        break
                    if id(type_.definition) not in seen:
                        seen.add(id(type_.definition))
                        stack.append(type_.definition.type)

    def _raw(self, at: Path) -> str:
        return raw_name(at) or self.builder.root.name + "Item"

    def reopened(self, key: object) -> Type | None:
        """Return the name of a type that is being built; None if it is not."""
        opened = self._open.get(key)
        if opened is None:
            return None
        definition, guard = opened
        if guard == self._guard:
            # Told of the schema that is endless, not of each reference in the ring.
            return self.builder.bad(definition.path, "endless-ref", _ENDLESS)
        definition.used = True
        return Ref(definition)

    def descend(self) -> None:
        """Go into members or items: from here, a type may refer to itself."""
        self._guard += 1

    def ascend(self) -> None:
        """Come up from `descend`."""
        self._guard -= 1

    def define(
        self,
        key: object,
        at: Path,
        said: tuple[Schema, Scope] | None,
        make: Callable[[], Type],
        *,
        inline: bool = False,
    ) -> Type:
        """Build a type that may refer to itself; return it, or its name if it has to have one.

        An `inline` type has a name only if it does refer to itself.
        """
        builder = self.builder
        definition = Definition(builder.request, at, self._raw(at))
        self._open[key] = (definition, self._guard)
        type_ = make()
        del self._open[key]
        if not definition.used and (inline or is_small(type_)):
            return type_
        definition.type = type_
        if said is not None:
            definition.doc = builder.doc(said[0], type_, said[1])
        self.made.append(definition)
        definition.used = True
        return Ref(definition)


def is_small(type_: Type) -> bool:
    """Whether a type is better said in place than by a name."""
    if isinstance(type_, Array):
        return is_small(type_.items) and not isinstance(type_.items, Array)
    if isinstance(type_, Union):
        return len(type_.members) <= INLINE_SIZE and all(is_small(m) for m in type_.members)
    if isinstance(type_, Tuple):
        return len(type_.items) <= INLINE_SIZE and all(
            is_small(m) and not isinstance(m, Array | Tuple | Union) for m in type_.items
        )
    return not isinstance(type_, Object) or type_ == ANY_OBJECT
