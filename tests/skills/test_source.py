"""What every skill source must answer, held against each that we have; then what a directory adds."""

import os
import sys
from pathlib import Path

import pytest

from toolcat.skills import (
    AssetRefusedError,
    BadSourceError,
    FilesystemSource,
    LayeredSource,
    SkillAsset,
    SkillSource,
    Tier,
    UnknownAssetError,
    UnknownSkillError,
)
from toolcat.skills.limits import MAX_ACTIVATION, MAX_ASSET_NAMES, MAX_ASSETS

windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names, modes or links")


@pytest.fixture(params=["directory", "layers", "snapshot"])
def source(request: pytest.FixtureRequest, write, tmp_path: Path) -> SkillSource:
    write("beta", "---\nname: beta\ndescription: B\nlicense: MIT\n---\n\n  Beta body\r\nmore\n\n")
    folder = write("alpha", **{"references/api.md": b"# API\n", "scripts/run.sh": b"#!/bin/sh\n", "b.txt": b"b"})
    (folder / "scripts" / "run.sh").chmod(0o755)
    write("gamma_x")
    source = FilesystemSource(tmp_path / "skills")
    if request.param == "layers":
        return LayeredSource([source, source])
    return source


def test_skills_are_sorted_and_unique(source: SkillSource):
    assert [meta.name for meta in source.list_skills()] == ["alpha", "beta", "gamma_x"]
    alpha, beta, _ = source.list_skills()
    assert (alpha.has_assets, beta.has_assets, beta.license, beta.origin) == (True, False, "MIT", Tier.EXPLICIT)


def test_a_body_is_trimmed_and_lf(source: SkillSource):
    assert source.skill_body("beta") == "Beta body\nmore"


@windows
def test_assets_are_sorted_with_size_and_mode(source: SkillSource):
    assert source.list_assets("alpha") == (
        SkillAsset("b.txt", 1),
        SkillAsset("references/api.md", 6),
        SkillAsset("scripts/run.sh", 10, executable=True),
    )
    assert source.list_assets("beta") == ()


def test_an_asset_is_whole(source: SkillSource):
    assert source.read_asset("alpha", "references/api.md") == b"# API\n"


def test_unknown_skills_and_assets(source: SkillSource):
    with pytest.raises(UnknownSkillError):
        source.skill_body("nope")
    with pytest.raises(UnknownSkillError):
        source.list_assets("nope")
    with pytest.raises(UnknownAssetError):
        source.read_asset("nope", "b.txt")
    with pytest.raises(UnknownAssetError):
        source.read_asset("alpha", "nope.txt")


@pytest.mark.parametrize(
    "name", ["../x", "/abs", "references\\api.md", "", "a/./b", "references//api.md", "SKILL.md", "b.txt\0"]
)
def test_invalid_asset_names_give_nothing(source: SkillSource, name: str):
    with pytest.raises(UnknownAssetError):
        source.read_asset("alpha", name)


def test_nothing_on_the_port_is_a_path(source: SkillSource, tmp_path: Path):
    text = repr(source.list_skills()) + repr(source.list_assets("alpha"))
    assert str(tmp_path) not in text
    assert not any(isinstance(getattr(meta, field), Path) for meta in source.list_skills() for field in meta.__slots__)


def test_a_source_is_a_snapshot(write, tmp_path: Path):
    folder = write("a", **{"x.txt": b"old"})
    source = FilesystemSource(tmp_path / "skills")
    (folder / "SKILL.md").write_text("---\nname: a\ndescription: new\n---\nnew")
    (folder / "y.txt").write_text("new")
    write("b")
    assert [meta.description for meta in source.list_skills()] == ["Does a."]
    assert source.skill_body("a") == "Body of a."
    assert [asset.name for asset in source.list_assets("a")] == ["x.txt"]
    with pytest.raises(UnknownAssetError):
        source.read_asset("a", "y.txt")
    (folder / "x.txt").write_bytes(b"new")
    assert source.read_asset("a", "x.txt") == b"new", "only the bytes of assets are read later"
    (folder / "x.txt").unlink()
    with pytest.raises(UnknownAssetError):
        source.read_asset("a", "x.txt")


