"""JSON Schema as a language: references and dialects. Knows nothing of types or emitted code.

`Document` resolves references inside one schema document (the network is never asked); `words` reads a schema of any
draft with the words of 2020-12. Nothing here changes its input.
"""

from ..pointers import escape as escape_token
from .dialects import Dialect, dialect_of, words
from .documents import Document, Path, Resource, Scope, Target, Unresolved, pointer_of
from .fragments import split_fragment

__all__ = [
    "Dialect",
    "Document",
    "Path",
    "Resource",
    "Scope",
    "Target",
    "Unresolved",
    "dialect_of",
    "escape_token",
    "pointer_of",
    "split_fragment",
    "words",
]
