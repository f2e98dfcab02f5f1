"""Doc comments: hostile text made safe, wrapped or on one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..types.docs import Doc, Tag

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)


def safe(text: str) -> str:
    """Return text that can neither end a comment nor hide anything in it: control, bidi and invisible characters go."""
    if not text.isascii() or not text.isprintable():
        text = _UNSAFE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return text.replace("*/", "*\\/") if "*/" in text else text


def comment(doc: Doc, indent: str, width: int, extra: tuple[Tag, ...] = ()) -> str:
    """Return a doc comment with its indentation and a line end; empty for nothing to say. One line if it fits."""
    tags = doc.tags + extra if extra else doc.tags
    summary = safe(doc.summary).strip() if doc.summary else ""
    told = [f"@{t.name} {' '.join(safe(t.text).split())}".rstrip() for t in tags]
    if not summary and not told:
        return ""
    if "\n" not in summary:
        line = f"{indent}/** {' '.join([summary, *told] if summary else told)} */\n"
        if len(line) <= width + 1:
            return line
        if not told:
            return line if len(summary) + len(indent) + 7 <= width + 20 else _block([summary], indent)
    lines = [line.rstrip() for line in summary.split("\n")] if summary else []
    return _block(lines + told, indent)


def _block(lines: list[str], indent: str) -> str:
    body = "".join(f"{indent} * {line}\n" if line else f"{indent} *\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"
