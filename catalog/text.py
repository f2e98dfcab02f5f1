"""Text from strangers on a terminal: what must not be printed raw, and how it is shown instead."""

from __future__ import annotations

import re

UNSAFE = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls: a terminal would obey them
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"  # soft hyphen, joiners, fillers: not seen
    "\u200b-\u200f\u202a-\u202e\u2028\u2029\u2060-\u206f"  # zero width, bidi, separators
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"  # fillers, variation selectors, byte order mark, annotations
    "\ud800-\udfff"  # unpaired surrogates: no UTF-8 text can hold them
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # format controls of scripts and music
    "\U000e0000-\U000e0fff"  # tags and further variation selectors: invisible text
    "]"
)
"""Characters that are obeyed, reordered or invisible on a terminal or in an editor (Unicode categories Cc, Cf, Cs and
the default-ignorable ones), newline and tab excepted."""


def printable(text: str) -> str:
    r"""Return the text with every unsafe character spelled `\u{XXXX}`; newlines and tabs stay."""
    return UNSAFE.sub(lambda match: f"\\u{{{ord(match[0]):04X}}}", text)


def one_line(text: str) -> str:
    """Return the text as one printable line: runs of white space become one space."""
    return printable(" ".join(text.split()))


def quoted(value: object, limit: int = 80) -> str:
    """Return a value as Python writes it, cut to `limit` characters: what strangers name may be megabytes long."""
    if isinstance(value, str) and len(value) > limit:
        value = value[:limit] + "…"
    shown = repr(value)
    return shown if len(shown) <= 2 * limit else f"{shown[: 2 * limit]}…"


def json_safe(text: str) -> str:
    r"""Return JSON text with its unsafe characters as `\uXXXX` escapes: equal data, safe to look at.

    `text` is the output of `json.dumps(…, ensure_ascii=False)`; outside its strings stands no such character.
    """

    def escape(match: re.Match[str]) -> str:
        code = ord(match[0])
        if code < 0x10000:
            return f"\\u{code:04x}"
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"

    return UNSAFE.sub(escape, text)
