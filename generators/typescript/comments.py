"""Doc comments of types and members: on one line where they fit, else a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..text import clean, paragraphs, ts_comment, wrap

if TYPE_CHECKING:
    from ..types.docs import Doc, Tag


def comment(doc: Doc, indent: str, width: int, extra: tuple[Tag, ...] = ()) -> str:
    """Return a doc comment with its indentation and a line end; empty for nothing to say.

    The author's text comes first, then the tags: all on one line if that is short enough, else one a line.
    """
    summary = ts_comment(paragraphs(doc.summary)) if doc.summary else ""
    tags = [f"@{t.name} {_one_line(t.text)}" if t.text else f"@{t.name}" for t in (*doc.tags, *extra)]
    if not summary and not tags:
        return ""
    room = width - len(indent) - 3
    if "\n" not in summary:
        line = " ".join((summary, *tags)) if summary else " ".join(tags)
        if len(line) <= room - 4:
            return f"{indent}/** {line} */\n"
    lines = wrap(summary, room) if summary else []
    for tag in tags:
        lines += wrap(tag, room)
    body = "".join(f"{indent} * {line}\n" if line else f"{indent} *\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def _one_line(text: str) -> str:
    return ts_comment(" ".join(clean(text).split()))
