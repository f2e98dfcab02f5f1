"""Prints named types as short as a stub file has them: for texts that a model reads, where each line may be a token.

In a stub nothing is run, so that a name may stand before what it names is declared, and nothing needs quotes.
"""

from __future__ import annotations

import re
import unicodedata

from ..types import Declaration, Literal, Object, Property, Union
from .annotations import Annotator
from .classes import is_class, references
from .remarks import sentences
from .reserved import KEYWORDS
from .text import comment, string

_WORD = re.compile(r"[^\W\d]\w*")
_TEXT = re.compile(r'"(?:\\.|[^"\\])*"')
_INDENT = " "


class CompactAnnotator(Annotator):
    """Prints annotations; between constants there is no space, which would be a token for most."""

    comma = ","


class CompactTypes:
    """Prints declarations. `annotator` collects what has to be imported."""

    def __init__(self, annotator: Annotator) -> None:
        self._annotator = annotator

    def print(self, declared: Declaration) -> str:
        """Return a class on one line, if nothing is said of its members, or an alias."""
        if not is_class(declared.type):
            return self._alias(declared)
        assert isinstance(declared.type, Object)
        members = declared.type.properties
        # Each optional member is marked, or each that is not: what needs fewer marks.
        optional = sum(not p.required for p in members)
        partial = optional > len(members) - optional + 1
        annotations = [self._member(p, partial=partial) for p in members]
        self._annotator.used.add("TypedDict")
        if self._is_statement(members, annotations):
            return self._statement(declared, annotations, partial=partial)
        return self._expression(declared, annotations, partial=partial)

    def _member(self, p: Property, *, partial: bool) -> str:
        text = self._annotator.print(p.type)
        if p.required != partial:
            return text
        mark = "Required" if partial else "NotRequired"
        self._annotator.used.add(mark)
        return f"{mark}[{text}]"

    @staticmethod
    def _is_statement(members: tuple[Property, ...], annotations: list[str]) -> bool:
        """Whether the keys can be written as names, none of which hides what an annotation means."""
        words = {word for text in annotations for word in _WORD.findall(_TEXT.sub("", text))}
        return all(
            p.key.isidentifier()
            and p.key not in KEYWORDS
            and not p.key.startswith("__")
            and p.key not in words
            and (p.key.isascii() or unicodedata.normalize("NFKC", p.key) == p.key)
            for p in members
        )

    def _statement(self, declared: Declaration, annotations: list[str], *, partial: bool) -> str:
        assert isinstance(declared.type, Object)
        head = f"class {declared.name}(TypedDict{', total=False' if partial else ''}):"
        said = [sentences(p.doc) for p in declared.type.properties]
        entries = [f"{p.key}:{text}" for p, text in zip(declared.type.properties, annotations, strict=True)]
        if not any(said) and not sentences(declared.doc):
            return f"{head} {'; '.join(entries)}"
        lines = [*comment(sentences(declared.doc), "", width=None), head]
        for text, entry in zip(said, entries, strict=True):
            lines += [*comment(text, _INDENT, width=None), _INDENT + entry]
        return "\n".join(lines)

    def _expression(self, declared: Declaration, annotations: list[str], *, partial: bool) -> str:
        assert isinstance(declared.type, Object)
        said = [sentences(p.doc) for p in declared.type.properties]
        # Checkers refuse an empty key; it is there at run time all the same, as any key that is not named.
        entries = [
            (text, f"{string(p.key)}:{annotation}" if p.key else f'# "": {annotation}')
            for p, text, annotation in zip(declared.type.properties, said, annotations, strict=True)
        ]
        end = ", total=False)" if partial else ")"
        head = f"{declared.name} = TypedDict({string(declared.name)}, {{"
        above = comment(sentences(declared.doc), "", width=None)
        if not any(said) and all(p.key for p in declared.type.properties):
            return "\n".join([*above, f"{head}{', '.join(entry for _, entry in entries)}}}{end}"])
        lines = [*above, head]
        for text, entry in entries:
            lines += [*comment(text, _INDENT, width=None), f"{_INDENT}{entry}{'' if entry[0] == '#' else ','}"]
        return "\n".join([*lines, f"}}{end}"])

    def _alias(self, declared: Declaration) -> str:
        text = self._annotator.print(declared.type)
        if text == declared.name:
            text = "Any"
            self._annotator.used.add("Any")
        head = declared.name
        # Only a type that cannot be taken for a value, and that does not lead back to itself, may do without the word.
        plain = isinstance(declared.type, Union) and any(isinstance(one, Literal) for one in declared.type.members)
        if not plain or references(declared.type):
            head += ": TypeAlias"
            self._annotator.used.add("TypeAlias")
        return "\n".join([*comment(sentences(declared.doc), "", width=None), f"{head} = {text}"])
