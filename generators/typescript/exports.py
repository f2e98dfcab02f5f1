"""What the text of a module exports: a user's template may forget what our barrels re-export."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Strings before comments: a `/*` in a string begins none.
_ASIDE = re.compile(
    r'"(?:\\.|[^"\\\n])*"|' r"'(?:\\.|[^'\\\n])*'|" r"`(?:\\.|[^`\\])*`|" r"/\*.*?\*/|//[^\n]*", re.DOTALL
)
_ALL = re.compile(r"\bexport\s*\*\s*from\b")


def missing_exports(text: str, names: Iterable[str]) -> list[str]:
    """Return which of `names` a module's text does not export, as far as the text tells (`export *` may export any)."""
    code = _ASIDE.sub('""', text)
    if _ALL.search(code):
        return []
    return [name for name in names if not _is_exported(code, re.escape(name))]


def _is_exported(code: str, name: str) -> bool:
    declared = (
        r"\bexport\s+(?:(?:declare|abstract|async|const(?=\s+enum))\s+)*"
        rf"(?:function\b\s*\*?|(?:const|let|var|class|enum|type|interface)\s)\s*{name}(?![\w$])"
    )
    listed = rf"\bexport\s+(?:type\s*)?\{{(?:[^}}]*[\s,])?{name}\s*(?:,|\}})"
    return re.search(declared, code) is not None or re.search(listed, code) is not None
