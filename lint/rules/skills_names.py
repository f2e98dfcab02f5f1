"""SN: the name of a skill, which is its key, its folder and its slash command."""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...skills.names import is_portable_name
from ...skills.scalars import quoted
from ...skills.yamltext import Span
from ..edits import Fix, Splice
from ..rule import Problem, Safety, Severity
from ..skills_examples import DESCRIPTION, NAME, sample, skill
from ..skills_units import SkillFile, SkillRule
from ..words import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

_UPLOAD = MappingProxyType({"claude-ai": Severity.ERROR})


def _name(skill: SkillFile) -> str | None:
    """Return the name as written, trimmed; None if it is absent, no text or empty."""
    entry = skill.text.get("name")
    return None if entry is None or entry.value.kind != "scalar" else entry.value.text.strip() or None


def _rename(skill: SkillFile, name: str) -> Splice | None:
    """Return the edit that gives the skill another name."""
    entry = skill.text.get("name")
    if entry is None or entry.value.style in ("|", ">"):
        return None
    return Splice(*entry.value.span, quoted(name))


class NameMissing(SkillRule):
    code = "SN001"
    name = "name-missing"
    severity = Severity.ERROR
    fix = Safety.SAFE
    what = (
        "There is no `name`, or it is empty. In the profile claude-code, which then takes the folder's name, an info."
    )
    why = "Loaders that hold to the specification leave the skill out."
    source = "agentskills.io specification: name is required."
    help = "Give it the name of its folder."
    bad = (sample(DESCRIPTION, fixed=skill(NAME + DESCRIPTION)), sample('name: ""\n' + DESCRIPTION, at="/name"))
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        text = skill.text
        if text.yaml is None or text.root is None or text.root.kind != "map":
            return
        entry = text.get("name")
        if entry is not None and (entry.value.kind != "scalar" or entry.value.text.strip()):
            return
        severity = Severity.INFO if self.in_profile("claude-code") else None
        if entry is not None:
            yield skill.problem("the name is empty", "name", severity=severity)
            return
        fix = None
        if skill.folder and is_portable_name(skill.folder):
            newline = "\r\n" if text.has_crlf else "\n"
            start = text.yaml.start
            line = f"name: {quoted(skill.folder)}{newline}"
            fix = Fix.safe("take the folder's name", Splice(start, start, line))
        yield skill.problem("there is no name", at=text.opening, severity=severity, fix=fix)


