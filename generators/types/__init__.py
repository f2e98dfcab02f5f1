"""The type algebra: JSON Schemas become types in named phases, and printers turn those into text.

`translate` takes the schemas of one file and returns its declarations. The phases are resolve and normalise (in
`catalog.jsonschema`), build (`build`, and `clauses`, `combine` for schemas that combine others), simplify and naming.
Printers live with their languages. Nothing here knows TypeScript or Python.
"""

from .docs import NO_DOC, Doc, Tag
from .model import (
    BOOLEAN,
    INTEGER,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    UNKNOWN,
    Array,
    Declaration,
    Definition,
    Direction,
    Literal,
    Object,
    Pattern,
    Primitive,
    Property,
    Reading,
    Ref,
    Tuple,
    Type,
    Union,
)
from .notes import ASSUMPTIONS, DEGRADATIONS, Limits, TypeNote
from .translate import TypeModule, TypeRequest, translate

__all__ = [
    "ASSUMPTIONS",
    "BOOLEAN",
    "DEGRADATIONS",
    "INTEGER",
    "NEVER",
    "NO_DOC",
    "NULL",
    "NUMBER",
    "STRING",
    "UNKNOWN",
    "Array",
    "Declaration",
    "Definition",
    "Direction",
    "Doc",
    "Limits",
    "Literal",
    "Object",
    "Pattern",
    "Primitive",
    "Property",
    "Reading",
    "Ref",
    "Tag",
    "Tuple",
    "Type",
    "TypeModule",
    "TypeNote",
    "TypeRequest",
    "Union",
    "translate",
]
