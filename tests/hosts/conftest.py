"""Real hosts for the tests of what is exported for them: `make test-hosts` runs them, `make test` does not."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NODE = HERE / "node"
UTCP = HERE / "utcp"
MODERN_NODE = UTCP / "node_modules" / ".bin" / "node"
DENO = NODE / "node_modules" / ".bin" / "deno"
LIST = HERE / "odd.tools.json"
SERVER = NODE / "odd-server.mjs"
PROGRAM = HERE / "program.js"

collect_ignore_glob = [] if os.environ.get("TOOLCAT_TEST_HOSTS") else ["test_*.py"]

EXPECTED = {
    "deleted": {"got": {"from": "here", "cik-A": 3}},
    "omitted": {"got": {"from": "here"}},
    "items": [{"id": 1}, {"id": 2}],
    "user": "Ada",
}
"""What every host must give back: odd keys sent as they are, what is omitted not sent, an array as an array."""


def ran(command: list[object], timeout: int = 120, code: int | None = 0, **environment: str) -> str:
    """Run a command and return what it prints; a failure fails."""
    done = subprocess.run(
        [str(part) for part in command],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        env={**os.environ, **environment},
    )
    assert code is None or done.returncode == code, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def last_json(output: str) -> dict:
    """Return the last line, which is JSON: hosts talk before it."""
    return json.loads(output.strip().splitlines()[-1])


@pytest.fixture
def export(tmp_path: Path) -> Callable[..., Path]:
    """Export the odd tools for a host into a folder, without `get-user` unless it is wanted."""

    def run(language: str, *options: str, both: bool = False, code: int | None = 0) -> Path:
        folder = tmp_path / "out"
        start = [sys.executable, "-c", "from toolcat.cli.main import tools_main; tools_main()"]
        command = [*start, f"export-{language}", *options, "--output", folder, LIST]
        ran([*command, "--no-config", *([] if both else ["--exclude", "get-user"])], code=code)
        return folder

    return run


@pytest.fixture
def bridge() -> Iterator[Callable[[str], str]]:
    """Start the odd server behind HTTP, without some tools, and return its port."""
    started: list[subprocess.Popen[str]] = []

    def start(without: str) -> str:
        command = ["node", str(NODE / "bridge.mjs"), without]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        output = started[-1].stdout
        assert output is not None
        return output.readline().strip()

    yield start
    for process in started:
        process.kill()
        process.wait()


def python_of(name: str) -> Path:
    """Return the interpreter of one of the hosts' own environments, which `make test-hosts` makes."""
    return ROOT / ".venv-hosts" / name / ("Scripts" if os.name == "nt" else "bin") / "python"
