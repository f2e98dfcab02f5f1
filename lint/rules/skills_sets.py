"""SU: skills beside each other: names, budgets, where they lie."""

from __future__ import annotations

import re
from collections import defaultdict
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from ...catalog.documents import Document
from ...skills.model import Tier
from ..rule import Confidence, Problem, Severity
from ..skills_examples import DESCRIPTION, NAME, sample, skill
from ..skills_units import SkillFile, SkillRule, SkillSet

if TYPE_CHECKING:
    from collections.abc import Iterator

_RANKS = {tier: tier.rank for tier in Tier}


def _by_name(skills: SkillSet) -> dict[str, list[SkillFile]]:
    """Return the skills by name ignoring letter case, each group from the one that wins to the one that loses."""
    groups: dict[str, list[SkillFile]] = defaultdict(list)
    for each in skills.skills:
        if each.name:
            groups[each.name.casefold()].append(each)
    for group in groups.values():
        group.sort(key=lambda each: _RANKS[each.tier or Tier.EXPLICIT])
    return groups


class DuplicateName(SkillRule):
    code = "SU001"
    name = "duplicate-name"
    severity = Severity.ERROR
    what = "Two skills have one name (ignoring letter case): an error in one directory, an info across directories."
    why = "A host uses the first and hides the other: the project's wins over the user's."
    source = "agentskills.io client guide: project over user, warn on a clash."
    help = "Rename one, or remove the one that is hidden."
    bad = (
        sample(
            text=skill(NAME + DESCRIPTION),
            also=("SN005",),
            file="other/SKILL.md",
            at="/name",
            files={"demo/SKILL.md": skill(body="# Another\n\nShow another.\n")},
        ),
    )
    good = (sample(files={"other/SKILL.md": skill("name: other\n" + DESCRIPTION, "# Other\n\nAnother.\n")}),)

    def check_set(self, skills: SkillSet) -> Iterator[Problem]:
        for group in _by_name(skills).values():
            winner = group[0]
            for loser in group[1:]:
                if loser.text.raw == winner.text.raw and loser.root != winner.root:
                    continue
                is_same = loser.root == winner.root
                tier = f" ({winner.tier.value})" if winner.tier is not None else ""
                message = f"the name is taken by {winner.label}{tier}, which a host reads first"
                yield loser.problem(message, "name", severity=None if is_same else Severity.INFO)


class IdenticalCopy(SkillRule):
    code = "SU002"
    name = "identical-copy"
    severity = Severity.INFO
    off = True
    what = "Two directories hold the same skill, byte for byte."
    why = "Nothing is lost; but a change to one will be."
    source = "earendil-works/pi issue 6889: do not warn of it."
    help = "Keep one of them, or link the folder."
    bad = (sample(file="b/demo/SKILL.md", at="/name", files={"a/demo/SKILL.md": skill()}),)
    good = (sample(),)

    def check_set(self, skills: SkillSet) -> Iterator[Problem]:
        for group in _by_name(skills).values():
            for loser in group[1:]:
                if loser.text.raw == group[0].text.raw and loser.root != group[0].root:
                    yield loser.problem(f"{group[0].label} is the same file", "name")


class ListingBudget(SkillRule):
    code = "SU003"
    name = "listing-budget"
    severity = Severity.WARNING
    options = MappingProxyType({"max": 8000, "per-skill": 109})
    what = (
        "Names and descriptions of all skills, with 109 characters (`per-skill`) around each, have more than 8,000 "
        "characters (`max`): one per cent of Claude Code's context."
    )
    why = "Claude Code then hides the descriptions of the skills that are used least, without a word."
    source = "anthropics/claude-code issues 64606 and 13099."
    help = "Shorten the longest descriptions, or install fewer skills."
    bad = (
        sample(
            at=".#",
            also=("SD",),
            files={
                f"s{i}/SKILL.md": skill(f"name: s{i}\ndescription: Makes {'things ' * 110}{i}. Use when asked.\n")
                for i in range(9)
            },
        ),
    )
    good = (sample(),)

    def check_set(self, skills: SkillSet) -> Iterator[Problem]:
        costs = sorted(
            (
                (len(each.name) + len(each.value("description")) + self.option("per-skill"), each.name)
                for each in skills.skills
            ),
            reverse=True,
        )
        total = sum(cost for cost, _ in costs)
        if len(costs) > 1 and total > self.option("max"):
            top = ", ".join(f"{name!a} {cost:,}" for cost, name in costs[:3])
            message = f"all descriptions together have {total:,} characters, {self.option('max'):,} fit; most in {top}"
            yield _at_folder(_folder_of(skills), message)


def _folder_of(skills: SkillSet) -> str:
    """Return the folder of skills in which the first one lies, as the user names it."""
    return skills.skills[0].label.rpartition("/")[0].rpartition("/")[0] or "."


