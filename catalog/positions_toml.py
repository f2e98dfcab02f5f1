"""The places of keys in a TOML text, by line: tomllib gives none, so headers and keys are read again, loosely.

A value inside an inline table or an inline array has the place of the key that the line begins with.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from .pointers import join, tokens

if TYPE_CHECKING:
    from .positions import Span

# Possessive throughout: a long line that is no key must not be tried in every way.
_KEY = re.compile(
    r'[ \t]*+((?:"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|[A-Za-z0-9_-]++|[ \t]*+\.[ \t]*+)++)[ \t]*+(=|\]{1,2})'
)
_PART = re.compile(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|([A-Za-z0-9_-]+)')
_OPEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"*"""|\'\'\'(?:[^\']|\'(?!\'\'))*\'*\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}]|\n',
    re.DOTALL,
)


def _parts(text: str) -> list[str]:
    parts: list[str] = []
    for match in _PART.finditer(text):
        quoted = match.group(1)
        if quoted is None:
            parts.append(match.group(2) if match.group(2) is not None else match.group(3))
        else:
            import tomllib

            parts.append(cast("str", tomllib.loads(f'k = "{quoted}"')["k"]))
    return parts


def _value_end(text: str, start: int) -> int:
    """Return the offset behind a value: the first line end outside strings and brackets."""
    depth = 0
    for token in _OPEN.finditer(text, start):
        word = token.group()
        if word == "\n" or word.startswith("#"):
            if not depth:
                return token.start()
        elif word in ("[", "{"):
            depth += 1
        elif word in ("]", "}"):
            depth -= 1
    return len(text)


def _above(pointer: str) -> list[str]:
    """Return the pointers above a pointer, the document's own left out: tables that no line declares."""
    parts = pointer.split("/")
    return ["/".join(parts[:length]) for length in range(2, len(parts))]


class TomlIndex:
    """The places of one TOML text."""

    def __init__(self, text: str, data: object) -> None:
        self._text = text
        self._spans: dict[str, tuple[Span, Span]] = {}
        self._read(data)

    def _note(self, pointer: str, key: Span, value: Span) -> None:
        self._spans.setdefault(pointer, (key, value))

    def _read(self, data: object) -> None:
        text, offset, table = self._text, 0, ""
        counts: dict[str, int] = {}
        while offset < len(text):
            stripped = offset + len(text[offset : offset + 200]) - len(text[offset : offset + 200].lstrip(" \t"))
            header = 2 if text.startswith("[[", stripped) else 1 if text.startswith("[", stripped) else 0
            match = _KEY.match(text, stripped + header)
            end = text.find("\n", offset)
            end = len(text) if end < 0 else end
            if match is not None and bool(header) == (match.group(2) != "="):
                span = (match.start(1), match.start(1) + len(match.group(1).rstrip()))
                path = self._resolve(_parts(match.group(1)), "" if header else table, counts, header == 2)
                for above in _above(path):
                    self._note(above, span, (stripped, end))
                if header:
                    table = path
                    self._note(path, span, (stripped, end))
                else:
                    start = match.end()
                    while start < len(text) and text[start] in " \t":
                        start += 1
                    end = _value_end(text, start)
                    self._note(path, span, (start, start + len(text[start:end].rstrip())))
            offset = end + 1

    def _resolve(self, parts: list[str], table: str, counts: dict[str, int], is_entry: bool) -> str:
        pointer = table
        for place, part in enumerate(parts):
            pointer = join(pointer, part)
            last = place == len(parts) - 1
            if is_entry and last:
                counts[pointer] = counts.get(pointer, -1) + 1
            if pointer in counts and (is_entry or not last or not table):
                pointer = join(pointer, counts[pointer])
        return pointer

    def span(self, pointer: str, *, key: bool = False) -> Span | None:
        """See PlaceIndex."""
        path = tokens(pointer)
        while path:
            found = self._spans.get(join("", *path))
            if found is not None:
                return found[0] if key else found[1]
            path.pop()
            key = False
        return (0, len(self._text.rstrip())) if self._text.strip() else None

    def pointer_at(self, offset: int) -> str:
        """See PlaceIndex."""
        best, start = "", -1
        for pointer, (key, _) in self._spans.items():
            if start < key[0] <= offset:
                best, start = pointer, key[0]
        return best
