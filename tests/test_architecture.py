"""Imports point one way (cli -> lint -> generators, skills -> catalog), and help needs nothing heavy."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {
    "datamodel_code_generator",
    "jinja2",
    "jsonschema",
    "jsonschema_rs",
    "mcp",
    "pydantic",
    "referencing",
    "rich.markdown",
    "rich.progress",
    "rich.syntax",
    "rich.table",
    "tantivy",
    "yaml",
}

HELP = """
import sys
from toolcat.cli import main
sys.argv = sys.argv[1:]
try:
    getattr(main, sys.argv[0] + "_main")()
except SystemExit as end:
    code = end.code
else:
    code = 0
print("MODULES", code, *sys.modules)
"""


def test_imports_point_one_way():
    program = Path(sysconfig.get_path("scripts")) / "lint-imports"
    done = subprocess.run([str(program), "--no-cache"], check=False, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("command", ["tools", "skills", "toolcat"])
def test_help_imports_nothing_heavy(command: str, tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", HELP, command, "--help"],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
    )
    line = next(line for line in done.stdout.splitlines() if line.startswith("MODULES "))
    code, *modules = line.split()[1:]
    assert code in {"0", "None"}
    assert "Usage" in done.stdout
    assert HEAVY.isdisjoint(modules), sorted(HEAVY.intersection(modules))
