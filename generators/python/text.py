"""Strangers' text in Python source: docstrings, comments and string literals that hold it and are not told by it."""

from __future__ import annotations

import json
import re

from ...catalog.text import UNSAFE
from ..text import WIDTH, clean, paragraphs, wrap


def string(value: str) -> str:
    r"""Return a string literal equal to `value` that is safe to look at: odd characters are spelled `\u…` or `\U…`."""
    if value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isascii() and text.isprintable() else UNSAFE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def docstring_text(text: str) -> str:
    """Return cleaned text that cannot end a docstring: backslashes and triple quotes are escaped."""
    if "\\" in text:
        text = text.replace("\\", "\\\\")
    if '"""' in text:
        text = text.replace('"""', '\\"\\"\\"')
    return text


def is_plain(text: str) -> bool:
    """Whether a text is one line that stands in a docstring as it is, blanks around it aside. Most texts are."""
    return text.isascii() and text.isprintable() and "\\" not in text and '"""' not in text


def one_line(text: str) -> str:
    """Return text as one cleaned line."""
    return " ".join(clean(text).split())


def block(text: str, indent: str) -> list[str]:
    """Return the lines of a text inside a docstring, wrapped, escaped and indented."""
    if not text:
        return []
    if len(text) + len(indent) <= WIDTH and is_plain(text):
        text = text.strip()
        return [f"{indent}{text}" if text else ""]
    return [f"{indent}{line}" if line else "" for line in wrap(docstring_text(paragraphs(text)), WIDTH - len(indent))]


def hanging(head: str, text: str, indent: str) -> list[str]:
    """Return the lines of a section's entry: `head: text`, further lines four columns deeper."""
    if len(text) + len(head) + len(indent) + 4 <= WIDTH and is_plain(text):
        text = text.strip()
        return [f"{indent}{head}: {text}" if text else f"{indent}{head}:"]
    lines = wrap(docstring_text(paragraphs(text)), WIDTH - len(indent) - 4) if text else []
    if not lines:
        return [f"{indent}{head}:"]
    first = f"{indent}{head}: {lines[0]}"
    if len(first) > WIDTH:
        cut = wrap(f"{head}: {lines[0]}", WIDTH - len(indent))
        rest = wrap(" ".join(line.strip() for line in cut[1:]), WIDTH - len(indent) - 4)
        lines = [cut[0], *(rest if cut[1:] else []), *lines[1:]]
        first = f"{indent}{lines[0]}"
    return [first, *(f"{indent}    {line}" if line else "" for line in lines[1:])]


def docstring(lines: list[str], indent: str) -> list[str]:
    """Return a docstring's source lines from its (escaped, indented) text lines; the first one follows the quotes."""
    if not lines:
        return []
    first = lines[0].strip()
    if len(lines) == 1 and len(indent) + len(first) + 6 <= WIDTH and not first.endswith('"'):
        return [f'{indent}"""{first}"""']
    return [f'{indent}"""{first}', *lines[1:], f'{indent}"""']


# What a type checker obeys where it stands in a comment, behind its first mark or a later one.
_OBEYED = re.compile(r"(^|#)(\s*(?:type|pyright|basedpyright|mypy)\s*):")


def comment(text: str, indent: str, *, width: int | None = WIDTH) -> list[str]:
    """Return a text as comment lines, none of which a checker obeys; none for no text. No `width`: none is broken."""
    if not text:
        return []
    text = paragraphs(text)
    lines = text.split("\n") if width is None else wrap(text, width - len(indent) - 2)
    if ":" in text:
        lines = [_OBEYED.sub(r"\1\2\\:", line) for line in lines]
    return [f"{indent}# {line}".rstrip() for line in lines]
