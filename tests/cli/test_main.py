import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from toolcat.cli import tools_list

BIN = Path(sys.executable).parent


def test_version(run):
    ran = run("--version", program="toolcat")
    assert (ran.code, ran.out) == (0, f"toolcat {version('toolcat')}\n")


@pytest.mark.parametrize("program", ["tools", "skills", "toolcat"])
def test_help_names_the_commands(run, program):
    ran = run("--help", program=program)
    assert ran.code == 0
    assert ran.out.startswith(f"Usage: {program} ")
    assert "..." not in ran.out.partition("Commands:")[2], "a short help does not fit"


def test_toolcat_holds_both(run):
    assert run("tools", "list", "--help", program="toolcat").code == 0
    assert run("skills", "--help", program="toolcat").code == 0


def test_a_bug_is_one_line_and_exit_3(run, monkeypatch):
    def fail(*_):
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(tools_list, "read_input", fail)
    ran = run("list", "x.json")
    assert ran.code == 3
    assert ran.err.startswith("bug: RuntimeError: two lines\n")
    assert "Traceback" not in ran.err


def test_debug_shows_the_traceback_of_a_bug(run, monkeypatch):
    def fail(*_):
        raise RuntimeError("inside")

    monkeypatch.setattr(tools_list, "read_input", fail)
    with pytest.raises(RuntimeError, match="inside"):
        run("list", "x.json", "--debug")


def test_a_reader_that_leaves_is_no_failure(tmp_path):
    tools = ",".join(f'{{"name": "t{i}", "description": "{"x" * 500}", "inputSchema": {{}}}}' for i in range(2000))
    (tmp_path / "many.json").write_text(f'{{"tools": [{tools}]}}', encoding="utf-8")
    with subprocess.Popen(
        [BIN / "tools", "list", "many.json"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_output_is_utf8_whatever_the_locale_says(tmp_path):
    (tmp_path / "x.json").write_text('[{"name": "名前", "inputSchema": {}}]', encoding="utf-8")
    ran = subprocess.run(
        [BIN / "tools", "list", "x.json", "--format", "names"],
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PATH": ""},
        capture_output=True,
        check=True,
    )
    assert ran.stdout == "名前\n".encode()
