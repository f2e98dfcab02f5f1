"""`tools rules` and `tools explain`: what is checked, and each rule with its reasons and examples. Works offline."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError

if TYPE_CHECKING:
    from ..lint import Rule


class RulesFormat(StrEnum):
    """The forms of `tools rules`."""

    TABLE = "table"
    JSON = "json"


class ExplainFormat(StrEnum):
    """The forms of `tools explain`."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


def rules(
    selectors: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RULES]...", help="Codes, beginnings of codes (TX) or names.", show_default=False),
    ] = None,
    form: Annotated[RulesFormat, typer.Option("--format")] = RulesFormat.TABLE,
) -> None:
    """List the rules of `tools lint`: code, name, severity, whether there is a fix, and what is found."""
    from ..catalog.text import one_line
    from ..lint import all_rules
    from ..lint.registry import best_match, check_selectors

    known = all_rules()
    check_selectors(selectors or (), known, "rules")
    wanted = [rule for rule in known if not selectors or best_match(selectors, rule)]
    if form is RulesFormat.JSON:
        from ..lint.explain import rule_object
        from .report import print_json

        print_json([rule_object(rule) for rule in wanted])
        return
    width = max(len(rule.name) for rule in wanted)
    for rule in wanted:
        fix = "" if rule.fix is None else "fix" if rule.fix == "safe" else "fix?"
        severity = "off" if rule.off else rule.severity.value
        typer.echo(f"{rule.code:<5}  {rule.name:<{width}}  {severity:<7}  {fix:<4}  {_first(one_line(rule.what))}")


def _first(text: str) -> str:
    """Return the first sentence."""
    head, found, _ = text.partition(". ")
    return f"{head}." if found else head


def explain(
    name: Annotated[str, typer.Argument(metavar="RULE", help="A rule's code or name.")],
    form: Annotated[ExplainFormat, typer.Option("--format")] = ExplainFormat.TEXT,
) -> None:
    """Explain a rule: what it finds, why, where that is written, how to mend it, bad and good examples."""
    from ..lint.explain import rule_object, rule_page

    rule = _find(name)
    if form is ExplainFormat.JSON:
        from .report import print_json

        print_json(rule_object(rule))
    else:
        typer.echo(rule_page(rule, markdown=form is ExplainFormat.MARKDOWN), nl=False)


def _find(name: str) -> type[Rule]:
    """Return the rule of `tools lint` or `skills lint` that is called so."""
    from ..lint import all_rules, find_rule

    try:
        return find_rule(name)
    except ToolcatError:
        return find_rule(name, (*all_rules(), *all_rules("skills")))
