"""The commands of `skills`: what they print where, and how they end."""

import io
import json
import sys
import zipfile
from pathlib import Path

import pytest

GOOD = (
    "---\nname: {0}\ndescription: Makes {0} of things, step by step. Use this skill when {0} is wanted.\n---\n\n"
    "# {0}\n\nBody of {0} for $1 and $ARGUMENTS.\n"
)


@pytest.fixture
def skills(run):
    return lambda *args: run(*args, program="skills")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home and a project of their own, so that no test sees the skills of whoever runs it."""
    work = tmp_path / "work"
    (work / ".git").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "config"))
    monkeypatch.chdir(work)
    return tmp_path / "home"


def put(root: str | Path, name: str, text: str | None = None, **files: bytes) -> Path:
    folder = Path(root) / name
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(GOOD.format(name) if text is None else text, encoding="utf-8", newline="\n")
    for asset, data in files.items():
        (folder / asset).parent.mkdir(parents=True, exist_ok=True)
        (folder / asset).write_bytes(data)
    return folder


def test_list_to_a_pipe(skills):
    put("one", "b", **{"x.md": b"x"})
    put("one", "a")
    put("one", "bad", "nothing")
    put("two", "a", GOOD.format("a").replace("Body", "Other"))
    ran = skills("list", "--skills-dir", "one", "--skills-dir", "two")
    assert ran.code == 1
    rows = [line.split("\t") for line in ran.out.splitlines()]
    assert [row[:3] for row in rows] == [
        ["a", "explicit", "ok"],
        ["b", "explicit", "ok"],
        ["bad", "explicit", "invalid"],
        ["a", "explicit", "shadowed"],
    ]
    assert [row[5] for row in rows] == ["0", "1", "", "0"]
    assert rows[2][-1].startswith("SF005 frontmatter-missing at one/bad/SKILL.md:1:1: ")
    assert rows[3][-1] == "two/a/SKILL.md is hidden by one/a/SKILL.md"
    assert ran.err.startswith("2 skills, about ")
    assert "1 invalid; 1 shadowed" in ran.err


def test_list_json(skills):
    put("one", "a", **{"x.md": b"x"})
    put("one", "bad", "---\nname: bad\ndescription: x: y\n---\n")
    put("two", "a")
    ran = skills("list", "--skills-dir", "one", "--skills-dir", "two", "--format", "json", "--loader", "skills-cli")
    data = json.loads(ran.out)
    [skill], [invalid], [shadowed] = data["skills"], data["invalid"], data["shadowed"]
    assert skill == {
        "name": "a",
        "tier": "explicit",
        "status": "ok",
        "file": "one/a/SKILL.md",
        "description": "Makes a of things, step by step. Use this skill when a is wanted.",
        "tokens": {"listing": 17, "body": 10},
        "assets": 1,
        "loader": {
            "name": "skills-cli",
            "loads": True,
            "basis": "measured",
            "as": "a",
            "description": "Makes a of things, step by step. Use this skill when a is wanted.",
        },
    }
    [finding] = invalid["findings"]
    assert (finding["code"], finding["name"], finding["line"], finding["column"]) == ("SF010", "colon-unquoted", 3, 15)
    assert invalid["loader"]["loads"] is False
    assert (shadowed["shadowedBy"], shadowed["identical"]) == ("one/a/SKILL.md", True)
    lines = [json.loads(line) for line in skills("list", "--skills-dir", "one", "--format", "jsonl").out.splitlines()]
    assert [line["status"] for line in lines] == ["ok", "invalid"]


def test_list_names_and_markdown(skills):
    put("one", "a", "---\nname: a\ndescription: One | two <b>\n---\n")
    put("one", "bad", "")
    ran = skills("list", "--skills-dir", "one", "--format", "names")
    assert (ran.code, ran.out) == (1, "a\n")
    text = skills("list", "--skills-dir", "one", "--format", "markdown").out
    assert "| `a` | explicit | ok |" in text
    assert "One \\| two &lt;b>" in text
    assert "## Invalid" in text


def test_list_by_convention_and_trust(skills, home: Path):
    put(".claude/skills", "a")
    put(home / ".claude/skills", "a", GOOD.format("a").replace("Body", "Mine"))
    put(home / "config/mecatl/skills", "u")
    ran = skills("list")
    assert [line.split("\t")[:2] for line in ran.out.splitlines()] == [["a", "user"], ["u", "user"]]
    assert "not trusted; --trust-project" in ran.err
    ran = skills("list", "--trust-project", "--tier", "project")
    assert [line.split("\t")[:3] for line in ran.out.splitlines()] == [["a", "project", "ok"]]
    (home / "config" / "toolcat").mkdir()
    (home / "config" / "toolcat" / "toolcat.toml").write_text(
        f"[skills]\ntrusted-workspaces = ['{Path.cwd().as_posix()}']\n"
    )
    data = json.loads(skills("list", "--format", "json").out)
    assert [(row["name"], row["tier"]) for row in data["skills"]] == [("a", "project"), ("u", "user")]
    assert data["shadowed"][0]["file"] == "~/.claude/skills/a/SKILL.md"
    assert data["untrusted"] == []


def test_a_project_cannot_trust_itself(skills):
    put(".claude/skills", "a")
    Path("toolcat.toml").write_text(f"[skills]\ntrusted-workspaces = ['{Path.cwd().as_posix()}']\n")
    ran = skills("list", "--format", "json")
    assert json.loads(ran.out)["untrusted"] == [".claude/skills"]


def test_nothing_to_list(skills):
    ran = skills("list", "--format", "json")
    assert ran.code == 0
    assert json.loads(ran.out) == {"skills": [], "invalid": [], "shadowed": [], "untrusted": [], "links": []}
    assert "skills init NAME" in ran.err
    assert skills("list", "--skills-dir", "none").code == 2
    put("one", "a")
    ran = skills("list", "--skills-dir", "one/a")
    assert ran.code == 2
    assert "--skills-dir one has it" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_linked_folders_are_ignored_and_said_to_be(skills):
    put("elsewhere", "a")
    Path("one").mkdir()
    Path("one/a").symlink_to(Path("elsewhere/a").resolve())
    ran = skills("list", "--skills-dir", "one", "--format", "json")
    assert json.loads(ran.out)["links"] == ["one/a"]
    assert "ignored one/a: the folder is a link" in ran.err


def test_hostile_text_is_not_printed_raw(skills):
    put("one", "a", '---\nname: a\ndescription: "\\x1b[2Jx\\u202ey"\nlicense: "\\x07"\n---\n\x1b[2J body\u202e\n')
    for args in (("list",), ("show", "a"), ("list", "--format", "json"), ("list", "--format", "markdown")):
        out = skills(*args, "--skills-dir", "one").out
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert "\x07" not in out


def test_show(skills):
    head = "license: MIT\ncompatibility: Needs git\nallowed-tools: Read Bash\nmetadata:\n  author: me\n"
    put("one", "a", GOOD.format("a").replace("---\n\n", f"{head}---\n\n"), **{"x.md": b"xyz"})
    put("two", "a")
    args = ("--skills-dir", "one", "--skills-dir", "two")
    out = skills("show", "a", *args).out
    for text in (
        "license      MIT",
        "tools        Read, Shell",
        "· author     me",
        "3  x.md",
        "shadows      two/a/SKILL.md",
    ):
        assert text in out
    data = json.loads(skills("show", "a", "--format", "json", *args).out)
    assert data["assets"] == [{"name": "x.md", "size": 3, "executable": False}]
    assert data["allowedTools"] == ["Read", "Shell"]
    assert data["body"].startswith("# a\n")
    out = skills("show", "a", "--format", "model", *args).out
    assert out.startswith("Skill: a\nCompatibility: Needs git\nTools it expects")


def test_show_says_why_a_skill_is_missing(skills):
    put("one", "alpha")
    put("one", "bad", "---\nname: other\ndescription: d\n---\n")
    ran = skills("show", "alhpa", "--skills-dir", "one")
    assert ran.code == 2
    assert "did you mean alpha?" in ran.err
    ran = skills("show", "bad", "--skills-dir", "one")
    assert ran.code == 2
    assert "SN005" in ran.err


def test_asset(skills, monkeypatch: pytest.MonkeyPatch):
    put("one", "a", **{"x.md": "ü\n".encode(), "y.bin": b"\x00\xff", "big": b"x" * 30_000})
    assert skills("asset", "a", "x.md", "--skills-dir", "one").out == "ü\n"
    for name, why in (
        ("y.bin", "no text"),
        ("big", "never given in part"),
        ("none", "it has big, x.md, y.bin"),
        ("../SKILL.md", "no asset name"),
    ):
        ran = skills("asset", "a", name, "--skills-dir", "one")
        assert (ran.code, ran.out) == (2, "")
        assert why in ran.err
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, write_through=True))
    skills("asset", "a", "y.bin", "--raw", "--skills-dir", "one")
    assert raw.getvalue() == b"\x00\xff"
    skills("asset", "a", "big", "--raw", "--skills-dir", "one")
    assert len(raw.getvalue()) == 30_002


def test_render(skills):
    put("one", "a")
    put("one", "empty", "---\nname: empty\ndescription: d\n---\n")
    ran = skills("render", "a", "x", "y z", "--skills-dir", "one")
    assert ran.out == "# a\n\nBody of a for x and x y z.\n"
    ran = skills("render", "a", "--skills-dir", "one")
    assert "no argument was given for $1" in ran.err
    assert skills("render", "empty", "--skills-dir", "one").code == 1
    assert skills("render", "none", "--skills-dir", "one").code == 2
    Path("commands").mkdir()
    Path("commands/a.md").write_text("Command\n")
    ran = skills("render", "a", "x", "--skills-dir", "one", "--commands", "commands", "-v")
    assert ran.out == "Command\n"
    assert "command commands/a.md" in ran.err
    assert "the arguments are not in it" in ran.err


def test_prompt(skills):
    put("one", "a")
    out = skills("prompt", "--skills-dir", "one").out
    assert out.splitlines()[:4] == ["<available_skills>", "<skill>", "<name>", "a"]
    assert str(Path("one/a/SKILL.md").resolve()) in out
    assert "location" not in skills("prompt", "--no-location", "--skills-dir", "one").out
    assert json.loads(skills("prompt", "--format", "json", "--no-location", "--skills-dir", "one").out) == [
        {"name": "a", "description": "Makes a of things, step by step. Use this skill when a is wanted."}
    ]
    assert skills("prompt", "--budget", "1000", "--skills-dir", "one").code == 0
    ran = skills("prompt", "--budget", "5", "--skills-dir", "one")
    assert ran.code == 1
    assert "over the budget of 5 tokens" in ran.err


def test_init(skills):
    ran = skills("init", "pdf-forms", "-d", "Fills in: forms. Use when a form is wanted.")
    assert ran.code == 0
    assert (
        Path(".claude/skills/pdf-forms/SKILL.md")
        .read_text()
        .startswith('---\nname: pdf-forms\ndescription: "Fills in: ')
    )
    assert skills("init", "pdf-forms").code == 2
    assert skills("init", "No").code == 2
    assert skills("init", "b", "--dir", "one").code == 0
    assert skills("list", "--skills-dir", "one").code == 0
    assert skills("lint", "one").code == 0, "a scaffold has warnings about its TODO, no errors"
    Path(".agents/skills").mkdir(parents=True)
    Path(".claude").rename("gone")
    skills("init", "c")
    assert Path(".agents/skills/c/SKILL.md").is_file()
    assert skills("init", "d", "--user", "--dir", "x").code == 2


def test_pack_and_unpack(skills):
    folder = put("one", "a", **{"x.md": b"x", ".DS_Store": b""})
    ran = skills("pack", folder)
    assert "left out  .DS_Store" in ran.err
    assert zipfile.ZipFile("a.zip").namelist() == ["a/SKILL.md", "a/x.md"]
    assert skills("pack", folder).code == 2
    assert skills("pack", folder, "--force").code == 0
    assert skills("unpack", "a.zip", "--dir", "out").code == 0
    assert Path("out/a/x.md").read_bytes() == b"x"
    assert skills("unpack", "a.zip", "--dir", "out").code == 2
    assert skills("unpack", "none.zip").code == 2
    for name, head in (("b", "context: fork\n"), ("claude-x", "")):
        text = GOOD.format(name).replace("---\n\n", f"{head}---\n\n")
        ran = skills("pack", put("one", name, text))
        assert ran.code == 2
        assert "breaks the rules of claude-ai" in ran.err
        assert not Path(f"{name}.zip").exists()
    assert skills("pack", "one/b", "--profile", "claude-code").code == 0


def test_lint(skills, monkeypatch: pytest.MonkeyPatch):
    put("one", "a", GOOD.format("a").replace("description: Makes", "description: Note: makes"))
    ran = skills("lint", "one")
    assert ran.code == 1
    assert "error[SF010] colon-unquoted" in ran.out
    assert "1 error in 1 skill in 1 file" in ran.out
    data = json.loads(skills("lint", "one", "--format", "json").out)
    assert data["findings"][0]["rule"] == "SF010"
    assert skills("lint", "one", "--exit-zero").code == 0
    ran = skills("lint", "one", "--diff")
    assert ran.code == 1
    assert '+description: "Note: makes' in ran.out
    ran = skills("lint", "one", "--fix")
    assert ran.code == 0
    assert "mended one/a/SKILL.md: 1 fix" in ran.err
    assert skills("lint", "one", "--fix").out == "No problems in 1 skill in 1 file\n"
    assert skills("lint", "none").code == 2
    Path("empty").mkdir()
    ran = skills("lint", "empty")
    assert ran.code == 2
    assert "no skill was checked" in ran.err
    assert skills("lint", "empty", "--allow-empty").code == 0
    assert skills("lint").code == 2
    put(".claude/skills", "b")
    assert skills("lint").out == "No problems in 1 skill in 1 file\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + GOOD.format("a").encode())))
    ran = skills("lint", "-", "--stdin-filename", "a/SKILL.md", "--format", "concise")
    assert ran.out.startswith("a/SKILL.md:1:1: warning SF003 ")


@pytest.mark.parametrize("form", ["concise", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson"])
def test_lint_formats(form: str, skills):
    put("one", "a", "nothing")
    ran = skills("lint", "one", "--format", form)
    assert ran.code == 1
    assert "one/a/SKILL.md" in ran.out
    assert ("SF005" in ran.out) or form == "gitlab"


def test_lint_profile_and_config(skills):
    put("one", "a", GOOD.format("a").replace("---\n\n", "context: fork\n---\n\n"))
    assert skills("lint", "one", "--profile", "spec").code == 1
    assert skills("lint", "one", "--profile", "claude-code", "--format", "json").code == 0
    Path("toolcat.toml").write_text("[lint.skills]\nprofile = 'spec'\n")
    assert skills("lint", "one").code == 1
    Path("toolcat.toml").write_text("[lint.skills]\nprofile = 'none'\n")
    assert skills("lint", "one").code == 2
    Path("toolcat.toml").write_text("[lint]\nignore = ['client-only-field']\n[lint.skills]\nprofile = 'spec'\n")
    assert skills("lint", "one").code == 0


def test_rules_and_explain(skills):
    assert skills("rules", "SF").out.startswith("SF001  no-skill-md ")
    assert len(json.loads(skills("rules", "--format", "json").out)) >= 60
    ran = skills("explain", "hash-truncates")
    assert ran.code == 0
    assert "SF011" in ran.out
    assert skills("rules", "XX").code == 2


def test_drift(skills):
    schema = {"type": "object"}
    tools = [{"name": name, "description": "d", "inputSchema": schema} for name in ("find_notes", "drop_note")]
    Path("notes.json").write_text(json.dumps({"tools": tools}))
    put("one", "router", GOOD.format("router") + "Use find_notes and drop_note.\n")
    args = ("drift", "notes=notes.json", "--skills-dir", "one", "--skill", "router")
    assert skills(*args).code == 0
    put("two", "router", GOOD.format("router") + "Use find_notes.\n")
    Path("commands").mkdir()
    Path("commands/go.md").write_text("---\nallowed-tools: Read, gone\n---\nCall mcp__notes__gone.\n")
    args = ("drift", "notes=notes.json", "--skill", "two/router", "--commands", "commands", "--format", "concise")
    ran = skills(*args)
    assert ran.code == 1
    assert [line.split()[2] for line in ran.out.splitlines()[:3]] == ["SX004", "SX005", "SX001"]
    Path("allow.toml").write_text("[allow]\ndrop_note = 'by hand'\nold = 'x'\n")
    ran = skills(
        "drift", "notes=notes.json", "--skill", "two/router", "--allow-file", "allow.toml", "--format", "concise"
    )
    assert [line.split()[2] for line in ran.out.splitlines()[:1]] == ["SX002"]
    assert skills("drift", "notes=notes.json").code == 2
    assert skills("drift", "notes=notes.json", "--skill", "two/router", "--format", "x").code == 2
    assert skills("drift", "notes=notes.json", "--skill", "two/router", "--allow", "x").code == 2


def test_the_lines_of_an_allow_file(skills):
    Path("tools.json").write_text('[{"name": "a", "inputSchema": {"type": "object"}}]')
    put("one", "r", "---\nname: r\ndescription: Routes to a.\n---\nUse a.\n")
    Path("allow.toml").write_text('# ours\n[allow]\ngone = "it was"\n"a" = " "\n')
    ran = skills("drift", "tools.json", "--skill", "one/r", "--allow-file", "allow.toml", "--format", "concise")
    assert ran.out.splitlines() == [
        "allow.toml:3:1: error SX002 the allow-list lets off gone, which is no live tool",
        "allow.toml:4:1: error SX003 the allow-list gives no reason for a",
    ]
    ran = skills("drift", "tools.json", "--skill", "one/r", "--allow", "gone=x", "--format", "concise")
    assert ran.out == "--allow: error SX002 the allow-list lets off gone, which is no live tool\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "allow.toml: the file cannot be read: there is no such file"),
        ('[allow]\nx = "y"\nx = "z"\n', "allow.toml:3: the file is not TOML: a key or a table stands twice"),
        ("[alow]\n", "allow.toml: there is no table [allow]"),
        ("allow = 3\n", "allow.toml:1:9: [allow] is no table"),
        ("[allow]\nx = 3\n", "allow.toml:2:5: the reason for x is no text"),
    ],
)
def test_an_allow_file_that_is_none(skills, text, message):
    Path("tools.json").write_text('[{"name": "a", "inputSchema": {"type": "object"}}]')
    put("one", "r", "---\nname: r\ndescription: Routes to a.\n---\nUse a.\n")
    if text is not None:
        Path("allow.toml").write_text(text)
    ran = skills("drift", "tools.json", "--skill", "one/r", "--allow-file", "allow.toml")
    assert (ran.code, ran.out, ran.err.splitlines()[0]) == (2, "", f"error: {message}")


def test_drift_of_what_could_not_all_be_read_is_no_success(skills):
    Path("tools.json").write_text('[{"name": "a", "inputSchema": {"type": "object"}}]')
    put("one", "r", "---\nname: r\ndescription: Routes to a.\n---\nUse a.\n")
    assert skills("drift", "tools.json", "--skill", "one/r").code == 0
    ran = skills("drift", "tools.json", "none.json", "--skill", "one/r")
    assert (ran.code, "error[TS001]" in ran.err) == (1, True)
