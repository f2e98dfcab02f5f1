"""The lint engine and its rules: checks tool definitions, and says how to mend them.

What lives here: the engine (`lint`), the base of rules (`Rule`) and what rules look at (`File`, `Tool`, `Node`,
`Text`), fixes, `rules/` (one small class each), `reporters/` and `clients/` (data). What may not: reading files other
than through the catalog's sources, printing, exiting.
"""

from __future__ import annotations

from ..catalog.findings import Severity
from .context import PROTOCOLS, Context, LintOptions
from .edits import Edit, Fix, Insert, Remove, Rename, Replace, Splice
from .engine import lint, lint_reading
from .examples import Example
from .findings import LintFinding, LintResult
from .nodes import Node, Text
from .reading import Reading, read
from .registry import all_rules, find_rule
from .rule import BOOLEAN, EVERY, Confidence, Problem, Rule, Safety
from .suppressions import Suppression
from .units import File, Tool, as_list, as_object, as_text

__all__ = [
    "BOOLEAN",
    "EVERY",
    "PROTOCOLS",
    "Confidence",
    "Context",
    "Edit",
    "Example",
    "File",
    "Fix",
    "Insert",
    "LintFinding",
    "LintOptions",
    "LintResult",
    "Node",
    "Problem",
    "Reading",
    "Remove",
    "Rename",
    "Replace",
    "Rule",
    "Safety",
    "Severity",
    "Splice",
    "Suppression",
    "Text",
    "Tool",
    "all_rules",
    "as_list",
    "as_object",
    "as_text",
    "find_rule",
    "lint",
    "lint_reading",
    "read",
]
