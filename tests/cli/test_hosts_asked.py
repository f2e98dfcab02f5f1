"""What is asked for hosts on the command line and in the config: lists of hosts, budgets, exports of the config."""

import json
import re

import pytest

from toolcat.generators.hosts import find_host, load_hosts

TOOLS = {
    "server": "desk",
    "tools": [
        {
            "name": f"{verb}_{thing}",
            "description": f"{verb.capitalize()} one {thing}. It takes what is asked for, and says what came of it.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "description": f"Which {thing} it is, by the number on its label."},
                    "size": {"type": "integer", "minimum": 1, "description": "How large it is."},
                },
                "required": ["id"],
            },
        }
        for verb in ("get", "list", "drop")
        for thing in ("box", "lid", "key")
    ],
}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "desk.tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    return "desk.tools.json"


@pytest.mark.parametrize("given", [["codex,utcp"], ["codex, utcp"], ["codex", "utcp"], ["codex,", "utcp"]])
def test_hosts_may_stand_between_commas(run, desk, given):
    ran = run("compat", desk, *[part for name in given for part in ("--host", name)], "--format", "json", "--all")
    assert ran.code == 0
    assert list(json.loads(ran.out)["lost"]) == ["codex", "utcp"]
    names = run("hosts", *given, "--format", "names")
    assert names.out.split() == ["codex", "utcp"]


def test_one_wrong_host_between_commas_is_named(run, desk):
    for command in (["compat", desk, "--host", "codex,utpc"], ["hosts", "codex,utpc"]):
        ran = run(*command)
        assert (ran.code, ran.out) == (2, "")
        assert "'utpc'" in ran.err
        assert "utcp" in ran.err


def test_no_host_between_commas_is_said(run, desk):
    for command in (["compat", desk, "--host", ","], ["compat", desk, "--host", ""], ["hosts", ","]):
        ran = run(*command)
        assert (ran.code, ran.out) == (2, "")
        assert "host" in ran.err
