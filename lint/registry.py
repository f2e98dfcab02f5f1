"""The registry: every rule class of `lint/rules/`, found by being there, and which of them a run wants."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, cast

from ..catalog.findings import Severity, ToolcatError
from .context import PORTABLE
from .findings import RANK, worst
from .rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .context import Context, LintOptions

SKILLS = "skills"
"""Modules of `lint/rules/` whose name begins so hold the rules of `skills lint`."""

EXACT = 100
"""How exactly a whole code or name names a rule; beginnings of codes count by their length."""

PROFILES = ("default", "strict", "docs")
"""Rule profiles: `strict` has every rule; others add the `off` rules that name them."""


@cache
def all_rules(domain: str = "tools") -> tuple[type[Rule], ...]:
    """Return the rule classes of a domain (`tools` or `skills`), sorted by code."""
    from . import rules as package

    found: dict[str, type[Rule]] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.name.startswith(SKILLS) == (domain == SKILLS):
            loaded = importlib.import_module(f"{package.__name__}.{module.name}")
            for value in list(vars(loaded).values()):
                if isinstance(value, type) and issubclass(value, Rule) and "code" in vars(value):
                    rule = value
                    if found.setdefault(rule.code, rule) is not rule:
                        raise TypeError(f"two rules have the code {rule.code}: {found[rule.code]} and {rule}")
    return tuple(found[code] for code in sorted(found))


def find_rule(name: str, rules: Sequence[type[Rule]] | None = None) -> type[Rule]:
    """Return the rule of this code or name, ignoring case. Raises ToolcatError with near names if there is none."""
    known = all_rules() if rules is None else rules
    for rule in known:
        if name.lower() in (rule.code.lower(), rule.name):
            return rule
    begun = [rule for rule in known if name and rule.code.startswith(name.upper())]
    if begun:
        command = "skills" if begun[0] in all_rules(SKILLS) else "tools"
        hint = f"`{command} rules {name.upper()}` lists those whose codes begin so"
        raise ToolcatError(f"no rule is called {name!r}", hint=hint)
    from difflib import get_close_matches

    words = [word for rule in known for word in (rule.code, rule.name)]
    near = get_close_matches(name, words, n=3, cutoff=0.6)
    hint = f"did you mean {' or '.join(near)}?" if near else "`tools rules` and `skills rules` list them"
    raise ToolcatError(f"no rule is called {name!r}", hint=hint)


def rules_called(name: str) -> list[type[Rule]]:
    """Return the rules that have just this code or name: a name may be that of a rule of each command."""
    domains = ("tools", SKILLS)
    return [rule for domain in domains for rule in all_rules(domain) if name in (rule.code, rule.name)]


def rules_named(selectors: Sequence[str], domain: str = "tools", where: str = "rules") -> list[type[Rule]]:
    """Return the rules of a domain that the selectors name, all without one.

    What names only rules of the other domain is passed over beside what does not. Raises ToolcatError for a selector
    that no rule answers to, and if none is named; `where` says who wrote it (`--select`).
    """
    known = all_rules(domain)
    check_selectors(selectors, known, where)
    named = [rule for rule in known if not selectors or best_match(selectors, rule)]
    if not named:
        others = " ".join(selectors)
        command = "tools" if domain == SKILLS else SKILLS
        message = f"{where}: no rule of `{domain} lint` answers to {', '.join(map(repr, selectors))}"
        raise ToolcatError(message, hint=f"`{command} rules {others}` lists them")
    return named


def check_selectors(selectors: Iterable[str], rules: Sequence[type[Rule]], where: str) -> None:
    """Raise ToolcatError for a selector that no rule answers to; `where` says who wrote it (`--select`)."""
    for selector in selectors:
        if not any(_length(selector, rule) for rule in rules) and not is_answered(selector):
            hint = "a selector is a rule's code, the beginning of one (TX), a rule's name, or ALL"
            raise ToolcatError(f"{where}: no rule answers to {selector!r}", hint=hint)


def is_answered(selector: str) -> bool:
    """Whether a selector names a rule of any command: a config serves all of them."""
    return any(_length(selector, rule) for domain in ("tools", SKILLS) for rule in all_rules(domain))


def _length(selector: str, rule: type[Rule]) -> int:
    """Return how exactly a selector names a rule: 0 not at all, 1 by ALL, more by a longer prefix, most by name."""
    if selector == "ALL":
        return 1
    if selector in (rule.name, rule.code):
        return EXACT
    upper = selector.upper()
    return 1 + len(upper) if upper.isalnum() and rule.code.startswith(upper) else 0


def best_match(selectors: Iterable[str], rule: type[Rule]) -> int:
    """Return how exactly the best of some selectors names a rule; 0 if none does."""
    return max((_length(selector, rule) for selector in selectors), default=0)


def is_selected(rule: type[Rule], options: LintOptions) -> bool:
    """Whether the options ask for a rule, protocol and clients aside."""
    chosen = best_match((*options.select, *options.extend_select), rule)
    ignored = best_match(options.ignore, rule)
    if chosen or ignored:
        return chosen > ignored
    if rule.always:
        return True
    if options.select:
        return False
    if rule.off:
        return options.profile == "strict" or options.profile in rule.profiles
    return True


def is_active(rule: type[Rule], context: Context) -> bool:
    """Whether a rule runs: selected, of this protocol version, and about a client that was asked for."""
    if rule.since is not None and context.protocol < rule.since:
        return False
    if rule.until is not None and context.protocol > rule.until:
        return False
    if not is_selected(rule, context.options):
        return False
    if not rule.clients:
        return True
    if context.is_portable:
        return rule.portable or best_match((*context.options.select, *context.options.extend_select), rule) >= EXACT
    return any(client in context.clients for client in rule.clients)


def severity_of(rule: type[Rule], context: Context, own: Severity | None = None) -> Severity | None:
    """Return the severity of a rule's problem in this run; None if the options switch it off.

    `own` is what the problem itself says. The options decide first; else a client that was asked for may raise it, and
    what is about clients is at most a warning while none was asked for by name.
    """
    best, chosen = 0, cast("Severity | None", None)
    for selector, severity in context.options.severity.items():
        length = _length(selector, rule)
        if length > best:
            best, chosen = length, severity
    if best:
        return chosen
    base = own or rule.severity
    raised = [rule.client_severity[client] for client in context.clients if client in rule.client_severity]
    if raised:
        return worst((base, *raised))
    if rule.clients and context.is_portable and base is Severity.ERROR:
        return Severity.WARNING
    return base


def select_rules(context: Context, domain: str = "tools") -> list[type[Rule]]:
    """Return the rules that run. Raises ToolcatError for selectors and profiles that name nothing."""
    rules = all_rules(domain)
    options = context.options
    if options.profile not in PROFILES:
        raise ToolcatError(f"no rule profile is called {options.profile!r}", hint=f"there are {', '.join(PROFILES)}")
    check_selectors(options.select, rules, "--select")
    check_selectors(options.extend_select, rules, "--extend-select")
    check_selectors(options.ignore, rules, "--ignore")
    check_selectors(options.severity, rules, "severity")
    return [rule for rule in rules if is_active(rule, context)]


def as_severe(rules: list[type[Rule]], least: Severity, context: Context) -> list[type[Rule]]:
    """Return the rules whose problems may be as severe as `least`: nobody is told of those of the others.

    All of them, where a remark about suppressions and baselines is as severe: these are about what the others find.
    """

    def is_one(rule: type[Rule]) -> bool:
        worst_of_it = severity_of(rule, context, rule.worst)
        return worst_of_it is not None and RANK[worst_of_it] >= RANK[least]

    if least is Severity.INFO or any(rule.code.startswith("TL") and is_one(rule) for rule in rules if not rule.always):
        return rules
    return [rule for rule in rules if is_one(rule)]


__all__ = [
    "PORTABLE",
    "PROFILES",
    "all_rules",
    "as_severe",
    "best_match",
    "check_selectors",
    "find_rule",
    "is_active",
    "is_answered",
    "is_selected",
    "rules_called",
    "rules_named",
    "select_rules",
    "severity_of",
]
