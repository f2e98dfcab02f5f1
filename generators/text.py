"""Strangers' text in emitted code: what a comment or a string literal must not be told to do.

Descriptions come from whoever wrote a tool; they are read by compilers, editors and models. `clean` and `wrap` are for
comments of any language; what follows them is one language's own way to end a comment or a string.
"""

from __future__ import annotations

import json
import re

from ..catalog.text import UNSAFE, json_safe

WIDTH = 100
"""Columns of an emitted comment line, its decoration included."""

_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_BLANKS = re.compile(r"\n{3,}")
_TRAILING = re.compile(r" +$", re.MULTILINE)
_BLANK_START = re.compile(r"\A(?: *\n)+")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])[ ]+")
_FENCE = ("```", "~~~")
_quoted = json.JSONEncoder(ensure_ascii=False).encode
_JSDOC_TAG = re.compile(r"(?:(?<!\S)|(?<=\{))@")


def clean(text: str) -> str:
    r"""Return `text` with nothing in it that is obeyed, reordered or not seen; line ends are `\n`, tabs four spaces.

    Invisible and bidirectional characters are dropped rather than spelled out: a hidden message must not become a
    visible one. Emoji and scripts that need a joiner or a variation selector keep it; an unpaired surrogate becomes
    U+FFFD, since no UTF-8 file can hold it.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _LINE_ENDS.sub("\n", text).replace("\t", "    ")
    if not text.isascii():
        text = _SPACES.sub(" ", text)
    return UNSAFE.sub(_visible, text)


def _visible(match: re.Match[str]) -> str:
    char, text, at = match[0], match.string, match.start()
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"
    before = text[at - 1] if at else ""
    if char in "\ufe0e\ufe0f":  # one selector behind something visible: the emoji or the text form of a sign
        return char if before and (before in "0123456789#*" or _shows(before)) else ""
    if char in "\u200c\u200d":  # a joiner between two visible signs
        after = text[at + 1 : at + 2]
        return char if before and after and (before == "\ufe0f" or _shows(before)) and _shows(after) else ""
    return ""


def _shows(char: str) -> bool:
    return not char.isascii() and UNSAFE.match(char) is None


def paragraphs(text: str) -> str:
    """Return cleaned text without the indentation of a docstring, trailing spaces and more than one blank line."""
    text = clean(text)
    if "\n" not in text:
        return text.strip()
    lines = _BLANK_START.sub("", text).split("\n")
    # A docstring begins right behind its quotes: then the first line says nothing of how far the others are indented.
    first = len(lines[0]) - len(lines[0].lstrip(" "))
    rest = (len(line) - len(line.lstrip(" ")) for line in lines[1:] if line.strip(" "))
    margin = min(rest, default=first)
    if first:
        margin = min(margin, first)
    lines[0] = lines[0][margin if first else 0 :]
    text = "\n".join([lines[0], *(line[margin:] for line in lines[1:])])
    return _BLANKS.sub("\n\n", _TRAILING.sub("", text)).strip("\n")


def wrap(text: str, width: int) -> list[str]:
    """Break the lines of `text` that are longer than `width` at spaces; a word that is longer stays whole.

    The author's own line breaks stay (lists, tables and argument sections depend on them), as does the inside of a
    Markdown fence. What is broken off hangs under its line, behind the bullet of a list item.
    """
    if len(text) <= width and "\n" not in text:
        return [text]
    out: list[str] = []
    fenced = False
    for line in text.split("\n"):
        if line.lstrip(" ").startswith(_FENCE):
            fenced = not fenced
        if fenced or len(line) <= width:
            out.append(line)
        else:
            _break(line, width, out)
    return out


def _break(line: str, width: int, out: list[str]) -> None:
    body = line.lstrip(" ")
    hang = len(line) - len(body)
    item = _ITEM.match(body)
    if item:
        hang += item.end()
    hang = min(hang, width // 2)
    start = hang if item else len(line) - len(body)
    while len(line) > width:
        at = line.rfind(" ", start, width + 1)
        if at <= start or not line[start:at].strip(" "):
            at = line.find(" ", max(start, width))
            if at < 0:
                break
        head = line[:at].rstrip(" ")
        tail = line[at:].lstrip(" ")
        if not tail:
            line = head
            break
        out.append(head)
        line = " " * hang + tail
        start = hang
    out.append(line)


def ts_string(value: str) -> str:
    r"""Return a TypeScript (and JSON) string literal equal to `value`: safe to look at, every odd character escaped."""
    return json_safe(_quoted(value))


def ts_comment(text: str) -> str:
    r"""Return cleaned text that cannot end a block comment, open a JSDoc tag or an inline link.

    `*/` becomes `*\/`; an `@` at the start of a word, where JSDoc would see a tag (TypeScript does so in the middle
    of a line as well), becomes `\@`, as TSDoc spells it.
    """
    if "*/" in text:
        text = text.replace("*/", "*\\/")
    if "@" in text:
        text = _JSDOC_TAG.sub(r"\\@", text)
    return text


def ts_doc(blocks: list[str], tags: list[str], indent: str = "") -> list[str]:
    """Return the lines of a JSDoc comment: raw `blocks` of text with a blank line between, then raw `tags`, one a line.

    Everything is cleaned, escaped and wrapped here; a tag is given as `@name text`. No text at all gives no lines.
    """
    width = WIDTH - len(indent) - 3
    lines: list[str] = []
    for block in blocks:
        text = ts_comment(paragraphs(block))
        if text:
            if lines:
                lines.append("")
            lines += wrap(text, width)
    for tag in tags:
        name, _, rest = tag.partition(" ")
        text = ts_comment(" ".join(clean(rest).split()))
        lines += wrap(f"{name} {text}" if text else name, width)
    if not lines:
        return []
    if len(lines) == 1 and len(lines[0]) <= width - 4:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}" if line else f"{indent} *" for line in lines), f"{indent} */"]
