"""Real skills: every one lands somewhere, for a reason that a reader agrees with."""

import re
from collections import Counter
from pathlib import Path

import pytest

from toolcat.lint.skills_engine import lint_skills
from toolcat.skills.fields import Accepted, accept
from toolcat.skills.frontmatter import parse
from toolcat.skills.loaders import Candidate, Loader, judge
from toolcat.skills.model import Tier
from toolcat.skills.scan import scan_directory
from toolcat.skills.tiers import Root, Roots, discover


def files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.name.lower() == "skill.md")


def test_every_file_is_valid_or_invalid_with_a_reason(real_skills: Path):
    counts: Counter[str] = Counter()
    for directory in sorted({path.parent.parent for path in files(real_skills)}):
        scan = scan_directory(directory, Tier.EXPLICIT)
        counts["valid"] += len(scan.skills)
        for invalid in scan.invalid:
            counts[invalid.finding.name] += 1
            assert invalid.finding.place.line is not None or invalid.finding.name == "no-skill-md"
    assert counts.total() == len(files(real_skills)) == 430
    assert counts == {
        "valid": 342,
        "frontmatter-missing": 28,
        "name-dir-mismatch": 27,
        "name-charset": 17,
        "no-skill-md": 5,
        "yaml-error": 4,
        "name-missing": 2,
        "colon-unquoted": 2,
        "frontmatter-unclosed": 2,
        "fence-spaces": 1,
    }


def test_one_directory_after_another_shadows(real_skills: Path):
    directories = sorted({path.parent.parent for path in files(real_skills)})
    found = discover(Roots(tuple(Root(path, Tier.EXPLICIT, path.name) for path in directories)))
    assert len(found.skills) + len(found.shadowed) == 342
    assert len(found.invalid) == 88
    for pair in found.shadowed:
        assert pair.loser.meta.name == pair.winner.meta.name
        assert pair.loser.label
        assert pair.winner.label


@pytest.mark.parametrize(
    ("loader", "loads"),
    [(Loader.SKILLS_REF, 268), (Loader.SKILLS_CLI, 386), (Loader.CLAUDE_AI, 301), (Loader.CODEX, 383)],
)
def test_loaders(loader: Loader, loads: int, real_skills: Path):
    verdicts = [judge(loader, Candidate(path.read_bytes(), path.parent.name, path.name)) for path in files(real_skills)]
    assert sum(verdict.loads is True for verdict in verdicts) == loads


def test_the_specification_s_own_validator(real_skills: Path):
    """What skills-ref 0.1.1 says of these files, which it was asked: where we differ, and why."""
    mine: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    for path in files(real_skills):
        verdict = judge(Loader.SKILLS_REF, Candidate(path.read_bytes(), path.parent.name, path.name))
        found = accept(parse(path.read_bytes()), path.parent.name)
        is_ours = isinstance(found, Accepted) and path.name == "SKILL.md"
        if is_ours and not verdict.loads:
            mine[re.split(" has |'", verdict.reasons[0])[0].strip()] += 1
        elif verdict.loads and not is_ours:
            theirs["skill.md" if isinstance(found, Accepted) else found.name] += 1
    assert theirs == {"frontmatter-unclosed": 2, "skill.md": 1}
    assert mine == {
        "its strict YAML": 47,
        "it knows no field": 27,
        "the description": 3,
    }


def test_what_a_loader_refuses_has_a_finding(real_skills: Path):
    paths = files(real_skills)
    found = {finding.place.file for finding in lint_skills([str(path) for path in paths]).findings}
    for path in paths:
        verdicts = [judge(loader, Candidate(path.read_bytes(), path.parent.name, path.name)) for loader in Loader]
        assert path.as_posix() in found or all(verdict.loads is not False for verdict in verdicts)
