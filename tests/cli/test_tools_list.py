import json

import pytest

TOOLS = {
    "server": "desk",
    "categories": ["paper", "money"],
    "tools": [
        {
            "name": "write",
            "description": "Write it\u202e down | now.\nThen more.",
            "inputSchema": {"type": "object"},
            "category": "paper",
            "gate": "writing",
        },
        {
            "name": "read",
            "description": "Read it.",
            "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}},
            "annotations": {"readOnlyHint": True},
            "disclosure": "advertised",
            "summary": "Reads.",
            "usageHint": "Before write.",
            "keywords": ["look"],
        },
        {"name": "plan", "description": "Plan it.", "inputSchema": {"type": "object"}, "planOnly": True},
    ],
}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "desk.tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    return "desk.tools.json"


def test_names_come_sorted_and_alone_on_stdout(run, desk):
    ran = run("list", desk, "--format", "names")
    assert ran.code == 0
    assert ran.out == "mcp__desk__plan\nmcp__desk__read\nmcp__desk__write\n"
    assert ran.err == "3 tools\n"


@pytest.mark.parametrize(
    ("mode", "names"), [("act", ["read", "write"]), ("plan", ["plan", "read"]), (None, ["plan", "read", "write"])]
)
def test_a_mode_keeps_its_tools(run, desk, mode, names):
    ran = run("list", desk, "--format", "names", *(["--mode", mode] if mode else []))
    assert ran.out.split() == [f"mcp__desk__{name}" for name in names]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--gate", "writing=off"], ["plan", "read"]),
        (["--gate", "writing=on"], ["plan", "read", "write"]),
        (["--category", "paper"], ["write"]),
        (["--source", "de*"], ["plan", "read", "write"]),
        (["--source", "desk.tools.json", "--exclude", "*__read"], ["plan", "write"]),
        (["--source", "other"], []),
        (["--include", "re*", "--include", "plan"], ["plan", "read"]),
    ],
)
def test_filters(run, desk, options, names):
    ran = run("list", desk, "--format", "names", *options)
    assert ran.code == 0
    assert ran.out.split() == [f"mcp__desk__{name}" for name in names]


def test_hidden_tools_are_counted(run, desk):
    assert run("list", desk, "--gate", "writing=off").err == "2 tools, 1 more hidden by filters and gates\n"


def test_json_is_an_array_that_reads_back_as_itself(run, desk, tmp_path):
    first = run("list", desk, "--format", "json")
    tools = json.loads(first.out)
    assert [tool["name"] for tool in tools] == ["mcp__desk__plan", "mcp__desk__read", "mcp__desk__write"]
    assert tools[1]["_meta"] == {"toolcat": {"usageHint": "Before write."}}
    assert "_meta" not in tools[0]
    assert "\u202e" not in first.out
    (tmp_path / "again.json").write_text(first.out, encoding="utf-8")
    again = run("list", "again.json", "--format", "json")
    assert (again.code, again.out) == (0, first.out)


@pytest.mark.parametrize(("form", "name"), [("jsonl", "again.jsonl"), ("yaml", "again.yaml")])
def test_jsonl_and_yaml_read_back(run, desk, tmp_path, form, name):
    expected = run("list", desk, "--format", "json").out
    (tmp_path / name).write_text(run("list", desk, "--format", form).out, encoding="utf-8")
    again = run("list", name, "--format", "json")
    assert (again.code, again.out) == (0, expected)


def test_advertised_is_the_light_form_of_those_that_ask_for_it(run, desk):
    tools = json.loads(run("list", desk, "--format", "json", "--advertised").out)
    assert tools[1] == {"name": "mcp__desk__read", "description": "Reads.", "inputSchema": {"type": "object"}}
    assert tools[2]["category"] == "paper"


def test_a_pipe_gets_tab_separated_lines_without_hostile_characters(run, desk):
    lines = run("list", desk).out.splitlines()
    assert lines[2] == "mcp__desk__write\tpaper\twriting\t\tWrite it\\u{202E} down | now."
    assert lines[1].split("\t")[3:] == ["read-only", "Reads."]


def test_markdown_escapes_what_would_break_the_table(run, desk):
    lines = run("list", desk, "--format", "markdown").out.splitlines()
    assert lines[0] == "| tool | category | read-only | description |"
    assert lines[4] == "| `mcp__desk__write` | paper |  | Write it\\\\u{202E} down \\| now. |"


def test_a_bad_tool_is_reported_and_its_neighbours_are_listed(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.json").write_text('{"tools": [\n  {"name": "ok", "inputSchema": {}},\n  7\n]}', encoding="utf-8")
    ran = run("list", "x.json", "--format", "names")
    assert (ran.code, ran.out) == (1, "ok\n")
    assert "error[TS005] not-an-object" in ran.err
    assert "--> x.json:3:3 (/tools/1)" in ran.err
    assert "3 |   7\n  |   ^\n" in ran.err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["list", "none.json"], ["none.json", "no such file"]),
        (["list"], ["no source was named", "tools init"]),
        (["list", "x", "--gate", "writing"], ["--gate takes KEY=VALUE, not 'writing'"]),
        (["list", "x", "--gate", "writing=maybe"], ["a gate is on or off"]),
        (["list", "x", "--config", "c.toml", "--no-config"], ["cannot stand together"]),
        (["list", "x", "--format", "xml"], ["Invalid value for '--format'"]),
        (["lsit"], ["No such command 'lsit'"]),
    ],
)
def test_what_is_wrong_as_a_whole_is_exit_2_and_says_what_to_do(run, tmp_path, monkeypatch, args, words):
    monkeypatch.chdir(tmp_path)
    ran = run(*args)
    assert ran.code == 2
    assert not ran.out
    for word in words:
        assert word in ran.err
    assert "Traceback" not in ran.err


def test_sources_on_the_command_line_need_no_config(run, desk, tmp_path):
    (tmp_path / "toolcat.toml").write_text('[[sources]]\npath = "none.json"\n', encoding="utf-8")
    assert run("list", desk, "--format", "names").code == 0
    assert run("list").code == 2
    assert run("list", "--no-config").code == 2


def test_a_filter_that_fits_no_tool_is_named(run, desk):
    ran = run("list", desk, "--category", "paper", "--category", "papr", "--include", "zz*")
    assert ran.code == 0
    assert "warning: no tool fits --category papr" in ran.err
    assert "warning: no tool fits --include zz*" in ran.err
    assert "category paper\n" not in ran.err
