"""A new skill: a SKILL.md that is valid from the start, written where there is none yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..catalog.findings import ToolcatError
from .assets import MAIN
from .limits import MAX_DESCRIPTION, utf8_size
from .names import is_portable_name, skill_name_problem
from .scalars import quoted

if TYPE_CHECKING:
    from pathlib import Path

PLACEHOLDER = "TODO what this skill does, in one sentence. Use when TODO the user asks for it."
"""The description of a scaffold; lint asks to replace it."""


def skill_text(name: str, description: str) -> str:
    """Return the text of a new SKILL.md. The description stands on one line, quoted if it must be."""
    title = name.replace("-", " ").replace("_", " ").capitalize()
    return (
        f"---\nname: {quoted(name)}\ndescription: {quoted(' '.join(description.split()))}\n---\n\n"
        f"# {title}\n\n1. Say what to do first.\n2. Say how to check that it worked.\n"
    )


def create_skill(directory: Path, name: str, description: str | None = None) -> Path:
    """Create `<directory>/<name>/SKILL.md` and return its path.

    Raises ToolcatError for a name or description that no host would take, and if the folder or anything else of that
    name is there already: nothing existing is ever touched.
    """
    if not is_portable_name(name):
        problem = skill_name_problem(name) or "'_', and '-' at an edge or twice in a row, are not taken by every host"
        raise ToolcatError(f"no good name: {problem}", hint="use lower-case words joined by hyphens, such as pdf-forms")
    description = PLACEHOLDER if description is None else description.strip()
    if not description:
        raise ToolcatError("the description is empty", hint="say what the skill does and when to use it")
    if utf8_size(description) > MAX_DESCRIPTION:
        raise ToolcatError(
            f"the description has {utf8_size(description)} bytes, {MAX_DESCRIPTION} are shown to a model",
            hint="shorten it; details belong into the body",
        )
    folder = directory / name
    try:
        directory.mkdir(parents=True, exist_ok=True)
        folder.mkdir()
        path = folder / MAIN
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(skill_text(name, description))
    except FileExistsError:
        raise ToolcatError(f"{folder} exists already", hint="choose another name, or edit it") from None
    except OSError as error:
        raise ToolcatError(f"cannot write {folder}: {error.strerror}", hint="choose another folder") from None
    return path