class NameLength(SkillRule):
    code = "SN002"
    name = "name-length"
    severity = Severity.ERROR
    what = "The name has more than 64 characters."
    why = "Every loader that checks names refuses it."
    source = "agentskills.io specification."
    help = "Shorten the name and its folder's."
    bad = (sample(f"name: {'a' * 65}\n{DESCRIPTION}", at="/name", file=f"{'a' * 65}/SKILL.md"),)
    good = (sample(f"name: {'a' * 64}\n{DESCRIPTION}", file=f"{'a' * 64}/SKILL.md"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        name = _name(skill)
        if name is not None and len(name) > 64:
            message = (
                f"the name has {len(name)} characters ({len(name.encode(errors='replace'))} bytes), 64 are allowed"
            )
            yield skill.problem(message, "name")


class NameCharset(SkillRule):
    code = "SN003"
    name = "name-charset"
    severity = Severity.ERROR
    fix = Safety.UNSAFE
    options = MappingProxyType({"unicode-names": 0})
    what = (
        "The name is not lower-case ASCII letters and digits in words joined by single hyphens. With the option "
        "`unicode-names = 1` letters and digits of other scripts are taken, as the specification's text half says."
    )
    why = "Some loaders take such a name and others drop the skill; a slash command may not be typable."
    source = "agentskills.io specification, which contradicts itself: agentskills/agentskills issues 345 and 560."
    help = "Rename the skill and its folder, for example `pdf-forms`."
    bad = (
        sample(
            "name: My_Demo\n" + DESCRIPTION,
            at="/name",
            also=("SN005",),
            fixed=skill("name: my-demo\n" + DESCRIPTION),
        ),
        sample("name: my_demo\n" + DESCRIPTION, at="/name", file="my_demo/SKILL.md"),
    )
    good = (sample("name: my-demo-2\n" + DESCRIPTION, file="my-demo-2/SKILL.md"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        name = _name(skill)
        if name is None or is_portable_name(name[:64]):
            return
        if self.option("unicode-names") and _is_unicode_name(unicodedata.normalize("NFKC", name)):
            return
        slug = re.sub(r"[^a-z0-9]+", "-", unicodedata.normalize("NFKC", name).lower()).strip("-")
        edit = _rename(skill, slug) if slug and slug != name else None
        fix = None if edit is None else Fix.unsafe(f"rename it to {slug}", edit)
        severity = Severity.WARNING if self.in_profile("claude-code") else None
        yield skill.problem(
            "the name is not words of a-z and 0-9 joined by hyphens", "name", severity=severity, fix=fix
        )


def _is_unicode_name(name: str) -> bool:
    """Whether the name is lower-case or caseless letters and digits of any script in words joined by hyphens."""
    words = name.split("-")
    return name == name.lower() and all(word.isalnum() for word in words)


class NameNfc(SkillRule):
    code = "SN004"
    name = "name-nfc"
    severity = Severity.WARNING
    fix = Safety.SAFE
    what = "The name changes under Unicode normalisation (NFKC), or mixes letters of several scripts."
    why = (
        "skills-ref folds full-width letters and takes the name, others refuse it; mixed scripts pass for another name."
    )
    source = "Unicode TR 15 and 39; run over a full-width name."
    help = "Write the name in plain letters."
    bad = (
        sample("name: ｄｅｍｏ\n" + DESCRIPTION, at="/name", also=("SN",), fixed=skill(NAME + DESCRIPTION)),
        sample("name: d\u0435mo\n" + DESCRIPTION, at="/name", also=("SN",), note="The second letter is Cyrillic."),
    )
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        name = _name(skill)
        if name is None or name.isascii():
            return
        plain = unicodedata.normalize("NFKC", name)
        if plain != name:
            edit = _rename(skill, plain)
            fix = None if edit is None else Fix.safe("write it in plain letters", edit)
            yield skill.problem("the name changes under Unicode normalisation", "name", fix=fix)
            return
        scripts = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
        if len(scripts) > 1:
            yield skill.problem(f"the name mixes letters of {' and '.join(sorted(scripts)).title()}", "name")


class NameDirMismatch(SkillRule):
    code = "SN005"
    name = "name-dir-mismatch"
    severity = Severity.ERROR
    fix = Safety.UNSAFE
    what = (
        "The name differs from the folder's (or, for a link, from both the link's and its target's). A warning in the "
        "profile claude-code, which goes by the folder."
    )
    why = "skills-ref and VS Code leave the skill out; others know it by one of two names."
    source = "agentskills.io specification: name equals the parent directory."
    help = "Rename the folder or the skill."
    bad = (
        sample("name: other\n" + DESCRIPTION, at="/name", fixed=skill(NAME + DESCRIPTION)),
        sample("name: Demo\n" + DESCRIPTION, at="/name", also=("SN003",)),
    )
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        name = _name(skill)
        if name is None or skill.bundle is None or not skill.bundle.name:
            return
        if skill.text.problem is not None and skill.text.problem.code == "SF012":
            return  # Which of two names counts is the loader's choice.
        wanted = {unicodedata.normalize("NFC", each) for each in (skill.bundle.name, skill.bundle.target_name)}
        # A name that only normalisation tells from the folder's is name-nfc's affair.
        if not wanted.isdisjoint((unicodedata.normalize("NFC", name), unicodedata.normalize("NFKC", name))):
            return
        edit = _rename(skill, skill.bundle.name) if is_portable_name(skill.bundle.name) else None
        fix = None if edit is None else Fix.unsafe("take the folder's name", edit)
        severity = Severity.WARNING if self.in_profile("claude-code") else None
        yield skill.problem(
            f"the name differs from its folder's, {skill.bundle.name!a}", "name", severity=severity, fix=fix
        )


class NameReserved(SkillRule):
    code = "SN006"
    name = "name-reserved"
    severity = Severity.WARNING
    client_severity = _UPLOAD
    what = "The name contains `anthropic` or `claude`."
    why = "claude.ai and the Skills API refuse the upload."
    source = "Anthropic's upload rules; agnix CC-SK-030."
    help = "Choose another name."
    bad = (sample("name: claude-demo\n" + DESCRIPTION, at="/name", file="claude-demo/SKILL.md"),)
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        name = (_name(skill) or "").lower()
        word = next((word for word in ("anthropic", "claude") if word in name), None)
        entry = skill.text.get("name")
        if word is not None and entry is not None:
            at = skill.text.text.lower().find(word, entry.value.span.start, entry.value.span.end)
            span = entry.value.span if at < 0 else Span(at, at + len(word))
            yield skill.problem(f"claude.ai refuses names that contain {word}", "name", at=span)


class NameVague(SkillRule):
    code = "SN007"
    name = "name-vague"
    severity = Severity.INFO
    off = True
    what = "The whole name is a word that says nothing: helper, utils, tools, misc and the like."
    why = "A model picks skills by name and description; such a name fits everything."
    source = "Anthropic's guidance on naming skills."
    help = "Name what it works on, for example `pdf-forms`."
    bad = (sample("name: utils\n" + DESCRIPTION, at="/name", file="utils/SKILL.md"),)
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        words = (_name(skill) or "").split("-")
        if all(word in _VAGUE for word in words):
            yield skill.problem("the name says nothing of what the skill does", "name")


_VAGUE = word_set("""
    helper helpers util utils utility tool tools misc stuff common general my skill skills assistant data files
    documents the new test
""")
