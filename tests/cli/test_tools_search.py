import json

import pytest

TOOLS = {
    "server": "post",
    "tools": [
        {"name": "send_mail", "description": "Send a mail.", "inputSchema": {"type": "object"}, "gate": "sending"},
        {
            "name": "readMail",
            "description": "Read a mail.\nWhole.",
            "inputSchema": {"type": "object"},
            "annotations": {"readOnlyHint": True},
        },
        {"name": "weigh", "description": "Weigh a parcel\u202e.", "inputSchema": {}, "keywords": ["mail"]},
    ],
}


@pytest.fixture
def post(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "post.tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    return "post.tools.json"


def test_names(run, post):
    ran = run("search", "mail", post, "--format", "names")
    assert (ran.code, set(ran.out.split())) == (0, {"mcp__post__send_mail", "mcp__post__readMail", "mcp__post__weigh"})
    assert ran.err == "3 tools of 3\n"


def test_filters_hold_before_the_limit(run, post):
    ran = run("search", "mail", post, "--limit", "1", "--mode", "plan", "--format", "names")
    assert ran.out == "mcp__post__readMail\n"
    ran = run("search", "send", post, "--gate", "sending=off", "--format", "json")
    assert (ran.code, ran.out, ran.err) == (0, "[]\n", "")


@pytest.mark.parametrize(
    ("detail", "keys"),
    [
        ("name", {"name", "score"}),
        ("name_desc", {"name", "score", "description"}),
        ("full", {"name", "score", "description", "inputSchema", "annotations"}),
    ],
)
def test_details(run, post, detail, keys):
    hits = json.loads(run("search", "read", post, "--detail", detail, "--format", "json").out)
    assert [set(hit) for hit in hits] == [keys]
    (line,) = run("search", "read", post, "--detail", detail, "--format", "jsonl").out.splitlines()
    assert json.loads(line) == hits[0]


def test_a_pipe_gets_tab_separated_lines_without_hostile_characters(run, post):
    name, score, description = run("search", "parcel", post).out.rstrip("\n").split("\t")
    assert (name, description) == ("mcp__post__weigh", "Weigh a parcel\\u{202E}.")
    assert float(score) > 0


@pytest.mark.parametrize(
    ("args", "word"), [([" "], "blank"), (["x", "--limit", "0"], "--limit"), (["x", "--detail", "Full"], "--detail")]
)
def test_wrong_calls_are_exit_2(run, post, args, word):
    ran = run("search", *args[:1], post, *args[1:])
    assert (ran.code, ran.out) == (2, "")
    assert word in ran.err
