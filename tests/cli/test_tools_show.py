import json

import pytest


@pytest.fixture
def two(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for server in ("a", "b"):
        tool = {
            "name": "get_user",
            "title": f"User of {server}",
            "description": "Get a user.",
            "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
            "usageHint": "Ids only.",
            "gate": "people",
        }
        only = {"name": f"only_{server}", "description": "One.", "inputSchema": {"type": "object"}}
        manifest = {"server": server, "tools": [tool, only]}
        (tmp_path / f"{server}.json").write_text(json.dumps(manifest), encoding="utf-8")
    return ["a.json", "b.json"]


def test_everything_about_a_tool_with_its_signature(run, two):
    out = run("show", "mcp__a__get_user", *two).out
    for part in ("title        User of a", "called by    a / get_user", "gate         people (on)", "Usage hint:"):
        assert part in out
    assert "function getUser(input: GetUserInput): Promise<unknown>" in out
    assert "a.json:1:" in out


def test_the_raw_name_does_where_one_tool_has_it(run, two):
    assert run("show", "only_b", *two).out.startswith("mcp__b__only_b\n")


def test_a_raw_name_of_two_servers_is_refused_with_both(run, two):
    ran = run("show", "get_user", *two)
    assert ran.code == 2
    assert "mcp__a__get_user, mcp__b__get_user" in ran.err


def test_a_near_miss_is_suggested(run, two):
    ran = run("show", "mcp__a__get_users", *two)
    assert ran.code == 2
    assert "did you mean mcp__a__get_user" in ran.err


def test_json_is_the_tool_object(run, two):
    tool = json.loads(run("show", "only_a", *two, "--format", "json").out)
    assert tool["name"] == "mcp__a__only_a"


def test_a_switched_off_tool_is_shown_as_off(run, two):
    assert "people (off)" in run("show", "mcp__b__get_user", *two, "--gate", "people=off").out


def test_a_tool_that_its_variants_hide_is_said_to_be_hidden(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m").mkdir()
    meta = {"description": "Elsewhere.", "variants": [{"match": {"env": "TOOLCAT_NOT_SET"}}]}
    (tmp_path / "m/far.meta").write_text(json.dumps(meta), encoding="utf-8")
    (tmp_path / "m/near.meta").write_text('{"description": "Here."}', encoding="utf-8")
    ran = run("show", "far", "m")
    assert ran.code == 2
    assert "exists and is hidden here" in ran.err
    assert run("show", "far", "m", "--assume", "env:TOOLCAT_NOT_SET=set").code == 0
