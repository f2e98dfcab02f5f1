"""Folding: a text as a model reads it, so that phrases are found however they are dressed up.

Compatibility forms become plain letters, invisible characters go, and letters that were spaced out close up again.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from ..catalog.text import UNSAFE

if TYPE_CHECKING:
    from .units import Tool

_SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?:[ .\-_*][^\W\d_]){4,}(?![^\W_])")
_GAPS = re.compile(r"[ .\-_*]")
_QUOTES = (("\u2018", "'"), ("\u2019", "'"), ("\u02bc", "'"), ("\u201c", '"'), ("\u201d", '"'))


def fold(text: str) -> str:
    """Return the text in lower case, in plain letters, without invisible characters, spaced-out words closed up.

    Plain ASCII without spaced-out words keeps its length, so that places in the result are places in the text.
    """
    folded = text.lower() if text.isascii() else _fold_characters(text)
    return _SPACED.sub(lambda match: _GAPS.sub("", match[0]), folded)


def _fold_characters(text: str) -> str:
    plain = UNSAFE.sub("", unicodedata.normalize("NFKC", text))
    for curly, straight in _QUOTES:
        plain = plain.replace(curly, straight)
    return plain.lower()


@lru_cache(maxsize=1)
def squeezed(tool: Tool) -> str:
    """Return all texts of a tool folded and without any white space: a quick way to see that a phrase is not there.

    Only the last tool is kept: the rules ask one after another about the same one.
    """
    text = "\n".join([text.value for text in tool.texts])
    return "".join((text.lower() if text.isascii() else _fold_characters(text)).split())
