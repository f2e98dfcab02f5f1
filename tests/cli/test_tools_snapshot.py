"""`tools snapshot`: files that lint and export read, and what has changed since."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SERVER = Path(__file__).resolve().parents[1] / "catalog" / "live" / "server.py"


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def config(place: Path, kind: str = "ok", **more: str) -> None:
    command = json.dumps([sys.executable, str(SERVER), kind])
    lines = [
        "[[sources]]",
        'server = "s"',
        f"command = {command}",
        *(f"{key} = {value}" for key, value in more.items()),
    ]
    (place / "toolcat.toml").write_text("\n".join(lines), encoding="utf-8")


def command(kind: str, name: str = "s") -> list[str]:
    return [f"{name}=--", sys.executable, str(SERVER), kind]


def test_a_snapshot_is_a_source_like_any_other(run, place):
    config(place, path='"servers/s.json"')
    missing = run("list")
    assert (missing.code, "tools snapshot s" in missing.err) == (2, True)
    ran = run("snapshot")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("s: 3 tools, MCP ")
    assert "servers/s.json: written" in ran.err
    before = (place / "servers" / "s.json").read_bytes()
    ran = run("snapshot", "s", "--twice")
    assert (ran.code, "unchanged" in ran.err) == (0, True)
    assert (place / "servers" / "s.json").read_bytes() == before
    # With a path the source is its snapshot: nothing is started.
    config(place, "dies", path='"servers/s.json"')
    listed = run("list", "--format", "names")
    assert (listed.code, listed.out.split()) == (0, ["mcp__s__odd", "mcp__s__read", "mcp__s__write"])
    assert run("list", "--no-config", "servers", "--format", "names").out == listed.out
    assert run("lint", "--no-config", "servers").code == 0


def test_a_source_without_a_path_is_asked_by_every_command(run, place):
    config(place, include='["re*"]')
    assert run("list", "--format", "names").out == "mcp__s__read\n"
    assert "mcp__s__read" in run("lint", "--format", "json").out + run("show", "read").out
    assert run("lint", "--fix").code in (0, 1)
    assert {path.name for path in place.iterdir()} == {"toolcat.toml"}


def test_check_tells_what_has_changed(run, place):
    (place / "s.json").write_text(
        json.dumps(
            {"tools": [{"name": "write", "inputSchema": {"type": "object"}}, {"name": "gone", "inputSchema": {}}]}
        ),
        encoding="utf-8",
    )
    ran = run("snapshot", "--check", "-o", "s.json", "--format", "json", *command("ok"))
    rows = {(row["tool"], row["kind"], row["impact"]) for row in json.loads(ran.out)}
    assert ran.code == 1
    assert {("gone", "removed", "breaking"), ("read", "added", "additive"), ("write", "changed", "degraded")} <= rows
    assert (None, "changed", "degraded") in rows  # its instructions
    assert run("snapshot", "--check", "-o", "s.json", "--fail-on", "never", *command("ok")).code == 0
    (place / "s.json").unlink()
    missing = run("snapshot", "--check", "-o", "s.json", *command("ok"))
    assert (missing.code, "there is no snapshot" in missing.err) == (1, True)
    assert not (place / "s.json").exists()


def test_check_fails_from_the_impact_on_that_is_named(run, place):
    run("snapshot", "-o", "s.json", *command("ok"))
    document = json.loads((place / "s.json").read_bytes())
    document["tools"][0]["description"] = "Another."
    (place / "s.json").write_text(json.dumps(document), encoding="utf-8")
    for fail_on, code in (("breaking", 0), ("degraded", 1)):
        ran = run("snapshot", "--check", "--fail-on", fail_on, "-o", "s.json", *command("ok"))
        assert (ran.code, ran.out) == (code, "degraded: s: write: the description changed (/description)\n")


def test_one_server_goes_to_standard_output(run, place):
    ran = run("snapshot", *command("ok"))
    assert json.loads(ran.out)["tools"][1]["annotations"] == {"readOnlyHint": True}
    assert list(place.iterdir()) == []


def test_twice_names_what_is_not_the_same(run, place):
    ran = run("snapshot", "--twice", "-o", "s.json", *command("now"))
    assert ran.code == 1
    assert "the tool 'now': /tools/0/inputSchema/properties/at/default differs from start to start" in ran.err


def test_one_failure_leaves_the_others(run, place):
    servers = {name: {"command": sys.executable, "args": [str(SERVER), name]} for name in ("ok", "dies", "empty")}
    servers["token"] = {"command": "x", "env": {"K": "${NOT_SET_HERE}"}}
    (place / ".mcp.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    ran = run("snapshot", ".mcp.json", "-o", "out")
    assert ran.code == 1
    assert {path.name for path in (place / "out").iterdir()} == {"ok.json", "empty.json"}
    assert "cannot find the database" in ran.err
    assert "NOT_SET_HERE is not set" in ran.err
    assert run("snapshot", "ok=.mcp.json", "-o", "one.json").code == 0
    assert json.loads((place / "one.json").read_bytes())["server"] == "ok"


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ([], "no live server"),
        (["nobody"], "no live server"),
        ([".mcp.json"], "there is no file '.mcp.json'"),
        (["s=nowhere/mcp.json"], "there is no file 'nowhere/mcp.json'"),
        (["--mcp-server", "a"], "NAME=URL"),
        (["--mcp-server", "a=http://x.example", "--mcp-server-insecure-http", "b"], "no --mcp-server has this name"),
        (["--mcp-server-insecure-http", "b"], "no --mcp-server has this name"),
        (["--check", "a=--", "x"], "--output"),
        (["-o", "notes.txt", "a=--", "no-such-program-anywhere"], None),
    ],
)
def test_wrong_calls(run, place, args, word):
    (place / "notes.txt").write_text("mine", encoding="utf-8")
    ran = run("snapshot", *args)
    assert (ran.code, ran.out) == (2 if word else 1, "")
    assert word is None or word in ran.err
    assert (place / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_a_file_that_is_no_list_is_not_overwritten(run, place):
    (place / "notes.json").write_text('{"mine": 1}', encoding="utf-8")
    ran = run("snapshot", "-o", "notes.json", *command("ok"))
    assert (ran.code, "no list of tools" in ran.err) == (1, True)
    assert (place / "notes.json").read_text(encoding="utf-8") == '{"mine": 1}'


def test_a_token_in_the_clear_stops_everything_before_anything_is_asked(run, place, monkeypatch):
    monkeypatch.setenv("MCP_A_TOKEN", "topsecret")
    ran = run("list", "--no-config", "--mcp-server", "a=http://x.example/mcp")
    assert (ran.code, ran.out) == (2, "")
    assert "plain http" in ran.err
    assert "topsecret" not in ran.err


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('url = "https://x"', "no server"),
        ('server = "s"\nurl = "ftp://x"', "https:// or http://"),
        ('server = "s"\nurl = "https://x"\ncommand = ["x"]', "a command and a url"),
        ('server = "s"\ncommand = "x"', "list of texts"),
        ('server = "s"\nurl = "https://x"\nenv = {}', "means nothing"),
        ('server = "s"\nurl = "https://x"\ninsecure-http = true', "permits nothing"),
        ('server = "s"\nurl = "http://x.example"\nheaders = { K = "v" }', "plain http"),
        ('server = "s"\nurl = "https://x"\nheaders = { K = 1 }', "table of texts"),
        ('server = "s"\nheaders = {}', "neither command nor url"),
    ],
)
def test_a_config_that_is_wrong_says_where(run, place, text, word):
    (place / "toolcat.toml").write_text(f"[[sources]]\n{text}\n", encoding="utf-8")
    ran = run("list")
    assert (ran.code, ran.out) == (2, "")
    assert word in ran.err
    assert "toolcat.toml:" in ran.err


def test_without_the_extra_an_error_names_it(place):
    program = (
        "import sys; sys.modules['mcp'] = None; sys.argv = ['tools', 'list', 's=--', 'x'];"
        "from toolcat.cli.main import tools_main; tools_main()"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'toolcat[mcp]'" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links of POSIX")
@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_to_a_snapshot_stays_one_and_its_file_is_written(run, place, is_there):
    (place / "shared").mkdir()
    target = place / "shared" / "s.json"
    if is_there:
        target.write_text('{"tools": []}', encoding="utf-8")
        target.chmod(0o640)
    (place / "s.json").symlink_to(Path("shared", "s.json"))
    assert run("snapshot", "-o", "s.json", *command("ok")).code == 0
    assert (place / "s.json").is_symlink()
    assert len(json.loads(target.read_text(encoding="utf-8"))["tools"]) == 3
    if is_there:
        assert target.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in (place / "shared").iterdir()] == ["s.json"]


def test_a_dash_is_standard_output(run, place):
    ran = run("snapshot", "-o", "-", *command("ok"))
    assert ran.code == 0
    assert len(json.loads(ran.out)["tools"]) == 3
    assert list(place.iterdir()) == []
    ran = run("snapshot", "-o", "-", "--check", *command("ok"))
    assert (ran.code, "no snapshot to compare with" in ran.err) == (2, True)
    servers = {name: {"command": sys.executable, "args": [str(SERVER), "ok"]} for name in "ab"}
    (place / "mcp.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    ran = run("snapshot", "-o", "-", "mcp.json")
    assert (ran.code, ran.out, "one server" in ran.err) == (2, "", True)


@pytest.mark.parametrize("text", ['{"name": "mine", "tools": {"lint": "1.0"}}', '{"tools": "none"}'])
def test_a_file_whose_tools_are_no_list_is_not_overwritten(run, place, text):
    (place / "package.json").write_text(text, encoding="utf-8")
    ran = run("snapshot", "-o", "package.json", *command("ok"))
    assert (ran.code, "no list of tools" in ran.err) == (1, True)
    assert (place / "package.json").read_text(encoding="utf-8") == text


def test_a_check_says_how_many_servers_it_could_not_compare(run, place):
    assert run("snapshot", "-o", "s.json", *command("ok")).code == 0
    ran = run("snapshot", "-o", "s.json", "--check", *command("dies"))
    assert (ran.code, "0 differences, 1 server not compared" in ran.err) == (1, True)
    ran = run("snapshot", "-o", "other.json", "--check", *command("ok"))
    assert (ran.code, "0 differences, 1 server not compared" in ran.err) == (1, True)
    assert "not compared" not in run("snapshot", "-o", "s.json", "--check", *command("ok")).err
