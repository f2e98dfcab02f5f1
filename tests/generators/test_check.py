"""The check: six verdicts told apart, nothing written, the same answer wherever the tree stands."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec
from toolcat.generators import export
from toolcat.generators.hosts.load import find_host
from toolcat.generators.hosts.request import HostRequest
from toolcat.generators.typescript import TypeScriptOptions, check_typescript, export_typescript


def spec(tool: str, server: str | None = "kit") -> ToolSpec:
    name = tool if server is None else f"mcp__{server}__{tool}"
    return ToolSpec(name=name, tool=tool, server=server, description=f"The tool {tool}.")


SPECS = [spec("one"), spec("two"), spec("root", None)]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    export_typescript(SPECS, tmp_path / "out")
    return tmp_path / "out"


def verdicts(out: Path, specs: list[ToolSpec] = SPECS, *args: object, **kwargs: object) -> list[tuple[str, ...]]:
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")} if out.exists() else {}
    found = check_typescript(specs, out, *args, **kwargs)  # pyright: ignore[reportArgumentType]
    assert ({path: path.stat().st_mtime_ns for path in out.rglob("*")} if out.exists() else {}) == before
    assert found.to_json()["upToDate"] is (not found.differences)
    return [(one.kind, one.path, one.tool or "", one.detail) for one in found.differences]


def test_up_to_date(out: Path):
    assert verdicts(out) == []
    moved = out.parent / "elsewhere"
    shutil.copytree(out, moved)
    assert verdicts(moved) == []


def test_catalog_changed(out: Path):
    changed = [replace(SPECS[0], description="Other."), SPECS[1], SPECS[2]]
    assert verdicts(out, changed) == [
        ("catalog-changed", "kit/one.ts", "mcp__kit__one", "its spec changed"),
    ]
    added = [*SPECS, spec("three")]
    assert verdicts(out, added) == [
        ("catalog-changed", "toolcat.lock.json", "mcp__kit__three", "new in the catalog"),
    ]
    gone = SPECS[1:]
    assert verdicts(out, gone) == [
        ("catalog-changed", "kit/one.ts", "mcp__kit__one", "no longer in the catalog; its file is to be removed"),
    ]
    with (out / "kit" / "one.ts").open("a") as file:
        file.write("// mine\n")
    assert verdicts(out, gone) == [
        (
            "catalog-changed",
            "kit/one.ts",
            "mcp__kit__one",
            "no longer in the catalog; its file was edited, and is kept",
        ),
    ]
    (out / "kit" / "one.ts").unlink()
    assert verdicts(out, gone) == [
        ("catalog-changed", "kit/one.ts", "mcp__kit__one", "no longer in the catalog"),
    ]
    assert export_typescript(gone, out).removed == []
    assert verdicts(out, gone) == []


def test_a_tool_that_left_a_file_of_several(tmp_path: Path):
    """A prelude stays, whichever of its tools goes."""
    host = HostRequest(host=find_host("generic", "typescript"), form="declarations")
    export_typescript(SPECS, tmp_path / "out", host=host)
    assert verdicts(tmp_path / "out", SPECS[1:], host=host) == [
        ("catalog-changed", "declarations.d.ts", "mcp__kit__one", "no longer in the catalog"),
    ]


def test_options_changed(out: Path, tmp_path: Path):
    assert verdicts(out, SPECS, TypeScriptOptions(import_suffix="ts", reading="literal")) == [
        ("options-changed", "toolcat.lock.json", "", 'importSuffix was "js", is "ts"'),
        ("options-changed", "toolcat.lock.json", "", 'reading was "intended", is "literal"'),
    ]
    [filters] = verdicts(out, filters={"mode": "plan"})
    assert filters[0] == "options-changed"
    assert filters[3] == 'filters was {}, is {"mode": "plan"}'
    before = {"b": [1], "mode": "plan", "x": {"z": 1, "y": 1, "w": 1}}
    after = {"x": {"w": 2, "y": 2, "z": 1}, "a": None, "mode": "plan"}
    export_typescript(SPECS, tmp_path / "other", filters=before)
    [filters] = verdicts(tmp_path / "other", filters=after)
    assert filters[3] == 'filters was {"b": [1], "x": {"w": 1, "y": 1}}, is {"a": null, "x": {"w": 2, "y": 2}}'
    assert [found[0] for found in verdicts(out, assumptions={"os": "linux"})] == ["options-changed"]
    templates = tmp_path / "templates"
    templates.mkdir()
    (templates / "package.json.j2").write_text("{}")
    [found] = verdicts(out, SPECS, TypeScriptOptions(templates=templates))
    assert (found[0], found[3]) == ("options-changed", "templates changed: none were used")
    options = TypeScriptOptions(templates=templates)
    export_typescript(SPECS, out, options)
    assert verdicts(out, SPECS, options) == []
    shutil.copytree(templates, tmp_path / "moved")
    assert verdicts(out, SPECS, TypeScriptOptions(templates=tmp_path / "moved")) == [], "what is in it, not where it is"
    (templates / "package.json.j2").write_text("{ }")
    [found] = verdicts(out, SPECS, options)
    assert (found[0], found[3]) == ("options-changed", "templates changed")
    assert [found[3] for found in verdicts(out)] == ["templates changed: some were used"]


def test_toolcat_changed(out: Path, monkeypatch: pytest.MonkeyPatch):
    here = export.version("toolcat")
    monkeypatch.setattr(export, "version", lambda name: "99.0")
    assert verdicts(out) == [
        ("toolcat-changed", "toolcat.lock.json", "", f"exported by {here}, this is 99.0"),
    ]
    assert export_typescript(SPECS, out).written == ["toolcat.lock.json"]
    assert verdicts(out) == []


def test_edited(out: Path):
    with (out / "kit" / "two.ts").open("a") as file:
        file.write("// mine\n")
    (out / "runtime.ts").write_text("")
    assert verdicts(out) == [
        ("edited", "kit/two.ts", "mcp__kit__two", ""),
        ("edited", "runtime.ts", "", ""),
    ]
    assert sorted(export_typescript(SPECS, out).written) == ["kit/two.ts", "runtime.ts"]
    assert verdicts(out) == []


def test_an_edited_lock(out: Path):
    lock = out / "toolcat.lock.json"
    text = lock.read_text()
    lock.write_text(text.replace("\n    ", "\n"))
    assert verdicts(out) == [("edited", "toolcat.lock.json", "", "not as toolcat writes it")]
    assert export_typescript(SPECS, out).written == ["toolcat.lock.json"]
    assert lock.read_text() == text


def test_missing(out: Path):
    (out / "kit" / "one.ts").unlink()
    (out / "index.ts").unlink()
    assert verdicts(out) == [
        ("missing", "index.ts", "", ""),
        ("missing", "kit/one.ts", "mcp__kit__one", ""),
    ]
    shutil.rmtree(out)
    assert verdicts(out) == [("missing", "toolcat.lock.json", "", "nothing has been exported here")]
    out.mkdir()
    assert verdicts(out) == [("missing", "toolcat.lock.json", "", "nothing has been exported here")]


def test_stale(out: Path):
    shutil.copy(out / "kit" / "one.ts", out / "kit" / "old.ts")
    (out / "former").mkdir()
    shutil.copy(out / "kit" / "index.ts", out / "former" / "index.ts")
    (out / "kit" / "notes.ts").write_text("// mine")
    for compiled in ("one.js", "one.d.ts", "one.js.map"):
        shutil.copy(out / "kit" / "one.ts", out / "kit" / compiled)
    assert verdicts(out) == [
        ("stale", "former/index.ts", "", "no tool needs it"),
        ("stale", "kit/old.ts", "", "no tool needs it"),
    ]


def test_several_at_once(out: Path):
    (out / "kit" / "one.ts").write_text("// edited")
    (out / "kit" / "two.ts").unlink()
    specs = [SPECS[0], replace(SPECS[1], description="Other."), SPECS[2]]
    assert [found[0] for found in verdicts(out, specs, TypeScriptOptions(layout="flat"))] == [
        "options-changed",
        "catalog-changed",
        "edited",
        "missing",
    ]


def test_line_ends_of_a_checkout_on_windows(out: Path):
    for path in out.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert verdicts(out) == []
    assert export_typescript(SPECS, out).written == []


def test_another_host_or_form_is_one_change_and_not_one_of_each_option_that_it_has(out: Path, tmp_path: Path):
    host = find_host("generic", "typescript")
    found = verdicts(out, host=HostRequest(host=host, form="declarations", detail="names"))
    assert [one[3] for one in found] == ['form was unset, is "declarations"', 'host was unset, is "generic"']
    codex = HostRequest(host=find_host("codex"), form="prelude")
    export_typescript(SPECS, tmp_path / "text", host=codex)
    found = verdicts(tmp_path / "text", host=HostRequest(host=find_host("utcp"), form="prelude", detail="names"))
    assert [one[3].partition(" was")[0] for one in found] == ["detail", "host", "hostOptions"]
