"""Prints the named types of a module as TypedDicts and aliases, which need nothing but the standard library."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from ..text import WIDTH
from ..types import NO_DOC, Doc, Property
from .annotations import Annotator, laid_out
from .classes import Named, references
from .remarks import sentences
from .reserved import ANNOTATION_BUILTINS, KEYWORDS, MODULE_NAMES
from .text import block, comment, docstring, string

_ANNOTATION_WORDS = MODULE_NAMES | ANNOTATION_BUILTINS


class TypedDicts:
    """Prints named types. `annotator` collects what has to be imported."""

    def __init__(self, annotator: Annotator) -> None:
        self._annotator = annotator

    def print(self, named: Sequence[Named]) -> list[str]:
        """Return the source of each type, in an order in which Python can run it.

        A class statement comes first: what its annotations name may be defined later. A TypedDict whose keys are no
        identifiers, and an alias, are expressions: what they name is defined before them, or quoted in a cycle.
        """
        hidden = {n.name for n in named}
        statements = [n for n in named if n.is_class and self._is_statement(n, hidden)]
        early = {n.name for n in statements}
        rest = [n for n in named if n.name not in early]
        out = [self._statement(n) for n in statements]
        pending = {n.name for n in rest}
        for item in in_order(rest):
            self._annotator.pending = pending
            out.append(self._expression(item) if item.is_class else self._alias(item))
            pending.discard(item.name)
        self._annotator.pending = ()
        return out

    @staticmethod
    def _is_statement(named: Named, hidden: set[str]) -> bool:
        return all(_is_member_name(p.key) and p.key not in hidden for p in named.members)

    def _statement(self, named: Named) -> str:
        lines = [f"class {named.name}(TypedDict):"]
        self._annotator.used.add("TypedDict")
        doc = docstring(block(sentences(named.doc), "    "), "    ")
        if doc:
            lines += [*doc, ""]
        for p in named.members:
            head = f"    {p.key}: "
            lines.append(head + laid_out(self._member(p), "    ", len(head), WIDTH))
            if p.doc is not NO_DOC:
                lines += _member_doc(p.doc)
        return "\n".join(lines)

    def _expression(self, named: Named) -> str:
        self._annotator.used.add("TypedDict")
        lines = [*comment(sentences(named.doc), ""), f"{named.name} = TypedDict(", f'    "{named.name}",', "    {"]
        for p in named.members:
            if not p.key:
                # Checkers refuse it; it is there at run time all the same, as any key that is not named.
                lines.append(f'        # "": {self._member(p)}')
                continue
            head = f"        {string(p.key)}: "
            lines += comment(sentences(p.doc), "        ")
            lines.append(f"{head}{laid_out(self._member(p), '        ', len(head) + 1, WIDTH)},")
        return "\n".join([*lines, "    },", ")"])

    def _member(self, p: Property) -> str:
        text = self._annotator.print(p.type)
        if p.required:
            return text
        self._annotator.used.add("NotRequired")
        return f"NotRequired[{text}]"

    def _alias(self, named: Named) -> str:
        self._annotator.used.add("TypeAlias")
        head = f"{named.name}: TypeAlias = "
        text = self._annotator.print(named.type)
        if text in self._annotator.pending or text == f'"{named.name}"':
            text = "Any"
        lines = [*comment(sentences(named.doc), ""), head + laid_out(text, "", len(head), WIDTH)]
        return "\n".join(lines)


@lru_cache(maxsize=16384)
def _is_member_name(key: str) -> bool:
    """Whether a key can be a member of a class statement as it is."""
    return (
        key.isidentifier()
        and key not in KEYWORDS
        and not key.startswith("__")
        and key not in _ANNOTATION_WORDS
        and (key.isascii() or unicodedata.normalize("NFKC", key) == key)
    )


@lru_cache(maxsize=4096)
def _member_doc(doc: Doc) -> tuple[str, ...]:
    """Return the docstring of a member; the same member stands in many classes."""
    return tuple(docstring(block(sentences(doc), "    "), "    "))


def in_order(named: Sequence[Named]) -> list[Named]:
    """Return types so that each comes after those it refers to, as far as they form no circle."""
    by_name = {n.name: n for n in named}
    done: dict[str, Named] = {}
    for start in named:
        stack = [(start, iter(references(start.type)))]
        open_names = {start.name}
        if start.name in done:
            continue
        while stack:
            item, uses = stack[-1]
            following = next((u for u in uses if u in by_name and u not in done and u not in open_names), None)
            if following is None:
                done[item.name] = item
                open_names.discard(item.name)
                stack.pop()
            else:
                open_names.add(following)
                stack.append((by_name[following], iter(references(by_name[following].type))))
    return list(done.values())


def in_circles(aliases: Sequence[Named]) -> set[str]:
    """Return the names of the aliases that refer to themselves through aliases alone."""
    uses = {named.name: references(named.type) for named in aliases}
    found: set[str] = set()
    for start, direct in uses.items():
        seen: set[str] = set()
        todo = list(direct)
        while todo:
            name = todo.pop()
            if name == start:
                found.add(start)
                break
            if name in uses and name not in seen:
                seen.add(name)
                todo.extend(uses[name])
    return found
