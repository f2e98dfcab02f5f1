"""CF001–CF005: what a config says about tools that are not there, or that cannot be done."""

from __future__ import annotations

from ...catalog import codes
from ..rule import Rule


class UnmatchedOverride(Rule):
    code, name = codes.UNMATCHED_OVERRIDE.code, codes.UNMATCHED_OVERRIDE.name
    severity = codes.UNMATCHED_OVERRIDE.severity
    in_source = True
    what = "An `[[overrides]]` of the config names a tool that is not in the catalog."
    why = "It has no effect: the tool was renamed or is gone, and the better description with it."
    source = "toolcat's config."
    help = "Correct the name (`tools list` shows them), or remove the override."
    bad = ()
    good = ()


class UnmatchedFilter(Rule):
    code, name, severity = codes.UNMATCHED_FILTER.code, codes.UNMATCHED_FILTER.name, codes.UNMATCHED_FILTER.severity
    in_source = True
    what = "A pattern in `include` or `exclude` of a source matches none of its tools."
    why = "What should be kept out is in, or what should be in is left out."
    source = "toolcat's config."
    help = "Correct the pattern, or remove it. Patterns are case-sensitive."
    bad = ()
    good = ()


class BadOverride(Rule):
    code, name, severity = codes.BAD_OVERRIDE.code, codes.BAD_OVERRIDE.name, codes.BAD_OVERRIDE.severity
    in_source = True
    what = "An override cannot be applied: an unknown category, or a file with a schema that cannot be read."
    why = "The tool keeps what its server says."
    source = "toolcat's config."
    help = "Correct the value, or the path."
    bad = ()
    good = ()


class UnmatchedGate(Rule):
    code, name, severity = codes.UNMATCHED_GATE.code, codes.UNMATCHED_GATE.name, codes.UNMATCHED_GATE.severity
    in_source = True
    what = "A gate is switched, in `[gates]` of the config or on the command line, that no tool has."
    why = "A gate that is not mentioned is on: if the name is misspelt, what should be off is offered."
    source = "toolcat's config."
    help = "Correct the gate's name, or remove it."
    bad = ()
    good = ()


class IdleOverride(Rule):
    code, name, severity = codes.IDLE_OVERRIDE.code, codes.IDLE_OVERRIDE.name, codes.IDLE_OVERRIDE.severity
    in_source = True
    what = "An `[[overrides]]` of the config names a tool and sets no field."
    why = "It has no effect; what it was to say may stand in another table."
    source = "toolcat's config."
    help = "Add a field, or remove the override."
    bad = ()
    good = ()
