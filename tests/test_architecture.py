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


TOOLS = '{"tools": [{"name": "read", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}}}]}'
OTHERS = {
    "list": (HEAVY | {"toolcat.lint", "toolcat.generators"}, ["--format", "json"]),
    "show": (HEAVY - {"jinja2"}, []),
    "search": (HEAVY - {"tantivy"}, []),
    "lint": (HEAVY - {"jsonschema_rs"} | {"toolcat.generators.typescript.exporter", "toolcat.generators.python"}, []),
    "export-typescript": (HEAVY - {"jinja2"} | {"toolcat.generators.python", "toolcat.lint"}, ["--output", "tree"]),
    "export-python": (
        HEAVY - {"jinja2"} | {"toolcat.generators.typescript", "toolcat.lint"},
        ["--output", "tree", "--models", "typeddict"],
    ),
}
"""By command what it must not import, and the flags of a plain run."""


def test_imports_point_one_way():
    program = Path(sysconfig.get_path("scripts")) / "lint-imports"
    done = subprocess.run([str(program), "--no-cache"], check=False, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("command", ["tools", "skills", "toolcat"])
def test_help_imports_nothing_heavy(command: str, tmp_path: Path):
    modules = imported(command, "--help", cwd=tmp_path)
    assert HEAVY.isdisjoint(modules), sorted(HEAVY & modules)


def imported(*arguments: str, cwd: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", HELP, *arguments], check=True, capture_output=True, text=True, encoding="utf-8", cwd=cwd
    )
    code, *modules = next(line for line in done.stdout.splitlines() if line.startswith("MODULES ")).split()[1:]
    assert code in {"0", "None"}
    return set(modules)


@pytest.mark.parametrize("command", OTHERS)
def test_a_command_imports_only_what_it_needs(command: str, tmp_path: Path):
    unwanted, flags = OTHERS[command]
    (tmp_path / "files.json").write_text(TOOLS, encoding="utf-8")
    words = {"show": ["read"], "search": ["read"]}.get(command, [])
    modules = imported("tools", command, *words, "files.json", *flags, cwd=tmp_path)
    assert unwanted.isdisjoint(modules), sorted(unwanted & modules)


def test_an_export_that_changes_nothing_compiles_no_template(tmp_path: Path):
    (tmp_path / "files.json").write_text(TOOLS, encoding="utf-8")
    for command in ("export-typescript", "export-python"):
        arguments = ["tools", command, "files.json", "--output", command]
        imported(*arguments, cwd=tmp_path)
        modules = imported(*arguments, cwd=tmp_path)
        assert HEAVY.isdisjoint(modules), sorted(HEAVY & modules)
