"""The app `skills`: one module a command, registered here in the order in which help shows them."""

from __future__ import annotations

import typer

from .skills_asset import asset
from .skills_drift import drift
from .skills_init import init
from .skills_lint import lint, rules
from .skills_list import list_skills
from .skills_pack import pack, unpack
from .skills_prompt import prompt
from .skills_render import render
from .skills_show import show
from .tools_rules import explain

app = typer.Typer(
    help="List, check and pack skills (SKILL.md bundles).",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("list")(list_skills)
app.command("show")(show)
app.command("asset")(asset)
app.command("lint")(lint)
app.command("rules")(rules)
app.command("explain")(explain)
app.command("render")(render)
app.command("prompt")(prompt)
app.command("init")(init)
app.command("pack")(pack)
app.command("unpack")(unpack)
app.command("drift")(drift)


@app.callback()
def skills() -> None:
    """List, check and pack skills (SKILL.md bundles).

    Add --debug to any command to see the traceback of a bug.
    """
