"""Packing gives the same bytes everywhere; unpacking trusts nothing."""

import hashlib
import io
import os
import stat
import sys
import zipfile
from pathlib import Path

import pytest

from toolcat.catalog.findings import ToolcatError
from toolcat.skills import bundle
from toolcat.skills.bundle import pack, unpack
from toolcat.skills.model import Tier
from toolcat.skills.scaffold import PLACEHOLDER, create_skill
from toolcat.skills.scan import scan_directory

windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names, modes or links")
MAIN = "---\nname: a\ndescription: d\n---\n"


def make_zip(path: Path, *entries: tuple[str, str | bytes], mode: int | None = None) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries:
            info = zipfile.ZipInfo(name)
            info.filename = name  # ZipInfo would clean it
            info.orig_filename = name
            if mode is not None and not name.endswith("SKILL.md"):
                info.create_system = 3
                info.external_attr = mode << 16
            archive.writestr(info, data)
    return path


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@windows
def test_the_same_bytes_everywhere(write, tmp_path: Path):
    for root in ("one", "two"):
        folder = write("a", root=root, **{"z.md": b"z", "scripts/run.sh": b"#!/bin/sh\n", "B.md": b"B"})
        (folder / "scripts" / "run.sh").chmod(0o700 if root == "one" else 0o755)
        (folder / "z.md").chmod(0o600 if root == "one" else 0o664)
        os.utime(folder / "z.md", (1, 1))
    packed = pack(tmp_path / "one" / "a", tmp_path / "one.zip")
    pack(tmp_path / "two" / "a", tmp_path / "two.zip")
    data = (tmp_path / "one.zip").read_bytes()
    assert data == (tmp_path / "two.zip").read_bytes()
    assert hashlib.sha256(data).hexdigest() == "e73893c86a2febc07a644b5b9abe8831a59ced0794938d6a4c7b40716657a4f1"
    assert packed.names == ("B.md", "SKILL.md", "scripts/run.sh", "z.md")
    assert packed.size == len(data)


@pytest.mark.parametrize("deflate", [False, True])
def test_there_and_back(deflate: bool, write, tmp_path: Path):
    folder = write("a", **{"references/ü.md": b"x" * 1000, "scripts/run.sh": b"#!/bin/sh\n"})
    (folder / "scripts" / "run.sh").chmod(0o755)
    pack(folder, tmp_path / "a.zip", deflate=deflate)
    out = unpack(tmp_path / "a.zip", tmp_path / "out")
    assert out == tmp_path / "out" / "a"
    assert tree(out) == tree(folder)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a"]
    if sys.platform != "win32":
        assert stat.S_IMODE((out / "scripts" / "run.sh").stat().st_mode) & 0o111
    with pytest.raises(ToolcatError, match="exists already"):
        unpack(tmp_path / "a.zip", tmp_path / "out")


def test_junk_is_left_out(write, tmp_path: Path):
    folder = write("a", **{".DS_Store": b"", "x/__pycache__/y.pyc": b"", "keep.md": b""})
    packed = pack(folder, tmp_path / "a.zip")
    assert packed.names == ("SKILL.md", "keep.md")
    assert packed.left_out == (".DS_Store", "x/__pycache__/y.pyc")


def test_an_existing_file_is_kept(write, tmp_path: Path):
    folder = write("a")
    target = tmp_path / "a.zip"
    target.write_text("mine")
    with pytest.raises(ToolcatError, match="exists"):
        pack(folder, target)
    assert target.read_text() == "mine"
    pack(folder, target, overwrite=True)
    assert zipfile.is_zipfile(target)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "skills"]


@pytest.mark.parametrize("text", ["no frontmatter", "---\nname: b\ndescription: d\n---\n", "---\nname: a\n---\n"])
def test_an_invalid_skill_is_not_packed(text: str, write, tmp_path: Path):
    with pytest.raises(ToolcatError) as caught:
        pack(write("a", text), tmp_path / "a.zip")
    assert len(caught.value.findings) == 1
    assert not (tmp_path / "a.zip").exists()


def test_no_skill_is_not_packed(tmp_path: Path):
    with pytest.raises(ToolcatError):
        pack(tmp_path, tmp_path / "a.zip")


@windows
@pytest.mark.parametrize("name", ["con.md", "a:b", "end.", "x/NUL", "what?"])
def test_names_that_windows_cannot_hold(name: str, write, tmp_path: Path):
    with pytest.raises(ToolcatError, match="Windows"):
        pack(write("a", **{name: b""}), tmp_path / "a.zip")


@windows
def test_names_that_differ_in_case_only(write, tmp_path: Path):
    folder = write("a", **{"A.md": b"", "a.md": b""})
    if len(list(folder.iterdir())) < 3:
        pytest.skip("this file system ignores letter case")
    with pytest.raises(ToolcatError, match="letter case"):
        pack(folder, tmp_path / "a.zip")


