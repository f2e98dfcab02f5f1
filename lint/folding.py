"""Folding: a text as a model reads it, so that phrases are found however they are dressed up.

Compatibility forms become plain letters, invisible characters go, and letters that were spaced out close up again.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..catalog.spec import EMPTY
from ..catalog.text import UNSAFE
from .patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .nodes import Text
    from .units import File, Tool

NO_PATHS: Mapping[str, str] = MappingProxyType({})
MAX_REMEMBERED = 20_000
MAX_LENGTH = 2_000
"""Longer texts are rare and not remembered."""

_SPACED = later(r"(?<![^\W_])[^\W\d_](?: [^\W\d_]){2,}(?![^\W_])")
_MAY_BE_SPACED = later(r" [^\W\d_] [^\W\d_]")
_QUOTES = (("\u2018", "'"), ("\u2019", "'"), ("\u02bc", "'"), ("\u201c", '"'), ("\u201d", '"'))

_LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u04cf\u051b\u051d\u03bf\u03b1\u03bd\u03c1\u03b9",
    "aeopcyxijsdhlqwoavpi",
)
"""Cyrillic and Greek small letters that are drawn like Latin ones."""
_MAY_LOOK_LATIN = later("[\u03b1-\u03bf\u03c1\u0430-\u0458\u04bb\u04cf\u0501\u051b\u051d]")


@lru_cache(maxsize=16)  # several rules ask for the same text in a row
def fold(text: str) -> str:
    """Return the text in lower case, in plain letters, without invisible characters, spaced-out words closed up.

    Plain ASCII without spaced-out words keeps its length, so that places in the result are places in the text.
    """
    folded = text.lower() if text.isascii() else _fold_characters(text)
    if _MAY_BE_SPACED.search(folded) is None:  # quick, since it begins with a blank
        return folded
    return _SPACED.sub(lambda match: match[0].replace(" ", ""), folded)


def _fold_characters(text: str) -> str:
    plain = UNSAFE.sub("", unicodedata.normalize("NFKC", text))
    for curly, straight in _QUOTES:
        plain = plain.replace(curly, straight)
    plain = plain.lower()
    return plain.translate(_LOOKALIKES) if _MAY_LOOK_LATIN.search(plain) else plain


def squeeze(text: str) -> str:
    """Return the text folded and without white space: what is not in it is not in the text, however it is spaced."""
    return "".join((text.lower() if text.isascii() else _fold_characters(text)).split())


Suspect = tuple["Text", frozenset[str]]
"""A text and the hints that it holds."""


class Screen:
    """Looks for hints (parts of phrases, squeezed) in the texts of tools, and remembers which text holds which.

    Servers repeat themselves (a parameter that forty tools have is described forty times), so that most texts of a
    large list are known already. What is remembered is bounded and depends on the hints only, never on a run.
    """

    def __init__(self, hints: Iterable[str]) -> None:
        self._hints = tuple(dict.fromkeys(hints))
        self._known: dict[str, frozenset[str]] = {}
        self._last: tuple[Tool | None, list[Suspect]] = (None, [])

    def suspects(self, tool: Tool) -> list[Suspect]:
        """Return the texts of a tool that hold a hint, each with the hints that it holds."""
        if self._last[0] is not tool:
            self._last = (tool, self._look(tool))
        return self._last[1]

    def _look(self, tool: Tool) -> list[Suspect]:
        known = self._known
        new = [text.value for text in tool.texts if text.value not in known]
        if new:
            if len(known) > MAX_REMEMBERED:
                known.clear()
                new = [text.value for text in tool.texts]
            self._learn(new)
        suspects = [(text, held) for text in tool.texts if (held := known[text.value])]
        for value in new:
            if len(value) > MAX_LENGTH:
                known.pop(value, None)
        return suspects

    def _learn(self, values: list[str]) -> None:
        """Note which hints some texts hold: first of all together, nearly always none."""
        known = self._known
        blob = squeeze("\n".join(values))
        found = [hint for hint in self._hints if hint in blob]
        if not found:
            known.update(dict.fromkeys(values, _NONE))
            return
        for value in values:
            plain = squeeze(value)
            known[value] = frozenset([hint for hint in found if hint in plain]) or _NONE


_NONE: frozenset[str] = frozenset()


@lru_cache(maxsize=1)
def instructions(file: File) -> list[Text]:
    """Return the instructions of servers in a recorded session: they reach a model like a tool's description."""
    from .nodes import Text
    from .units import Tool, as_list, as_object

    nobody = Tool(file, EMPTY, "", "mcp", EMPTY, "", NO_PATHS, EMPTY)
    messages = [((place,), item) for place, item in enumerate(as_list(file.data))] or [((), file.data)]
    found: list[Text] = []
    for path, message in messages:
        for more, value in (((), as_object(message)), (("result",), as_object(as_object(message).get("result")))):
            text = value.get("instructions")
            if isinstance(text, str) and text:
                found.append(Text(nobody, "meta", text, "", (*path, *more, "instructions")))
    return found
