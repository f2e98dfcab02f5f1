"""What `tools lint` and `skills lint` do beside printing findings: what they write and refuse, what goes together."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

GOOD = """\
tools:
  - name: get_order
    title: Get order
    description: Return one order of the shop with its lines. Use it when you know its number.
    inputSchema: {type: object, properties: {}, additionalProperties: false}
    annotations: {readOnlyHint: true}
"""
TO_MEND = GOOD.replace("readOnlyHint: true", 'title: Get it, readOnlyHint: "true"')
SKILL = "---\nname: pdf\ndescription: Use when: reading the pages of a PDF file.\n---\nRead it.\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tools.yaml").write_text(GOOD)
    (tmp_path / "b.tools.yaml").write_text(TO_MEND)
    (tmp_path / "pdf").mkdir()
    (tmp_path / "pdf" / "SKILL.md").write_text(SKILL)
    return tmp_path


def contents(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    ("program", "sources", "target"),
    [
        ("tools", ["a.tools.yaml"], "a.tools.yaml"),
        ("tools", ["a.tools.yaml"], "./a.tools.yaml"),
        ("tools", ["a.tools.yaml"], "link.yaml"),
        ("tools", ["shop=a.tools.yaml"], "a.tools.yaml"),
        ("tools", ["."], "b.tools.yaml"),
        ("tools", ["*.yaml"], "b.tools.yaml"),
        ("tools", ["a.tools.yaml", "broken.json"], "broken.json"),
        ("tools", [], "a.tools.yaml"),
        ("tools", [], "toolcat.toml"),
        ("tools", ["a.tools.yaml"], "base.json"),
        ("tools", ["a.tools.yaml"], "toolcat.approved.json"),
        ("skills", ["pdf"], "pdf/SKILL.md"),
        ("skills", ["."], "pdf/SKILL.md"),
        ("skills", ["pdf"], "base.json"),
    ],
)
@pytest.mark.parametrize("options", [["--format", "json"], ["--diff"], ["--statistics"]])
def test_no_input_is_written_over(run, folder, program, sources, target, options):
    (folder / "toolcat.toml").write_text('[[sources]]\npath = "a.tools.yaml"\n[lint]\nbaseline = "base.json"\n')
    (folder / "base.json").write_text('{"version": 1, "findings": []}')
    (folder / "broken.json").write_text("{")
    (folder / "link.yaml").symlink_to("a.tools.yaml")
    assert run("lint", "--approve").code == 0
    before = contents(folder)
    ran = run("lint", *sources, *options, "--output-file", target, program=program)
    assert (ran.code, ran.out) == (2, "")
    assert f"error: --output-file {Path(target)} would write over what is read" in ran.err
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("options", "begin"),
    [
        (["--format", "sarif"], "{"),
        (["--diff"], "--- a/b.tools.yaml\n"),
        (["--matrix"], "tool "),
        (["--matrix", "--format", "json"], "{"),
        (["--statistics"], "     1  "),
        (["--statistics", "--format", "json"], "["),
    ],
)
def test_everything_is_written_where_it_is_wanted(run, folder, options, begin):
    printed = run("lint", "b.tools.yaml", *options)
    assert printed.out.startswith(begin)
    written = run("lint", "b.tools.yaml", *options, "--output-file", "out")
    assert (written.code, written.out) == (printed.code, "")
    assert (folder / "out").read_text() == printed.out
    assert run("lint", "b.tools.yaml", *options, "--output-file", "-").out == printed.out
    assert not (folder / "-").exists()


def test_the_statistics_of_both_commands(run, folder):
    for program, source in (("tools", "b.tools.yaml"), ("skills", "pdf")):
        lines = run("lint", source, "--statistics", program=program).out.splitlines()
        counted = json.loads(run("lint", source, "--statistics", "--format", "json", program=program).out)
        assert [f"{each['count']:>6}  {each['rule']}  {each['name']}" for each in counted] == lines


@pytest.mark.parametrize(
    ("program", "options"),
    [
        ("tools", ["--matrix", "--fix"]),
        ("tools", ["--matrix", "--diff"]),
        ("tools", ["--matrix", "--statistics"]),
        ("tools", ["--matrix", "--update-baseline", "--baseline", "n.json"]),
        ("tools", ["--matrix", "--format", "sarif"]),
        ("tools", ["--approve", "--fix"]),
        ("tools", ["--approve", "--diff"]),
        ("tools", ["--approve", "--matrix"]),
        ("tools", ["--approve", "--statistics"]),
        ("tools", ["--approve", "--output-file", "x"]),
        ("tools", ["--approve", "--update-baseline", "--baseline", "n.json"]),
        ("tools", ["--diff", "--statistics"]),
        ("tools", ["--diff", "--format", "json"]),
        ("tools", ["--diff", "--update-baseline", "--baseline", "n.json"]),
        ("tools", ["--statistics", "--format", "junit"]),
        ("tools", ["--statistics", "--update-baseline", "--baseline", "n.json"]),
        ("tools", ["--unsafe-fixes"]),
        ("tools", ["--update-baseline", "--baseline", "n.json", "--output-file", "x"]),
        ("skills", ["--diff", "--statistics"]),
        ("skills", ["--diff", "--format", "json"]),
        ("skills", ["--statistics", "--format", "junit"]),
        ("skills", ["--unsafe-fixes"]),
    ],
)
def test_what_cannot_stand_together_is_said(run, folder, program, options):
    """An option without effect is a mistake that nobody would see."""
    before = contents(folder)
    ran = run("lint", "b.tools.yaml" if program == "tools" else "pdf", *options, program=program)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {options[0]} ")
    assert contents(folder) == before


@pytest.mark.parametrize("options", [[], ["--fix"], ["--diff"], ["--matrix"], ["--statistics"], ["--approve"]])
@pytest.mark.parametrize("source", ["missing.json", "missing*.json", "empty", "broken.json"])
def test_nothing_to_check_is_2_whatever_is_asked_for(run, folder, source, options):
    (folder / "empty").mkdir()
    (folder / "broken.json").write_text("{")
    ran = run("lint", source, *options)
    assert ran.code == 2
    assert source in ran.out + ran.err
    assert run("lint", source, "a.tools.yaml", *options).code == (2 if "--approve" in options else 1)


def test_what_could_not_be_read_is_told_beside_a_diff_and_a_matrix(run, folder):
    for option in ("--diff", "--matrix"):
        ran = run("lint", "a.tools.yaml", "missing.json", option)
        assert (ran.code, "error[TS001]" in ran.err, "TS001" in ran.out) == (1, True, False)
        assert run("lint", "a.tools.yaml", "missing.json", option, "--exit-zero").code == 0
        assert run("lint", "a.tools.yaml", option).code == 0


def test_nothing_checked_renews_no_baseline(run, folder):
    assert run("lint", "b.tools.yaml", "--baseline", "n.json", "--update-baseline").code == 0
    before = (folder / "n.json").read_text()
    assert run("lint", "b.tool.yaml", "--baseline", "n.json", "--update-baseline").code == 2
    assert (folder / "n.json").read_text() == before
    assert run("lint", "b.tool.yaml", "--baseline", "new.json", "--update-baseline").code == 2
    assert not (folder / "new.json").exists()


def test_one_baseline_serves_tools_and_skills(run, folder):
    (folder / "toolcat.toml").write_text('[[sources]]\npath = "b.tools.yaml"\n[lint]\nbaseline = "base.json"\n')
    (folder / "base.json").write_text('{"version": 1, "findings": []}')
    assert run("lint", "--update-baseline").err.startswith("wrote base.json: ")
    assert run("lint", "pdf", "--update-baseline", program="skills").code == 0
    rules = {entry["rule"] for entry in json.loads((folder / "base.json").read_text())["findings"]}
    assert {"TA001", "SF010"} <= rules
    assert run("lint").out.startswith("No problems ")
    assert run("lint", "pdf", program="skills").out.startswith("No problems ")


def test_the_config_names_files_as_the_user_would(run, folder):
    """Not by their whole path: a code host would find no such file."""
    (folder / "toolcat.toml").write_text(
        '[[sources]]\npath = "a.tools.yaml"\n[lint]\nbaseline = "base.json"\ntrees = ["stubs"]\nselect = ["TG", "TL"]\n'
    )
    entry = {"rule": "TD001", "file": "a.tools.yaml", "tool": "gone", "message": "m"}
    (folder / "base.json").write_text(json.dumps({"version": 1, "findings": [entry]}))
    files = {each["file"] for each in json.loads(run("lint", "--format", "json").out)["findings"]}
    assert files == {"base.json", "stubs/toolcat.lock.json"}


def test_allow_empty(run, folder):
    (folder / "empty").mkdir()
    (folder / "none.json").write_text('{"tools": []}')
    for source in ("empty", "none.json", "*.toml"):
        assert run("lint", source).code == 2
        ran = run("lint", source, "--allow-empty")
        assert (ran.code, "info[TS003]" in ran.out) == (0, True)
    assert run("lint", "missing.json", "--allow-empty").code == 1


def test_a_count_of_fixes(run, folder):
    ran = run("lint", "b.tools.yaml", "--fix")
    assert ran.err == "mended b.tools.yaml: 2 fixes\n"
    assert (folder / "b.tools.yaml").read_text() == GOOD


def test_quiet_prints_errors_only(run, folder):
    assert "warning" not in run("lint", "pdf", "--quiet", program="skills").out
    (folder / "pdf" / "SKILL.md").write_text(SKILL.replace("Use when:", "Use when").replace("Read it.", "TODO"))
    assert "SB004" in run("lint", "pdf", program="skills").out
    for form in ("text", "concise"):
        assert run("lint", "pdf", "--quiet", "--format", form, program="skills").out == ""


@pytest.mark.parametrize("program", ["tools", "skills"])
def test_nothing_checked_is_no_praise(run, folder, program):
    (folder / "empty").mkdir()
    assert "No problems" not in run("lint", "empty", program=program).out


def test_approvals_of_one_source(run, folder):
    (folder / "b.tools.yaml").write_text(GOOD.replace("get_order", "get_invoice"))
    (folder / "toolcat.toml").write_text('[[sources]]\npath = "a.tools.yaml"\n[[sources]]\npath = "b.tools.yaml"\n')
    assert run("lint", "--approve").err == ("wrote toolcat.approved.json: 2 tools approved, 2 new, 0 changed, 0 gone\n")
    assert run("lint", "a.tools.yaml", "--approve").err == (
        "wrote toolcat.approved.json: 1 tool approved, 0 new, 0 changed, 0 gone, 1 other kept\n"
    )
    assert run("lint", "a.tools.yaml", "--approve", "--no-config").err == (
        "wrote toolcat.approved.json: 1 tool approved, 0 new, 0 changed, 1 gone\n"
    )


def test_why_a_fix_was_left_out(run, folder):
    """A text with a mistake that no fix mends is left as it stands; that it was must be said."""
    text = '{"tools": [{"name": "a", "name": "b"}, {"name": "get_it", "inputSchema": {}}]}'
    (folder / "x.json").write_text(text)
    for option in ("--fix", "--diff"):
        ran = run("lint", "x.json", option, "--select", "TJ001")
        assert "x.json: 1 fix left out: the file must be mended by hand first (" in ran.err
        assert "twice" in ran.err
        assert (folder / "x.json").read_text() == text


@pytest.mark.parametrize(
    "lines",
    [
        '[lint.per-file-ignores]\n"vendor/*.yaml" = ["TA001"]',
        '[[lint.suppress]]\nrule = "TA001"\nreason = "r"\npath = "vendor/*"',
    ],
)
@pytest.mark.parametrize("place", [".", "vendor", "pdf"])
def test_paths_of_the_config_are_relative_to_it(run, folder, monkeypatch, lines, place):
    """Wherever the command runs, and however the file is named."""
    (folder / "vendor").mkdir()
    (folder / "vendor" / "b.tools.yaml").write_text(TO_MEND)
    (folder / "toolcat.toml").write_text(
        f'[[sources]]\npath = "vendor/b.tools.yaml"\n[lint]\nselect = ["TA001", "TL"]\n{lines}\n'
    )
    monkeypatch.chdir(folder / place)
    assert run("lint").out == "No problems in 1 tool in 1 file (1 suppressed)\n"
    assert run("lint", str(folder / "vendor" / "b.tools.yaml")).code == 0
    assert run("lint", str(folder / "b.tools.yaml")).code == 1


def test_what_is_not_approved_is_told(run, folder):
    """A tool that is left out of the catalog is not in the record, and no change of it would be reported."""
    (folder / "x.json").write_text('[{"name": "a", "inputSchema": {}}, {"name": "b", "name": "c", "inputSchema": {}}]')
    ran = run("lint", "x.json", "--approve")
    assert ran.code == 1
    assert "error[TS004] duplicate-key" in ran.err
    assert ran.err.endswith("wrote toolcat.approved.json: 1 tool approved, 1 new, 0 changed, 0 gone\n")
    (folder / "y.json").write_text('[{"name": "b", "name": "c", "inputSchema": {}}]')
    ran = run("lint", "y.json", "--approve")
    assert (ran.code, ran.err.count("error[TS004]"), "there is no tool to approve" in ran.err) == (2, 1, True)
    ran = run("lint", "none.json", "--approve")
    assert (ran.code, ran.err.count("error[TS001]")) == (2, 1)


@pytest.mark.parametrize(("program", "source"), [("tools", "b.tools.yaml"), ("skills", "pdf")])
@pytest.mark.parametrize("form", ["text", "concise"])
def test_quiet_shows_what_makes_the_run_fail(run, folder, program, source, form):
    """Exit code 1 and nothing to read helps nobody."""
    (folder / "b.tools.yaml").write_text(GOOD.replace("title: Get order", "frobnicate: 1"))
    (folder / "pdf" / "SKILL.md").write_text(
        SKILL.replace("Use when: reading the", "Reads").replace("Read it.", "TODO")
    )
    (folder / "toolcat.toml").write_text("[lint]\nfail-on = 'warning'\n")
    options = [source, "--quiet", "--format", form]
    ran = run("lint", *options, program=program)
    assert (ran.code, "warning" in ran.out) == (1, True)
    assert f"{source}:" in ran.out.replace("/SKILL.md", "")
    for threshold in ("error", "never"):
        ran = run("lint", *options, "--fail-on", threshold, program=program)
        assert (ran.code, ran.out) == (0, "")
    assert "info" in run("lint", *options, "--fail-on", "info", "--extend-select", "ALL", program=program).out


@pytest.mark.parametrize(("program", "source"), [("tools", "a.tools.yaml"), ("skills", "pdf/SKILL.md")])
def test_what_is_piped_in_is_not_written_over(folder, program, source):
    """The shell opened it, and it is an input all the same."""
    before = (folder / source).read_bytes()
    code = f"from toolcat.cli.main import {program}_main; {program}_main()"
    command = [sys.executable, "-c", code, "lint", "-", "--format", "json", "--output-file", source]
    with (folder / source).open("rb") as stdin:
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True, check=False)
    assert (done.returncode, "would write over what is read" in done.stderr) == (2, True)
    assert (folder / source).read_bytes() == before
