"""Everything that writes code: types, names, text safety, trees and their locks.

What the target languages share stands here; each language has a folder of its own, and so has the algebra of types.
"""

from .outcome import CheckResult, Difference, ExportedTool, ExportResult

__all__ = ["CheckResult", "Difference", "ExportResult", "ExportedTool"]
