import json

import pytest


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tools = [
        {"name": "read", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
        {"name": "write", "inputSchema": {"type": "object", "properties": {"x": {"$ref": "#/none"}}}},
    ]
    (tmp_path / "desk.json").write_text(json.dumps({"server": "desk", "tools": tools}), encoding="utf-8")
    return "desk.json"


def test_a_tree_is_written_and_summed_up(run, desk, tmp_path):
    ran = run("export-typescript", desk, "-o", "stubs")
    assert ran.code == 0
    assert (tmp_path / "stubs/desk/read.ts").is_file()
    assert (tmp_path / "stubs/toolcat.lock.json").is_file()
    assert "stubs: 2 tools, wrote 7 files" in ran.err
    assert "1 type degraded" in ran.err
    assert "desk.json:1:" in ran.err


def test_strict_makes_a_degraded_type_exit_1_and_still_writes(run, desk, tmp_path):
    assert run("export-typescript", desk, "-o", "stubs", "--strict").code == 1
    assert (tmp_path / "stubs/desk/write.ts").is_file()


def test_json_summary(run, desk):
    ran = run("export-typescript", desk, "-o", "stubs", "--format", "json")
    summary = json.loads(ran.out)
    assert summary["tools"] == 2
    assert "desk/read.ts" in summary["written"]


def test_dry_run_writes_nothing_and_lists_the_files(run, desk, tmp_path):
    ran = run("export-typescript", desk, "-o", "stubs", "--dry-run")
    assert ran.code == 0
    assert not (tmp_path / "stubs").exists()
    assert "write  desk/read.ts" in ran.out


def test_check_before_and_after(run, desk, tmp_path):
    assert run("export-typescript", desk, "-o", "stubs").code == 0
    same = run("export-typescript", desk, "-o", "stubs", "--check")
    assert (same.code, same.out) == (0, "")
    assert "up to date" in same.err
    (tmp_path / "stubs/desk/read.ts").write_text("// mine\n", encoding="utf-8")
    edited = run("export-typescript", desk, "-o", "stubs", "--check")
    assert edited.code == 1
    assert "edited: desk/read.ts" in edited.out
    options = run("export-typescript", desk, "-o", "stubs", "--check", "--mode", "plan", "--format", "json")
    assert options.code == 1
    kinds = {difference["kind"] for difference in json.loads(options.out)["differences"]}
    assert "options-changed" in kinds


def test_filters_reach_the_tree(run, desk, tmp_path):
    assert run("export-typescript", desk, "-o", "stubs", "--mode", "plan").code == 0
    assert not (tmp_path / "stubs/desk/write.ts").exists()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["export-typescript", "desk.json"], ["no --output given"]),
        (["export-typescript", "desk.json", "-o", "stubs", "--include", "none"], ["no tool is left to export"]),
        (["export-typescript", "desk.json", "-o", "desk.json"], ["desk.json"]),
        (["export-typescript", "desk.json", "-o", "stubs", "--templates", "none"], ["none"]),
    ],
)
def test_what_cannot_be_done_is_exit_2(run, desk, args, words):
    ran = run(*args)
    assert ran.code == 2
    for word in words:
        assert word in ran.err


def test_a_folder_of_others_is_refused_and_left_alone(run, desk, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("years of work", encoding="utf-8")
    ran = run("export-typescript", desk, "-o", "mine")
    assert ran.code == 2
    assert "--force" in ran.err
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]
    assert run("export-typescript", desk, "-o", "mine", "--force").code == 0
    assert (tmp_path / "mine/thesis.txt").read_text(encoding="utf-8") == "years of work"


