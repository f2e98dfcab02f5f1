"""Tool specs and catalogs: modes, gates, names, config, loading, findings and their places.

Knows nothing of emitted code, of lint rules or of the terminal. Loading is imported from `catalog.loading`, configs
from `catalog.config`: those who only handle specs do not pay for them.
"""

from .catalog import Catalog, DuplicateToolError, InvalidToolError, Skipped
from .documents import Document
from .findings import Finding, Place, Severity, ToolcatError
from .names import QualifiedName, qualify, split
from .spec import CATEGORIES, Mode, Origin, ToolSpec

__all__ = [
    "CATEGORIES",
    "Catalog",
    "Document",
    "DuplicateToolError",
    "Finding",
    "InvalidToolError",
    "Mode",
    "Origin",
    "Place",
    "QualifiedName",
    "Severity",
    "Skipped",
    "ToolSpec",
    "ToolcatError",
    "qualify",
    "split",
]
