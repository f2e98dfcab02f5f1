"""Prints types as short as TypeScript has them: for texts that a model reads, where each space may be a token."""

from __future__ import annotations

from ..text import clean, paragraphs, ts_comment
from ..types import NO_DOC, UNKNOWN, Array, Declaration, Doc, Object, Primitive, Tuple, Type, Union
from .types import print_type, property_key
from .types_members import indexes, member_type

_NOTHING = "Record<string, never>"
_ANYTHING = "Record<string, unknown>"


def compact(type_: Type) -> str:
    """Return a type: on one line, but for the comments of its members, which stand on lines of their own before them.

    An object that is closed only by assumption is printed as closed: nothing is assigned to these types but what a
    program writes in place.
    """
    if isinstance(type_, Object):
        return _object(type_)
    if isinstance(type_, Array):
        return f"{_grouped(type_.items)}[]"
    if isinstance(type_, Union):
        return "|".join(map(compact, type_.members))
    if isinstance(type_, Tuple):
        items = [compact(item) if at < type_.required else f"{_grouped(item)}?" for at, item in enumerate(type_.items)]
        if type_.rest is not None:
            items.append(f"...{_grouped(type_.rest)}[]")
        return f"[{', '.join(items)}]"
    return print_type(type_)


def compact_declaration(declared: Declaration) -> str:
    """Return `type X = …;` with its comment."""
    return f"{_said(declared.doc)}type {declared.name} = {compact(declared.type)};"


def _grouped(type_: Type) -> str:
    text = compact(type_)
    return f"({text})" if isinstance(type_, Union) else text


def _object(type_: Object) -> str:
    entries = [
        (_said(p.doc), f"{property_key(p.key)}{'' if p.required else '?'}:{compact(member_type(p))}")
        for p in type_.properties
    ]
    index = indexes(type_)
    if not entries and not index:
        return _NOTHING
    if not entries and len(index) == 1 and index[0][0] == "string":
        of_keys = index[0][1]
        if of_keys is UNKNOWN:
            return _ANYTHING
        # An alias may lead back to itself through an index signature, not through an argument.
        if isinstance(of_keys, Primitive):
            return f"Record<string, {compact(of_keys)}>"
    entries += [("", f"[key:{key}]:{compact(of_keys)}") for key, of_keys in index]
    if not any(said for said, _ in entries):
        return f"{{ {'; '.join(text for _, text in entries)} }}"
    return "{\n" + "".join(f"{said}{text};\n" for said, text in entries) + "}"


def _said(doc: Doc) -> str:
    """Return a doc as a comment with its line end: its text, then its tags."""
    if doc is NO_DOC or not (doc.summary or doc.tags):
        return ""
    said = [ts_comment(paragraphs(doc.summary))] if doc.summary else []
    said += [f"@{tag.name} {ts_comment(' '.join(clean(tag.text).split()))}".rstrip() for tag in doc.tags]
    return f"/** {' '.join(said)} */\n"