def _at_folder(folder: str, message: str) -> Problem:
    """Return a problem of a folder: it belongs to none of the skills, and stays there when others come and go."""
    return Problem(message=message, document=Document(folder, "", "yaml", {}))


class NestedSkill(SkillRule):
    code = "SU004"
    name = "nested-skill"
    severity = Severity.WARNING
    what = "A SKILL.md lies inside the folder of another skill."
    why = "Claude Code and the skills CLI do not find it, Codex does."
    source = "anthropics/claude-code issues 39138 and 18192, vercel-labs/agent-skills issue 122."
    help = "Move it beside the other skill; a file that is none needs another name."
    bad = (
        sample(
            "name: inner\n" + DESCRIPTION,
            file="demo/inner/SKILL.md",
            files={"demo/SKILL.md": skill(NAME + DESCRIPTION, "# Demo\n\nShow all.\n")},
        ),
    )
    good = (sample(files={"other/SKILL.md": skill("name: other\n" + DESCRIPTION, "# Other\n\nAnother.\n")}),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.parent is not None:
            yield skill.problem(f"the skill lies inside another one, {skill.parent!a}")


class Overlap(SkillRule):
    code = "SU005"
    name = "overlap"
    severity = Severity.INFO
    off = True
    confidence = Confidence.LOW
    what = "The descriptions of two skills share three quarters of their words."
    why = "A model cannot tell when to use which."
    source = "ROO013."
    help = "Say in each what it is for and the other is not."
    bad = (
        sample(
            "name: zz\n" + DESCRIPTION,
            file="zz/SKILL.md",
            at="/description",
            files={"demo/SKILL.md": skill(NAME + DESCRIPTION, "# Demo\n\nShow all.\n")},
        ),
    )
    good = (
        sample(
            files={
                "other/SKILL.md": skill(
                    "name: other\ndescription: Reads reports from files. Use when numbers are asked for.\n",
                    "# Other\n\nX.\n",
                )
            }
        ),
    )

    def check_set(self, skills: SkillSet) -> Iterator[Problem]:
        words = [(each, frozenset(re.findall(r"\w{3,}", each.value("description").lower()))) for each in skills.skills]
        words = [(each, found) for each, found in words if len(found) >= 5]
        for i, (later, found) in enumerate(words):
            for earlier, others in words[:i]:
                if earlier.name != later.name and len(found & others) >= 0.75 * len(found | others):
                    message = f"the description says nearly what that of {earlier.name!a} says"
                    yield later.problem(message, "description")
                    break


class TierUntrusted(SkillRule):
    code = "SU006"
    name = "tier-untrusted"
    severity = Severity.INFO
    off = True
    what = "The skill is the project's own: hosts read it only when the user trusts the workspace."
    why = "In a fresh clone the skill is not there until then."
    source = "agentskills.io client guide: project skills need trust."
    help = "Nothing is wrong; tell the users of the project."
    bad: ClassVar = ()  # a tier comes from a convention, not from a file
    good = (sample(),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.tier is Tier.PROJECT:
            yield skill.problem("hosts read this skill only in a trusted workspace")


class OrphanDir(SkillRule):
    code = "SU007"
    name = "orphan-dir"
    severity = Severity.INFO
    what = "A folder beside skills has no SKILL.md, nor has any folder in it."
    why = "It may have been meant as a skill; no host mentions it."
    source = "toolcat."
    help = "Add a SKILL.md, or move it elsewhere."
    bad = (sample(at="./other#", files={"other/README.md": "Nothing.\n"}),)
    good = (sample(),)

    def check_set(self, skills: SkillSet) -> Iterator[Problem]:
        labels = [each.label for each in skills.skills]
        for folder in skills.orphans:
            beside = folder.rpartition("/")[0]
            is_beside = any(
                label.count("/") == folder.count("/") + 1 and label.startswith(f"{beside}/") for label in labels
            )
            if is_beside and not any(label.startswith(f"{folder}/") for label in labels):
                yield _at_folder(folder, "the folder has no SKILL.md")


class ScanLimit(SkillRule):
    code = "SU008"
    name = "scan-limit"
    severity = Severity.WARNING
    what = "The search for skills stopped: after 2,000 folders that are no skills, or six folders deep."
    why = "Hosts stop there, too; what lies further is not found, and was not checked."
    source = "agentskills.io client guide: depth 4 to 6, at most 2,000 folders."
    help = "Name the directories of skills themselves."
    bad = (
        sample(
            at=".#",
            files={"a/b/c/d/e/f/g/SKILL.md": skill("name: g\n" + DESCRIPTION, "# G\n\nShow all.\n")},
        ),
    )
    good = (sample(),)

    def check_set(self, skills: SkillSet) -> Iterator[Problem]:
        if skills.stopped is not None:
            yield _at_folder(_folder_of(skills), f"the search for skills ended early: {skills.stopped}")
