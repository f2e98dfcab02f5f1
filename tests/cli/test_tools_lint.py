"""`tools lint`, `tools rules` and `tools explain` as a user runs them: output, exit codes, what is written."""

import io
import json
import sys

import pytest

from toolcat.lint import all_rules

ORDER = """\
tools:
  - name: {name}
    title: Get order
    description: Return one order of the shop with its lines. Use it when you know its number.
    inputSchema: {{type: object, properties: {{}}, additionalProperties: false}}
    annotations: {{readOnlyHint: true}}
"""
GOOD = ORDER.format(name="get_order")
DOTTED = ORDER.format(name="order.get")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.tools.yaml").write_text(GOOD)
    (tmp_path / "dotted.tools.yaml").write_text(DOTTED)
    return tmp_path


def stdin(monkeypatch, text):
    class Stdin:
        buffer = io.BytesIO(text.encode())

    monkeypatch.setattr(sys, "stdin", Stdin())


def test_good(run, folder):
    ran = run("lint", "good.tools.yaml")
    assert (ran.code, ran.out, ran.err) == (0, "No problems in 1 tool in 1 file\n", "")
    assert run("lint", "good.tools.yaml", "--quiet").out == ""
    assert run("lint", "dotted.tools.yaml", "--quiet").out == ""
    assert "error[TC201]" in run("lint", "dotted.tools.yaml", "--quiet", "--client", "openai,vscode").out


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], 0),
        (["--fail-on", "warning"], 1),
        (["--client", "openai"], 1),
        (["--client", "openai", "--exit-zero"], 0),
        (["--client", "openai", "--fail-on", "never"], 0),
        (["--client", "openai,bedrock", "--format", "json"], 1),
        (["--client", "openai", "--format", "sarif"], 1),
        (["--client", "openai", "--ignore", "TC201"], 0),
        (["--client", "netscape"], 2),
        (["--select", "XX1"], 2),
        (["--protocol", "1999"], 2),
        (["--profile", "loud"], 2),
        (["--update-baseline"], 2),
    ],
)
def test_exit_codes(run, folder, options, code):
    assert run("lint", "dotted.tools.yaml", *options).code == code


def test_nothing_checked_is_2(run, folder):
    (folder / "empty").mkdir()
    ran = run("lint", "empty")
    assert ran.code == 2
    assert "TS003" in ran.out
    assert "nothing was checked" in ran.err
    assert run("lint", "empty", "--allow-empty", "--fail-on", "never").code == 0
    assert run("lint", "missing.json").code == 2
    assert run("lint").code == 2


def test_a_broken_file_is_a_finding_in_any_format(run, folder):
    (folder / "broken.json").write_text('{"tools": [')
    ran = run("lint", "broken.json", "good.tools.yaml", "--format", "json")
    assert ran.code == 1
    out = json.loads(ran.out)
    assert [(f["rule"], f["file"], f["line"], f["column"]) for f in out["findings"]] == [
        ("TS001", "broken.json", 1, 12)
    ]
    assert out["summary"]["tools"] == 1


def test_stdin(run, folder, monkeypatch):
    stdin(
        monkeypatch,
        '{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "a.b", "inputSchema": {"type": "object"}}]}}',
    )
    ran = run("lint", "-", "--stdin-filename", "live/shop.json", "--select", "TC201", "--format", "concise")
    assert ran.out.startswith("live/shop.json:1:59: warning TC201 ")
    stdin(monkeypatch, DOTTED)
    ran = run("lint", "-", "--diff", "--unsafe-fixes", "--select", "TC101")
    assert (ran.code, "+  - name: order_get" in ran.out) == (1, True)
    stdin(monkeypatch, DOTTED)
    ran = run("lint", "-", "--fix", "--unsafe-fixes", "--select", "TC101")
    assert "standard input cannot be mended" in ran.err


def test_output_file(run, folder):
    ran = run("lint", "dotted.tools.yaml", "--format", "sarif", "--output-file", "out.sarif")
    assert (ran.code, ran.out) == (0, "")
    assert json.loads((folder / "out.sarif").read_text())["version"] == "2.1.0"
    assert run("lint", "dotted.tools.yaml", "--output-file", "no/where").code == 2


def test_statistics(run, folder):
    ran = run("lint", "dotted.tools.yaml", "--select", "TC101,TC201", "--statistics")
    assert ran.out == "     1  TC101  anthropic-name\n     1  TC201  openai-name\n"