@windows
def test_links_are_not_packed(write, tmp_path: Path):
    folder = write("a", **{"x.md": b""})
    (folder / "link.md").symlink_to("x.md")
    with pytest.raises(ToolcatError, match="link"):
        pack(folder, tmp_path / "a.zip")


def test_more_than_an_upload_may_hold(write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = write("a", big=b"x" * 2000)
    monkeypatch.setattr(bundle, "MAX_BUNDLE", 2000)
    with pytest.raises(ToolcatError, match="an upload may hold"):
        pack(folder, tmp_path / "a.zip")


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([("a/SKILL.md", MAIN), ("../evil", "x")], "unsafe name"),
        ([("a/SKILL.md", MAIN), ("a/../../evil", "x")], "unsafe name"),
        ([("a/SKILL.md", MAIN), ("/evil", "x")], "unsafe name"),
        ([("a/SKILL.md", MAIN), ("C:/evil", "x")], "unsafe name"),
        ([("a/SKILL.md", MAIN), ("c:evil", "x")], "unsafe name"),
        ([("a/SKILL.md", MAIN), ("a\\..\\..\\evil", "x")], "unsafe name"),
        ([("a/SKILL.md", MAIN), ("a/x\0y", "x")], "unsafe name"),
        ([("a/SKILL.md", MAIN), ("a/./x", "x")], "unsafe name"),
        ([("a/SKILL.md", MAIN), ("a/x\ny", "x")], "unsafe name"),
        ([("a/SKILL.md", MAIN), ("a/con", "x")], "Windows"),
        ([("a/SKILL.md", MAIN), ("a/x.", "x")], "Windows"),
        ([("a/SKILL.md", MAIN), ("a/X", "x"), ("a/x", "x")], "letter case"),
        ([("a/SKILL.md", MAIN), ("b/x", "x")], "one folder"),
        ([("a/b/SKILL.md", MAIN)], "one folder"),
        ([("a/x", "x")], "one folder"),
        ([], "one folder"),
        ([("b/SKILL.md", MAIN)], "no valid skill"),
        ([("a/SKILL.md", "x")], "no valid skill"),
        ([("SKILL.md", "x")], "no valid skill"),
        ([("a/SKILL.md", MAIN), ("a/x", "x"), ("a/x/y", "x")], "is a file and a folder"),
    ],
)
def test_unsound_archives(entries: list[tuple[str, str]], why: str, tmp_path: Path):
    archive = make_zip(tmp_path / "in.zip", *entries)
    out = tmp_path / "out"
    with pytest.raises(ToolcatError, match=why):
        unpack(archive, out / "deep")
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path != archive]
    assert not list((out / "deep").glob("*")) if out.exists() else True


def test_a_name_twice(tmp_path: Path):
    with pytest.warns(UserWarning, match="Duplicate"):
        archive = make_zip(tmp_path / "in.zip", ("a/SKILL.md", MAIN), ("a/x", "1"), ("a/x", "2"))
    with pytest.raises(ToolcatError, match="twice"):
        unpack(archive, tmp_path / "out")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices_in_an_archive(kind: int, tmp_path: Path):
    archive = make_zip(tmp_path / "in.zip", ("a/SKILL.md", MAIN), ("a/x", "/etc/passwd"), mode=kind | 0o777)
    with pytest.raises(ToolcatError, match="link or device"):
        unpack(archive, tmp_path / "out")


def test_a_flat_archive_is_named_by_its_skill(tmp_path: Path):
    archive = make_zip(tmp_path / "in.zip", ("SKILL.md", MAIN), ("x/y.md", "y"))
    assert unpack(archive, tmp_path / "out") == tmp_path / "out" / "a"
    assert sorted(tree(tmp_path / "out")) == ["a/SKILL.md", "a/x/y.md"]