@pytest.mark.parametrize("directory", ["missing", "", "  "])
def test_no_directory_no_skills(directory: str, tmp_path: Path):
    assert FilesystemSource(tmp_path / "missing" if directory == "missing" else directory).list_skills() == ()


@windows
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_directory_is_an_error(tmp_path: Path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    with pytest.raises(BadSourceError):
        FilesystemSource(closed)


def test_one_level_deep_and_skill_md_only(write, tmp_path: Path):
    write("outer")
    write("outer/inner")
    (tmp_path / "skills" / "no-skill").mkdir()
    (tmp_path / "skills" / "README.md").write_text("x")
    source = FilesystemSource(tmp_path / "skills")
    assert [meta.name for meta in source.list_skills()] == ["outer"]
    assert source.invalid == ()
    assert [asset.name for asset in source.list_assets("outer")] == ["inner/SKILL.md"]


def test_one_bad_skill_costs_itself(write, tmp_path: Path):
    write("bad", "no frontmatter")
    write("good")
    source = FilesystemSource(tmp_path / "skills")
    assert [meta.name for meta in source.list_skills()] == ["good"]
    [invalid] = source.invalid
    assert (invalid.name, invalid.finding.code, invalid.finding.place.line) == ("bad", "SF005", 1)


def test_a_file_of_other_letter_case(write, tmp_path: Path):
    folder = write("a")
    (folder / "SKILL.md").rename(folder / "skill.md")
    source = FilesystemSource(tmp_path / "skills")
    assert source.list_skills() == ()
    assert [invalid.finding.code for invalid in source.invalid] == ["SF001"]


def test_a_folder_of_that_name_is_no_file(write, tmp_path: Path):
    (tmp_path / "skills" / "a" / "SKILL.md").mkdir(parents=True)
    source = FilesystemSource(tmp_path / "skills")
    assert [invalid.finding.name for invalid in source.invalid] == ["unreadable"]


@windows
def test_a_pipe_of_that_name_does_not_block(tmp_path: Path):
    (tmp_path / "skills" / "a").mkdir(parents=True)
    os.mkfifo(tmp_path / "skills" / "a" / "SKILL.md")
    source = FilesystemSource(tmp_path / "skills")
    assert len(source.invalid) == 1


@windows
def test_links(write, tmp_path: Path):
    real = write("real", root="elsewhere", **{"in.txt": b"in"})
    folder = write("a", **{"x.txt": b"x"})
    (tmp_path / "skills" / "linked").symlink_to(real, target_is_directory=True)
    (folder / "inside.txt").symlink_to(folder / "x.txt")
    (folder / "outside.txt").symlink_to(real / "in.txt")
    (folder / "folder").symlink_to(real, target_is_directory=True)
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    linked_main = tmp_path / "skills" / "b"
    linked_main.mkdir()
    (tmp_path / "b.md").write_text("---\nname: b\ndescription: d\n---\n")
    (linked_main / "SKILL.md").symlink_to(tmp_path / "b.md")
    source = FilesystemSource(tmp_path / "skills")
    assert [meta.name for meta in source.list_skills()] == ["a", "b"], (
        "a linked folder is ignored, a linked SKILL.md read"
    )
    assert [asset.name for asset in source.list_assets("a")] == ["x.txt"]
    for name in ("inside.txt", "outside.txt", "folder/in.txt", "loop/x.txt"):
        with pytest.raises(UnknownAssetError):
            source.read_asset("a", name)


@windows
def test_a_file_that_became_a_link_is_refused(write, tmp_path: Path):
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "x.txt").write_text("secret")
    folder = write("a", **{"x.txt": b"x", "sub/x.txt": b"x", "pipe": b""})
    source = FilesystemSource(tmp_path / "skills")
    (folder / "x.txt").unlink()
    (folder / "x.txt").symlink_to(secret / "x.txt")
    (folder / "sub" / "x.txt").unlink()
    (folder / "sub").rmdir()
    (folder / "sub").symlink_to(secret, target_is_directory=True)
    (folder / "pipe").unlink()
    os.mkfifo(folder / "pipe")
    for name in ("x.txt", "sub/x.txt", "pipe"):
        with pytest.raises(AssetRefusedError):
            source.read_asset("a", name)


