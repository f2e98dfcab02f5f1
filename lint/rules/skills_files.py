"""SF001-SF009, SF012, SF020: whether a loader finds a SKILL.md, its fences and its YAML at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from ...skills.frontmatter import BOM
from ...skills.names import is_portable_name
from ...skills.scaffold import PLACEHOLDER
from ...skills.scalars import quoted
from ...skills.yamltext import Span
from ..edits import Fix, Splice
from ..rule import Confidence, Problem, Rule, Safety, Severity
from ..skills_examples import DESCRIPTION, NAME, sample, skill
from ..skills_units import SkillFile, SkillRule

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = skill()


class _Refused(SkillRule):
    """A rule whose problem the source's own parser found: it refuses the file for it."""

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        problem = skill.text.problem
        if problem is not None and problem.code == self.code:
            fix = self.repair(skill, problem.span)
            yield skill.problem(
                problem.message, at=problem.span, help=problem.help, severity=self.severity_here(), fix=fix
            )

    def severity_here(self) -> Severity | None:
        """Return another severity than the rule's, where the profile has one."""
        return None

    def repair(self, skill: SkillFile, span: Span | None) -> Fix | None:
        """Return a fix for the problem at `span`, if there is one."""
        del skill, span
        return None


class NoSkillMd(SkillRule):
    code = "SF001"
    name = "no-skill-md"
    severity = Severity.ERROR
    what = "The file is called like SKILL.md in other letter case."
    why = (
        "Hosts look for exactly `SKILL.md`; on a disk that minds letter case they find nothing. skills-ref alone does."
    )
    source = "agentskills.io client guide: look for exactly `SKILL.md`; run with quick_validate and skills 1.5.18."
    help = "Rename it to SKILL.md."
    bad = (sample(file="demo/skill.md"),)
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.bundle is not None and skill.file != "SKILL.md" and skill.file.lower() == "skill.md":
            yield skill.problem("the file is not called SKILL.md")


class NotUtf8(_Refused):
    code = "SF002"
    name = "not-utf8"
    severity = Severity.ERROR
    what = "The file is not UTF-8."
    why = "skills-ref and quick_validate stop with a traceback, others show replacement characters."
    source = "agentskills.io specification: a SKILL.md is UTF-8 text; run over a Latin-1 file."
    help = "Save the file as UTF-8."
    bad = ()  # an example is text; tests/lint/rules has the bytes
    good = (sample(body="Café\n"),)


class Bom(SkillRule):
    code = "SF003"
    name = "bom"
    severity = Severity.WARNING
    fix = Safety.SAFE
    what = "The file begins with a byte order mark."
    why = (
        "skills-ref, quick_validate, skill-check and the skills CLI do not see the frontmatter: the skill is not there."
    )
    source = "QwenLM/qwen-code issue 1528; run with four loaders."
    help = "Save it as UTF-8 without a byte order mark."
    bad = (sample(text=BOM + PLAIN, fixed=PLAIN),)
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.text.has_bom:
            fix = Fix.safe("remove the byte order mark", Splice(0, 1, ""))
            yield skill.problem("the file begins with a byte order mark", at=Span(0, 1), fix=fix)


class Crlf(SkillRule):
    code = "SF004"
    name = "crlf"
    severity = Severity.INFO
    fix = Safety.SAFE
    what = "Lines end in CR LF."
    why = "Loaders that look for a bare newline behind the fence do not see the frontmatter."
    source = "cc-wf-studio issue 369, volcengine/SearchCLI issue 47, gentle-ai issue 678."
    help = "Save it with LF line ends; `*.md text eol=lf` in .gitattributes keeps it so."
    bad = (sample(text=PLAIN.replace("\n", "\r\n"), fixed=PLAIN),)
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.text.has_crlf:
            ends = [match.start() for match in re.finditer("\r\n", skill.text.text)]
            fix = Fix.safe("end lines in LF", *(Splice(end, end + 1, "") for end in ends))
            yield skill.problem("lines end in CR LF", at=Span(ends[0], ends[0] + 1), fix=fix)


class FrontmatterMissing(_Refused):
    code = "SF005"
    name = "frontmatter-missing"
    severity = Severity.ERROR
    fix = Safety.UNSAFE
    what = "The first line is not exactly `---`: there is no frontmatter, or a blank line or text stands before it."
    why = "Without frontmatter there is no name and no description, and every loader leaves the skill out."
    source = "agentskills.io specification, SKILL.md format."
    help = "Begin the file with `---`, name, description and `---`."
    bad = (
        sample(text="\n" + PLAIN, fixed=PLAIN),
        sample(
            text="# Demo\n\nShow it.\n",
            fixed=f'---\nname: demo\ndescription: "{PLACEHOLDER}"\n---\n\n# Demo\n\nShow it.\n'.replace('"', ""),
        ),
        sample(text="Read this first.\n" + PLAIN),
    )
    good = (sample(),)

    def repair(self, skill: SkillFile, span: Span | None) -> Fix | None:
        text, start = skill.text, skill.body_start
        if text.opening is not None:
            return Fix.safe(
                "remove the blank lines before it",
                Splice(text.opening.start - len(_blank(text.text)), text.opening.start, ""),
            )
        if "\n---" in text.text or not skill.folder or not is_portable_name(skill.folder):
            return None
        head = f"---\nname: {quoted(skill.folder)}\ndescription: {quoted(PLACEHOLDER)}\n---\n\n"
        return Fix.unsafe("begin with a frontmatter to fill in", Splice(start, start, head))


