"""Loading: sources in order, first wins, servers, folders, patterns, filters, gates."""

import json
from pathlib import Path

import pytest

from toolcat.catalog import Mode
from toolcat.catalog.config import load_config
from toolcat.catalog.findings import ToolcatError
from toolcat.catalog.loading import LoadOptions, SourceRequest, load, parse_assumption, parse_source


def tools(*names: str, **fields: object) -> dict[str, object]:
    return {"tools": [{"name": name, "inputSchema": {}, **fields} for name in names]}


def test_nothing_named(tmp_path: Path):
    with pytest.raises(ToolcatError) as caught:
        load([])
    assert "tools init" in caught.value.hint
    (tmp_path / "toolcat.toml").write_text("[gates]\na = true\n", encoding="utf-8")
    with pytest.raises(ToolcatError, match="lists no sources") as caught:
        load([], config=load_config(tmp_path / "toolcat.toml"))
    assert "tools init" in caught.value.hint


def test_the_first_source_wins_and_the_warning_says_so(write):
    first = write("first.json", tools("a", "b", title="first"))
    second = write("second.yaml", "tools:\n- {name: b, inputSchema: {}}\n- {name: c, inputSchema: {}}\n")
    loaded = load([SourceRequest(first), SourceRequest(second)])
    assert [(spec.name, spec.title) for spec in loaded.catalog.tools()] == [("a", "first"), ("b", "first"), ("c", None)]
    (finding,) = loaded.findings
    assert (finding.code, str(finding.severity), finding.tool) == ("TU007", "warning", "b")
    assert str(finding.place) == f"{second}:2:10"
    assert f"{first}:1:" in finding.message
    assert [(source.held, source.added) for source in loaded.sources] == [(2, 2), (2, 1)]


def test_the_same_file_twice(write, tmp_path):
    path = write("a.json", tools("a"))
    loaded = load([SourceRequest(path), SourceRequest(path)])
    assert loaded.findings == []
    (tmp_path / "copy.json").write_text((tmp_path / "a.json").read_text())
    loaded = load([SourceRequest(path), SourceRequest(str(tmp_path / "copy.json"))])
    assert [finding.code for finding in loaded.findings] == ["TU007"]


@pytest.mark.parametrize(
    ("text", "path", "server"),
    [
        ("x.json", "x.json", None),
        ("github=x.json", "x.json", "github"),
        ("git-hub_2=x=y.json", "x=y.json", "git-hub_2"),
        ("-", "-", None),
        ("github=-", "-", "github"),
        ("dir/a=b.json", "dir/a=b.json", None),
        ("a__b=x.json", "a__b=x.json", None),
        ("=x.json", "=x.json", None),
        ("github=", "github=", None),
        ("C:\\a=b", "C:\\a=b", None),
    ],
)
def test_source_arguments(text: str, path: str, server: str | None):
    assert parse_source(text) == SourceRequest(path, server)


def test_a_file_with_an_equals_sign_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert parse_source("a=b.json") == SourceRequest("b.json", "a")
    (tmp_path / "a=b.json").write_text("[]", encoding="utf-8")
    assert parse_source("a=b.json") == SourceRequest("a=b.json")


def test_a_name_that_was_no_server_name_is_explained(tmp_path: Path, write):
    path = write("x.json", tools("a"))
    with pytest.raises(ToolcatError) as caught:
        load([parse_source(f"a__b={path}")])
    assert "double underscore" in caught.value.hint


def test_server_identity(write):
    path = write("a.json", {"server": "own", **tools("a", "mcp__other__b")})
    loaded = load([SourceRequest(path)])
    assert [(spec.name, spec.server, spec.tool) for spec in loaded.catalog.tools()] == [
        ("mcp__other__b", "other", "b"),
        ("mcp__own__a", "own", "a"),
    ]
    assert [finding.code for finding in loaded.findings] == ["TU009"]
    loaded = load([SourceRequest(path, "named")])
    assert [spec.name for spec in loaded.catalog.tools()] == ["mcp__named__a", "mcp__other__b"]
    plain = write("b.json", tools("a", "mcp__other__b"))
    loaded = load([SourceRequest(plain)])
    assert [(spec.name, spec.server) for spec in loaded.catalog.tools()] == [("a", None), ("mcp__other__b", "other")]
    assert loaded.findings == []


