import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from toolcat.cli import tools_list

BIN = Path(sys.executable).parent
needs_sh = pytest.mark.skipif(sys.platform == "win32", reason="the shell of POSIX")


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


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = {"PATH": f"{BIN}:/usr/bin:/bin"}
    return subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, env=path, check=False)


@pytest.fixture
def many(tmp_path):
    tools = ",".join(f'{{"name": "t{i}", "description": "{"x" * 500}", "inputSchema": {{}}}}' for i in range(2000))
    (tmp_path / "many.json").write_text(f'{{"tools": [{tools}]}}', encoding="utf-8")
    return tmp_path


@needs_sh
def test_a_reader_that_leaves_is_no_failure(many):
    ran = shell("{ tools list many.json; echo $? >code; } | head -n 1", many)
    assert (many / "code").read_text() == "0\n"
    assert ran.stdout.startswith("t0\t")
    assert "Traceback" not in ran.stderr


@needs_sh
def test_messages_that_nobody_reads_stop_no_work(many):
    shell("{ tools export-typescript many.json -v -o stubs 2>&1; echo $? >code; } | head -n 0", many)
    assert (many / "code").read_text() == "0\n"
    assert (many / "stubs/t1999.ts").is_file()


@needs_sh
def test_a_check_that_nobody_reads_still_says_that_something_differs(many):
    shell("tools export-typescript many.json -o stubs; rm stubs/t1*", many)
    shell("{ tools export-typescript many.json -o stubs --check 2>&1; echo $? >code; } | head -n 0", many)
    assert (many / "code").read_text() == "1\n"


@needs_sh
@pytest.mark.parametrize(("streams", "code"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0), ("2>/dev/full", 0)])
def test_closed_and_full_streams(many, streams, code):
    if "full" in streams and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    assert shell(f"tools list many.json {streams}", many).returncode == code


@needs_sh
def test_an_answer_that_cannot_be_written_is_a_failed_run(many):
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    ran = shell("tools list many.json >/dev/full", many)
    assert ran.returncode == 1
    assert "cannot write to standard output: No space left on device" in ran.stderr
    assert "bug" not in ran.stderr


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


@needs_sh
@pytest.mark.parametrize("command", ["tools list -", "tools search x -", "tools lint -", "skills lint -"])
def test_a_closed_standard_input_is_said(tmp_path, command):
    ran = shell(f"{command} <&-", tmp_path)
    assert ran.returncode == 2
    assert "standard input is closed" in ran.stdout + ran.stderr
    assert "bug" not in ran.stderr


@needs_sh
def test_a_standard_input_that_cannot_be_read_is_said(tmp_path):
    ran = shell("tools list - 0>written", tmp_path)
    assert ran.returncode == 2
    assert "<stdin>: the file cannot be read" in ran.stderr


LONG = "a" * 300


@pytest.mark.parametrize(
    "args",
    [
        ["list", f"{LONG}.json"],
        ["list", f"{LONG}/*.json"],
        ["list", "x.json", "--config", LONG],
        ["lint", "x.json", "--baseline", LONG],
        ["lint", "x.json", "--output-file", LONG],
        ["export-typescript", "x.json", "-o", LONG],
        ["export-typescript", "x.json", "-o", LONG, "--check"],
        ["export-python", "x.json", "-o", f"out/{LONG}/x"],
        ["export-python", "x.json", "-o", "out", "--templates", LONG],
        ["init", LONG],
    ],
)
def test_a_name_that_no_file_can_have_is_no_bug(run, tmp_path, monkeypatch, args):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.json").write_text('[{"name": "x", "inputSchema": {}}]')
    ran = run(*args)
    assert ran.code == 2, ran.err
    assert "too long" in ran.err
    assert "bug" not in ran.err
    assert len(ran.err) < 700
