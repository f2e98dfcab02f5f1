"""`skills show`: one skill in force, its metadata, assets and body, or exactly what a model gets on activation."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from . import skills_input as s
from .groups import option_groups
from .input import ReportOptions
from .report import print_json

if TYPE_CHECKING:
    from ..skills.scan import FoundSkill
    from ..skills.tiers import Discovery


class ShowFormat(StrEnum):
    """The forms of `skills show`."""

    TEXT = "text"
    JSON = "json"
    MODEL = "model"


@option_groups
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The skill's name.")],
    *,
    form: Annotated[
        ShowFormat, typer.Option("--format", help="model: exactly what activating the skill puts before a model.")
    ] = ShowFormat.TEXT,
    searching: s.SkillsOptions,
    reporting: ReportOptions,
) -> None:
    """Show one skill: metadata, assets with their sizes, and the body."""
    from ..skills.activation import activation_text

    report = reporting.report()
    found = s.find_skills(searching, report)
    skill = s.get_skill(found, name)
    report.findings(skill.warnings)
    if form is ShowFormat.JSON:
        print_json(_as_json(found, skill))
    elif form is ShowFormat.MODEL:
        import sys

        from ..catalog.text import printable

        text = activation_text(skill.meta, skill.body, skill.assets)
        typer.echo(printable(text) if sys.stdout.isatty() else text)
    else:
        typer.echo(_describe(found, skill))


def _shadows(found: Discovery, skill: FoundSkill) -> list[str]:
    return [pair.loser.label for pair in found.shadowed if pair.winner is skill]


def _as_json(found: Discovery, skill: FoundSkill) -> dict[str, object]:
    from ..skills.tokens import estimate

    meta = skill.meta
    out: dict[str, object] = {
        "name": meta.name,
        "description": meta.description,
        "tier": meta.origin.value,
        "file": skill.label,
        "tokens": {"listing": estimate(meta.name + meta.description), "body": estimate(skill.body)},
        "assets": [{"name": asset.name, "size": asset.size, "executable": asset.executable} for asset in skill.assets],
        "body": skill.body,
    }
    more: dict[str, object] = {
        "license": meta.license,
        "compatibility": meta.compatibility,
        "metadata": dict(meta.metadata),
        "allowedTools": list(meta.allowed_tools),
        "shadows": _shadows(found, skill),
    }
    return {**out, **{key: value for key, value in more.items() if value}}


def _describe(found: Discovery, skill: FoundSkill) -> str:
    from ..catalog.text import one_line, printable
    from ..skills.tokens import estimate

    meta = skill.meta
    rows = {
        "description": meta.description,
        "tier": meta.origin.value,
        "file": skill.label,
        "shadows": ", ".join(_shadows(found, skill)),
        "tokens": f"about {estimate(meta.name + meta.description):,} in every prompt, {estimate(skill.body):,} more "
        "when activated",
        "license": meta.license,
        "needs": meta.compatibility,
        "tools": ", ".join(meta.allowed_tools),
        **{f"· {key}": value for key, value in meta.metadata.items()},
    }
    lines = [meta.name]
    lines += [f"  {one_line(key):<12} {one_line(value)}" for key, value in rows.items() if value]
    if skill.assets:
        lines += ["", "  Assets:"]
        width = max(len(f"{asset.size:,}") for asset in skill.assets)
        lines += [
            f"  {asset.size:>{width},}  {one_line(asset.name)}{'*' if asset.executable else ''}"
            for asset in skill.assets
        ]
    return "\n".join([*lines, "", *(f"  {line}".rstrip() for line in printable(skill.body).splitlines())])
