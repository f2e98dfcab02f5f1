"""SD: the description, by which a model decides whether to open a skill at all."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...skills.loaders import LISTING_CUT
from ...skills.yamltext import Span
from ..edits import Fix, Splice
from ..rule import Confidence, Problem, Safety, Severity
from ..skills_examples import NAME, sample, skill
from ..skills_units import SkillFile, SkillRule
from .security_characters import hidden_characters

if TYPE_CHECKING:
    from collections.abc import Iterator


class DescriptionMissing(SkillRule):
    code = "SD001"
    name = "description-missing"
    severity = Severity.ERROR
    what = "There is no `description`, or it is empty."
    why = "Loaders leave the skill out; without a description no model knows when to use it."
    source = "agentskills.io specification and client guide."
    help = "Say what the skill does and when to use it."
    bad = (sample(NAME), sample(NAME + 'description: ""\n', at="/description"))
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        text = skill.text
        if text.yaml is None or text.root is None or text.root.kind != "map":
            return
        entry = text.get("description")
        if entry is None:
            yield skill.problem("there is no description", at=text.opening)
        elif entry.value.kind == "scalar" and not entry.value.text.strip():
            yield skill.problem("the description is empty", "description")


class DescriptionLong(SkillRule):
    code = "SD002"
    name = "description-long"
    severity = Severity.ERROR
    what = (
        "The description has more than 1,024 characters; a warning above 900. In the profile claude-code an error also "
        "if description and `when_to_use` have more than 1,536."
    )
    why = "skills-ref, Codex and uploads refuse it; Claude Code and others cut what they show a model."
    source = "agentskills.io specification: 1 to 1,024 characters."
    help = "Put first what decides when to use it, and move the rest into the body."
    bad = (
        sample(NAME + f"description: Makes demos. Use it when {'they ask ' * 130}\n", at="/description"),
        sample(NAME + f"description: Makes demos. Use it when {'they ask ' * 100}\n", at="/description"),
    )
    good = (sample(NAME + f"description: Makes demos. Use it when {'they ask ' * 80}\n"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        size = len(skill.value("description"))
        together = size + len(skill.value("when_to_use"))
        if size > 1024:
            yield skill.problem(f"the description has {size:,} characters, 1,024 are allowed", "description")
        elif self.in_profile("claude-code") and together > LISTING_CUT:
            message = f"description and when_to_use have {together:,} characters; Claude Code cuts at {LISTING_CUT:,}"
            yield skill.problem(message, "description")
        elif size > 900:
            message = f"the description has {size:,} characters, close to the 1,024 that are allowed"
            yield skill.problem(message, "description", severity=Severity.WARNING)


class DescriptionShort(SkillRule):
    code = "SD003"
    name = "description-short"
    severity = Severity.INFO
    what = "The description has fewer than 40 characters or 6 words (in scripts without blanks, fewer than 15 letters)."
    why = "It does not tell this skill from others."
    source = "Anthropic's guidance: say what the skill does and when to use it."
    help = "Say what it works on, what it does, and when to use it."
    bad = (sample(NAME + "description: Use when asked.\n", at="/description"),)
    good = (sample(), sample(NAME + "description: 当用户想要制作演示文稿时使用此技能，逐步说明。\n", also=("SD004",)))

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        text = skill.value("description")
        if not text:
            return
        has_blanks = _NO_BLANKS.search(text) is None
        if (len(text) < 40 or len(text.split()) < 6) if has_blanks else len(text) < 15:
            yield skill.problem("the description is too short to tell this skill from others", "description")


_NO_BLANKS = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_TRIGGER = re.compile(
    r"\buse[sd]?\b[^.!?]{0,60}?\b(?:when(?:ever)?|if|for|to|before|after|during|while|on|in|at|as|with|by|proactively)\b"
    r"|\bwhen(?:ever)?\b|\bif (?:the|a|you|someone)\b|\btriggers?\b|\bappl(?:y|ies) (?:to|when)\b|\binvoke\b"
    r"|\bactivat\w+|\bmust (?:be )?use|\bask(?:s|ed|ing)? (?:for|to|about)\b"
    r"|\bfor (?:any|all|tasks|questions|requests|working)\b"
    r"|(?:用于|使用|时|当|触发|場合|とき|使って|사용)",
    re.IGNORECASE,
)


class NoTrigger(SkillRule):
    code = "SD004"
    name = "no-trigger"
    severity = Severity.INFO
    confidence = Confidence.MEDIUM
    what = "The description does not say when to use the skill: no `use when`, `whenever`, `if the user`, `triggers`."
    why = "A model that is not told when does not open the skill."
    source = "agentskills.io specification: what it does and when to use it."
    help = "Add a sentence such as: Use this skill when the user asks for …"
    bad = (
        sample(
            NAME + "description: Makes demos of things, step by step, with a check at the end.\n", at="/description"
        ),
    )
    good = (
        sample(),
        sample(NAME + "description: Makes demos of things. Triggers include show me, demo and present it.\n"),
        sample(NAME + "description: Makes demos of things. Use it whenever somebody wants to see one.\n"),
    )

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        text = f"{skill.value('description')} {skill.value('when_to_use')}"
        if skill.value("description") and not _TRIGGER.search(text):
            yield skill.problem("the description does not say when to use the skill", "description")


class AngleBrackets(SkillRule):
    code = "SD005"
    name = "angle-brackets"
    severity = Severity.WARNING
    client_severity = MappingProxyType({"claude-ai": Severity.ERROR})
    what = "`<` or `>` stands in the name or the description."
    why = "Uploads to claude.ai are refused, VS Code takes tags out: the text lands in a prompt made of XML."
    source = "quick_validate; microsoft/vscode, sanitizeAgentSkillText."
    help = "Use other words or brackets."
    bad = (
        sample(NAME + "description: Makes demos of <things>. Use this skill when one is wanted.\n", at="/description"),
    )
    good = (sample(NAME + "description: Makes demos of (things). Use this skill when one is wanted.\n"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        for key in ("name", "description"):
            entry = skill.text.get(key)
            if entry is None or not re.search("[<>]", entry.value.text):
                continue
            start = entry.value.span.start + (1 if entry.value.style in ("|", ">") else 0)
            match = re.compile("[<>]").search(skill.text.text, start, entry.value.span.end)
            span = Span(*match.span()) if match else entry.value.span
            yield skill.problem(f"claude.ai refuses angle brackets in the {key}", key, at=span)


class Person(SkillRule):
    code = "SD006"
    name = "person"
    severity = Severity.INFO
    off = True
    confidence = Confidence.LOW
    what = "The description speaks of I, you or we outside quotes."
    why = "It stands in a system prompt, where it is not clear who that is."
    source = "Anthropic's guidance: write the description in the third person."
    help = "Say what the skill does: Extracts …, Use when the user …"
    bad = (sample(NAME + "description: I make demos for you. Use this skill when one is wanted.\n", at="/description"),)
    good = (sample(NAME + 'description: Makes demos. Use this skill when the user says "show me".\n'),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        text = re.sub(r"\"[^\"]*\"|“[^”]*”|(?<!\w)'[^']*'(?!\w)|`[^`]*`", "", skill.value("description"))
        found = re.search(r"\b(?:I|I'm|I'll|you|your|we|our|my)\b", text)
        if found:
            yield skill.problem(f"the description speaks of {found[0]!r}", "description")


class BlockScalar(SkillRule):
    code = "SD007"
    name = "block-scalar"
    severity = Severity.INFO
    off = True
    fix = Safety.SAFE
    what = "The description is a block text (`>` or `|`)."
    why = "Loaders that read line by line show the bare marker."
    source = "opc-skills issue 51, KamaClaude issue 5."
    help = "Write it on one line, in quotes if it must be."
    bad = (
        sample(
            NAME + "description: >\n  Makes demos of things.\n  Use this skill when one is wanted.\nlicense: MIT\n",
            at="/description",
            fixed=skill(
                NAME + "description: Makes demos of things. Use this skill when one is wanted.\nlicense: MIT\n"
            ),
        ),
    )
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        from ...skills.scalars import quoted

        entry = skill.text.get("description")
        if entry is None or entry.value.style not in (">", "|"):
            return
        span = entry.value.span
        source = skill.text.text[slice(*span)]
        newline = "\r\n" if source.endswith("\r\n") else "\n"
        edit = Splice(*span, quoted(" ".join(entry.value.text.split())) + newline)
        marker = Span(span.start, span.start + 1)
        yield skill.problem(
            "the description is a block text", "description", at=marker, fix=Fix.safe("write it on one line", edit)
        )


_NEVER_SEEN = re.compile("[\u2060-\u2065\u206a-\u206f\u3164]")
"""Joiners, invisible operators and fillers that no script needs, though they lie among the characters of emoji."""


class HiddenUnicode(SkillRule):
    code = "SD008"
    name = "hidden-unicode"
    severity = Severity.ERROR
    fix = Safety.SAFE
    security = True
    what = (
        "The file holds characters that are not seen: tags, zero-width and bidirectional controls, soft hyphens, runs "
        "of variation selectors, control characters. Emoji and the joiners of scripts that spell with them are fine."
    )
    why = "Whoever reviews the skill sees one text and the model reads another: that is how orders are smuggled in."
    source = "Unicode 16 chapter 23; no other checker of skills looks for them (run with eight)."
    help = "Remove them; type the text anew where it came from a page or a document."
    bad = (
        sample(
            NAME + "description: Makes demos of things.\u200b\U000e0068 Use this skill when one is wanted.\n",
            at="/description",
            fixed=skill(NAME + "description: Makes demos of things. Use this skill when one is wanted.\n"),
        ),
        sample(body="# Demo\n\nShow\u200b it.\n", fixed=skill(body="# Demo\n\nShow it.\n")),
        sample(body="# Demo\n\nShow\u2060\u3164 it.\n", fixed=skill(body="# Demo\n\nShow it.\n")),
    )
    good = (sample(body="# Demo ⚠️ 👩‍💻\n\nShow it.\n"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        text = skill.text.text
        hidden = {*hidden_characters(text), *(match.start() for match in _NEVER_SEEN.finditer(text))}
        found = sorted(at for at in hidden if at or not skill.text.has_bom)
        if not found:
            return
        shown = list(dict.fromkeys(f"U+{ord(text[at]):04X}" for at in found))
        names = ", ".join(shown[:4]) + (" …" if len(shown) > 4 else "")
        count = f"{len(found)} characters that are not seen" if len(found) > 1 else "a character that is not seen"
        breaks = frozenset("\x0b\x0c\x85\u2028\u2029\r")
        edits = [Splice(at, at + 1, " " if text[at] in breaks else "") for at in found]
        key = skill.document.pointer_at(found[0]).removeprefix("/")
        yield skill.problem(
            f"the file holds {count}: {names}",
            key if skill.text.get(key) else None,
            at=Span(found[0], found[0] + 1),
            fix=Fix.safe("remove them", *edits) if skill.text.yaml is not None else None,
        )