def test_a_check_answers_the_same_on_a_machine_where_variants_would_differ(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    variants = [{"match": {"env": "TOOLCAT_TEST"}, "description": "with"}, {"match": {}}]
    (tmp_path / "m").mkdir()
    (tmp_path / "m/grep.meta").write_text(json.dumps({"description": "without", "variants": variants}))
    monkeypatch.delenv("TOOLCAT_TEST", raising=False)
    assert run("export-typescript", "m", "-o", "out").code == 0
    monkeypatch.setenv("TOOLCAT_TEST", "1")
    assert run("export-typescript", "m", "-o", "out", "--check").code == 0
    other = run("export-typescript", "m", "-o", "out", "--check", "--assume", "env:TOOLCAT_TEST=set")
    assert other.code == 1
    assert run("export-typescript", "m", "-o", "two", "--assume", "env:TOOLCAT_TEST=unset").code == 0
    assert "without" in (tmp_path / "two/grep.ts").read_text()


@pytest.mark.parametrize("language", ["typescript", "python"])
@pytest.mark.parametrize("broken", ["damaged", "missing", "down"])
def test_a_source_that_cannot_be_read_removes_nothing(run, desk, tmp_path, language, broken):
    """A server that is down, a snapshot with the marks of a merge: its tools are not gone."""
    other = tmp_path / "lists" / "other.json"
    other.parent.mkdir()
    other.write_text('{"server": "other", "tools": [{"name": "a", "inputSchema": {}}]}', encoding="utf-8")
    export = [f"export-{language}", "-o", "stubs", desk, "lists/other.json" if broken == "missing" else "lists"]
    assert run(*export).code == 0
    before = sorted(tmp_path.rglob("stubs/**/*"))
    if broken == "damaged":
        other.write_text("<<<<<<< ours\n" + other.read_text(encoding="utf-8"), encoding="utf-8")
    elif broken == "missing":
        other.unlink()
    else:
        export = [*export[:-1], "--mcp-server", "other=http://127.0.0.1:9/mcp"]
    ran = run(*export)
    assert ran.code == 2
    assert "would remove 1 tool" in ran.err
    assert "mcp__other__a" in ran.err
    assert sorted(tmp_path.rglob("stubs/**/*")) == before
    assert "remove  other/a" in run(*export, "--dry-run").out
    assert run(*export, "--check").code == 1
    assert run(*export, "--force").code == (0 if broken == "damaged" else 1)
    assert not list((tmp_path / "stubs").glob("other/a.*"))


def test_a_source_that_cannot_be_read_stops_no_first_export(run, desk, tmp_path):
    assert run("export-typescript", desk, "nowhere.json", "-o", "stubs").code == 1
    assert (tmp_path / "stubs/desk/read.ts").is_file()
    assert run("export-typescript", desk, "nowhere.json", "-o", "stubs").code == 1


def test_a_file_that_never_held_tools_stops_nothing(run, desk, tmp_path):
    """Folders have such files (a tsconfig.json with comments), and a tool may be taken out all the same."""
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "tsconfig.json").write_text("{\n  // comment\n}", encoding="utf-8")
    both = json.loads((tmp_path / desk).read_text(encoding="utf-8"))
    list_ = tmp_path / "lists" / "desk.json"
    list_.write_text(json.dumps(both), encoding="utf-8")
    assert run("export-typescript", "lists", "-o", "stubs").code == 0
    list_.write_text(json.dumps({**both, "tools": both["tools"][:1]}), encoding="utf-8")
    assert run("export-typescript", "lists", "-o", "stubs").code == 0
    assert not (tmp_path / "stubs/desk/write.ts").exists()


@pytest.mark.parametrize(
    ("name", "why"), [("my-stubs", "no name"), ("class", "a word"), ("json", "a module"), ("2x", "no name")]
)
def test_a_package_that_no_program_can_import_is_said_to_be_none(run, desk, tmp_path, name, why):
    ran = run("export-python", desk, "-o", name)
    assert ran.code == 0
    assert f"warning: {name} is {why}" in ran.err
    assert (tmp_path / name / "__init__.py").is_file()
    assert "warning: " not in run("export-python", desk, "-o", "-", "--form", "declarations").err
    assert "is no name" not in run("export-python", desk, "-o", "out-put", "--form", "declarations").err
    assert "is no name" not in run("export-python", desk, "-o", "ipy-box", "--host", "ipybox").err
    (tmp_path / "package").mkdir()
    (tmp_path / "package/__init__.py").touch()
    assert "warning: " not in run("export-python", desk, "-o", "package/json", "--models", "typeddict").err
