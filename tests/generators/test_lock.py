"""The lock: its format, its hashes, and how a damaged or a newer one is met."""

import json
import re
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from toolcat.catalog import ToolcatError, ToolSpec
from toolcat.generators import lock as locks
from toolcat.generators.lock import (
    LOCK_NAME,
    Degraded,
    Lock,
    LockedTool,
    content_hash,
    is_same,
    parse,
    render,
    spec_hash,
)
from toolcat.generators.typescript import check_typescript, export_typescript

HASH = content_hash(b"")
LOCK = Lock(
    target="typescript",
    toolcat="1.2.3",
    options={"b": 1, "a": None},
    filters={"mode": "plan"},
    assumptions={"os": "linux"},
    tools={
        "zeta": LockedTool(None, "zeta", HASH, ("zeta.ts",), {"function": "zeta"}),
        "mcp__s__名": LockedTool(
            "s",
            "名",
            HASH,
            ("s/名.ts",),
            {"function": "名"},
            {"/properties/from": "from_"},
            (Degraded("outputSchema", "/a", "bad-ref", "no \u202e such"),),
        ),
    },
    files={"zeta.ts": HASH, "s/名.ts": HASH},
)
SCHEMA = json.loads((files("toolcat.schemas") / "lock.schema.json").read_text(encoding="utf-8"))


def spec(**fields: object) -> ToolSpec:
    return ToolSpec(name="t", tool="t", **fields)  # pyright: ignore[reportArgumentType]


def test_a_lock_is_read_back_and_fits_its_schema():
    text = render(LOCK)
    assert parse(text, "lock") == LOCK
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(json.loads(text))
    assert "\u202e" not in text
    assert text.index('"mcp__s__') < text.index('"zeta"'), "code-point order"
    lines = text.splitlines()
    assert sum('"spec":' in line for line in lines) == 2, "a tool is a line"


def test_a_real_lock_fits_the_schema_and_names_no_place(tmp_path: Path):
    export_typescript([spec(description="x"), ToolSpec(name="mcp__s__a", server="s", tool="a")], tmp_path / "out")
    text = (tmp_path / "out" / "toolcat.lock.json").read_text(encoding="utf-8")
    Draft202012Validator(SCHEMA).validate(json.loads(text))
    assert str(tmp_path) not in text
    assert "20" + "26-" not in text


@pytest.mark.parametrize(
    "change",
    [
        {"description": "other"},
        {"title": "T"},
        {"input_schema": {"type": "object", "properties": {"b": {}, "a": {}}}},
        {"input_schema": True},
        {"output_schema": {}},
        {"annotations": {"readOnlyHint": True}},
        {"category": "web"},
        {"keywords": ("a",)},
        {"gate": "g"},
        {"usage_hint": "h"},
        {"plan_only": True},
        {"read_only": True},
        {"extra": {"deprecated": True}},
    ],
)
def test_what_a_stub_could_show_changes_the_hash(change: dict[str, object]):
    base = spec(input_schema={"type": "object", "properties": {"a": {}, "b": {}}})
    changed = ToolSpec(**{**{name: getattr(base, name) for name in base.__dataclass_fields__}, **change})
    assert spec_hash(changed) != spec_hash(base)


@pytest.mark.parametrize(
    "change", [{"icons": ({},)}, {"meta": {"x": 1}}, {"command": "x"}, {"extra": {"x": 1}}, {"execution": {}}]
)
def test_what_no_stub_shows_does_not(change: dict[str, object]):
    assert spec_hash(spec(**change)) == spec_hash(spec())


def test_the_hash_of_a_deep_schema_is_the_same_however_deep_the_stack_is():
    schema: object = {"a": [1, 2.5, None, True, "é\ud800"], "b": {}, "c": []}
    for _ in range(50):
        schema = {"items": [schema], "x": 1}
    shallow = spec_hash(spec(input_schema=schema))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(120)
    try:
        assert spec_hash(spec(input_schema=schema)) == shallow
    finally:
        sys.setrecursionlimit(limit)
    for _ in range(3000):
        schema = {"items": schema}
    assert spec_hash(spec(input_schema=schema)).startswith("sha256:")
    seen = {"x": schema["items"], "y": (1, [])}  # pyright: ignore[reportIndexIssue]
    del seen["x"]
    assert "".join(locks._flat_json(seen)) == json.dumps(seen, separators=(",", ":"))