def test_a_bad_server_name_in_a_request(write):
    with pytest.raises(ToolcatError, match="double underscore"):
        load([SourceRequest(write("a.json", tools("a")), "a__b")])


def test_servers_that_differ_only_in_case_and_separators(write):
    requests = [
        SourceRequest(write("a.json", tools("a")), "git-hub"),
        SourceRequest(write("b.json", tools("b", "c")), "Git_Hub"),
        SourceRequest(write("c.json", tools("d")), "git-hub"),
    ]
    loaded = load(requests)
    assert [spec.name for spec in loaded.catalog.tools()] == ["mcp__git-hub__a", "mcp__git-hub__d"]
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error) == ("TU008", True)
    assert "'git-hub'" in finding.message
    assert "'Git_Hub'" in finding.message


def test_a_qualified_name_may_be_too_long_as_a_whole(write):
    loaded = load([SourceRequest(write("a.json", tools("x" * 250, "ok")), "server")])
    assert [spec.tool for spec in loaded.catalog.tools()] == ["ok"]
    assert [finding.code for finding in loaded.findings] == ["TN010"]


def test_folders_are_walked_and_what_is_no_catalog_is_named(write, tmp_path: Path):
    write("catalog/b.json", tools("b"))
    write("catalog/deep/er/a.tools.yaml", "tools:\n- {name: a, inputSchema: {}}\n")
    write("catalog/c.jsonl", json.dumps({"name": "c", "inputSchema": {}}))
    write("catalog/package.json", {"name": "p", "version": "1"})
    write("catalog/tsconfig.json", "{\n  // comment\n}")
    write("catalog/broken.tools.json", "{")
    write("catalog/notes.txt", "hello")
    write("catalog/.hidden/d.json", tools("d"))
    write("catalog/node_modules/e.json", tools("e"))
    write("catalog/meta/f.meta", {"description": "F."})
    loaded = load([SourceRequest(str(tmp_path / "catalog"))])
    assert [spec.name for spec in loaded.catalog.tools()] == ["a", "b", "c", "f"]
    found = {(finding.code, str(finding.severity), Path(finding.place.file).name) for finding in loaded.findings}
    assert found == {
        ("TS001", "error", "broken.tools.json"),
        ("TS001", "warning", "tsconfig.json"),
        ("TS020", "info", "catalog"),
    }
    skipped = next(finding for finding in loaded.findings if finding.code == "TS020")
    assert "package.json (it holds no tools)" in skipped.message


def test_what_was_exported_is_no_source(write, tmp_path: Path):
    """An index of tools in an exported tree would be read as further tools, and grow with every export."""
    write("catalog/a.json", tools("a"))
    for tree in ("catalog/stubs", "catalog/deep/stubs"):
        write(f"{tree}/toolcat.lock.json", {"format": 1})
        write(f"{tree}/index.json", tools("b"))
        write(f"{tree}/inside/tools.json", tools("c"))
    for pattern in ("catalog", "catalog/**/*.json", "c*"):
        loaded = load([SourceRequest(str(tmp_path / pattern))])
        assert [spec.name for spec in loaded.catalog.tools()] == ["a"]
        (skipped,) = [finding for finding in loaded.findings if finding.code == "TS020"]
        assert "stubs (it was exported by toolcat)" in skipped.message
    with pytest.raises(ToolcatError, match="only what toolcat exported"):
        load([SourceRequest(str(tmp_path / "catalog/st*/*.json"))])
    # What is named itself is meant.
    assert load([SourceRequest(str(tmp_path / "catalog/stubs/index.json"))]).catalog.tools()[0].name == "b"
    assert [spec.name for spec in load([SourceRequest(str(tmp_path / "catalog/stubs"))]).catalog.tools()] == ["b", "c"]


