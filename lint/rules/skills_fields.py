"""SF014-SF019: which fields there are, and what their values are."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ...skills.drift import HOST_TOOLS
from ...skills.fields import split_tools
from ...skills.loaders import SPEC_FIELDS
from ...skills.scalars import core_type, quoted, yaml_1_1_type
from ...skills.yamltext import Span, Value
from ..edits import Fix, Splice
from ..rule import Confidence, Problem, Safety, Severity
from ..skills_examples import DESCRIPTION, NAME, sample, skill
from ..skills_units import SkillFile, SkillRule

if TYPE_CHECKING:
    from collections.abc import Iterator

CLAUDE_FIELDS = (
    *("when_to_use", "argument-hint", "arguments", "disable-model-invocation", "user-invocable", "disallowed-tools"),
    *("model", "effort", "context", "agent", "hooks", "paths", "shell", "version"),
)
"""Fields that Claude Code reads beside those of the specification."""

VSCODE_FIELDS = ("argument-hint", "disable-model-invocation", "user-invocable")
"""Fields that VS Code reads beside those of the specification."""

CLIENT_FIELDS = tuple(dict.fromkeys((*CLAUDE_FIELDS, *VSCODE_FIELDS)))


class UnknownField(SkillRule):
    code = "SF014"
    name = "unknown-field"
    severity = Severity.WARNING
    fix = Safety.UNSAFE
    what = "A field is in no specification and read by no client that we know."
    why = "Hosts ignore it, so a misspelt field does nothing; skills-ref and uploads refuse the file for it."
    source = "agentskills.io specification: six fields; vinnie357/claude-skills issue 168."
    help = "Correct its spelling, or move it under `metadata`."
    bad = (
        sample(
            NAME + DESCRIPTION + "licence: MIT\n", at="/licence", fixed=skill(NAME + DESCRIPTION + "license: MIT\n")
        ),
        sample(NAME + DESCRIPTION + "homepage: example.com\n", at="/homepage"),
    )
    good = (sample(NAME + DESCRIPTION + "license: MIT\ncompatibility: Needs git\n"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        known = (*SPEC_FIELDS, *CLIENT_FIELDS)
        for entry in skill.text.fields:
            if entry.key in known:
                continue
            near = get_close_matches(entry.key.lower(), known, n=1, cutoff=0.75)
            if near and skill.text.get(near[0]) is None:
                fix = Fix.unsafe(f"rename it to {near[0]}", Splice(*entry.key_span, near[0]))
                message = f"no field is called {entry.key!a}; did you mean {near[0]}?"
                yield skill.problem(message, entry.key, at=entry.key_span, fix=fix)
            else:
                yield skill.problem(f"no field is called {entry.key!a}", entry.key, at=entry.key_span)


TEXTS = ("name", "description", "license", "compatibility")


class FieldType(SkillRule):
    code = "SF015"
    name = "field-type"
    severity = Severity.ERROR
    fix = Safety.SAFE
    what = (
        "`name`, `description`, `license` or `compatibility` is a list or map, or plain text that YAML 1.2 reads as a "
        "number, boolean or null; a warning where only YAML 1.1 does (yes, no, on, off, 0123, dates)."
    )
    why = "Loaders with types see a number instead of text and leave the skill out."
    source = "agentskills.io specification: strings; run with quick_validate, skillcheck and the skills CLI."
    help = "Put the value in quotes."
    bad = (
        sample("name: 123\n" + DESCRIPTION, at="/name", also=("SN005",), fixed=skill('name: "123"\n' + DESCRIPTION)),
        sample(NAME + DESCRIPTION + "license: [MIT]\n", at="/license", also=("SF013",)),
        sample(
            NAME + DESCRIPTION + "compatibility: 2026-01-01\n",
            at="/compatibility",
            fixed=skill(NAME + DESCRIPTION + 'compatibility: "2026-01-01"\n'),
        ),
    )
    good = (sample('name: "demo"\n' + DESCRIPTION),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        for key in TEXTS:
            entry = skill.text.get(key)
            if entry is None:
                continue
            if entry.value.kind != "scalar":
                yield skill.problem(f"{key} is a {entry.value.kind}, not text", key)
            elif entry.value.style == "plain" and entry.value.text:
                kind, older = core_type(entry.value.text), yaml_1_1_type(entry.value.text)
                if kind or older:
                    fix = Fix.safe("put it in quotes", *_quotes(entry.value))
                    version = "YAML" if kind else "YAML 1.1"
                    message = f"{version} reads the value of {key} as a {kind or older}"
                    yield skill.problem(message, key, severity=None if kind else Severity.WARNING, fix=fix)


def _quotes(value: Value) -> list[Splice]:
    return [Splice(value.span.start, value.span.start, '"'), Splice(value.span.end, value.span.end, '"')]


class MetadataType(SkillRule):
    code = "SF016"
    name = "metadata-type"
    severity = Severity.ERROR
    fix = Safety.SAFE
    what = (
        "`metadata` is not a map, or a value in it is a list, a map, or plain text that YAML reads as something else."
    )
    why = "Loaders that want texts leave the skill out, and `version: 1.10` becomes 1.1."
    source = "agentskills.io specification: a map from string to string; aws/agent-toolkit-for-aws issue 44."
    help = "Put numbers, booleans and dates in quotes; write lists as one text."
    bad = (
        sample(
            NAME + DESCRIPTION + "metadata:\n  version: 1.10\n",
            at="/metadata",
            fixed=skill(NAME + DESCRIPTION + 'metadata:\n  version: "1.10"\n'),
        ),
        sample(NAME + DESCRIPTION + "metadata:\n  tags:\n    - a\n", at="/metadata"),
        sample(NAME + DESCRIPTION + "metadata: none\n", at="/metadata"),
    )
    good = (sample(NAME + DESCRIPTION + 'metadata:\n  author: me\n  version: "1.10"\n'),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        entry = skill.text.get("metadata")
        if entry is None:
            return
        if entry.value.kind != "map":
            if entry.value.kind != "scalar" or entry.value.text.strip():
                what = "plain text" if entry.value.kind == "scalar" else "a list"
                yield skill.problem(f"metadata is {what}, not a map of texts", "metadata")
            return
        typed: list[Value] = []
        for name, value in entry.value.entries:
            if value.kind != "scalar":
                yield skill.problem(f"a value of metadata is a {value.kind}, not text", "metadata", at=name.span)
            elif value.style == "plain" and value.text and (core_type(value.text) or yaml_1_1_type(value.text)):
                typed.append(value)
        if typed:
            # One finding for all of them: they are mended together.
            kind = core_type(typed[0].text) or yaml_1_1_type(typed[0].text)
            others = f", and {len(typed) - 1} more like it" if len(typed) > 1 else ""
            fix = Fix.safe("put them in quotes", *(edit for value in typed for edit in _quotes(value)))
            severity = None if core_type(typed[0].text) else Severity.WARNING
            message = f"YAML reads a value of metadata as a {kind}{others}"
            yield skill.problem(message, "metadata", at=typed[0].span, severity=severity, fix=fix)


class CompatLength(SkillRule):
    code = "SF017"
    name = "compat-length"
    severity = Severity.ERROR
    what = "`compatibility` is there and has not 1 to 500 characters."
    why = "Loaders that hold to the specification refuse the file; skills-ref and quick_validate take an empty one."
    source = "agentskills.io specification."
    help = "Say in a few words what the skill needs, or remove the field."
    bad = (
        sample(NAME + DESCRIPTION + 'compatibility: ""\n', at="/compatibility"),
        sample(NAME + DESCRIPTION + f"compatibility: {'x' * 501}\n", at="/compatibility"),
    )
    good = (sample(NAME + DESCRIPTION + "compatibility: Needs git and a network.\n"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        entry = skill.text.get("compatibility")
        if entry is not None and entry.value.kind == "scalar":
            size = len(entry.value.text.strip())
            if not 1 <= size <= 500:
                yield skill.problem(f"compatibility has {size} characters, not 1 to 500", "compatibility")


class AllowedToolsForm(SkillRule):
    code = "SF018"
    name = "allowed-tools-form"
    severity = Severity.WARNING
    fix = Safety.SAFE
    what = "`allowed-tools` is a list, or its entries are separated by commas."
    why = "The specification wants one text with blanks between; Claude Code takes all three, others do not."
    source = "agentskills.io specification; agentskills/agentskills issue 144."
    help = "Write the entries on one line with blanks between them."
    bad = (
        sample(
            NAME + DESCRIPTION + "allowed-tools: [Read, Grep]\n",
            at="/allowed-tools",
            fixed=skill(NAME + DESCRIPTION + "allowed-tools: Read Grep\n"),
        ),
        sample(
            NAME + DESCRIPTION + "allowed-tools:\n  - Read\n  - Bash(git add *)\nlicense: MIT\n",
            at="/allowed-tools",
            fixed=skill(NAME + DESCRIPTION + "allowed-tools: Read Bash(git add *)\nlicense: MIT\n"),
        ),
        sample(
            NAME + DESCRIPTION + "allowed-tools: Read, Grep # both\n",
            at="/allowed-tools",
            fixed=skill(NAME + DESCRIPTION + "allowed-tools: Read Grep # both\n"),
        ),
    )
    good = (
        sample(NAME + DESCRIPTION + "allowed-tools: Read Bash(git:*)\n"),
        sample(NAME + DESCRIPTION + "allowed-tools: Read, Grep\n", profile="claude-code"),
    )

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        entry = skill.text.get("allowed-tools")
        if entry is None or self.in_profile("claude-code"):
            return
        value = entry.value
        if value.kind == "map":
            yield skill.problem("allowed-tools is a map, not a text", "allowed-tools")
        elif value.kind == "list":
            tools = [tool for item in value.items for tool in split_tools(item.text)]
            all_texts = all(item.kind == "scalar" for item in value.items)
            end = max([item.span.end for item in value.items], default=value.span.end)
            end = value.span.end if value.style == "flow" else end
            source = skill.text.text[entry.key_span.end : end]
            fix = None
            if all_texts and tools and "#" not in source:
                text = f": {quoted(' '.join(tools))}"
                fix = Fix.safe("write it on one line", Splice(entry.key_span.end, end, text))
            yield skill.problem("allowed-tools is a list, not a text with blanks between", "allowed-tools", fix=fix)
        else:
            tools = split_tools(value.text)
            if tools != value.text.split() and re.search(r",(?![^(]*\))", value.text):
                fix = None
                if value.style in ("plain", "'", '"') and "\n" not in skill.text.text[slice(*value.span)]:
                    text = quoted(" ".join(tools))
                    fix = Fix.safe("separate the entries by blanks", Splice(*value.span, text))
                yield skill.problem("the entries of allowed-tools are separated by commas", "allowed-tools", fix=fix)


_ENTRY = re.compile(r"[A-Za-z_*][\w.*:/-]*(?:\(.*\))?", re.DOTALL)


class AllowedToolsEntry(SkillRule):
    code = "SF019"
    name = "allowed-tools-entry"
    severity = Severity.WARNING
    what = (
        "An entry of `allowed-tools` is not `Tool` or `Tool(pattern)`; in the profile claude-code also a tool that "
        "neither Claude Code nor an MCP server has; a bare `Bash` is mentioned."
    )
    why = "The host does not understand the entry, so the tool asks for permission after all; a bare Bash allows all."
    source = "agentskills.io specification, example of allowed-tools; Claude Code's permission rules."
    help = "Write `Bash(git:*) Read`."
    bad = (
        sample(NAME + DESCRIPTION + "allowed-tools: Read Bash(git:*\n", at="/allowed-tools"),
        sample(NAME + DESCRIPTION + "allowed-tools: Read Bash\n", at="/allowed-tools"),
        sample(NAME + DESCRIPTION + "allowed-tools: Raed\n", at="/allowed-tools", profile="claude-code"),
    )
    good = (sample(NAME + DESCRIPTION + "allowed-tools: Read Bash(git add *) mcp__github__get_issue\n"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        entry = skill.text.get("allowed-tools")
        if entry is None or entry.value.kind == "map":
            return
        values = [entry.value] if entry.value.kind == "scalar" else entry.value.items
        for value in values:
            for tool in split_tools(value.text):
                found = self._problem(tool)
                if found is not None:
                    message, severity, confidence = found
                    at = skill.text.text.find(tool, value.span.start, value.span.end)
                    span = value.span if at < 0 else Span(at, at + len(tool))
                    yield skill.problem(message, "allowed-tools", at=span, severity=severity, confidence=confidence)

    def _problem(self, tool: str) -> tuple[str, Severity | None, Confidence | None] | None:
        if not _ENTRY.fullmatch(tool) or tool.count("(") != tool.count(")"):
            return "the entry is not `Tool` or `Tool(pattern)`", None, None
        name = tool.partition("(")[0]
        if tool == "Bash":
            return "Bash without a pattern allows every command", Severity.INFO, None
        if self.in_profile("claude-code") and name not in HOST_TOOLS and not name.startswith("mcp__"):
            near = get_close_matches(name, HOST_TOOLS, n=1, cutoff=0.6)
            what = f"; did you mean {near[0]}?" if near else ""
            return f"Claude Code has no tool {name!a}{what}", None, Confidence.MEDIUM
        return None