def test_line_ends_that_git_changed_are_no_edit():
    assert is_same(b"a\r\nb\r\n", content_hash(b"a\nb\n"))
    assert is_same(b"a\r\nb", content_hash(b"a\r\nb"))
    assert not is_same(b"a\rb", content_hash(b"a\nb"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is not JSON (line 1, column 1)"),
        ("{\n ", "it is not JSON (line 2, column 2)"),
        ("[]", "it is [], which is no object"),
        ("1", "it is 1, which is no object"),
        ("{}", 'it has no "format"'),
        ('{"format": 0}', "its format is 0, not 1"),
        ('{"format": true}', "its format is true, not 1"),
        ('{"format": 1%s}' % ("0" * 5000), "it holds a number that no lock holds"),
        ("[" * 100_000, "it is nested too deeply"),
        ("<<<<<<< HEAD\n{}", "it holds a merge conflict (line 1, column 1)"),
        (render(LOCK).replace('"files": {\n', '"x": {\n'), 'it has no "files"'),
        (render(LOCK).replace('"options": {"a"', '"options": [], "x": {"a"'), '"options" is [], which is no object'),
        (render(LOCK).replace('"spec"', '"x"', 1), 'of its tool "mcp__s__名", it has no "spec"'),
        (render(LOCK).replace('"files": [', '"files": 5, "x": ['), '"files" is 5, which is no array'),
        (render(LOCK).replace('["zeta.ts"]', "[7]"), '"files" holds 7, which is no text'),
        (render(LOCK).replace('"code": "bad-ref", ', ""), 'of its tool "mcp__s__名", it has no "code"'),
    ],
)
def test_what_is_no_lock_is_said_in_plain_words(text: str, words: str):
    with pytest.raises(ValueError, match=re.escape(words)):
        parse(text, "lock")


OUTSIDE = ["../x.ts", "/etc/x", "a/../../x", "C:x", "c:/x", "a\\b", "a//b", "a/", "./a", "", ".", "a\0b", LOCK_NAME]


@pytest.mark.parametrize("path", OUTSIDE)
def test_a_lock_lists_nothing_outside_its_tree(tmp_path: Path, path: str):
    for changed in (
        replace(LOCK, files={**LOCK.files, path: HASH}),
        replace(LOCK, tools={"zeta": replace(LOCK.tools["zeta"], files=(path,))}),
    ):
        with pytest.raises(ValueError, match="which is no path of a file in the tree"):
            parse(render(changed), "lock")


def test_a_lock_that_lists_files_elsewhere_is_damaged(tmp_path: Path):
    out, own = tmp_path / "out", tmp_path / "own.txt"
    export_typescript([spec()], out)
    own.write_text("mine")
    file = out / "toolcat.lock.json"
    whole = file.read_text()
    for path in ("../own.txt", own.as_posix()):
        file.write_text(whole.replace('"files": {\n', f'"files": {{\n    "{path}": "{content_hash(b"mine")}",\n'))
        with pytest.raises(ToolcatError, match="no path of a file in the tree") as caught:
            export_typescript([replace(spec(), description="New.")], out)
        assert "\n" not in caught.value.message
        [found] = check_typescript([spec()], out).differences
        assert (found.kind, found.path) == ("edited", "toolcat.lock.json")
        done = export_typescript([replace(spec(), description="New.")], out, force=True)
        assert (done.removed, done.kept) == ([], [])
        assert own.read_text() == "mine"


def test_a_lock_of_a_newer_toolcat_is_refused(tmp_path: Path):
    out = tmp_path / "out"
    export_typescript([spec()], out)
    file = out / "toolcat.lock.json"
    file.write_text(file.read_text().replace('"format": 1', '"format": 2'))
    for command in (export_typescript, check_typescript):
        with pytest.raises(ToolcatError, match="format this toolcat does not know"):
            command([spec()], out)


def test_a_damaged_lock(tmp_path: Path):
    out = tmp_path / "out"
    export_typescript([spec()], out)
    file = out / "toolcat.lock.json"
    whole = file.read_text()
    file.write_text("<<<<<<< HEAD\n" + whole)
    [found] = check_typescript([spec()], out).differences
    assert (found.kind, found.path) == ("edited", "toolcat.lock.json")
    assert found.detail == "the lock cannot be read: it holds a merge conflict (line 1, column 1)"
    with pytest.raises(ToolcatError, match="is damaged: it holds a merge conflict") as caught:
        export_typescript([spec()], out)
    assert "--force" in caught.value.hint
    file.write_bytes(b"\xff" + whole.encode())
    [found] = check_typescript([spec()], out).differences
    assert found.detail == "the lock cannot be read: it is not UTF-8 text"
    export_typescript([spec()], out, force=True)
    assert file.read_text() == whole


def test_a_tree_for_something_else_is_refused(tmp_path: Path):
    out = tmp_path / "out"
    export_typescript([spec()], out)
    file = out / "toolcat.lock.json"
    file.write_text(file.read_text().replace('"typescript"', '"python"', 1))
    with pytest.raises(ToolcatError, match="holds a python tree"):
        export_typescript([spec()], out, force=True)
