"""Parameters as a reader sees them: which are there, what is said of them, and of what type they are."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from .patterns import later
from .units import as_list, as_object
from .words import name_words, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .nodes import Node
    from .units import Tool

_COMBINATORS = ("anyOf", "oneOf", "allOf")
_ARTICLES = word_set("the a an of this its your")
_CONDITIONS = frozenset(("not", "if", "then", "else", "dependentSchemas", "dependencies"))


def referred(node: Node) -> Mapping[str, object]:
    """Return the schema that a `$ref` to a definition names, empty if there is none or it is another place."""
    target = node.text("$ref")
    for keyword in ("$defs", "definitions"):
        prefix = f"#/{keyword}/"
        if target.startswith(prefix):
            return as_object(as_object(node.root.schema.get(keyword)).get(target[len(prefix) :]))
    return {}


def description_of(node: Node) -> str:
    """Return what is said of a schema: its description, else that of what it refers to or is made of."""
    own = node.text("description")
    if own.strip():
        return own
    if "$ref" in node.schema:
        found = referred(node).get("description")
        if isinstance(found, str):
            return found
    for keyword in _COMBINATORS:
        for option in as_list(node.schema.get(keyword)):
            found = as_object(option).get("description")
            if isinstance(found, str) and found.strip():
                return found
    return ""


def is_condition(node: Node) -> bool:
    """Whether a schema stands in a condition, which demands something of a parameter that is described elsewhere."""
    at: Node | None = node
    while at is not None:
        if at.path and at.path[0] in _CONDITIONS:
            return True
        at = at.parent
    return False


def is_restated(node: Node) -> bool:
    """Whether a property is in a branch of a combinator, and declared beside that combinator, too."""
    parent = node.parent
    name = node.property_name
    while parent is not None and parent.path and parent.path[0] in _COMBINATORS and parent.parent is not None:
        parent = parent.parent
        if name in as_object(parent.schema.get("properties")):
            return True
    return False


def is_echo(name: str, description: str) -> bool:
    """Whether a description says no more than the name: the same words, articles aside."""
    return len(description) <= len(name) * 2 + 24 and _is_echo(name, description)


@lru_cache(maxsize=16_384)
def _is_echo(name: str, description: str) -> bool:
    own = [word for word in name_words(name) if word not in _ARTICLES]
    said = [word for word in name_words(description) if word not in _ARTICLES]
    return own == said and bool(own)


_NAME = r"""["'`*]{0,3}[A-Za-z_][\w.-]*["'`*]{0,3}"""
_TOLD = later(
    r"""^[ \t]*(?:[-*\u2022][ \t]+)?"""
    rf"""({_NAME}(?:[ \t]*(?:,|/|&|\band\b|\bor\b)(?:[ \t]*(?:and|or)\b)?[ \t]*{_NAME}){{0,8}})"""
    r"""[ \t]*(?:\([^)\n]*\))?[ \t]*(?::|-|\u2013|\u2014)[ \t]*\S"""
    r"""|`([A-Za-z_][\w.-]*)`|\*\*([A-Za-z_][\w.-]*)\*\*""",
    re.MULTILINE,
)
_NAMES = later(r"[A-Za-z_][\w.-]*")


@lru_cache(maxsize=4096)
def told_names(description: str) -> frozenset[str]:
    """Return the words of which a tool's description speaks as of parameters.

    That is `name: …` on a line (or `one, two and three: …`), or a word in backquotes or bold.
    """
    found: set[str] = set()
    for listed_names, quoted, bold in _TOLD.findall(description):
        found.update(_NAMES.findall(listed_names) if listed_names else (quoted or bold,))
    return frozenset(found)


def is_undocumented(node: Node) -> bool:
    """Whether nothing is said of a property, here or in the tool's description; a constant speaks for itself."""
    if "const" in node.schema or description_of(node).strip():
        return False
    if node.property_name in told_names(node.tool.description):
        return False
    return not is_condition(node) and not is_restated(node)


def says_nothing(name: str, node: Node) -> bool:
    """Whether a parameter is not documented, or its description only repeats its name."""
    said = description_of(node)
    if said.strip() and not is_echo(name, said):
        return False
    return "const" not in node.schema and name not in told_names(node.tool.description)


def share_opaque(tool: Tool) -> tuple[int, int]:
    """Return how many top-level parameters have no description, or one that only repeats the name; and how many are."""
    opaque = count = 0
    for name, node in tool.input_properties():
        count += 1
        opaque += says_nothing(name, node)
    return opaque, count


OPAQUE_PERCENT = 40
OPAQUE_LEAST = 3


@lru_cache(maxsize=1)
def is_opaque(tool: Tool) -> bool:
    """Whether most parameters of a tool are not documented, so that one finding says it of all of them."""
    opaque, count = share_opaque(tool)
    return count >= OPAQUE_LEAST and opaque * 100 > count * OPAQUE_PERCENT


def kinds_of(schema: object, *, numbers_alike: bool = True) -> frozenset[str]:
    """Return the types of a schema, null aside; empty if they are not known. Integers count as numbers."""
    if not isinstance(schema, dict):
        return frozenset()
    known = cast("dict[str, object]", schema)
    kind = known.get("type")
    found: set[str] = set()
    if isinstance(kind, str):
        found.add(kind)
    elif isinstance(kind, list):
        found.update(each for each in cast("list[object]", kind) if isinstance(each, str))
    else:
        for keyword in ("anyOf", "oneOf"):
            for option in as_list(known.get(keyword)):
                below = kinds_of(option)
                if not below and as_object(option).get("type") != "null":
                    return frozenset()
                found |= below
    if numbers_alike and "integer" in found:
        found.discard("integer")
        found.add("number")
    return frozenset(found - {"null"})


def declared_names(tool: Tool) -> Iterator[str]:
    """Iterate over the names of all properties of a tool, at every depth, of input and output."""
    for node in tool.nodes:
        if node.property_name is not None:
            yield node.property_name


def listed(names: list[str], most: int = 4) -> str:
    """Return names for a message: the first few in backquotes, and how many more there are."""
    shown = ", ".join(f"`{name}`" for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