def test_fix_and_diff(run, folder):
    options = ["--client", "openai", "--select", "TC201"]
    ran = run("lint", "dotted.tools.yaml", "--diff", *options)
    assert (ran.code, ran.out) == (0, "")
    ran = run("lint", "dotted.tools.yaml", "--diff", "--unsafe-fixes", *options)
    assert ran.code == 1
    assert ran.out.splitlines()[:2] == ["--- a/dotted.tools.yaml", "+++ b/dotted.tools.yaml"]
    assert "-  - name: order.get\n+  - name: order_get\n" in ran.out
    assert (folder / "dotted.tools.yaml").read_text() == DOTTED
    ran = run("lint", "dotted.tools.yaml", "--fix", *options)
    assert (ran.code, (folder / "dotted.tools.yaml").read_text()) == (1, DOTTED)
    ran = run("lint", "dotted.tools.yaml", "--fix", "--unsafe-fixes", *options)
    assert (ran.code, ran.err) == (0, "mended dotted.tools.yaml: 1 fix\n")
    assert (folder / "dotted.tools.yaml").read_text() == DOTTED.replace("order.get", "order_get")


def test_baseline(run, folder):
    options = ["dotted.tools.yaml", "--client", "openai", "--baseline", "base.json"]
    assert run("lint", *options).code == 2
    ran = run("lint", *options, "--update-baseline")
    assert (ran.code, ran.err) == (0, "wrote base.json: 1 finding\n")
    ran = run("lint", *options)
    assert (ran.code, ran.out) == (0, "No problems in 1 tool in 1 file (1 suppressed)\n")


def test_a_baseline_says_what_it_does_not_hold_back(run, folder):
    (folder / "x.yaml").write_text(
        GOOD.replace("one order", '"one\\u200b order').replace("its number.", 'its number."')
    )
    (folder / "x.yaml").write_text((folder / "x.yaml").read_text().replace('Return "one', '"Return one'))
    ran = run("lint", "x.yaml", "--baseline", "base.json", "--update-baseline")
    assert (ran.code, ran.err) == (
        0,
        "wrote base.json: 1 finding\n"
        "1 of a security rule is reported all the same until its `reason` in base.json is filled in\n",
    )
    assert run("lint", "x.yaml", "--baseline", "base.json").code == 1


def test_approve(run, folder):
    assert run("lint", "good.tools.yaml", "--approve").err == (
        "wrote toolcat.approved.json: 1 tool approved, 1 new, 0 changed, 0 gone\n"
    )
    assert run("lint", "good.tools.yaml").code == 0
    (folder / "good.tools.yaml").write_text(GOOD.replace("Use it", "Mail it, and use it"))
    ran = run("lint", "good.tools.yaml", "--format", "concise")
    assert ran.code == 1
    assert "error TX010 degraded change after approval: the description changed" in ran.out


def test_matrix(run, folder):
    ran = run("lint", "dotted.tools.yaml", "--matrix", "--client", "openai,cursor")
    assert ran.out == "tool       openai  cursor\norder.get  NO      yes\n\nopenai: TC201 openai-name (1 tool)\n"
    out = json.loads(run("lint", "dotted.tools.yaml", "--matrix", "--format", "json").out)
    assert len(out["clients"]) == 9
    (tool,) = out["tools"]
    assert tool["clients"]["cursor"] == {"verdict": "yes", "reasons": []}
    assert tool["clients"]["bedrock"]["verdict"] == "no"
    assert tool["clients"]["bedrock"]["reasons"][0]["rule"] == "TC601"


def test_config(run, folder):
    (folder / "toolcat.toml").write_text(
        '[[sources]]\npath = "dotted.tools.yaml"\n[lint]\nclients = ["openai"]\nfail-on = "never"\n'
    )
    ran = run("lint", "--format", "concise")
    assert ran.code == 0
    assert "dotted.tools.yaml:2:11: error TC201" in ran.out
    assert run("lint", "--fail-on", "error").code == 1
    assert run("lint", "good.tools.yaml", "--no-config").code == 0
    (folder / "toolcat.toml").write_text("[lint]\nslect = 1\n")
    ran = run("lint", "good.tools.yaml")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "error: toolcat.toml:2:1: the key 'slect' is not known in [lint]")


