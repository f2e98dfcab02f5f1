"""Fixes: from edits of data to edits of text, and onto the disk. Everything but the edited values stays byte-equal.

`splices` says an edit as replaced characters, `edited` says what the data is afterwards; a text is only written when
reading it again gives just that data.
"""

from .apply import Fixed, fix_document, unified_diff, write_atomically
from .data import NotFixable, edited

__all__ = ["Fixed", "NotFixable", "edited", "fix_document", "unified_diff", "write_atomically"]
