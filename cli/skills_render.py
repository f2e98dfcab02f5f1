"""`skills render`: what `/NAME ARGUMENTS` expands to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..catalog.findings import ToolcatError
from . import exits
from . import skills_input as s
from .groups import option_groups
from .input import ReportOptions


@option_groups
def render(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of a command file or a skill.")],
    *,
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARGUMENT", help="Put -- before what looks like an option.")
    ] = None,
    commands: Annotated[
        list[Path] | None,
        typer.Option(
            "--commands",
            metavar="DIR",
            help="Look for NAME.md here first: a command file hides a skill. Repeatable.",
            show_default=False,
        ),
    ] = None,
    searching: s.SkillsOptions,
    reporting: ReportOptions,
) -> None:
    """Expand the slash command /NAME: a command file's body, else a skill's, with $ARGUMENTS and $1 … $9 filled in."""
    import sys

    from ..catalog.text import one_line, printable
    from ..skills.expansion import expand
    from ..skills.model import UnknownSkillError

    report = reporting.report()
    for directory in commands or ():
        if not directory.is_dir():
            raise ToolcatError(f"{directory} is no directory", hint="--commands takes a folder of Markdown files")
    found = s.find_skills(searching, report)
    places = [(directory, directory.as_posix()) for directory in commands or ()]
    try:
        expansion = expand(name, arguments or [], found.source(), places)
    except UnknownSkillError:
        s.get_skill(found, name)
        raise
    if expansion is None:
        report.note(f"/{one_line(name)} does not expand: its body is empty")
        raise typer.Exit(exits.FINDINGS)
    report.detail(f"/{name} is the {expansion.kind} {one_line(expansion.origin)}")
    if arguments and not expansion.used_arguments:
        report.note("the text has no $ARGUMENTS or $1: the arguments are not in it")
    if expansion.missing:
        names = ", ".join(f"${position}" for position in expansion.missing)
        report.note(f"no argument was given for {names}")
    typer.echo(printable(expansion.text) if sys.stdout.isatty() else expansion.text)
