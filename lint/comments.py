"""Comments that suppress: `# toolcat: ignore[TD002, TX] -- reason` in YAML and TOML.

At the end of a line it covers what begins on that line; alone on its line it covers the value that begins below it,
with all that is in it. `ignore-file` covers the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..catalog.findings import Place
from ..catalog.pointers import is_within
from .fixes.data import NotFixable, value_at

if TYPE_CHECKING:
    from ..catalog.documents import Document

_COMMENT = re.compile(
    r"(?:^|(?<=[ \t]))#[ \t]*toolcat:[ \t]*(?P<what>ignore|ignore-file)\[(?P<rules>[^\]\n]*)\]"
    r"(?:[ \t]*--[ \t]*(?P<reason>[^\r\n]*))?",
    re.MULTILINE,
)


@dataclass(slots=True)
class Comment:
    """A suppressing comment: the rules it names, why, and what it covers (`pointer` None: its line only)."""

    selectors: tuple[str, ...]
    reason: str
    place: Place
    is_for_file: bool = False
    pointer: str | None = None
    used: set[str] = field(default_factory=set[str])

    def covers(self, pointer: str, line: int | None) -> bool:
        """Whether a finding at this pointer and line is covered."""
        if self.is_for_file:
            return True
        if self.pointer is not None and is_within(pointer, self.pointer):
            return True
        return line is not None and line == self.place.line


def comments_of(document: Document) -> list[Comment]:
    """Return the suppressing comments of a document; JSON has no comments."""
    if document.format not in ("yaml", "toml"):
        return []
    out: list[Comment] = []
    for match in _COMMENT.finditer(document.text):
        if _is_in_string(document, match.start()):
            continue
        place = document.place_of(match.span())
        selectors = tuple(rule.strip() for rule in match["rules"].split(",") if rule.strip())
        line_start = document.text.rfind("\n", 0, match.start()) + 1
        comment = Comment(selectors, (match["reason"] or "").strip(), place, match["what"] == "ignore-file")
        if not document.text[line_start : match.start()].strip() and not comment.is_for_file:
            comment.pointer = _below(document, match.end())
        out.append(comment)
    return out


def _is_in_string(document: Document, offset: int) -> bool:
    """Whether a `#` stands within a value rather than beside it."""
    pointer = document.pointer_at(offset)
    try:
        value = value_at(document.data, pointer)
    except NotFixable:
        return False
    if not isinstance(value, str):
        return False
    span = document.span(pointer)
    return span is not None and span[0] <= offset < span[1]


def _below(document: Document, offset: int) -> str | None:
    """Return the pointer of the value that begins on the next line that is no comment; None if there is none."""
    for match in re.compile(r"[ \t]*(?P<dash>(?:-[ \t]+)*)(?P<rest>[^\s#][^\n]*)", re.MULTILINE).finditer(
        document.text, document.text.find("\n", offset) + 1 or len(document.text)
    ):
        pointer = document.pointer_at(match.start("rest"))
        if match["dash"] and "/" in pointer:
            # `- name: x` begins an entry and its first member: the comment means the entry.
            span = document.span(pointer.rpartition("/")[0])
            if span is not None and span[0] == match.start("rest"):
                return pointer.rpartition("/")[0]
        return pointer
    return None
