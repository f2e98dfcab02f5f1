"""TypeScript: the printer of types and the exporter of trees.

`types` prints what `generators.types` builds; `naming` settles every name of a tree, `stub` words one tool, `exporter`
puts the tree together. What the files look like stands in `templates/typescript`. The public names below are imported
when they are first used: whoever asks for reserved words only needs no exporter.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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

_HOMES = {
    **dict.fromkeys(["CheckResult", "Difference", "ExportResult", "ExportedTool"], "..outcome"),
    **dict.fromkeys(["check_typescript", "export_typescript", "signature"], ".exporter"),
    "TypeScriptOptions": ".options",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name], __name__), name)
