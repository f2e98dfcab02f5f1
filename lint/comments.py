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
from .patterns import later

if TYPE_CHECKING:
    from ..catalog.documents import Document

BODY = "/\0body"
"""The pointer of everything behind the frontmatter of a skill; no field has it."""

_COMMENT = later(
    r"(?:^|(?<=[ \t]))#[ \t]*toolcat:[ \t]*(?P<what>ignore|ignore-file)\[(?P<rules>[^\]\n]*)\]"
    r"(?:[ \t]*--[ \t]*(?P<reason>[^\r\n]*))?",
    re.MULTILINE,
)

_MEANT = later(r"(?:^|(?<=[ \t]))#[ \t]*toolcat:[ \t]*(?P<word>[A-Za-z-]+)(?P<rest>[^\r\n]*)", re.MULTILINE)
_WORDS = ("ignore", "ignore-file")
_LIKE_OURS = later(r"ign|disable|suppress|noqa|nolint|skip", re.IGNORECASE)


@dataclass(slots=True)
class Comment:
    """A suppressing comment: the rules it names, why, and what it covers (`pointer` None: its line only).

    One that cannot be understood has a `problem`, and names no rules.
    """

    selectors: tuple[str, ...]
    reason: str
    place: Place
    is_for_file: bool = False
    pointer: str | None = None
    used: set[str] = field(default_factory=set[str])
    problem: str = ""

    def covers(self, pointer: str, line: int | None) -> bool:
        """Whether a finding at this pointer and line is covered."""
        if self.is_for_file:
            return True
        if self.pointer is not None and is_within(pointer, self.pointer):
            return True
        return line is not None and line == self.place.line


def comments_of(document: Document) -> list[Comment]:
    """Return the suppressing comments of a document, those that cannot be understood too; JSON has no comments."""
    if document.format not in ("yaml", "toml"):
        return []
    out: list[Comment] = []
    understood: set[int] = set()
    for match in _COMMENT.finditer(document.text):
        understood.add(match.start())
        if _is_in_string(document, match.start()):
            continue
        place = document.place_of(match.span())
        selectors = tuple(rule.strip() for rule in match["rules"].split(",") if rule.strip())
        line_start = document.text.rfind("\n", 0, match.start()) + 1
        comment = Comment(selectors, (match["reason"] or "").strip(), place, match["what"] == "ignore-file")
        if not document.text[line_start : match.start()].strip() and not comment.is_for_file:
            comment.pointer = _below(document, match.end())
        if not selectors:
            comment.problem = _NO_RULE
        out.append(comment)
    for match in _MEANT.finditer(document.text):
        problem = None if match.start() in understood else _problem(match["word"], match["rest"])
        if problem and not _is_in_string(document, match.start()) and not _is_prose(document, match.start()):
            reason = match["rest"].partition("--")[2].strip() or "-"  # that it gives none is not what is wrong with it
            out.append(Comment((), reason, document.place_of(match.span()), problem=problem))
    return out


_NO_RULE = "the comment names no rule in brackets"


def _problem(word: str, rest: str) -> str | None:
    """Return what is wrong with a comment that is meant to suppress; None if it is not meant so."""
    if word in _WORDS:
        is_apart = rest.lstrip().startswith("[") and "]" in rest
        return f"`{word}` and the bracket belong together" if is_apart else _NO_RULE
    if _LIKE_OURS.match(word):
        return f"`{word}` is no word of these comments: `ignore` or `ignore-file`"
    return None


def _is_prose(document: Document, offset: int) -> bool:
    """Whether a place lies in the body of a skill, and not in an HTML comment: there one may speak of comments."""
    before = document.text[document.text.rfind("\n", 0, offset) + 1 : offset]
    return document.pointer_at(offset) == BODY and not before.rstrip().endswith("<!--")


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