def test_a_folder_in_which_nothing_is_a_catalog(write, tmp_path: Path):
    write("x/package.json", {"name": "p"})
    with pytest.raises(ToolcatError):
        load([SourceRequest(str(tmp_path / "x"))])


def test_the_order_of_a_folder_is_by_name(write, tmp_path: Path):
    for name in ("b", "a", "C"):
        write(f"x/{name}.json", tools("same", title=name))
    assert load([SourceRequest(str(tmp_path / "x"))]).catalog.tools()[0].title == "C"


def test_patterns(write, tmp_path: Path):
    write("x/a.json", tools("a"))
    write("x/y/b.json", tools("b"))
    write("x/y/c.txt", tools("c"))
    for pattern, names in (("*.json", ["a"]), ("**/*.json", ["a", "b"]), ("[xyz]/*", ["b", "c"]), ("y", ["b"])):
        loaded = load([SourceRequest(str(tmp_path / "x" / pattern))])
        assert [spec.name for spec in loaded.catalog.tools()] == names
    write("x/[1].json", tools("d"))
    assert load([SourceRequest(str(tmp_path / "x" / "[1].json"))]).catalog.tools()[0].name == "d"


def test_include_and_exclude(write):
    path = write("a.json", tools("get_a", "get_b", "put_a", "del_a"))
    request = SourceRequest(path, "s", ("get_*", "mcp__s__put_*", "none_*"), ("*_b",))
    loaded = load([request])
    assert [spec.tool for spec in loaded.catalog.tools()] == ["get_a", "put_a"]
    (finding,) = loaded.findings
    assert (finding.code, str(finding.severity)) == ("CF002", "warning")
    assert "'none_*'" in finding.message
    assert (loaded.sources[0].held, loaded.sources[0].added) == (4, 2)
    loaded = load([SourceRequest(path, exclude=("*",))])
    assert len(loaded.catalog) == 0


def test_gates(write):
    path = write(
        "a.json", {"tools": [{"name": "a", "inputSchema": {}, "gate": "net"}, {"name": "b", "inputSchema": {}}]}
    )
    loaded = load([SourceRequest(path)], options=LoadOptions(gates={"net": False}))
    assert [spec.name for spec in loaded.catalog.available()] == ["b"]
    assert [spec.name for spec in loaded.catalog.available(Mode.ACT)] == ["b"]
    assert len(loaded.catalog) == 2


def test_standard_input(tmp_path: Path):
    import subprocess
    import sys

    code = (
        "from toolcat.catalog.loading import *; loaded = load([parse_source('s=-')]);"
        "(spec,) = loaded.catalog.tools(); print(spec.name, loaded.sources[0].path, spec.origin.place)"
    )
    text = json.dumps(tools("a"))
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "mcp__s__a <stdin> <stdin>:1:12"
    code = "from toolcat.catalog.loading import *; load([parse_source('-'), parse_source('-')])"
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, encoding="utf-8", check=False)
    assert "standard input is named twice" in done.stderr


def test_an_empty_load_may_be_allowed(tmp_path: Path):
    loaded = load([SourceRequest(str(tmp_path / "nope.json"))], options=LoadOptions(allow_empty=True))
    assert len(loaded.catalog) == 0
    assert loaded.findings[0].code == "TS001"


def test_the_documents_of_a_load(write):
    loaded = load([SourceRequest(write("a.json", tools("a")))])
    (document,) = loaded.sources[0].documents
    origin = loaded.catalog.tools()[0].origin
    assert origin is not None
    assert origin.document is document


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("binary:rg=yes", ("binary:rg", "yes")),
        ("binary:rg=0", ("binary:rg", "no")),
        ("file:/a=b=no", ("file:/a=b", "no")),
        ("file:C:\\x=present", ("file:C:\\x", "yes")),
        ("env:TOKEN=yes", ("env:TOKEN", "set")),
        ("env:TOKEN=off", ("env:TOKEN", "unset")),
        ("os=linux", ("os", "linux")),
        ("arch=arm64", ("arch", "arm64")),
    ],
)
def test_assumptions(text: str, pair: tuple[str, str]):
    assert parse_assumption(text) == pair


