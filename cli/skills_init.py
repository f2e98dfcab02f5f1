"""`skills init`: a new skill that is valid from the start."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options as o
from .report import Report


def init(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case words joined by hyphens.")],
    description: Annotated[
        str | None,
        typer.Option("--description", "-d", help="What the skill does and when to use it.", show_default=False),
    ] = None,
    directory: Annotated[
        Path | None,
        typer.Option(
            "--dir",
            metavar="DIR",
            help="The directory of skills to put it into. Default: the first that the project has of .mecatl, .claude, "
            ".agents and .github/skills, else .claude/skills.",
            show_default=False,
        ),
    ] = None,
    user: Annotated[bool, typer.Option("--user", help="Put it into ~/.claude/skills.")] = False,
    quiet: o.Quiet = False,
) -> None:
    """Create a skill: a folder with a SKILL.md. Anything that exists is left alone."""
    from ..catalog.findings import ToolcatError
    from ..skills.scaffold import create_skill
    from ..skills.tiers import PROJECT_DIRECTORIES, find_project, shown_path

    report = Report(quiet=quiet)
    if user and directory is not None:
        raise ToolcatError("--user and --dir cannot stand together", hint="leave one of them out")
    if user:
        directory = Path("~/.claude/skills").expanduser()
    elif directory is None:
        project = find_project(Path.cwd())
        places = [project / place for place in PROJECT_DIRECTORIES]
        directory = next((place for place in places if place.is_dir()), project / ".claude/skills")
    path = create_skill(directory, name, description)
    report.note(f"wrote  {shown_path(path)}")
    if description is None:
        report.note("next   replace the TODO in its description")
    report.note(f"       skills lint {shown_path(path.parent)}")
