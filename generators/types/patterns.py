"""Regular expressions of keys: which of them are literal texts with gaps, and whether a key matches."""

from __future__ import annotations

import re
from functools import lru_cache

_PLAIN = r"(?:[\w\- @:/=%,;!~#&'\"<>]|\\[.\-/$^+*?()\[\]{}|\\])"
_TEMPLATE = re.compile(rf"(\^?)({_PLAIN}*(?:\.\*{_PLAIN}*)*)(\$?)")
# A group around all of it (`^(.*)$` is what TypeBox writes for a record) and classes of every character say no more.
_GROUPED = re.compile(r"(\^?)\((?:\?:)?(\.[*+])\)(\$?)")
_EVERY_CHARACTER = re.compile(r"\[\\(?:s\\S|S\\s|d\\D|D\\d|w\\W|W\\w)\]\*")

EVERYTHING = ("", "")
"""The template of a pattern that every key matches."""
_NOT_EMPTY = frozenset({".+", "^.+", ".+$", "^.+$"})


@lru_cache(maxsize=4096)
def template_of(pattern: str, loose: bool) -> tuple[str, ...] | None:
    r"""Read an ECMA-262 pattern as the texts between its gaps, if it means no more and no less than that.

    `^x-` is ("x-", ""), `^id$` is ("id",): no gap. A pattern without `^` or `$` matches anywhere (2020-12 core
    §10.3.2.2), so `foo` is ("", "foo", ""). None for anything else. `.*` does not match line ends, so it is a gap only
    when `loose`, or where anything may follow anyway. So is `[\s\S]*`, which does match them, in every case.
    """
    grouped = _GROUPED.fullmatch(pattern)
    if grouped is not None:
        pattern = "".join(grouped.groups())
    if _is_everything(pattern):
        return EVERYTHING
    match = _TEMPLATE.fullmatch(pattern)
    if match is None:
        return None
    start, body, end = match.groups()
    pieces = re.split(r"(?<!\\)\.\*", body)
    texts = [re.sub(r"\\(.)", r"\1", piece) for piece in pieces]
    if not start:
        texts.insert(0, "")
    if not end:
        texts.append("")
    needed = len(pieces) - 1
    if not loose:
        needed -= (len(pieces) > 1 and not pieces[0] and not start) + (len(pieces) > 1 and not pieces[-1] and not end)
        if needed > 0:
            return None
    # Two gaps with nothing between them are one.
    return (
        tuple(text for i, text in enumerate(texts) if text or i in (0, len(texts) - 1))
        if len(texts) > 1
        else tuple(texts)
    )


def _is_everything(pattern: str) -> bool:
    """Whether a pattern matches every key, those with line ends as well."""
    if pattern in ("$", "^.*", ".*$"):
        return True
    # Without both anchors a run of any characters may be empty; with both it takes the whole key.
    return _EVERY_CHARACTER.fullmatch(pattern.removeprefix("^").removesuffix("$")) is not None


def is_all_but_empty(pattern: str) -> bool:
    """Whether every key matches but the empty one, if keys have no line ends."""
    grouped = _GROUPED.fullmatch(pattern)
    return ("".join(grouped.groups()) if grouped is not None else pattern) in _NOT_EMPTY


# One piece of a pattern: a plain character, or what may stand for several texts; then how often, if that is said.
_PIECE = re.compile(
    r"(?:(?P<text>[^\\^$.*+?()\[\]{}|]|\\[^A-Za-z0-9])|\.|\\[dDwWsSbBtnrfv]|\[(?:[^\]\\]|\\.)+\])"
    r"(?P<often>[*+?]\??|\{[0-9,]+\}\??)?",
    re.DOTALL,
)


