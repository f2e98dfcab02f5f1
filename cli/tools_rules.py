"""`tools rules` and `tools explain`: what is checked, and each rule with its reasons and examples. Works offline."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..lint import Rule
    from ..skills.codes import Code


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
        typer.Argument(metavar="RULES", help="Codes, beginnings of codes (TX) or names.", show_default=False),
    ] = None,
    form: Annotated[RulesFormat, typer.Option("--format")] = RulesFormat.TABLE,
) -> None:
    """List the rules of `tools lint`: code, name, severity, whether there is a fix, and what is found."""
    print_rules(selectors or (), form)


def print_rules(selectors: Sequence[str], form: RulesFormat, domain: str = "tools") -> None:
    """Print the rules of a domain that the selectors name."""
    from ..catalog.text import one_line
    from ..lint.registry import rules_named

    wanted = rules_named(selectors, domain)
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
    if not isinstance(rule, type):
        _print_code(rule, form)
        return
    if form is ExplainFormat.JSON:
        from .report import print_json

        print_json(rule_object(rule))
    else:
        typer.echo(rule_page(rule, markdown=form is ExplainFormat.MARKDOWN), nl=False)


def _find(name: str) -> type[Rule] | Code:
    """Return the rule of `tools lint` or `skills lint` that is called so, or a code that is no rule's."""
    from ..lint import all_rules, find_rule

    try:
        return find_rule(name)
    except ToolcatError:
        from ..skills.codes import find_code

        return find_code(name) or find_rule(name, (*all_rules(), *all_rules("skills")))


def _print_code(code: Code, form: ExplainFormat) -> None:
    """Print what there is to say of a code that no rule of lint has."""
    if form is ExplainFormat.JSON:
        from .report import print_json

        print_json(code._asdict())
        return
    head = "# " if form is ExplainFormat.MARKDOWN else ""
    what_to_do = f"## What to do\n\n{code.help}" if head else f"What to do: {code.help}"
    reported = f"{'- ' if head else '  '}Reported by: {code.command}"
    typer.echo(f"{head}{code.code} {code.name}\n\n{code.what}\n\n{reported}\n\n{what_to_do}")
