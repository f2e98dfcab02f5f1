"""`skills prompt`: the block of names and descriptions that a host keeps in every prompt, and what it costs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..skills.model import Tier
from . import exits
from . import skills_input as s
from .groups import option_groups
from .input import ReportOptions
from .report import Report, count

if TYPE_CHECKING:
    from ..skills.prompt import PromptEntry


class PromptForm(StrEnum):
    """The forms of `skills prompt`."""

    XML = "xml"
    MARKDOWN = "markdown"
    JSON = "json"


@option_groups
def prompt(
    *,
    form: Annotated[PromptForm, typer.Option("--format", help="xml is what skills-ref prints.")] = PromptForm.XML,
    location: Annotated[
        bool, typer.Option("--location/--no-location", help="With the path of each SKILL.md, which a model may read.")
    ] = True,
    budget: Annotated[
        int | None,
        typer.Option("--budget", metavar="TOKENS", min=0, help="Exit with 1 if the block is estimated at more."),
    ] = None,
    tier: Annotated[
        list[Tier] | None, typer.Option("--tier", help="Only skills of this tier. Repeatable.", show_default=False)
    ] = None,
    searching: s.SkillsOptions,
    reporting: ReportOptions,
) -> None:
    """Print the block of all skills that stands in every prompt: name, description and place."""
    import sys

    from ..catalog.text import json_safe, printable
    from ..skills.prompt import PromptEntry, prompt_block
    from ..skills.tokens import estimate

    report = reporting.report()
    found = s.find_skills(searching, report)
    entries = [
        PromptEntry(name, skill.meta.description, str(skill.folder.resolve() / "SKILL.md") if location else "")
        for name, skill in sorted(found.skills.items())
        if not tier or skill.meta.origin in tier
    ]
    block = prompt_block(entries, form.value)
    # A host that reads a pipe gets the text as it is; a terminal would obey what it holds.
    if form is PromptForm.JSON:
        block = json_safe(block)
    typer.echo(printable(block) if sys.stdout.isatty() else block)
    tokens = estimate(block)
    report.note(f"{count(len(entries), 'skill')}, about {count(tokens, 'token')}")
    if budget is not None and tokens > budget:
        _over(report, entries, tokens, budget)
        raise typer.Exit(exits.FINDINGS)


def _over(report: Report, entries: list[PromptEntry], tokens: int, budget: int) -> None:
    from ..skills.prompt import largest

    top = ", ".join(f"{name} {cost:,}" for name, cost in largest(entries))
    typer.echo(f"over the budget of {budget:,} tokens by {tokens - budget:,}; the largest: {top}", err=True)
    report.detail("the estimate counts four bytes of UTF-8 as one token")
