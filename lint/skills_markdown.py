"""Markdown as far as lint needs it: what is code and what is not, and the links. Offsets count from its start."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from ..skills.yamltext import Span

_FENCE = re.compile(
    r"^[ \t]{0,3}(?:[-*+>][ \t]+|\d+[.)][ \t]+|[ \t]{1,12})*(`{3,}|~{3,})([^\n`]*)(?:\n|\Z)", re.MULTILINE
)
_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINK = re.compile(
    r"!?\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\]\(\s*(?:<(?P<angle>[^<>\n]*)>|(?P<bare>[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))"
    r"(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?\s*\)"
)
_DEFINITION = re.compile(r"^[ ]{0,3}\[[^\]\n^][^\]\n]*\]:[ \t]*(?:<(?P<angle>[^<>\n]*)>|(?P<bare>\S+))", re.MULTILINE)
_MAX_SPAN = 500


class Link(NamedTuple):
    """A link, image or reference definition: where its target stands, and the target as written."""

    span: Span
    target: str


@dataclass(slots=True)
class Markdown:
    """A text, the same with code and comments blanked out (`prose`), and what was found on the way."""

    text: str
    prose: str = ""
    spans: list[Span] = field(default_factory=list[Span])
    """Code spans, without their backticks."""
    unclosed: Span | None = None
    """The line of a code fence that is never closed."""
    fence: str = ""
    """The characters of that fence."""

    @property
    def links(self) -> list[Link]:
        """The links, images and reference definitions in the prose."""
        out: list[Link] = []
        for pattern in (_LINK, _DEFINITION):
            for match in pattern.finditer(self.prose):
                group = "angle" if match["angle"] is not None else "bare"
                if match[group]:
                    out.append(Link(Span(*match.span(group)), match[group]))
        return sorted(out)


@lru_cache(maxsize=64)
def read(text: str) -> Markdown:
    """Return what lint needs of a Markdown text."""
    out = Markdown(text)
    blanked = list(text)
    at = 0
    while (fence := _FENCE.search(text, at)) is not None:
        marks = fence[1]
        closing = re.compile(rf"^[ \t>]*{re.escape(marks[0])}{{{len(marks)},}}[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
        end = closing.search(text, fence.end())
        if end is None:
            out.unclosed = Span(fence.start(1), fence.end(1))
            out.fence = marks
            _blank(blanked, fence.start(), len(text))
            break
        _blank(blanked, fence.start(), end.end())
        at = end.end()
    for match in _COMMENT.finditer("".join(blanked)):
        _blank(blanked, *match.span())
    for match in _SPAN.finditer("".join(blanked)):
        if match.end() - match.start() <= _MAX_SPAN and "\n\n" not in match[2]:
            out.spans.append(Span(*match.span(2)))
            _blank(blanked, *match.span())
    out.prose = "".join(blanked)
    return out


def _blank(characters: list[str], start: int, end: int) -> None:
    for i in range(start, end):
        if characters[i] != "\n":
            characters[i] = " "


def path_of(target: str) -> str | None:
    """Return the relative path that a link's target names, decoded; None for URLs, anchors, templates and the like."""
    path = re.split(r"[?#]", target, maxsplit=1)[0].strip()
    if not path or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", path) or path.startswith(("/", "~", "\\")):
        return None
    if re.search(r"[{}<>$*|…]|\.\.\.|%[A-Z_]+%|\[|\]", path):
        return None
    decoded = unquote(path, errors="replace")
    return None if "\0" in decoded else decoded.removeprefix("./")


def normalise(path: str) -> str | None:
    """Return the path without `.` and `..`; None if it leads out of the folder it starts in."""
    out: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not out:
                return None
            out.pop()
        elif part not in ("", "."):
            out.append(part)
    return "/".join(out)
