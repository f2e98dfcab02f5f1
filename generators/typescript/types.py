"""Prints types as TypeScript: one declaration each, one line where it fits, 100 columns wide."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from ..text import WIDTH, ts_string
from ..types.docs import NO_DOC, Tag
from ..types.model import (
    INTEGER,
    NEVER,
    Array,
    Declaration,
    Literal,
    Object,
    Primitive,
    Property,
    Ref,
    Tuple,
    Type,
    Union,
)
from .comments import comment
from .types_members import FUNCTION, any_object, indexes, member_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..types import TypeModule

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")
_INTEGER_TAG = (Tag("integer"),)


def print_declarations(module: TypeModule, *, width: int = WIDTH) -> list[str]:
    """Return each declaration of a module as `export type X = …;` with its doc comment, without a line end."""
    printer = _Printer(width)
    if any(d.name == FUNCTION.name for d in module.declarations):
        printer.function = f"globalThis.{FUNCTION.name}"
    return [comment(d.doc, "", width, _integer(d)) + printer.declaration(d.name, d.type) for d in module.declarations]


def print_declaration(declaration: Declaration, *, width: int = WIDTH) -> str:
    """Return one declaration as `type X = …;`, not exported, with its doc comment, without a line end."""
    printer = _Printer(width)
    said = comment(declaration.doc, "", width, _integer(declaration))
    return said + printer.declaration(declaration.name, declaration.type).removeprefix("export ")


def print_type(type_: Type, *, indent: int = 0, width: int = WIDTH) -> str:
    """Return one type as TypeScript, as it stands after text that ends in column `indent`."""
    printer = _Printer(width)
    return printer.type(type_, "", indent)


def property_key(key: str) -> str:
    """Return a property key, quoted exactly when it has to be."""
    return key if _IDENTIFIER.match(key) else ts_string(key)


class _Printer:
    __slots__ = ("flat_memo", "function", "width")

    def __init__(self, width: int) -> None:
        self.width = width
        self.function: str = FUNCTION.name
        # By identity, with the type itself, so that nothing else can take its identity while it is remembered.
        self.flat_memo: dict[int, tuple[Type, str | None]] = {}

    def declaration(self, name: str, type_: Type) -> str:
        head = f"export type {name} ="
        if isinstance(type_, Union) and self.flat(type_, len(head) + 2) is None:
            return f"{head}{self._union_lines(type_, '  ')};"
        return f"{head} {self.type(type_, '', len(head) + 2)};"

    def type(self, type_: Type, indent: str, column: int) -> str:
        """Return a type that begins in `column` of a line and whose further lines have `indent`."""
        flat = self.flat(type_, column)
        if flat is not None:
            return flat
        if isinstance(type_, Object):
            return self._object_lines(type_, indent)
        if isinstance(type_, Union):
            return self._union_lines(type_, indent + "  ")
        if isinstance(type_, Array):
            if isinstance(type_.items, Union):
                return f"({self._union_lines(type_.items, indent + '  ')}\n{indent})[]"
            return f"{_grouped(type_.items, self.type(type_.items, indent, column))}[]"
        if isinstance(type_, Tuple):
            return self._tuple_lines(type_, indent)
        return self._atom(type_)

    def flat(self, type_: Type, column: int) -> str | None:
        """Return a type on one line if it fits there and has no comments."""
        text = self._flat(type_)
        return text if text is not None and len(text) + column <= self.width else None

    def _flat(self, type_: Type) -> str | None:
        """Return a type on one line, however long up to the width; None if it has to stand on several.

        One function, so that a deep type takes one frame a level of the interpreter's stack.
        """
        if isinstance(type_, Primitive | Literal | Ref):
            return self._atom(type_)
        key = id(type_)
        known = self.flat_memo.get(key)
        if known is not None:
            return known[1]
        self.flat_memo[key] = (type_, None)
        size = 0
        parts: list[str] = []
        for part in _parts(type_):
            if isinstance(part, Property):
                if part.doc is not NO_DOC and (part.doc.summary or part.doc.tags):
                    return None
                text = self._flat(member_type(part))
                if text is not None:
                    text = f"{property_key(part.key)}{'' if part.required else '?'}: {text}"
            elif isinstance(part, tuple):
                text = self._flat(part[1])
                if text is not None:
                    text = f"[key: {part[0]}]: {text}"
            else:
                text = self._flat(part)
            if text is None:
                return None
            size += len(text) + 2
            if size > self.width + 2:
                return None
            parts.append(text)
        text = _assembled(type_, parts)
        if len(text) > self.width:
            return None
        self.flat_memo[key] = (type_, text)
        return text

    def _atom(self, type_: Type) -> str:
        if isinstance(type_, Primitive):
            return "number" if type_ is INTEGER else self.function if type_ is FUNCTION else type_.name
        if isinstance(type_, Ref):
            return type_.name
        if isinstance(type_, Literal):
            if type_.kind == "string":
                return ts_string(str(type_.value))
            return json.dumps(type_.value)
        raise AssertionError(type_)

    # -- several lines

    def _object_lines(self, type_: Object, indent: str) -> str:
        inner = indent + "  "
        lines: list[str] = []
        for p in type_.properties:
            said = comment(p.doc, inner, self.width, _integer(p))
            head = f"{inner}{property_key(p.key)}{'' if p.required else '?'}: "
            lines.append(f"{said}{_joined(head, self.type(member_type(p), inner, len(head) + 1))};\n")
        for key, index in indexes(type_):
            head = f"{inner}[key: {key}]: "
            lines.append(f"{_joined(head, self.type(index, inner, len(head) + 1))};\n")
        return f"{{\n{''.join(lines)}{indent}}}{any_object(type_)}" if lines else _EMPTY

    def _union_lines(self, type_: Union, indent: str) -> str:
        """Return the members each on a line of its own, literals as many as fit, beginning with a line end."""
        lines: list[str] = []
        row = ""
        for member in type_.members:
            text = self.type(member, indent + "  ", len(indent) + 3)
            if isinstance(member, Literal | Primitive):
                if row and len(row) + len(text) + 3 <= self.width:
                    row += f" | {text}"
                    continue
                if row:
                    lines.append(row)
                row = f"{indent}| {text}"
                continue
            if row:
                lines.append(row)
                row = ""
            lines.append(f"{indent}| {text}")
        if row:
            lines.append(row)
        return "".join("\n" + line for line in lines)

    def _tuple_lines(self, type_: Tuple, indent: str) -> str:
        inner = indent + "  "
        lines: list[str] = []
        for i, item in enumerate(type_.items):
            text = self.type(item, inner, len(inner) + 2)
            if i >= type_.required:
                text = _grouped(item, text) + "?"
            lines.append(f"{inner}{text}")
        if type_.rest is not None:
            lines.append(f"{inner}...{self.type(Array(type_.rest), inner, len(inner) + 4)}")
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"


def _parts(type_: Array | Tuple | Object | Union) -> Sequence[Type | Property | tuple[str, Type]]:
    if isinstance(type_, Array):
        return (type_.items,)
    if isinstance(type_, Union):
        return type_.members
    if isinstance(type_, Tuple):
        return type_.items if type_.rest is None else (*type_.items, Array(type_.rest))
    return type_.properties if not type_.patterns and type_.rest is NEVER else (*type_.properties, *indexes(type_))


def _assembled(type_: Array | Tuple | Object | Union, parts: list[str]) -> str:
    """Return a type of which each part is on one line."""
    if isinstance(type_, Array):
        return f"{_grouped(type_.items, parts[0])}[]"
    if isinstance(type_, Union):
        return " | ".join(parts)
    if isinstance(type_, Tuple):
        for i, item in enumerate(type_.items):
            if i >= type_.required:
                parts[i] = _grouped(item, parts[i]) + "?"
        if type_.rest is not None:
            parts[-1] = "..." + parts[-1]
        return f"[{', '.join(parts)}]"
    return f"{{ {'; '.join(parts)} }}{any_object(type_)}" if parts else _EMPTY


def _grouped(type_: Type, text: str) -> str:
    """Return the text of a type in the parentheses that it needs before `[]` or `?`."""
    return f"({text})" if isinstance(type_, Union) or (isinstance(type_, Object) and any_object(type_)) else text


_EMPTY: Final = "{ [key: string]: never }"


def _joined(head: str, text: str) -> str:
    # A union on lines of its own begins with a line end, before which no space belongs.
    return head.rstrip(" ") + text if text[0] == "\n" else head + text


def _integer(told: Property | Declaration) -> tuple[Tag, ...]:
    """Return the tag for whole numbers, which TypeScript has no type for; a comment is not made for it alone."""
    type_ = told.type
    if told.doc is NO_DOC or not (type_ is INTEGER or (isinstance(type_, Union) and INTEGER in type_.members)):
        return ()
    return _INTEGER_TAG
