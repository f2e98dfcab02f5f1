"""`skills pack` and `skills unpack`: a skill as one zip file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..catalog.findings import ToolcatError
from . import options as o
from .report import Report, count
from .skills_lint import SkillProfile


def pack(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The skill's folder.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write. Default: NAME.zip.", show_default=False),
    ] = None,
    profile: Annotated[
        SkillProfile,
        typer.Option("--profile", help="Whose rules the skill must keep; claude-ai are those of an upload."),
    ] = SkillProfile.CLAUDE_AI,
    deflate: Annotated[
        bool, typer.Option("--deflate", help="Compress; the bytes then depend on the zlib that is used.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    quiet: o.Quiet = False,
) -> None:
    """Pack a skill for an upload: the same bytes on every machine, refused if the skill is invalid or too large."""
    from ..catalog.text import one_line
    from ..lint import LintOptions
    from ..lint.skills_engine import lint_skills
    from ..skills import bundle

    report = Report(quiet=quiet)
    folder = folder.parent if folder.name == "SKILL.md" else folder
    bundle.load_skill(folder)
    found = lint_skills([str(folder / "SKILL.md")], LintOptions(), profile=profile.value).findings
    errors = [finding for finding in found if finding.is_error]
    if errors:
        raise ToolcatError(
            f"{folder} breaks the rules of {profile.value}",
            hint="mend it, or name another --profile",
            findings=tuple(errors),
        )
    target = output or Path(f"{folder.resolve().name}.zip")
    packed = bundle.pack(folder, target, deflate=deflate, overwrite=force)
    for name in packed.left_out:
        report.note(f"left out  {one_line(name)}")
    report.note(f"wrote     {target} ({count(len(packed.names), 'file')}, {packed.size:,} bytes)")


def unpack(
    archive: Annotated[Path, typer.Argument(metavar="FILE", help="A zip with one skill.")],
    directory: Annotated[Path, typer.Option("--dir", metavar="DIR", help="Where to put the skill's folder.")] = Path(),
    quiet: o.Quiet = False,
) -> None:
    """Unpack a skill: only a sound one, only into a new folder, and never outside it."""
    from ..skills import bundle

    report = Report(quiet=quiet)
    folder = bundle.unpack(archive, directory)
    report.note(f"wrote  {folder}")
    report.note(f"next   read it before you trust it, then skills lint {folder}")
