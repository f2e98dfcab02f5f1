"""`lint_skills()`: from paths to findings, in the same engine as `lint()`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..catalog.findings import ToolcatError
from .context import LintOptions
from .findings import LintResult
from .outcome import settle
from .profiles import SKILL_PROFILES
from .reading import Reading
from .registry import SKILLS
from .run import Run
from .skills_reading import SkillReading, read_skills
from .skills_units import SkillRule, clients_of
from .units import File

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..skills.model import Tier


def lint_skills(
    paths: Sequence[str],
    options: LintOptions | None = None,
    *,
    profile: str = "portable",
    tiers: Mapping[str, Tier] | None = None,
) -> LintResult:
    """Read skills (files, skill folders, directories of skills) and check them for a profile, one of `SKILL_PROFILES`.

    Raises ToolcatError for paths, profiles and options that mean nothing; problems of the skills are findings.
    """
    return lint_skill_reading(read_skills(paths, tiers), options, profile=profile)


def lint_skill_reading(
    reading: SkillReading, options: LintOptions | None = None, *, profile: str = "portable"
) -> LintResult:
    """Check skills that have been read. Raises ToolcatError for a profile or options that name nothing."""
    if profile not in SKILL_PROFILES:
        raise ToolcatError(f"no profile is called {profile!r}", hint=f"there are {', '.join(SKILL_PROFILES)}")
    # The profiles of skills are none of the clients of tools, which is what the options may name.
    run = Run(replace(options or LintOptions(), clients=(), protocol=None), SKILLS)
    run.context.clients = tuple(clients_of(profile))
    skills = reading.skills
    rules = [rule for rule in run.rules if isinstance(rule, SkillRule)]
    for skill in skills.skills:
        for rule in rules:
            if type(rule).check_skill is not SkillRule.check_skill:
                run.call(rule, rule.check_skill, skill, skill.document)
    if skills.skills:
        for rule in rules:
            if type(rule).check_set is not SkillRule.check_set:
                run.call(rule, rule.check_set, skills, skills.skills[0].document)
    files = [File(skill.document) for skill in skills.skills]
    result = settle(run, Reading(files=files, findings=reading.findings, skipped=reading.skipped))
    return replace(result, units=len(skills.skills), noun="skill")
