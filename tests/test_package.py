"""The wheel holds the package and nothing else, and every folder and file of the package is in order."""

import ast
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = {"tests", "docs", "examples", "benchmarks"}
WHEEL = ROOT / ".ci" / "wheel.py"
MOST_LINES = 450


def tree() -> list[PurePosixPath]:
    """Every file that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    paths = {PurePosixPath(name) for name in os.fsdecode(listed).split("\0") if name}
    return sorted(path for path in paths if (ROOT / path).is_file())


FILES = tree()
PACKAGE = [path for path in FILES if len(path.parts) > 1 and path.parts[0] not in OUTSIDE and path.parts[0][0] != "."]
MODULES = [path for path in PACKAGE if path.suffix == ".py"]
ROOMS = sorted({path.parent for path in MODULES})


def build_wheel(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(WHEEL), "--root", str(root), "--no-isolation"]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the tree in a git repository of its own, to be changed by a test."""
    target = tmp_path / "tree"
    for path in FILES:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, target / path)
    subprocess.run(["git", "init", "--quiet"], cwd=target, check=True)
    return target


def test_wheel_equals_the_tree():
    done = build_wheel(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "equal to the tree" in done.stdout


def test_a_forgotten_folder_fails(copy: Path):
    for folder, name in [("execution", "__init__.py"), ("catalog/forgotten", "__init__.py")]:
        (copy / folder).mkdir()
        (copy / folder / name).write_text('"""A room nobody listed."""\n', encoding="utf-8")
    done = build_wheel(copy)
    assert done.returncode == 1
    assert "in the tree, not in the wheel: toolcat/execution/__init__.py" in done.stderr
    assert "in the tree, not in the wheel: toolcat/catalog/forgotten/__init__.py" in done.stderr


def test_a_forgotten_data_file_fails(copy: Path):
    (copy / "catalog" / "data.bin").write_bytes(b"\0")
    done = build_wheel(copy)
    assert done.returncode == 1
    assert "in the tree, not in the wheel: toolcat/catalog/data.bin" in done.stderr


def test_leftovers_of_an_earlier_build_stay_out(copy: Path):
    stale = copy / "build" / "lib" / "toolcat" / "removed"
    stale.mkdir(parents=True)
    (stale / "__init__.py").write_text('"""Gone from the tree."""\n', encoding="utf-8")
    done = build_wheel(copy)
    assert done.returncode == 0, done.stdout + done.stderr


def test_toolcat_is_a_namespace_without_files_of_its_own():
    assert "__init__.py" not in {str(path) for path in FILES}
    assert "__main__.py" not in {str(path) for path in FILES}


def docstring(path: PurePosixPath) -> str | None:
    return ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8")))


def test_every_room_says_what_lives_there_and_is_typed():
    assert len(ROOMS) > 5
    assert [room for room in ROOMS if room / "__init__.py" not in PACKAGE] == []
    assert [room for room in ROOMS if not docstring(room / "__init__.py")] == []
    assert [room for room in ROOMS if room / "py.typed" not in PACKAGE] == []


def test_every_module_opens_with_a_docstring():
    assert [path for path in MODULES if not docstring(path)] == []


def test_no_module_is_long():
    """A file that nears 400 lines holds two ideas."""
    lengths = {str(path): len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {path: length for path, length in lengths.items() if length > MOST_LINES} == {}


def test_no_two_files_differ_only_in_case():
    seen: dict[str, PurePosixPath] = {}
    pairs = [(path, seen[key]) for path in FILES if seen.setdefault(key := str(path).casefold(), path) != path]
    assert pairs == []


def test_text_files_end_their_lines_with_lf():
    """As git would store them: checked in the working copy, where an editor may have left something else.

    Not so what is planted there to be found, which git leaves alone as well (.gitattributes).
    """
    carriage = []
    for path in FILES:
        if Path(path).is_relative_to("tests/lint/planted"):
            continue
        data = (ROOT / path).read_bytes()
        if b"\0" not in data and b"\r\n" in data:
            carriage.append(str(path))
    assert carriage == []


def test_commands_and_version_come_from_the_installed_package():
    commands = {entry.name for entry in metadata.distribution("toolcat").entry_points}
    assert commands == {"tools", "skills", "toolcat"}
    assert metadata.metadata("toolcat")["License-Expression"] == "MIT"