def _blank(text: str) -> str:
    """Return the blank lines at the beginning, a byte order mark apart."""
    rest = text.removeprefix(BOM)
    return rest[: len(rest) - len(rest.lstrip())]


class FrontmatterUnclosed(_Refused):
    code = "SF006"
    name = "frontmatter-unclosed"
    severity = Severity.ERROR
    what = "No later line is exactly `---`."
    why = "The frontmatter has no end, so loaders find none, or take the whole file for it."
    source = "agentskills.io specification; skills-ref's own tests."
    help = "End the frontmatter with a line that is exactly `---`."
    bad = (
        sample(text=f"---\n{NAME}{DESCRIPTION}"),
        sample(text=f"---\n{NAME}{DESCRIPTION}---# Demo\n"),
    )
    good = (sample(),)


class FenceSpaces(_Refused):
    code = "SF007"
    name = "fence-spaces"
    severity = Severity.ERROR
    fix = Safety.SAFE
    what = "Blanks follow the `---` of a fence. A warning in the profile claude-code, whose host does not mind them."
    why = "quick_validate, skill-check and the skills CLI do not see the frontmatter; skills-ref does."
    source = "Run with six loaders."
    help = "Remove the blanks."
    bad = (
        sample(
            text=f"---  \n{NAME}{DESCRIPTION}---\n\nBody of it.\n",
            fixed=f"---\n{NAME}{DESCRIPTION}---\n\nBody of it.\n",
        ),
        sample(
            text=f"---\n{NAME}{DESCRIPTION}---\t\n\nBody of it.\n",
            fixed=f"---\n{NAME}{DESCRIPTION}---\n\nBody of it.\n",
        ),
    )
    good = (sample(),)

    def severity_here(self) -> Severity | None:
        return Severity.WARNING if self.in_profile("claude-code") else None

    def repair(self, skill: SkillFile, span: Span | None) -> Fix | None:
        return None if span is None else Fix.safe("remove the blanks", Splice(span.start, span.end, ""))


class DashesInValue(SkillRule):
    code = "SF008"
    name = "dashes-in-value"
    severity = Severity.WARNING
    what = "Three dashes stand inside the frontmatter, in a value or a comment."
    why = "skills-ref ends the frontmatter at the first three dashes wherever they are: it reads half a description."
    source = "skills-ref 0.1.1 splits the text at `---`; run."
    help = "Write a dash, a comma or a colon in quotes instead."
    bad = (
        sample(
            NAME + "description: Makes demos --- of things. Use this skill when a demo is wanted.\n", at="/description"
        ),
    )
    good = (sample(body="# Demo\n\n---\n\nShow it, then check it.\n"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        where = skill.text.yaml
        at = -1 if where is None else skill.text.text.find("---", where.start, where.end)
        if at >= 0:
            key = skill.document.pointer_at(at).removeprefix("/")
            span = Span(at, at + 3)
            yield skill.problem("skills-ref ends the frontmatter at these three dashes", key or None, at=span)


class YamlError(_Refused):
    code = "SF009"
    name = "yaml-error"
    severity = Severity.ERROR
    what = "The frontmatter is not a YAML map."
    why = "Every loader leaves the skill out, most of them silently."
    source = "agentskills.io specification; YAML 1.2."
    help = "Mend the YAML; a text with marks of its own goes in quotes."
    bad = (
        sample(NAME + "\tdescription: Makes demos. Use it when one is wanted.\n"),
        sample(NAME + "description: **Makes** demos. Use it when one is wanted.\n"),
        sample("- name\n- description\n"),
    )
    good = (sample(),)


class DuplicateKey(_Refused):
    code = "SF012"
    name = "duplicate-key"
    severity = Severity.ERROR
    what = "A key stands twice in one map of the frontmatter."
    why = "skills-ref, the skills CLI and others refuse the file; quick_validate and skillcheck silently take the last."
    source = "YAML 1.2 §3.2.1.3: keys are unique; run with six loaders."
    help = "Remove one of the two."
    bad = (sample(NAME + NAME + DESCRIPTION),)
    good = (sample(),)


class Unreadable(Rule):
    code = "SF020"
    name = "unreadable"
    severity = Severity.ERROR
    always = True
    in_source = True
    what = "A SKILL.md cannot be read: no permission, no regular file, or larger than 16 MiB."
    why = "No loader can read it either."
    source = "toolcat."
    help = "Check what it is and who may read it."
    bad: ClassVar = ()
    good: ClassVar = ()
    confidence = Confidence.HIGH