@pytest.mark.parametrize("text", ["", "x", "nenv:A=yes", "binary:rg", "binary=rg", "os=", "env:A=maybe", "os:x=linux"])
def test_no_assumptions(text: str):
    with pytest.raises(ToolcatError, match="is not understood"):
        parse_assumption(text)


def test_a_list_of_a_million_mistakes_stays_small(read, refused):
    loaded = read('{"tools": [{"name": "a", "inputSchema": {}}' + ",1" * 20_000 + "]}")
    assert len(loaded.catalog) == 1
    assert len(loaded.findings) == 1_000
    assert "more of them are not listed" in loaded.findings[-1].message
    assert "none of its 100000 entries" in refused("[1" + ",1" * 99_999 + "]").message
    assert "lists more than 1,000,000 tools" in refused('{"tools":[1' + ",1" * 1_000_000 + "]}").message


def test_importing_the_catalog_is_light():
    import subprocess
    import sys

    heavy = "yaml jsonschema rich typer tomllib pydantic jinja2 asyncio"
    code = f"import sys, toolcat.catalog; print([name for name in {heavy.split()!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    code = code.replace("toolcat.catalog;", "toolcat.catalog.loading;")
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_url_is_no_file():
    with pytest.raises(ToolcatError) as caught:
        load([parse_source("github=https://example.com/mcp")])
    assert "--mcp-server NAME=URL" in caught.value.hint


def test_a_server_name_may_be_too_long_for_a_meta_file(write, tmp_path: Path):
    write("tools/a.meta", {"description": "A."})
    loaded = load([SourceRequest(str(tmp_path / "tools"), "s" * 250)], options=LoadOptions(allow_empty=True))
    assert [finding.code for finding in loaded.findings] == ["M002"]


def test_deep_lines_of_json_lines_have_a_place(read):
    loaded = read('{"name": "a", "inputSchema": {}}\n' + "[" * 2_000 + "]" * 2_000, "x.jsonl")
    (finding,) = loaded.findings
    assert "nests deeper" in finding.message
    assert (finding.place.line, finding.place.column) == (2, 1_001)


@pytest.mark.parametrize(
    "sources",
    [
        ("x.json", "x.json"),
        ("x.json", "./x.json"),
        (".", "x.json"),
        ("sub/y.json", "sub"),
        ("*.json", "sub/../x.json"),
        ("t.meta", "t.meta"),
        ("meta", "meta/t.meta"),
        ("meta/t.meta", "./meta/t.meta"),
        ("none.json", "./none.json"),
    ],
)
def test_a_file_that_is_named_twice_is_read_once(tmp_path, monkeypatch, sources):
    """A tool would be hidden by itself, and everything be reported twice."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "meta").mkdir()
    for path in ("x.json", "sub/y.json"):
        (tmp_path / path).write_text('[{"name": "' + Path(path).stem + '", "inputSchema": {"type": "object"}}]')
    for path in ("t.meta", "meta/t.meta"):
        (tmp_path / path).write_text('{"description": "Does it.", "cmd": "ls"}')
    options = LoadOptions(allow_empty=True)
    once = load([SourceRequest(sources[0])], options=options)
    twice = load([SourceRequest(source) for source in sources], options=options)
    assert [str(each) for each in twice.findings] == [str(each) for each in once.findings]
    assert [tool.name for tool in twice.catalog.tools()] == [tool.name for tool in once.catalog.tools()]
    assert len(twice.sources) == len(once.sources)


def test_one_file_for_two_servers_is_read_twice(tmp_path):
    path = tmp_path / "x.json"
    path.write_text('[{"name": "a", "inputSchema": {"type": "object"}}]')
    loaded = load([SourceRequest(str(path), "one"), SourceRequest(str(path), "two"), SourceRequest(str(path), "two")])
    assert [tool.name for tool in loaded.catalog.tools()] == ["mcp__one__a", "mcp__two__a"]
