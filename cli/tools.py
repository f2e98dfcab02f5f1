"""The app `tools`: one module a command, registered here in the order in which help shows them."""

from __future__ import annotations

import typer

from .tools_export import export_typescript
from .tools_export_python import export_python
from .tools_init import init
from .tools_lint import lint
from .tools_list import list_tools
from .tools_rules import explain, rules
from .tools_schema import schema
from .tools_show import show

app = typer.Typer(
    help="Check, list and export catalogs of agent tools.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("list", short_help="List tools, sorted and filtered.")(list_tools)
app.command("show", short_help="Show everything about one tool.")(show)
app.command("lint", short_help="Check tools, and mend them.")(lint)
app.command("rules", short_help="List the rules of lint.")(rules)
app.command("explain", short_help="Explain a rule, with examples.")(explain)
app.command("export-typescript", short_help="Export tools as a TypeScript tree.")(export_typescript)
app.command("export-python", short_help="Export tools as a Python package.")(export_python)
app.command("init", short_help="Write a starter manifest and config.")(init)
app.command("schema", short_help="Print the JSON Schema of a format.")(schema)


@app.callback()
def tools() -> None:
    """Check, list and export catalogs of agent tools.

    Add --debug to any command to see the traceback of a bug.
    """