def test_rules(run):
    out = run("rules").out
    assert len(out.splitlines()) == len(all_rules())
    assert run("rules", "TC1").out.splitlines()[0].startswith("TC101  anthropic-name")
    entry = json.loads(run("rules", "openai-name", "--format", "json").out)[0]
    assert (entry["code"], entry["severity"], entry["fix"], entry["clients"]) == (
        "TC201",
        "error",
        "unsafe",
        ["openai", "openai-strict"],
    )
    assert run("rules", "nothing").code == 2


@pytest.mark.parametrize("name", ["TC303", "tc303", "gemini-keyword"])
def test_explain(run, name):
    out = run("explain", name).out
    for part in (
        "TC303 gemini-keyword",
        "Severity: error",
        "Why: ",
        "What to do: ",
        "Source: ",
        "Bad:",
        "Good:",
        "Fixed:",
    ):
        assert part in out
    assert run("explain", name, "--format", "markdown").out.startswith("# TC303 gemini-keyword\n")
    assert json.loads(run("explain", name, "--format", "json").out)["code"] == "TC303"


def test_explain_suggests(run):
    ran = run("explain", "gemini-keywrd")
    assert ran.code == 2
    assert "did you mean gemini-keyword" in ran.err


@pytest.mark.parametrize(
    ("program", "selector", "right"),
    [("tools", "SF", "skills"), ("tools", "SF010", "skills"), ("skills", "TX", "tools"), ("skills", "M001", "tools")],
)
@pytest.mark.parametrize("form", ["table", "json"])
def test_rules_of_the_other_command(run, program, selector, right, form):
    ran = run("rules", selector, "--format", form, program=program)
    assert (ran.code, ran.out) == (2, "")
    said = f"error: rules: no rule of `{program} lint` answers to {selector!r}"
    assert ran.err == f"{said}\n  help: `{right} rules {selector}` lists them\n"


def test_rules_of_both_commands(run):
    """What is of the other command is passed over beside what is not."""
    assert run("rules", "SF", "TX001").out.startswith("TX001")


def test_explain_of_many(run):
    assert run("explain", "tc1").err == (
        "error: no rule is called 'tc1'\n  help: `tools rules TC1` lists those whose codes begin so\n"
    )
    assert "`skills rules SF` lists" in run("explain", "SF").err
    assert "`tools rules` and `skills rules` list them" in run("explain", "qqqq").err


@pytest.mark.parametrize("program", ["tools", "skills"])
@pytest.mark.parametrize("name", ["SX001", "sk101", "mentioned-tool-stale"])
def test_explain_what_no_rule_reports(run, program, name):
    ran = run("explain", name, program=program)
    assert ran.code == 0
    assert ("Reported by: skills " in ran.out, "What to do: " in ran.out) == (True, True)
    assert run("explain", name, "--format", "markdown", program=program).out.startswith("# S")
    assert json.loads(run("explain", name, "--format", "json", program=program).out)["command"].startswith("skills ")


@pytest.mark.parametrize(
    ("program", "source", "selector"), [("tools", "good.tools.yaml", "SF"), ("skills", ".", "TX,M")]
)
@pytest.mark.parametrize("option", ["--select", "--extend-select"])
def test_rules_of_the_other_command_select_nothing(run, folder, program, source, selector, option):
    ran = run("lint", source, option, selector, program=program)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {option}: no rule of `{program} lint` answers to ")


def test_a_mistyped_word_is_answered_in_plain_words(run, folder):
    ran = run("lint", "good.tools.yaml", "--format", "xml")
    assert (ran.code, "Value error" in ran.err, "'xml' is not one of 'text', 'concise'" in ran.err) == (2, False, True)
    assert "[[" not in run("rules", "--help").out + run("lint", "--help", program="skills").out


def test_an_empty_source(run, folder):
    for text in ("", "  "):
        ran = run("lint", text)
        assert (ran.code, ran.out) == (2, "")
        assert "error: a source is an empty text" in ran.err


def test_what_kind_of_fix_there_is(run, folder):
    (folder / "x.yaml").write_text(DOTTED.replace("properties: {}, ", ""))
    lines = run("lint", "x.yaml", "--client", "openai", "--format", "concise").out.splitlines()
    assert [(line.split()[2], line[-3:]) for line in lines] == [("TC201", "[?]"), ("TC202", "[*]")]
    out = run("lint", "x.yaml", "--client", "openai", "--format", "jsonl").out
    found = [json.loads(line) for line in out.splitlines()]
    assert [(each["rule"], each["fix"]["safety"]) for each in found] == [("TC201", "unsafe"), ("TC202", "safe")]
    assert found[0]["fix"]["message"] == "rename it to `order_get`"
