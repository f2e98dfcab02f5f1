"""TL: the linter about itself: crashed rules, suppressions and baselines that hold no more. The engine reports them."""

from __future__ import annotations

from pathlib import Path

from ..examples import Example
from ..rule import Rule, Severity

_BASELINE = '{"version": 1, "findings": [{"rule": "TD001", "file": "example.tools.yaml", "tool": "gone"}]}'
_SECURITY = """\
{"version": 1, "findings": [
  {"rule": "TX001", "file": "example.tools.yaml", "tool": "get_order", "pointer": "/description", "reason": ""}
]}"""
_HIDDEN = 'description: "Return one order\\u200B of the shop. Use it when you know its number."'


class RuleCrashed(Rule):
    code = "TL001"
    name = "rule-crashed"
    severity = Severity.ERROR
    always = True
    in_source = True
    what = "A rule raised an error over this file. The other rules ran, and so did this one over other files."
    why = "What the rule looks for may stand in the file and was not found."
    source = "toolcat."
    help = "Report it to toolcat's issue tracker; --ignore with the rule's code goes around it."
    bad = ()
    good = ()


class SuppressionUnused(Rule):
    code = "TL002"
    name = "suppression-unused"
    severity = Severity.WARNING
    in_source = True
    what = "A suppression (`[[lint.suppress]]` or a comment) hides nothing, though its rule looked at what it is about."
    why = "What it excused is gone; left alone it hides the next problem of that kind, which nobody has looked at."
    source = "ESLint's --report-unused-disable-directives and ruff's RUF100 are the models."
    help = "Remove it."
    bad = (Example("name: get_order   # toolcat: ignore[TC201] -- the shop's word\n"),)
    good = (Example("name: orders.get   # toolcat: ignore[TC201] -- the shop's word\n", also=("TC",)),)


class SuppressionExpired(Rule):
    code = "TL003"
    name = "suppression-expired"
    severity = Severity.WARNING
    in_source = True
    what = "The last day of a suppression (`expires`) is over, so it hides nothing any more."
    why = "Somebody wanted to look again by that day."
    source = "toolcat."
    help = "Mend what it hid, or look again and give it another day."
    bad = ()
    good = ()


class SuppressionWithoutReason(Rule):
    code = "TL004"
    name = "suppression-without-reason"
    severity = Severity.WARNING
    in_source = True
    what = "A suppressing comment gives no reason. Findings of security rules are reported in spite of it."
    why = "The next reader cannot tell whether it still holds."
    source = "toolcat; `--` before the reason is ESLint's form."
    help = "Write why, behind two dashes: `# toolcat: ignore[TD002] -- the name says it`."
    bad = (Example("name: orders.get   # toolcat: ignore[TC201]\n", also=("TC",)),)
    good = (Example("name: orders.get   # toolcat: ignore[TC201] -- the shop's word\n", also=("TC",)),)


class BaselineStale(Rule):
    code = "TL005"
    name = "baseline-stale"
    severity = Severity.INFO
    in_source = True
    what = "The baseline holds findings that are gone."
    why = "They would hide the same problem when it comes back."
    source = "ESLint's --prune-suppressions is the model."
    help = "Run with --update-baseline, which prunes them."
    bad = (
        Example(
            "name: get_order",
            at="baseline.json#",
            files={"baseline.json": _BASELINE},
            not_sources=("baseline.json",),
            options={"baseline": Path("baseline.json")},
        ),
    )
    good = ()


class BaselineWithoutReason(Rule):
    code = "TL006"
    name = "baseline-without-reason"
    severity = Severity.WARNING
    in_source = True
    what = "The baseline holds a finding of a security rule without a `reason`; it is reported all the same."
    why = "A baseline is written by a machine; what may be an attack needs a person who has looked at it."
    source = "toolcat."
    help = 'Look at it, then write into its entry why it is accepted: `"reason": "…"`.'
    bad = (
        Example(
            _HIDDEN,
            at="baseline.json#",
            also=("TX001",),
            files={"baseline.json": _SECURITY},
            not_sources=("baseline.json",),
            options={"baseline": Path("baseline.json")},
        ),
    )
    good = (
        Example(
            _HIDDEN,
            files={"baseline.json": _SECURITY.replace('"reason": ""', '"reason": "a word joiner that the shop needs"')},
            not_sources=("baseline.json",),
            options={"baseline": Path("baseline.json")},
        ),
    )


class SuppressionMalformed(Rule):
    code = "TL007"
    name = "suppression-malformed"
    severity = Severity.WARNING
    in_source = True
    what = "A comment that is meant to suppress cannot be understood, or names a rule that does not exist."
    why = "It hides nothing, or not what it was written for, and nobody is told."
    source = "ruff's warning about an invalid `# noqa` is the model."
    help = "Write `# toolcat: ignore[TD002] -- reason`, or `ignore-file[…]` for the whole file."
    bad = (
        Example("name: get_order   # toolcat: ignore TC201 -- the shop's word\n"),
        Example("name: get_order   # toolcat: ignore[TC2000] -- the shop's word\n"),
    )
    good = (Example("name: orders.get   # toolcat: ignore[TC201] -- the shop's word\n", also=("TC",)),)
