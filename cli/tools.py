"""The app `tools`: one module a command, registered here in the order in which help shows them."""

from __future__ import annotations

import typer

from .tools_export import export_typescript
from .tools_init import init
from .tools_list import list_tools
from .tools_schema import schema
from .tools_show import show

app = typer.Typer(
    help="Check, list and export catalogs of agent tools.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("list")(list_tools)
app.command("show")(show)
app.command("export-typescript")(export_typescript)
app.command("init")(init)
app.command("schema")(schema)


@app.callback()
def tools() -> None:
    """Check, list and export catalogs of agent tools.

    Add --debug to any command to see the traceback of a bug.
    """