def test_a_bomb_that_says_so(tmp_path: Path):
    archive = tmp_path / "in.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("a/SKILL.md", MAIN)
        opened.writestr("a/big", b"\0" * (31 * 1024 * 1024))
    assert archive.stat().st_size < 100_000
    with pytest.raises(ToolcatError, match="bytes"):
        unpack(archive, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_bomb_that_lies(tmp_path: Path):
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("a/SKILL.md", MAIN)
        opened.writestr("a/big", b"\0" * (31 * 1024 * 1024))
    data = raw.getvalue().replace((31 * 1024 * 1024).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    archive = tmp_path / "in.zip"
    archive.write_bytes(data)
    with pytest.raises(ToolcatError):
        unpack(archive, tmp_path / "out")
    assert not tree(tmp_path / "out")


def test_too_many_entries(tmp_path: Path):
    archive = make_zip(tmp_path / "in.zip", ("a/SKILL.md", MAIN), *((f"a/{i}", "") for i in range(1025)))
    with pytest.raises(ToolcatError, match="1,026 files"):
        unpack(archive, tmp_path / "out")


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x03\x04" + b"\0" * 100, b"no zip at all"])
def test_no_zip(data: bytes, tmp_path: Path):
    (tmp_path / "in.zip").write_bytes(data)
    with pytest.raises(ToolcatError, match="no sound zip"):
        unpack(tmp_path / "in.zip", tmp_path / "out")
    with pytest.raises(ToolcatError, match="does not exist"):
        unpack(tmp_path / "none.zip", tmp_path / "out")


def test_a_damaged_member(write, tmp_path: Path):
    pack(write("a", x=b"x" * 100), tmp_path / "a.zip")
    data = (tmp_path / "a.zip").read_bytes().replace(b"x" * 100, b"x" * 50 + b"y" * 50)
    (tmp_path / "bad.zip").write_bytes(data)
    with pytest.raises(ToolcatError, match="no sound zip"):
        unpack(tmp_path / "bad.zip", tmp_path / "out")
    assert not tree(tmp_path / "out")


def test_a_scaffold_is_valid(tmp_path: Path):
    for name, description in (
        ("pdf-forms", None),
        ("b", "Does: things #1. 'Use' \"when\" asked.\nTwo lines"),
        ("c1", "yes"),
    ):
        path = create_skill(tmp_path / "skills", name, description)
        assert path == tmp_path / "skills" / name / "SKILL.md"
    scan = scan_directory(tmp_path / "skills", Tier.EXPLICIT)
    assert not scan.invalid
    assert {found.meta.name: found.meta.description for found in scan.skills} == {
        "pdf-forms": PLACEHOLDER,
        "b": "Does: things #1. 'Use' \"when\" asked. Two lines",
        "c1": "yes",
    }


@pytest.mark.parametrize("name", ["A", "a_b", "a--b", "", "../x", "a" * 65, "a\n"])
def test_no_good_names(name: str, tmp_path: Path):
    with pytest.raises(ToolcatError):
        create_skill(tmp_path / "skills", name)
    assert not (tmp_path / "skills").exists()


def test_nothing_existing_is_touched(tmp_path: Path):
    (tmp_path / "a").mkdir()
    with pytest.raises(ToolcatError, match="exists already"):
        create_skill(tmp_path, "a", "d")
    assert not list((tmp_path / "a").iterdir())
    (tmp_path / "b").write_text("mine")
    with pytest.raises(ToolcatError, match="exists already"):
        create_skill(tmp_path, "b", "d")
    for description in ("", "x" * 801):
        with pytest.raises(ToolcatError):
            create_skill(tmp_path, "c", description)


@pytest.mark.parametrize("inside", ["SKILL.md", "a.zip", "refs/a.zip", "."])
def test_a_bundle_is_not_written_into_the_skill(inside: str, write, tmp_path: Path):
    """It would overwrite a file of the skill, or be packed with it the next time."""
    folder = write("a", **{"refs/x.md": b"x"})
    before = tree(folder)
    with pytest.raises(ToolcatError, match="lies in the skill itself") as raised:
        pack(folder, folder / inside, overwrite=True)
    assert "another place" in (raised.value.hint or "")
    assert tree(folder) == before


def test_what_the_system_says_is_not_printed_raw(write, tmp_path: Path):
    folder = write("a")
    (tmp_path / "folder").mkdir()
    for target in (tmp_path / "none" / "a.zip", tmp_path / "folder"):
        with pytest.raises(ToolcatError) as raised:
            pack(folder, target, overwrite=True)
        assert "Errno" not in raised.value.message
        assert ".tmp" not in raised.value.message


@windows
def test_a_pipe_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "a.zip")
    for archive in (tmp_path / "a.zip", tmp_path):
        with pytest.raises(ToolcatError, match="is no regular file"):
            unpack(archive, tmp_path / "out")


def test_nothing_is_left_of_a_bundle_that_is_refused(tmp_path: Path):
    archive = make_zip(tmp_path / "a.zip", ("b/SKILL.md", MAIN))
    with pytest.raises(ToolcatError, match="no valid skill"):
        unpack(archive, tmp_path / "out" / "deep")
    assert not (tmp_path / "out").exists()
    (tmp_path / "mine").mkdir()
    with pytest.raises(ToolcatError, match="no valid skill"):
        unpack(archive, tmp_path / "mine")
    assert (tmp_path / "mine").is_dir()


@pytest.mark.parametrize("names", [("a/x", "a/x/y"), ("a/x/y", "a/x"), ("a/X", "a/x/y")])
def test_a_name_for_a_file_and_a_folder(names: tuple[str, str], tmp_path: Path):
    archive = make_zip(tmp_path / "a.zip", ("a/SKILL.md", MAIN), *((name, "x") for name in names))
    with pytest.raises(ToolcatError, match="is a file and a folder"):
        unpack(archive, tmp_path / "out")
