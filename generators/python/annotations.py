"""Prints types as Python annotations, on one line; `laid_out` breaks those that are too long."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TypeAlias

from ..types import Array, Literal, Object, Primitive, Ref, Tuple, Type, Union
from .text import string

Words: TypeAlias = "dict[str, str]"

_PRIMITIVES = {
    "never": "Never",
    "unknown": "Any",
    "null": "None",
    "boolean": "bool",
    "number": "float",
    "integer": "int",
    "string": "str",
}

_USUAL = frozenset({"string", "boolean"})
"""Primitives whose annotation needs no import and is the same in every reading."""
_OF_SEVERAL = frozenset({Union, Literal, Tuple})
"""What may be several annotations, or is gathered in one."""


class Annotator:
    """Prints annotations for one module and remembers which names they need imported.

    `exact_integers` is for the literal reading: JSON's integers include `1.0`, which is no `int` of Python's. `pending`
    are names that are not defined yet where an annotation is evaluated: they are quoted. `reference` says how a
    reference is printed, if not by its name.
    """

    comma = ", "
    """What stands between the texts of one literal type."""

    def __init__(self, *, exact_integers: bool = False, reference: Callable[[Ref], str] | None = None) -> None:
        self.used: set[str] = set()
        self.pending: Collection[str] = ()
        self._exact = exact_integers
        self._reference = reference

    def print(self, type_: Type) -> str:
        """Return the annotation of a type."""
        if isinstance(type_, Primitive) and type_.name in _USUAL:
            return _PRIMITIVES[type_.name]
        if type_.__class__ not in _OF_SEVERAL:
            ones = self.one(type_)
            if len(ones) == 1:
                return ones[0]
        members = self.members(type_)
        if len(members) == 1:
            return members[0]
        if self.pending and self._quotes(members):
            # A quoted name has no `|`.
            self.used.add("Union")
            return f"Union[{', '.join(members)}]"
        return " | ".join(members)

    def _quotes(self, members: list[str]) -> bool:
        quoted = [m for m in members if '"' in m]
        return any(f'"{name}"' in m for m in quoted for name in self.pending)

    def members(self, type_: Type) -> list[str]:
        """Return the annotations whose union a type is: literals first where the first one stood, each once."""
        found: dict[str, None] = {}
        literals: dict[str, None] | None = None
        flat = type_.members if isinstance(type_, Union) else (type_,)
        for member in flat:
            if isinstance(member, Literal) and not isinstance(member.value, float):
                if literals is None:
                    literals = {}
                    found["Literal"] = None
                literals[_literal(member)] = None
            else:
                for text in self.one(member):
                    found[text] = None
        if literals is not None:
            self.used.add("Literal")
            found = dict.fromkeys(f"Literal[{self.comma.join(literals)}]" if k == "Literal" else k for k in found)
        if "None" in found and len(found) > 1:
            del found["None"]
            found["None"] = None
        return list(found)

    def one(self, type_: Type) -> list[str]:
        """Return the annotations of a type that is no union and no literal but of a broken number."""
        if isinstance(type_, Primitive):
            if type_.name == "integer" and self._exact:
                return ["int", "float"]
            text = _PRIMITIVES[type_.name]
            if text in ("Any", "Never"):
                self.used.add(text)
            return [text]
        if isinstance(type_, Ref):
            if self._reference is not None:
                return [self._reference(type_)]
            return [f'"{type_.name}"' if type_.name in self.pending else type_.name]
        if isinstance(type_, Array):
            return [f"list[{self.print(type_.items)}]"]
        if isinstance(type_, Tuple):
            return self.tuples(type_)
        if isinstance(type_, Object):
            return [self.mapping(type_)]
        return ["float"]

    def tuples(self, type_: Tuple) -> list[str]:
        """Return a tuple for each number of items that there may be; more items than are named make it a list."""
        items = [self.print(item) for item in type_.items]
        if type_.rest is not None:
            # `tuple[str, *tuple[int, ...]]` is not understood by all who read annotations at run time.
            return [f"list[{self.print(union_of((*type_.items, type_.rest)))}]"]
        found = [f"tuple[{', '.join(items[:n])}]" for n in range(type_.required, len(items) + 1) if n]
        return ["tuple[()]", *found] if type_.required == 0 else found

    def mapping(self, type_: Object) -> str:
        """Return an object without named members as a dictionary."""
        return f"dict[str, {self.print(others(type_))}]"


def others(type_: Object) -> Type:
    """Return the type of an object's members that are not named."""
    if not type_.patterns:
        return type_.rest
    return union_of((*(p.type for p in type_.patterns), type_.rest))


def union_of(types: tuple[Type, ...]) -> Type:
    """Return the union of types."""
    from ..types.simplify import union

    return union(types)


def _literal(member: Literal) -> str:
    if isinstance(member.value, str):
        return string(member.value)
    return str(member.value)


def laid_out(text: str, indent: str, column: int, width: int) -> str:
    """Return an annotation that begins in `column`, broken at its outermost commas or bars if it is too long.

    Quoted texts are not looked into, so that a literal is never broken.
    """
    if column + len(text) <= width:
        return text
    bars = _split(text, "|")
    inner = indent + "    "
    if len(bars) > 1:
        lines = [laid_out(part, inner, len(inner) + 2, width) for part in bars]
        return "(\n" + "".join(f"{inner}{'| ' if i else ''}{line}\n" for i, line in enumerate(lines)) + f"{indent})"
    opening = text.find("[")
    if opening < 0 or not text.endswith("]"):
        return text
    arguments = _split(text[opening + 1 : -1], ",")
    lines: list[str] = []
    row = ""
    for argument in arguments:
        # Short ones share a line, as many as fit.
        if row and len(inner) + len(row) + len(argument) + 3 <= width:
            row += f", {argument}"
            continue
        if row:
            lines.append(row)
        row = argument
    lines.append(row)
    broken = [laid_out(line, inner, len(inner) + 1, width) if len(_split(line, ",")) == 1 else line for line in lines]
    # Behind a single argument a comma would make a tuple of it.
    end = "," if len(arguments) > 1 else ""
    return f"{text[: opening + 1]}\n" + ",\n".join(f"{inner}{line}" for line in broken) + f"{end}\n{indent}]"


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\](),|]')


def _split(text: str, mark: str) -> list[str]:
    """Split at a mark that stands outside brackets and quotes."""
    out: list[str] = []
    depth = start = 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "[(":
            depth += 1
        elif sign in "])":
            depth -= 1
        elif sign == mark and depth == 0:
            out.append(text[start : token.start()].strip())
            start = token.end()
    out.append(text[start:].strip())
    return out
