"""The app `toolcat`: the apps `tools` and `skills` under one name, with the version and shell completion."""

from __future__ import annotations

from typing import Annotated

import typer

from . import skills, tools
from .lazy import PlainGroup

app = typer.Typer(
    cls=PlainGroup,
    help="Check, list and export catalogs of agent tools and skills.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(tools.app, name="tools")
app.add_typer(skills.app, name="skills")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"toolcat {version('toolcat')}")
        raise typer.Exit


@app.callback()
def toolcat(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Check, list and export catalogs of agent tools and skills."""
    del version
