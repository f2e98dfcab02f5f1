"""TypeScript: the printer of types and the exporter of trees.

`types` prints what `generators.types` builds; `naming` settles every name of a tree, `stub` words one tool, `exporter`
puts the tree together. What the files look like stands in `templates/typescript`.
"""

from ..outcome import CheckResult, Difference, ExportedTool, ExportResult
from .exporter import check_typescript, export_typescript, signature
from .options import TypeScriptOptions

__all__ = [
    "CheckResult",
    "Difference",
    "ExportResult",
    "ExportedTool",
    "TypeScriptOptions",
    "check_typescript",
    "export_typescript",
    "signature",
]
