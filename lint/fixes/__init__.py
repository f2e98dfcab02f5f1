"""Fixes: from edits of data to edits of text, and onto the disk. Everything but the edited values stays byte-equal.

`splices` says an edit as replaced characters, `edited` says what the data is afterwards; a text is only written when
reading it again gives just that data.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .apply import Fixed, fix_document, unified_diff, write_atomically
    from .data import NotFixable, edited

_HOME = {
    "Fixed": "apply",
    "NotFixable": "data",
    "edited": "data",
    "fix_document": "apply",
    "unified_diff": "apply",
    "write_atomically": "apply",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: most runs fix nothing."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


__all__ = ["Fixed", "NotFixable", "edited", "fix_document", "unified_diff", "write_atomically"]
