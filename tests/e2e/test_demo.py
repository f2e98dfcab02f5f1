"""The demo works as a newcomer meets it, and the example catalog is what its servers really answer.

The demo has one output folder, so these tests must run one after the other: `make test` keeps a file's tests together
(xdist's groups do nothing under pytest 9.2).
"""

import filecmp
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
DEMO = EXAMPLES / "demo"


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of every file, without what the demo may write and what others may write meanwhile."""
    return {
        str(path): (path.stat().st_size, path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file() and not {"out", "node_modules", "__pycache__"}.intersection(path.relative_to(folder).parts)
    }


@pytest.fixture(scope="module")
def demo() -> str:
    before = snapshot(EXAMPLES)
    done = subprocess.run(
        [sys.executable, str(DEMO / "demo.py")], check=False, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert snapshot(EXAMPLES) == before
    return done.stdout


def test_demo_calls_real_servers_through_the_stubs(demo: str):
    for line in (
        "started everything: ",
        "started files: ",
        "everything.getStructuredContent  Chicago: ",
        "computed from typed results      mean ",
        "everything.getSum                The sum of ",
        "files.readTextFile               ",
        "ToolError from files.read_text_file  Access denied",
        "Done. ",
    ):
        assert line in demo


def test_demo_calls_real_servers_through_the_python_package(demo: str):
    for line in (
        "everything.get_structured_content  Chicago: ",
        "files.read_text_file               'Warmest: ",
    ):
        assert line in demo
    assert demo.count("ToolError from files.read_text_file  Access denied") == 2


def test_demo_lists_tools_that_only_a_manifest_or_a_meta_file_describes(demo: str):
    assert "mcp__desk__find_jobs" in demo
    assert "disk_space" in demo


def test_demo_is_short_and_names_no_path_of_this_machine(demo: str):
    assert len(demo.splitlines()) <= 110
    assert str(ROOT) not in demo


def test_a_failing_step_fails_the_demo(tmp_path: Path):
    """Without its npm packages the demo cannot compile: it says which step failed and exits 1."""
    copy = tmp_path / "examples"
    for path in EXAMPLES.rglob("*"):
        parts = path.relative_to(EXAMPLES).parts
        if path.is_file() and not {"out", "node_modules"}.intersection(parts):
            (copy / Path(*parts)).parent.mkdir(parents=True, exist_ok=True)
            (copy / Path(*parts)).write_bytes(path.read_bytes())
    command = [sys.executable, str(copy / "demo" / "demo.py")]
    done = subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 1
    assert "demo failed: " in done.stderr


def test_captured_lists_are_what_the_servers_answer(tmp_path: Path):
    subprocess.run(["node", str(DEMO / "capture.mjs"), str(tmp_path)], check=True, capture_output=True)
    kept = sorted(path.name for path in (EXAMPLES / "servers").iterdir())
    assert sorted(path.name for path in tmp_path.iterdir()) == kept
    _, differing, broken = filecmp.cmpfiles(tmp_path, EXAMPLES / "servers", kept, shallow=False)
    assert (differing, broken) == ([], [])


@pytest.mark.parametrize("folder", ["examples/demo", "benchmarks", "tests/node", "tests/e2e/servers"])
def test_npm_is_pinned_exactly_and_locks_name_no_host(folder: str):
    package = json.loads((ROOT / folder / "package.json").read_bytes())
    lock = json.loads((ROOT / folder / "package-lock.json").read_bytes())
    wanted = {**package.get("dependencies", {}), **package.get("devDependencies", {})}
    exact = {name: version.rpartition("@")[2] for name, version in wanted.items()}
    assert {name: lock["packages"][f"node_modules/{name}"]["version"] for name in wanted} == exact
    assert [name for name, entry in lock["packages"].items() if "resolved" in entry] == []
    assert [name for name, entry in lock["packages"].items() if name and "integrity" not in entry] == []
