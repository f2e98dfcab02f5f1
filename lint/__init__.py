"""The lint engine and its rules: checks tool definitions, and says how to mend them.

What lives here: the engine (`lint`), the base of rules (`Rule`) and what rules look at (`File`, `Tool`, `Node`,
`Text`), fixes, `rules/` (one small class each), `reporters/` and `clients/` (data). What may not: reading files other
than through the catalog's sources, printing, exiting.

The names below are imported when they are first used: a command that only prints a finding does not load the engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_HOMES = {
    "context": (
        "PROTOCOLS",
        "Context",
        "LintOptions",
    ),
    "edits": (
        "Edit",
        "Fix",
        "Insert",
        "Remove",
        "Rename",
        "Replace",
        "Splice",
    ),
    "engine": (
        "lint",
        "lint_reading",
    ),
    "examples": ("Example",),
    "findings": (
        "LintFinding",
        "LintResult",
    ),
    "nodes": (
        "Node",
        "Text",
    ),
    "reading": (
        "Reading",
        "read",
    ),
    "registry": (
        "all_rules",
        "find_rule",
    ),
    "rule": (
        "BOOLEAN",
        "EVERY",
        "Confidence",
        "Problem",
        "Rule",
        "Safety",
        "Severity",
    ),
    "suppressions": ("Suppression",),
    "units": (
        "File",
        "Tool",
        "as_list",
        "as_object",
        "as_text",
    ),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


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
