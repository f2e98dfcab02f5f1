"""SC: fields that single hosts read beside those of the specification."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ..edits import Fix, Splice
from ..rule import Problem, Safety, Severity
from ..skills_examples import DESCRIPTION, NAME, sample, skill
from ..skills_units import SkillFile, SkillRule
from .skills_fields import CLAUDE_FIELDS, CLIENT_FIELDS, VSCODE_FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...skills.frontmatter import Field


class ClientOnlyField(SkillRule):
    code = "SC001"
    name = "client-only-field"
    severity = Severity.INFO
    client_severity = MappingProxyType({"spec": Severity.ERROR, "claude-ai": Severity.ERROR})
    what = (
        "A field that only some hosts read. An error in the profiles spec and claude-ai; fine in claude-code if Claude "
        "Code reads it."
    )
    why = "Other hosts ignore it; skills-ref and uploads to claude.ai refuse the file for it."
    source = (
        "agentskills.io specification: six fields; anthropics/claude-code issue 24826, anthropics/skills issue 614."
    )
    help = "Fine where only those hosts use the skill; else remove it, or move it under `metadata`."
    bad = (
        sample(NAME + DESCRIPTION + "context: fork\n", at="/context"),
        sample(NAME + DESCRIPTION + "model: small\n", at="/model", profile="spec"),
    )
    good = (sample(NAME + DESCRIPTION + "context: fork\n", profile="claude-code"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        for entry in skill.text.fields:
            if entry.key in CLIENT_FIELDS and not (self.in_profile("claude-code") and entry.key in CLAUDE_FIELDS):
                readers = [
                    name
                    for name, fields in (("Claude Code", CLAUDE_FIELDS), ("VS Code", VSCODE_FIELDS))
                    if entry.key in fields
                ]
                message = f"only {' and '.join(readers)} read{'s' if len(readers) == 1 else ''} {entry.key}"
                yield skill.problem(message, entry.key, at=entry.key_span)


_CHOICES = MappingProxyType(
    {
        "context": ("fork",),
        "effort": ("low", "medium", "high", "xhigh", "max"),
        "shell": ("bash", "powershell"),
        "disable-model-invocation": ("true", "false"),
        "user-invocable": ("true", "false"),
    }
)


class ClaudeFieldValue(SkillRule):
    code = "SC002"
    name = "claude-field-value"
    severity = Severity.ERROR
    fix = Safety.SAFE
    what = (
        "A field of Claude Code has a value that it does not know: booleans for disable-model-invocation and "
        "user-invocable, `context: fork`, effort low to max, shell bash or powershell, paths and arguments a text or a "
        "list of texts, agent only with context."
    )
    why = "Claude Code ignores the field, so the skill runs otherwise than its author thinks."
    source = "Claude Code's skills page; agnix CC-SK."
    help = "Write one of the values that it knows."
    bad = (
        sample(NAME + DESCRIPTION + "effort: huge\n", at="/effort", also=("SC001",)),
        sample(
            NAME + DESCRIPTION + 'user-invocable: "false"\n',
            at="/user-invocable",
            also=("SC001",),
            fixed=skill(NAME + DESCRIPTION + "user-invocable: false\n"),
        ),
        sample(NAME + DESCRIPTION + "agent: explorer\n", at="/agent", also=("SC001",)),
        sample(NAME + DESCRIPTION + "paths:\n  a: b\n", at="/paths", also=("SC001",)),
    )
    good = (
        sample(NAME + DESCRIPTION + "context: fork\nagent: explorer\neffort: high\n", profile="claude-code"),
        sample(NAME + DESCRIPTION + "paths:\n  - src/**\nuser-invocable: false\n", profile="claude-code"),
    )

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        for key, choices in _CHOICES.items():
            entry = skill.text.get(key)
            if entry is not None:
                yield from self._check(skill, entry, choices)
        for key in ("paths", "arguments"):
            entry = skill.text.get(key)
            if entry is None:
                continue
            if entry.value.kind == "map" or any(item.kind != "scalar" for item in entry.value.items):
                yield skill.problem(f"{key} is neither a text nor a list of texts", key)
        if skill.text.get("agent") is not None and skill.text.get("context") is None:
            yield skill.problem("agent does nothing without `context: fork`", "agent", severity=Severity.WARNING)

    def _check(self, skill: SkillFile, entry: Field, choices: tuple[str, ...]) -> Iterator[Problem]:
        value = entry.value
        text = value.text.strip()
        is_boolean = "true" in choices
        if value.kind == "scalar" and text in choices and (not is_boolean or value.style == "plain"):
            return
        fix = None
        if value.kind == "scalar" and text.lower() in choices and value.style not in ("|", ">"):
            fix = Fix.safe(f"write {text.lower()}", Splice(*value.span, text.lower()))
        wanted = " or ".join(choices) if len(choices) < 3 else f"one of {', '.join(choices)}"
        quoted = " without quotes" if is_boolean and text.lower() in choices else ""
        yield skill.problem(f"{entry.key} must be {wanted}{quoted}", entry.key, fix=fix)


class VscodeField(SkillRule):
    code = "SC003"
    name = "vscode-field"
    severity = Severity.INFO
    fix = Safety.UNSAFE
    what = "A field is spelt as VS Code once suggested it, `user-invokable`, which no host reads."
    why = "The field does nothing."
    source = "anthropics/claude-code issue 27411."
    help = "Write `user-invocable`."
    bad = (
        sample(
            NAME + DESCRIPTION + "user-invokable: false\n",
            at="/user-invokable",
            also=("SF014",),
            fixed=skill(NAME + DESCRIPTION + "user-invocable: false\n"),
        ),
    )
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        entry = skill.text.get("user-invokable")
        if entry is not None:
            fix = Fix.unsafe("rename it to user-invocable", Splice(*entry.key_span, "user-invocable"))
            yield skill.problem("no host reads user-invokable", "user-invokable", at=entry.key_span, fix=fix)
