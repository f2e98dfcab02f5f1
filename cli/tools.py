"""The app `tools`: one module a command, listed here in the order in which help shows them."""

from __future__ import annotations

from .lazy import Entry, group

COMMANDS = {
    "list": Entry("tools_list", "list_tools", "List tools, sorted and filtered."),
    "show": Entry("tools_show", "show", "Show everything about one tool."),
    "search": Entry("tools_search", "search", "Find tools by what they do."),
    "lint": Entry("tools_lint", "lint", "Check tools, and mend them."),
    "rules": Entry("tools_rules", "rules", "List the rules of lint."),
    "explain": Entry("tools_rules", "explain", "Explain a rule, with examples."),
    "export-typescript": Entry("tools_export", "export_typescript", "Export tools as a TypeScript tree."),
    "export-python": Entry("tools_export_python", "export_python", "Export tools as a Python package."),
    "hosts": Entry("tools_hosts", "hosts", "List the code-mode hosts that exports can be for."),
    "compat": Entry("tools_compat", "compat", "Say what becomes of each tool in each host."),
    "snapshot": Entry("tools_snapshot", "snapshot", "Keep what live servers list, and compare it later."),
    "init": Entry("tools_init", "init", "Write a starter manifest and config."),
    "schema": Entry("tools_schema", "schema", "Print the JSON Schema of a format."),
}

app = group(
    COMMANDS,
    """Check, list and export catalogs of agent tools.

    Add --debug to any command to see the traceback of a bug.
    """,
)
