"""`skills asset`: one asset of a skill, whole or not at all."""

from __future__ import annotations

from typing import Annotated

import typer

from ..catalog.findings import ToolcatError
from . import skills_input as s
from .groups import option_groups
from .input import ReportOptions


@option_groups
def asset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The skill's name.")],
    asset_name: Annotated[str, typer.Argument(metavar="ASSET", help="The asset's name, such as references/api.md.")],
    *,
    raw: Annotated[
        bool, typer.Option("--raw", help="Write the bytes as they are, whatever they are and however many.")
    ] = False,
    searching: s.SkillsOptions,
    reporting: ReportOptions,
) -> None:
    """Print one asset of a skill: UTF-8 text that a model may read whole, or an error. Nothing is ever cut."""
    import sys

    from ..catalog.text import printable
    from ..skills.activation import asset_text, decode
    from ..skills.model import SkillError, UnknownAssetError

    report = reporting.report()
    found = s.find_skills(searching, report)
    skill = s.get_skill(found, name)
    source = found.source()
    try:
        if raw:
            sys.stdout.buffer.write(source.read_asset(skill.meta.name, asset_name, limit=None))
            sys.stdout.buffer.flush()
            return
        asset_text(source, skill.meta.name, asset_name)  # A model's limits hold, its header is not printed.
        text = decode(source.read_asset(skill.meta.name, asset_name))
    except UnknownAssetError as error:
        names = [known.name for known in skill.assets]
        hint = f"it has {', '.join(names[:10])}{' …' if len(names) > 10 else ''}" if names else "it has no assets"
        raise ToolcatError(str(error), hint=hint) from None
    except SkillError as error:
        raise ToolcatError(str(error), hint="--raw writes the bytes as they are") from None
    # Into a file or a pipe the text goes as it is; a terminal would obey what it holds.
    typer.echo(printable(text) if sys.stdout.isatty() else text, nl=False)
