"""`tools hosts`, `tools compat`, and the options of the exports that have to do with hosts."""

import json

import pytest

LIST = {
    "server": "odd",
    "tools": [
        {"name": "get_user", "description": "Get. More.", "inputSchema": {"type": "object"}},
        {"name": "get-user", "description": "Get another.", "inputSchema": {"type": "object"}},
        {"name": "other", "inputSchema": {"type": "object", "properties": {"from": {"type": "string"}}}},
    ],
}


@pytest.fixture
def odd(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.tools.json").write_text(json.dumps(LIST), encoding="utf-8")
    return "odd.tools.json"


def test_hosts_are_listed(run):
    assert len(run("hosts", "--format", "names").out.split()) == 17
    table = run("hosts", "utcp").out
    assert "manual" in table
    found = json.loads(run("hosts", "cloudflare", "--format", "json").out)
    assert found[0]["forms"] == ["declarations", "prelude"]
    assert run("hosts", "nope").code == 2


def test_compat_says_what_is_lost(run, odd):
    ran = run("compat", odd, "--host", "cloudflare", "--host", "opencode")
    assert ran.code == 1
    assert "refused" in ran.out
    assert "opencode" not in ran.out
    found = json.loads(run("compat", odd, "--host", "cloudflare", "--format", "json").out)
    assert found["lost"] == {"cloudflare": 2}
    assert run("compat", odd, "--host", "opencode").code == 0
    assert run("compat", odd, "--exclude", "get-user").code == 0


def test_a_flat_text_goes_to_stdout(run, odd):
    ran = run("export-typescript", odd, "--host", "opencode", "-o", "-", "--exclude", "get-user")
    assert ran.code == 0
    assert "async function oddGetUser(input)" in ran.out
    assert run("export-typescript", odd, "-o", "-").code == 2
    ran = run("export-python", odd, "--host", "fastmcp", "-o", "-", "--exclude", "get-user")
    assert "async def odd_get_user" in ran.out


@pytest.mark.parametrize("language", ["typescript", "python"])
@pytest.mark.parametrize("option", [["--check"], ["--format", "json"]])
def test_what_standard_output_cannot_give_is_refused(run, odd, language, option):
    # A check that has nothing to compare with would pass for ever.
    ran = run(f"export-{language}", odd, "--form", "declarations", "-o", "-", *option)
    assert (ran.code, ran.out) == (2, "")
    assert option[0] in ran.err


@pytest.mark.parametrize("language", ["typescript", "python"])
def test_a_text_that_is_printed_tells_what_one_that_is_written_tells(run, tmp_path, monkeypatch, language):
    monkeypatch.chdir(tmp_path)
    schema = {"type": "object", "properties": {"x": {"$ref": "#/none"}}}
    tools = [{"name": name, "inputSchema": schema} for name in ("get_user", "get-user")]
    (tmp_path / "bad.json").write_text(json.dumps({"server": "odd", "tools": tools}), encoding="utf-8")
    host = {"typescript": "codex", "python": "pydantic-ai"}[language]
    for options in (["--form", "declarations"], ["--host", host]):
        command = [f"export-{language}", "bad.json", *options]
        shown, written = run(*command, "-o", "-"), run(*command, "-o", "-".join(options))
        found = [
            [line for line in ran.err.splitlines() if line.startswith(("warning", "  -->"))] for ran in (shown, written)
        ]
        assert found[0] == found[1]
        assert sum("[dangling-ref]" in line for line in found[0]) == 2
        assert shown.code == written.code == ("--host" in options)
        assert run(*command, "-o", "-", "--strict").code == 1


def test_what_to_do_about_a_tool_of_no_server_is_said(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lone.json").write_text('[{"name": "read", "inputSchema": {}}]', encoding="utf-8")
    ran = run("export-typescript", "lone.json", "--host", "utcp", "-o", "-")
    assert ran.code == 1
    assert "rename" not in ran.err
    assert "NAME=PATH" in ran.err


@pytest.mark.parametrize(
    ("value", "said"),
    [("", "empty"), ("{srv}", "'{srv}'"), ("{tool", "'{tool'"), ("a}", "'}'")],
)
def test_an_option_of_a_host_that_leads_nowhere_is_refused(run, odd, value, said):
    for command in (["export-typescript", odd, "-o", "out"], ["compat", odd]):
        ran = run(*command, "--host", "utcp", "--host-option", f"manual={value}")
        assert (ran.code, ran.out) == (2, "")
        assert "manual" in ran.err
        assert said in ran.err
    assert run("export-typescript", odd, "--host", "utcp", "--host-option", "manual={server}_x", "-o", "out").code == 1


def test_a_tool_that_a_host_cannot_call_is_told(run, odd, tmp_path):
    ran = run("export-typescript", odd, "--host", "cloudflare", "-o", "out")
    assert ran.code == 1
    assert "cannot be called on cloudflare" in ran.err
    assert run("export-typescript", odd, "--host", "cloudflare", "-o", "out", "--check").code == 0


def test_a_budget_says_what_it_lowered(run, odd, tmp_path):
    ran = run("export-typescript", odd, "--form", "declarations", "--budget", "85", "-o", "out")
    assert ran.code == 0
    assert "lowered to" in ran.err
    text = (tmp_path / "out/declarations.d.ts").read_text("utf-8")
    assert all(name in text for name in ("getUser", "other"))
    assert run("export-typescript", odd, "--form", "declarations", "--budget", "3", "-o", "out2").code == 2


@pytest.mark.parametrize(
    "options",
    [
        ["--host", "nope"],
        ["--host", "codex", "--form", "tree"],
        ["--host", "fastmcp"],
        ["--host", "utcp", "--host-option", "x=y"],
        ["--budget", "100"],
        ["--form", "tree", "--detail", "names"],
        ["--form", "prelude", "--index"],
    ],
)
def test_options_that_do_not_fit_together(run, odd, options):
    ran = run("export-typescript", odd, "-o", "out", *options)
    assert ran.code == 2, ran.err
    assert "help" in ran.err
