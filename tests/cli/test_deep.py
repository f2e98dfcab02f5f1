"""The deepest document that is read goes through every command."""

import pytest

DEEP = '[{"name": "deep", "description": "Goes deep.", "inputSchema": %s}]' % ('{"items": ' * 990 + "{}" + "}" * 990)


@pytest.fixture
def deep(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep.json").write_text(DEEP, encoding="utf-8")
    return "deep.json"


@pytest.mark.parametrize("form", ["json", "jsonl", "yaml", "markdown", "table", "names"])
def test_list_in_every_format(run, deep, form):
    ran = run("list", deep, "--format", form)
    assert (ran.code, "bug" in ran.err) == (0, False)
    assert "deep" in ran.out


def test_show(run, deep):
    assert run("show", "deep", deep).code == 0
    assert run("show", "deep", deep, "--format", "json").code == 0


@pytest.mark.parametrize(
    "options",
    [
        ["export-typescript"],
        ["export-typescript", "--reading", "literal"],
        ["export-python"],
        ["export-python", "--models", "typeddict", "--reading", "literal"],
    ],
)
def test_exports_bound_it_with_a_finding(run, deep, tmp_path, options):
    ran = run(*options, deep, "-o", "out")
    assert ran.code == 0
    assert "1 type degraded" in ran.err
    assert run(*options, deep, "-o", "out", "--check").code == 0


def test_lint_finds_it_too_deep_and_no_rule_crashes(run, deep):
    ran = run("lint", deep, "--select", "ALL", "--format", "concise")
    assert ran.code == 1
    assert "TL001" not in ran.out
    assert "TJ020" in ran.out
