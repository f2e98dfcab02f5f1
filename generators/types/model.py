"""The type algebra: what a JSON value may be, said with the means that TypeScript and Python share.

Types are immutable and compared by structure. Nothing here knows JSON Schema or a target language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias
from typing import Literal as Words

from ...catalog.jsonschema import Path, pointer_of
from .docs import NO_DOC, Doc

Reading: TypeAlias = Words["literal", "intended"]
"""`literal`: exactly what JSON Schema says. `intended`: what its author meant; each assumption is noted."""

Direction: TypeAlias = Words["input", "output"]
"""Whether values of a root go into a tool (its arguments) or come out of it (its result)."""


@dataclass(frozen=True, slots=True)
class Primitive:
    """A type without parts. Use the constants below; there are no others."""

    name: Words["never", "unknown", "null", "boolean", "number", "integer", "string"]


NEVER: Final = Primitive("never")
UNKNOWN: Final = Primitive("unknown")
NULL: Final = Primitive("null")
BOOLEAN: Final = Primitive("boolean")
NUMBER: Final = Primitive("number")
INTEGER: Final = Primitive("integer")
STRING: Final = Primitive("string")


@dataclass(frozen=True, slots=True)
class Literal:
    """One string, number or boolean. `kind` keeps `1` and `True` apart, which Python finds equal."""

    kind: Words["string", "number", "boolean"]
    value: str | int | float | bool


@dataclass(frozen=True, slots=True)
class Array:
    """Any number of items of one type."""

    items: Type


@dataclass(frozen=True, slots=True)
class Tuple:
    """Items by position: the first `required` of `items` must be there, more than `items` only as `rest` says."""

    items: tuple[Type, ...]
    required: int
    rest: Type | None = None


class Property(NamedTuple):
    """A named member of an object. An optional one of type NEVER must be absent."""

    key: str
    type: Type
    required: bool
    doc: Doc = NO_DOC


class Pattern(NamedTuple):
    """Members of an object whose keys are these texts with anything between: ("x-", "") is `x-` and what follows."""

    texts: tuple[str, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Object:
    """Named members, members by pattern, and `rest`, the type of all others (NEVER: there are none).

    `shown` is False where others may come and a program need not know: an output that says nothing of further keys, and
    an input without a required key that is closed only by assumption (then `rest` is NEVER).
    `rest` is what the schema says of other keys, not widened for the named ones: that is a printer's affair.
    """

    properties: tuple[Property, ...]
    patterns: tuple[Pattern, ...] = ()
    rest: Type = NEVER
    shown: bool = True


ANY_OBJECT: Final = Object((), (), UNKNOWN)


@dataclass(frozen=True, slots=True)
class Union:
    """One of two or more members, none of them a Union."""

    members: tuple[Type, ...]


@dataclass(slots=True, eq=False)
class Definition:
    """A type that goes by a name: shared, recursive, or too large to be said in place. Equal only to itself."""

    request: int
    path: Path
    raw: str
    type: Type = UNKNOWN
    doc: Doc = NO_DOC
    name: str = ""
    used: bool = False

    @property
    def pointer(self) -> str:
        """Where the schema stands in its document, as a JSON Pointer."""
        return pointer_of(self.path)


@dataclass(frozen=True, slots=True)
class Ref:
    """The name of a definition or of a root."""

    definition: Definition

    @property
    def name(self) -> str:
        """The settled name; empty while a module is being built."""
        return self.definition.name


Type: TypeAlias = Primitive | Literal | Array | Tuple | Object | Union | Ref


class Declaration(NamedTuple):
    """A named type as it is emitted."""

    name: str
    type: Type
    doc: Doc
    is_root: bool
