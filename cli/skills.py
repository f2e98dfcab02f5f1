"""The app `skills`: SKILL.md bundles."""

from __future__ import annotations

import typer

app = typer.Typer(
    help="List and check skills (SKILL.md bundles).",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def skills() -> None:
    """List and check skills (SKILL.md bundles). No command is built in yet."""
