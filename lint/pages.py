"""The pages of `docs/rules/`: one a rule and an index, made from what the rules say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .explain import rule_page
from .registry import SKILLS, all_rules

if TYPE_CHECKING:
    from .rule import Rule

MARK = "<!-- Generated from lint/rules/ by .ci/rule_pages.py. Do not edit: change the rule and generate again. -->\n\n"

FAMILIES = {
    "TS": "Input and structure",
    "TN": "Names",
    "TU": "Duplicates",
    "TJ": "Schema validity",
    "TQ": "Schema quality",
    "TD": "Descriptions",
    "TX": "Security",
    "TA": "Annotations",
    "TC": "Clients",
    "TG": "Drift",
    "M0": "`.meta` registries",
    "CF": "The config",
    "TL": "The linter itself",
    "SF": "Skills: frontmatter",
    "SN": "Skills: names",
    "SD": "Skills: descriptions",
    "SB": "Skills: body",
    "SL": "Skills: links and assets",
    "SU": "Skills: sets and tiers",
    "SC": "Skills: clients",
}
"""What the rules of each family (the beginning of their codes) are about, in the order of the index."""


def documented_rules() -> tuple[type[Rule], ...]:
    """Return every rule, of tools and of skills, each once, sorted by code."""
    rules = {rule.code: rule for domain in ("tools", SKILLS) for rule in all_rules(domain)}
    return tuple(rules[code] for code in sorted(rules))


def rule_pages() -> dict[str, str]:
    """Return the text of each page by its file name."""
    rules = documented_rules()
    pages = {f"{rule.code}.md": MARK + rule_page(rule, markdown=True) for rule in rules}
    pages["README.md"] = MARK + _index(rules)
    return pages


def _index(rules: tuple[type[Rule], ...]) -> str:
    lines = [
        "# Rules",
        "",
        f"{len(rules)} rules. `tools explain CODE` shows a page offline, `tools rules` lists what `tools lint` checks "
        "and `skills rules` what `skills lint` checks.",
        "",
        "*off*: only with `--select`, `--select ALL` or `--profile strict`. *fix*: mended by `--fix`; *fix?*: by "
        "`--fix --unsafe-fixes`, since it may change the meaning.",
    ]
    known = [family for family in FAMILIES if any(rule.code.startswith(family) for rule in rules)]
    rest = sorted({rule.code[:2] for rule in rules} - set(known))
    for family in (*known, *rest):
        lines += ["", f"## {family.rstrip('0')} {FAMILIES.get(family, '')}".rstrip(), ""]
        lines += ["| rule | | severity | | what is found |", "| --- | --- | --- | --- | --- |"]
        lines += [_row(rule) for rule in rules if rule.code.startswith(family)]
    return "\n".join(lines) + "\n"


def _row(rule: type[Rule]) -> str:
    fix = "" if rule.fix is None else "fix" if rule.fix == "safe" else "fix?"
    severity = f"{rule.severity}, off" if rule.off else rule.severity.value
    what = " ".join(rule.what.split()).replace("|", "\\|").replace("<", "&lt;")
    return f"| [{rule.code}]({rule.code}.md) | {rule.name} | {severity} | {fix} | {what} |"