@lru_cache(maxsize=4096)
def template_around(pattern: str) -> tuple[str, ...] | None:
    r"""Return a template that has every key which matches a pattern, and others; None if none is known but all keys.

    It has the plain texts of the pattern with gaps for the rest: `^x-[a-z]+$` is ("x-", ""), `_id$` ("", "_id").
    """
    body = pattern.removeprefix("^")
    texts = [""] if len(body) < len(pattern) else ["", ""]
    ended = re.search(r"(?<!\\)(?:\\\\)*\$\Z", body) is not None
    body = body[:-1] if ended else body
    at = 0
    while at < len(body):
        piece = None if body[at] == "(" else _PIECE.match(body, at)
        end = _end_of_group(body, at + 1) if body[at] == "(" else None if piece is None else piece.end()
        if end is None:
            return None
        at = end
        if piece is not None and piece["text"] and not piece["often"]:
            texts[-1] += piece["text"][-1]
        elif texts[-1] or len(texts) == 1:
            texts.append("")
    if not ended and (texts[-1] or len(texts) == 1):
        texts.append("")
    return None if tuple(texts) == EVERYTHING or len(texts) == 1 else tuple(texts)


def _end_of_group(body: str, at: int) -> int | None:
    """Return where a group that was opened before `at` ends, with what says how often."""
    open_groups = 1
    inside = re.compile(r"\\.|\[(?:[^\]\\]|\\.)*\]|[()]|[^\\\[()]+", re.DOTALL)
    while open_groups:
        part = inside.match(body, at)
        if part is None:
            return None
        at = part.end()
        open_groups += (part[0] == "(") - (part[0] == ")")
    often = re.compile(r"(?:[*+?]|\{[0-9,]+\})?\??").match(body, at)
    return at if often is None else often.end()


def may_share_keys(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two templates may have a key in common: their beginnings and ends do not exclude each other."""
    if len(one) == 1 or len(other) == 1:
        return template_has(other, one[0]) if len(one) == 1 else template_has(one, other[0])
    begins = one[0].startswith(other[0]) or other[0].startswith(one[0])
    return begins and (one[-1].endswith(other[-1]) or other[-1].endswith(one[-1]))


def template_within(inner: tuple[str, ...], outer: tuple[str, ...]) -> bool:
    """Whether every key of one template is a key of the other."""
    # A gap of the inner one may be any text, also one that no text of the outer one has: only a gap can take it.
    return template_has(outer, "\0".join(inner))


def template_has(texts: tuple[str, ...], key: str) -> bool:
    """Whether a key is one of a template."""
    if len(texts) == 1:
        return key == texts[0]
    head, *middle, tail = texts
    if len(key) < len(head) + len(tail) or not key.startswith(head) or not key.endswith(tail):
        return False
    # The first place for each text leaves the most room for those behind it.
    at, end = len(head), len(key) - len(tail)
    for text in middle:
        found = key.find(text, at, end)
        if found < 0:
            return False
        at = found + len(text)
    return True


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    # To ECMA-262, digits and word characters are ASCII, white space is not, and $ matches at the very end only.
    if re.search(r"\\[AZbBsScxu0]|\[\^?\]|\(\?P", pattern):
        return None
    source = re.sub(r"(?<!\\)((?:\\\\)*)\$$", r"\1\\Z", pattern)
    try:
        return re.compile(source, re.ASCII)
    except (re.error, OverflowError, RecursionError):
        return None


def matches(pattern: str, key: str) -> bool | None:
    """Whether a key matches; None when that cannot be known: Python reads some patterns otherwise, or not at all.

    A hostile pattern takes exponential time on a long key: the more it repeats, the shorter a key it is tried on.
    """
    if len(key) > _longest(pattern):
        return None
    compiled = _compiled(pattern)
    try:
        return None if compiled is None else compiled.search(key) is not None
    except RecursionError:
        return None


@lru_cache(maxsize=4096)
def _longest(pattern: str) -> int:
    if len(pattern) > 500:
        return 0
    if re.search(r"\)[*+?{]|\\\d", pattern):
        return 12
    repeats = sum(map(pattern.count, "*+{"))
    return 100 if repeats <= 2 else 40 if repeats <= 4 else 16
