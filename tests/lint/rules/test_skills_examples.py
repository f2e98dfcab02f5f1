"""Every skill rule's examples: bad ones are found at their place by that rule alone, good ones not; fixes mend them."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from toolcat.lint import LintOptions, all_rules
from toolcat.lint.skills_engine import lint_skills
from toolcat.lint.skills_examples import PROFILE
from toolcat.lint.skills_fixing import fix_skill

RULES = all_rules("skills")
WITHOUT_EXAMPLES = {
    "SF002",
    "SF020",
    "SL006",
    "SL012",
    "SU006",
}  # bytes, links, names, modes, tiers: test_skills_files.py

CASES = [
    pytest.param(rule, kind, example, id=f"{rule.code}-{kind}-{index}")
    for rule in RULES
    for kind, examples in (("bad", rule.bad), ("good", rule.good))
    for index, example in enumerate(examples)
]


def run(rule, example, folder: Path):
    for name, text in {**example.files, example.file: example.text}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    given = dict(example.options)
    profile = given.pop(PROFILE, "portable")
    options = replace(
        LintOptions(select=("ALL", rule.name), ignore=("SB002", "SB003") if rule.code[:2] != "SB" else ()), **given
    )
    return lint_skills(["."], options, profile=profile).findings


@pytest.mark.parametrize(("rule", "kind", "example"), CASES)
def test_example(rule, kind, example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    if rule.code == "SL008" and sys.platform == "win32":
        pytest.skip("Windows has no modes")
    found = run(rule, example, tmp_path)
    own = [finding for finding in found if finding.code == rule.code]
    if kind == "good":
        assert not own, own
        return
    assert own, found
    quiet = (*example.also, "SL005", "SU005", "SU002", "SD006", "SD007", "SL008", "SU007")
    others = [finding for finding in found if finding.code != rule.code and not finding.code.startswith(quiet)]
    assert not others, [f"{finding.code} {finding.place}: {finding.message}" for finding in others]
    assert len(own) == 1, own
    folder, is_folder, at = example.at.rpartition("#")
    wanted = folder if is_folder else f"./{example.file}"
    assert (own[0].place.file, own[0].place.pointer or "") == (wanted, at)
    if example.fixed is not None:
        assert own[0].fix is not None
        assert fix_skill(example.text.encode(), [own[0].fix], unsafe=True).raw.decode() == example.fixed
        if rule.fix == "safe":
            assert own[0].fix.safety == "safe"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_documented(rule):
    assert all((rule.what, rule.why, rule.source, rule.help))
    assert rule.bad or rule.code in WITHOUT_EXAMPLES
    if rule.fix is not None:
        assert any(example.fixed is not None for example in rule.bad)


def test_all_families_are_there():
    codes = {rule.code for rule in RULES}
    wanted = {
        *(f"SF{i:03}" for i in range(1, 21)),
        *(f"SN{i:03}" for i in range(1, 8)),
        *(f"SD{i:03}" for i in range(1, 9)),
        *(f"SB{i:03}" for i in range(1, 10)),
        *(f"SL{i:03}" for i in range(1, 13)),
        *(f"SU{i:03}" for i in range(1, 9)),
        *(f"SC{i:03}" for i in range(1, 4)),
    }
    assert codes == wanted