@windows
@pytest.mark.parametrize("name", ["a\\b", "a\nb", "a\x85b", "a\u2028b", b"\xff"])
def test_one_bad_asset_name_fails_the_whole_source(name: str | bytes, write, tmp_path: Path):
    folder = write("a")
    write("good")
    (folder / os.fsdecode(name)).touch()
    with pytest.raises(BadSourceError, match="invalid name"):
        FilesystemSource(tmp_path / "skills")


def test_too_many_assets_refuse_the_whole_inventory(write, tmp_path: Path):
    folder = write("a")
    for i in range(MAX_ASSETS):
        (folder / f"{i}").touch()
    assert len(FilesystemSource(tmp_path / "skills").list_assets("a")) == MAX_ASSETS
    (folder / "more").touch()
    source = FilesystemSource(tmp_path / "skills")
    assert source.list_assets("a") == ()
    assert not source.list_skills()[0].has_assets
    assert [finding.name for finding in source.found("a").warnings] == ["assets-refused"]
    with pytest.raises(UnknownAssetError):
        source.read_asset("a", "0")


def test_too_long_asset_names_refuse_the_whole_inventory(write, tmp_path: Path):
    folder = write("a")
    name = "x" * 200
    for i in range(MAX_ASSET_NAMES // 203):
        (folder / f"{i:03}{name}").touch()
    assert FilesystemSource(tmp_path / "skills").list_assets("a")
    (folder / f"zzz{name}").touch()
    (folder / f"yyy{name}").touch()
    assert FilesystemSource(tmp_path / "skills").list_assets("a") == ()


def test_a_large_asset_is_refused_never_cut(write, tmp_path: Path):
    write("a", fits=b"x" * MAX_ACTIVATION, large=b"x" * (MAX_ACTIVATION + 1))
    source = FilesystemSource(tmp_path / "skills")
    assert len(source.read_asset("a", "fits")) == MAX_ACTIVATION
    with pytest.raises(AssetRefusedError, match="never given in part"):
        source.read_asset("a", "large")
    assert len(source.read_asset("a", "large", limit=None)) == MAX_ACTIVATION + 1


def test_layers(write, tmp_path: Path):
    write("a", "---\nname: a\ndescription: first\n---\none", root="one")
    write("a", "---\nname: a\ndescription: second\n---\ntwo", root="two", **{"x.txt": b"x"})
    write("b", root="two")
    one = FilesystemSource(tmp_path / "one", tier=Tier.USER)
    two = FilesystemSource(tmp_path / "two", tier=Tier.DRIVER)
    source = LayeredSource([one, two])
    assert [(meta.name, meta.origin) for meta in source.list_skills()] == [("a", Tier.USER), ("b", Tier.DRIVER)]
    assert source.skill_body("a") == "one"
    assert source.list_assets("a") == ()
    with pytest.raises(UnknownAssetError):
        source.read_asset("a", "x.txt")
    [(loser, winner)] = source.shadowed
    assert (loser.origin, winner.origin) == (Tier.DRIVER, Tier.USER)


@windows
def test_a_link_in_a_circle_is_passed_over(write, tmp_path: Path):
    write("a")
    (tmp_path / "skills" / "round").symlink_to("round")
    (tmp_path / "skills" / "nowhere").symlink_to("none")
    source = FilesystemSource(tmp_path / "skills")
    assert ([meta.name for meta in source.list_skills()], source.invalid) == (["a"], ())
