"""The options that the skills commands share, and what they find: skills in force, shadowed and invalid ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError
from ..catalog.text import one_line

if TYPE_CHECKING:
    from ..skills.scan import FoundSkill
    from ..skills.tiers import Discovery
    from .report import Report

SkillsDir = Annotated[
    list[Path] | None,
    typer.Option(
        "--skills-dir",
        metavar="DIR",
        help="Look into this directory of skills (tier explicit). Repeatable; the first wins. "
        "Without one, into the directories that are so by convention.",
        show_default=False,
    ),
]
Conventional = Annotated[
    bool | None,
    typer.Option(
        "--conventional/--no-conventional",
        help="Also look into .mecatl, .claude, .agents and .github/skills of the project and into the user's.",
        show_default="on without --skills-dir",
    ),
]
TrustProject = Annotated[
    bool,
    typer.Option("--trust-project", help="Admit the project's own skills, which its authors wrote, not you."),
]
Project = Annotated[
    Path | None,
    typer.Option(
        "--project",
        metavar="DIR",
        help="The project's root. Default: the nearest folder above with .git, else the current one.",
        show_default=False,
    ),
]


_SHOWN_LINKS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillsOptions:
    """The options that say where skills are looked for."""

    skills_dir: SkillsDir = None
    conventional: Conventional = None
    trust_project: TrustProject = False
    project: Project = None


def find_skills(options: SkillsOptions, report: Report) -> Discovery:
    """Look for skills. Raises ToolcatError for an explicit directory that is none; notes what trust keeps out."""
    from ..skills.tiers import Roots, conventional_roots, discover, find_project
    from ..skills.trust import is_trusted

    explicit = options.skills_dir or []
    for directory in explicit:
        _check_directory(directory)
    if options.conventional or (options.conventional is None and not explicit):
        project = options.project or find_project(Path.cwd())
        trusted = options.trust_project or is_trusted(project)
        roots = conventional_roots(explicit=explicit, project=project, trusted=trusted)
    else:
        roots = Roots(conventional_roots(explicit=explicit, project=None, trusted=False).admitted[: len(explicit)])
    found = discover(roots)
    if found.gated:
        names = ", ".join(root.label for root in found.gated)
        report.note(f"the project's own skills are not read ({names}): the workspace is not trusted; --trust-project")
    for message in found.unreadable:
        report.note(f"warning: {message}")
    for link in found.links[:_SHOWN_LINKS]:
        report.note(f"ignored {one_line(link)}: the folder is a link, which a skill may not be")
    if len(found.links) > _SHOWN_LINKS:
        report.note(f"ignored {len(found.links) - _SHOWN_LINKS} more links")
    return found


def _check_directory(directory: Path) -> None:
    if not directory.is_dir():
        raise ToolcatError(f"{directory} is no directory", hint="--skills-dir takes a folder of skill folders")
    if (directory / "SKILL.md").is_file():
        raise ToolcatError(
            f"{directory} is a skill, not a directory of skills", hint=f"--skills-dir {directory.parent} has it"
        )


def get_skill(found: Discovery, name: str) -> FoundSkill:
    """Return the skill in force of this name. Raises ToolcatError that says why it is missing, or names near ones."""
    skill = found.skills.get(name)
    if skill is not None:
        return skill
    for invalid in found.invalid:
        if invalid.name == name:
            raise ToolcatError(
                f"the skill {name!r} is invalid", hint="mend it; `skills lint` says more", findings=(invalid.finding,)
            )
    from difflib import get_close_matches

    near = get_close_matches(name, found.skills, n=3, cutoff=0.5)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    elif found.gated:
        hint = "it may be one of the project's own; --trust-project admits them"
    else:
        hint = "`skills list` shows what is there; --skills-dir names another place"
    raise ToolcatError(f"no skill is called {name!r}", hint=hint)
