"""TypeScript: the printer of types and the exporter of trees.

`types` prints what `generators.types` builds; `naming` settles every name of a tree, `stub` words one tool, `exporter`
puts the tree together. What the files look like stands in `templates/typescript`. The public names below are imported
when they are first used: whoever asks for reserved words only needs no exporter.
"""

from typing import TYPE_CHECKING

from ...catalog.lazily import lazily

if TYPE_CHECKING:
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

__getattr__ = lazily(
    __name__,
    {
        "..outcome": ["CheckResult", "Difference", "ExportResult", "ExportedTool"],
        ".exporter": ["check_typescript", "export_typescript", "signature"],
        ".options": ["TypeScriptOptions"],
    },
)
