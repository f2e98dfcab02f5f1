"""Which directories are looked into, what trust admits, and who wins."""

import sys
from pathlib import Path

import pytest

from toolcat.catalog.findings import ToolcatError
from toolcat.skills import Tier, conventional_roots, discover
from toolcat.skills.tiers import find_project
from toolcat.skills.trust import is_trusted, user_config


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def skill(root: Path, name: str, description: str = "d") -> None:
    (root / name).mkdir(parents=True)
    (root / name / "SKILL.md").write_text(
        f"---\nname: {name}\ndescription: {description}\n---\nbody of {description}\n"
    )


def roots(
    tmp_path: Path, home: Path, *, trusted: bool = True, explicit: tuple[Path, ...] = (), project: Path | None = None
):
    return conventional_roots(
        explicit=explicit, project=project or tmp_path / "work", trusted=trusted, home=home, xdg_config=home / "config"
    )


def test_precedence(tmp_path: Path, home: Path):
    work = tmp_path / "work"
    places = [
        tmp_path / "one",
        tmp_path / "two",
        work / ".mecatl/skills",
        work / ".claude/skills",
        work / ".agents/skills",
        work / ".github/skills",
        home / "config/mecatl/skills",
        home / ".claude/skills",
        home / ".agents/skills",
    ]
    for i, place in enumerate(places):
        for name in ("everywhere", f"from-{i}"):
            skill(place, name, f"d{i}")
        for later in range(i, len(places)):
            skill(places[later], f"since-{i}", f"d{later}")
    found = discover(roots(tmp_path, home, explicit=(tmp_path / "one", tmp_path / "two")))
    assert found.skills["everywhere"].meta.description == "d0"
    for i in range(len(places)):
        assert found.skills[f"since-{i}"].meta.description == f"d{i}"
    tiers = [found.skills[f"from-{i}"].meta.origin for i in range(len(places))]
    assert tiers == [Tier.EXPLICIT] * 2 + [Tier.PROJECT] * 4 + [Tier.USER] * 3
    pairs = [pair for pair in found.shadowed if pair.loser.meta.name == "everywhere"]
    assert len(pairs) == 8
    assert {pair.winner.label for pair in pairs} == {f"{tmp_path.as_posix()}/one/everywhere/SKILL.md"}
    assert {pair.loser.label for pair in pairs} >= {"~/.claude/skills/everywhere/SKILL.md"}
    assert [tier.rank for tier in (Tier.EXPLICIT, Tier.PROJECT, Tier.USER, Tier.DRIVER)] == [0, 1, 2, 3]


def test_an_untrusted_project_is_not_read(tmp_path: Path, home: Path):
    skill(tmp_path / "work/.claude/skills", "a", "project")
    skill(home / ".claude/skills", "a", "user")
    found = discover(roots(tmp_path, home, trusted=False))
    assert found.skills["a"].meta.origin is Tier.USER
    assert [root.directory for root in found.gated] == [tmp_path / "work/.claude/skills"]
    assert not found.shadowed
    found = discover(roots(tmp_path, home, trusted=True))
    assert found.skills["a"].meta.origin is Tier.PROJECT
    assert not found.gated
    [pair] = found.shadowed
    assert not pair.is_copy


def test_an_explicit_directory_needs_no_trust(tmp_path: Path, home: Path):
    place = tmp_path / "work/.claude/skills"
    skill(place, "a")
    found = discover(roots(tmp_path, home, trusted=False, explicit=(place,)))
    assert found.skills["a"].meta.origin is Tier.EXPLICIT
    assert not found.gated
    assert not found.shadowed


def test_at_home_the_users_directories_are_the_users(tmp_path: Path, home: Path):
    skill(home / ".claude/skills", "a")
    skill(home / ".github/skills", "b")
    found = discover(roots(tmp_path, home, trusted=False, project=home))
    assert {name: found.skills[name].meta.origin for name in found.skills} == {"a": Tier.USER}
    assert [root.directory.name for root in found.gated] == ["skills"]


def test_identical_copies_are_told_apart(tmp_path: Path, home: Path):
    for place in (tmp_path / "work/.claude/skills", home / ".claude/skills"):
        skill(place, "a")
    [pair] = discover(roots(tmp_path, home)).shadowed
    assert pair.is_copy


@pytest.mark.skipif(sys.platform == "win32", reason="no such names on Windows")
def test_a_bad_asset_name_costs_one_skill_here(tmp_path: Path, home: Path):
    skill(tmp_path / "one", "a")
    skill(tmp_path / "one", "b")
    (tmp_path / "one" / "a" / "x\ny").touch()
    found = discover(roots(tmp_path, home, explicit=(tmp_path / "one",)))
    assert list(found.skills) == ["b"]
    [invalid] = found.invalid
    assert (invalid.name, invalid.finding.name) == ("a", "asset-name")
    assert "\n" not in invalid.finding.message


def test_the_sources_of_a_discovery(tmp_path: Path, home: Path):
    skill(tmp_path / "one", "b")
    skill(home / ".claude/skills", "a")
    source = discover(roots(tmp_path, home, explicit=(tmp_path / "one",))).source()
    assert [(meta.name, meta.origin) for meta in source.list_skills()] == [("a", Tier.USER), ("b", Tier.EXPLICIT)]


def test_project_root(tmp_path: Path):
    inner = tmp_path / "repo" / "a" / "b"
    inner.mkdir(parents=True)
    assert find_project(inner) == inner
    (tmp_path / "repo" / ".git").mkdir()
    assert find_project(inner) == tmp_path / "repo"


def test_trust_is_the_users_word(tmp_path: Path, home: Path):
    config = user_config(home=home, xdg_config=home / "config")
    work = tmp_path / "work"
    work.mkdir()
    assert not is_trusted(work, config)
    config.parent.mkdir(parents=True)
    config.write_text("")
    assert not is_trusted(work, config)
    config.write_text(f"[skills]\ntrusted-workspaces = ['{work.as_posix()}']\n")
    assert is_trusted(work, config)
    assert is_trusted(work / "below", config)
    assert not is_trusted(tmp_path, config)
    assert not is_trusted(tmp_path / "work2", config)


def test_a_workspace_cannot_trust_itself(tmp_path: Path, home: Path):
    work = tmp_path / "work"
    work.mkdir()
    (work / "toolcat.toml").write_text(f"[skills]\ntrusted-workspaces = ['{work.as_posix()}']\n")
    assert not is_trusted(work, user_config(home=home, xdg_config=home / "config"))


@pytest.mark.parametrize(
    "text", ["[skills]\ntrusted-workspaces = 'x'", "[skills]\ntrusted-workspaces = [1]", "[skills", "\xff"]
)
def test_a_bad_user_config_is_an_error(text: str, home: Path):
    config = home / "toolcat.toml"
    config.write_bytes(text.encode("latin-1"))
    with pytest.raises(ToolcatError):
        is_trusted(home, config)


@pytest.mark.parametrize("text", ["[skills]\n", "skills = 1", "[skills]\ntrusted-workspaces = ['.', 'relative', '']"])
def test_what_trusts_nothing(text: str, home: Path):
    config = home / "toolcat.toml"
    config.write_text(text)
    assert not is_trusted(home, config)
