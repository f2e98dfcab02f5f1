"""The config: where it is found, what it holds, what is wrong with it; overrides."""

import json
from pathlib import Path

import pytest

from toolcat.catalog.config import Config, find_config, load_config
from toolcat.catalog.findings import ToolcatError
from toolcat.catalog.loading import Loaded, LoadOptions, SourceRequest, load

TOOLS = {
    "tools": [
        {"name": "get", "description": "Get.", "inputSchema": {}, "annotations": {"title": "T"}},
        {"name": "put", "inputSchema": {}, "annotations": {"readOnlyHint": True}, "category": "web"},
    ]
}


@pytest.fixture
def configured(tmp_path: Path):
    """Write a config beside a list of two tools and load it."""

    def configured(text: str, requests: list[SourceRequest] | None = None, **options: object) -> Loaded:
        (tmp_path / "tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
        return load(requests or [], config=config_of(tmp_path, text), options=LoadOptions(**options))

    return configured


def config_of(folder: Path, text: str) -> Config:
    path = folder / "toolcat.toml"
    path.write_text(text, encoding="utf-8")
    return load_config(path)


SOURCE = '[[sources]]\npath = "tools.json"\n'


def test_found_by_walking_up(tmp_path: Path):
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert find_config(deep) is None or tmp_path not in find_config(deep).parents
    project = tmp_path / "pyproject.toml"
    project.write_text("[project]\nname = 'toolcat-user'\n", encoding="utf-8")
    assert find_config(deep) != project
    project.write_text("[tool.toolcat]\n", encoding="utf-8")
    assert find_config(deep) == project
    (tmp_path / "toolcat.toml").write_text("", encoding="utf-8")
    assert find_config(deep) == tmp_path / "toolcat.toml"
    nearer = tmp_path / "a" / "pyproject.toml"
    nearer.write_text("[tool.toolcat]\n", encoding="utf-8")
    assert find_config(deep) == nearer
    nearer.write_text("[tool.other # toolcat", encoding="utf-8")
    assert find_config(deep) == tmp_path / "toolcat.toml"
    nearer.write_bytes(b"\xff")
    assert find_config(deep) == tmp_path / "toolcat.toml"


def test_everything_in_it(tmp_path: Path):
    config = config_of(
        tmp_path,
        """
        categories = ["a", "b"]
        [[sources]]
        path = "x.json"
        server = "s"
        include = ["a*"]
        exclude = ["b"]
        [[sources]]
        path = "sub/dir"
        [[overrides]]
        tool = "t"
        description = "D"
        usageHint = "H"
        category = "a"
        gate = "g"
        readOnly = true
        outputSchema = "o.json"
        [gates]
        g = false
        [lint]
        select = ["TS"]
        [exports.typescript]
        output = "stubs"
        import-suffix = "ts"
        package_json = false
        [exports.python]
        output = "-"
        budget = 100
        host-option = ["a=b"]
        """,
    )
    first, second = config.sources
    assert Path(first.path) == tmp_path / "x.json"
    assert (first.server, first.include, first.exclude) == ("s", ("a*",), ("b",))
    assert Path(second.path) == tmp_path / "sub" / "dir"
    (override,) = config.overrides
    assert (override.tool, override.description, override.usage_hint, override.category) == ("t", "D", "H", "a")
    assert (override.gate, override.read_only, override.output_schema) == ("g", True, tmp_path / "o.json")
    assert config.gates == {"g": False}
    assert config.categories == ("a", "b")
    assert config.lint == {"select": ["TS"]}
    assert config.exports == {
        "typescript": {"output": tmp_path / "stubs", "import_suffix": "ts", "package_json": False},
        "python": {"output": Path("-"), "budget": 100, "host_option": ("a=b",)},
    }


def test_paths_are_shown_as_seen_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    config = config_of(tmp_path / "sub", '[[sources]]\npath = "x.json"\n[[sources]]\npath = "../y.json"\n')
    assert [Path(source.path) for source in config.sources] == [Path("sub/x.json"), Path("y.json")]
    assert config.document.label == "sub/toolcat.toml"


def test_in_a_pyproject(tmp_path: Path):
    path = tmp_path / "pyproject.toml"
    path.write_text('[tool.toolcat]\ngates = {a = true}\n[[tool.toolcat.sources]]\npath = "x.json"\n', encoding="utf-8")
    assert Path(load_config(path).sources[0].path) == tmp_path / "x.json"
    path.write_text('[project]\nname = "x"\n', encoding="utf-8")
    with pytest.raises(ToolcatError, match=r"no table \[tool\.toolcat\]"):
        load_config(path)
    path.write_text("[tool.toolcat]\n\nsorces = []\n", encoding="utf-8")
    with pytest.raises(ToolcatError, match=r"pyproject\.toml:3:1: the key 'sorces'"):
        load_config(path)


@pytest.mark.parametrize(
    ("text", "where", "what", "hint"),
    [
        ("a = ", ":1", "is not TOML", ""),
        ("\n[[source]]\n", ":2:", "the key 'source' is not known", "Did you mean 'sources'?"),
        ('[[sources]]\npaht = "x"', ":2:1", "the key 'paht' is not known in a source", "'path'"),
        ("[[sources]]\n", ":1:1", "a source has no path", "Add path"),
        ("[[sources]]\npath = 1\n", ":2:8", "path is 1", ""),
        ('[[sources]]\npath = " "\n', ":2:8", "path is ' '", ""),
        ('[[sources]]\npath = "x"\nserver = "a__b"\n', ":3:10", "double underscore", ""),
        ('[[sources]]\npath = "x"\ninclude = "a"\n', ":3:11", "include is no list", '["…"]'),
        ('[[sources]]\npath = "x"\nexclude = [1]\n', ":3:11", "exclude is no list", ""),
        ('[sources]\npath = "x"\n', ":1:1", "sources is no list of tables", "[[sources]]"),
        ("sources = [1]\n", ":1:11", "sources is no list of tables", ""),
        ("[[overrides]]\n", ":1:1", "an override has no tool", ""),
        ('[[overrides]]\ntool = "a"\nreadOnly = "yes"\n', ":3:12", "readOnly is 'yes'", "true or false"),
        ('[[overrides]]\ntool = "a"\nread_only = true\n', ":3:1", "'read_only' is not known", "'readOnly'"),
        ('[[overrides]]\ntool = "a"\ncategory = 1\n', ":3:12", "category is 1", ""),
        ('[gates]\na = "off"\n', ":2:5", "the gate 'a' is 'off'", "true or false"),
        ("gates = 1\n", ":1:9", "gates is no table", ""),
        ("lint = 1\n", ":1:8", "lint is no table", ""),
        ("categories = 1\n", ":1:14", "categories is no list of texts", ""),
        ("categories = []\n", ":1:14", "categories is empty", "eight"),
        ('[[sources]]\npath = "x"\ninclude = []\n', ":3:11", "include is empty", "every tool"),
        ("[exports.typscript]\n", ":1:", "no language 'typscript'", "'typescript'"),
        ("exports = 1\n", ":1:11", "exports is no table", ""),
        ("[exports]\npython = 1\n", ":2:10", "exports.python is no table", "[exports.python]"),
        ('[exports.python]\nouput = "x"\n', ":2:1", "'ouput' is not known in exports.python", "'output'"),
        ('[exports.python]\nlayout = "flat"\n', ":2:1", "'layout' is not known in exports.python", "models"),
        ('[exports.typescript]\nlayout = "flt"\n', ":2:10", "layout is 'flt', one of server, flat", "'flat'"),
        ("[exports.python]\nsync = 1\n", ":2:8", "sync is 1, true or false is expected", ""),
        ("[exports.python]\nbudget = true\n", ":2:10", "budget is True, a number is expected", ""),
        ('[exports.python]\nhost-option = ["a"]\n', ":2:15", "KEY=VALUE texts are expected", ""),
        ("[exports.python]\noutput = 1\n", ":2:10", "output is 1, a path is expected", ""),
        ("[exports.python]\ncheck = true\n", ":2:1", "'check' is not known", "one run"),
        ('[exports.typescript]\nimport-suffix = "js"\nimport_suffix = "ts"\n', ":3:1", "stands twice", "Keep one"),
    ],
)
def test_what_is_wrong_has_a_line_and_a_hint(tmp_path: Path, text: str, where: str, what: str, hint: str):
    with pytest.raises(ToolcatError) as caught:
        config_of(tmp_path, text)
    assert f"toolcat.toml{where}" in caught.value.message
    assert what in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.hint


def test_a_config_that_is_not_there(tmp_path: Path):
    with pytest.raises(ToolcatError, match="no such file"):
        load_config(tmp_path / "nope.toml")


def test_sources_in_order(configured, tmp_path: Path):
    (tmp_path / "more.json").write_text('[{"name": "get", "title": "more", "inputSchema": {}}]', encoding="utf-8")
    loaded = configured('[[sources]]\npath = "more.json"\n' + SOURCE)
    spec = loaded.catalog.lookup("get")
    assert spec is not None
    assert spec.title == "more"


def test_requests_come_instead_of_sources_and_keep_gates_and_overrides(configured, tmp_path: Path):
    (tmp_path / "own.json").write_text('[{"name": "get", "gate": "g", "inputSchema": {}}]', encoding="utf-8")
    text = '[[sources]]\npath = "nope.json"\n[gates]\ng = false\n[[overrides]]\ntool = "get"\ndescription = "D"\n'
    loaded = configured(text, [SourceRequest(str(tmp_path / "own.json"))])
    assert loaded.catalog.available() == []
    assert loaded.catalog.tools()[0].description == "D"
    loaded = configured(text, [SourceRequest(str(tmp_path / "own.json"))], gates={"g": True})
    assert len(loaded.catalog.available()) == 1


def test_overrides(configured, tmp_path: Path):
    (tmp_path / "schema.json").write_text('{"type": "string"}', encoding="utf-8")
    loaded = configured(
        SOURCE
        + """
        [[overrides]]
        tool = "get"
        description = "Better."
        usageHint = "Hint."
        category = "file"
        gate = "g"
        readOnly = true
        outputSchema = "schema.json"
        [[overrides]]
        tool = "*"
        gate = "all"
        [[overrides]]
        tool = "put"
        readOnly = false
        """
    )
    assert loaded.findings == []
    get, put = loaded.catalog.tools()
    assert (get.description, get.usage_hint, get.category, get.gate) == ("Better.", "Hint.", "file", "all")
    assert get.output_schema == {"type": "string"}
    assert get.read_only
    assert get.annotations == {"title": "T", "readOnlyHint": True}
    assert not put.read_only
    assert put.annotations == {"readOnlyHint": False}
    assert put.gate == "all"
    assert put.category == "web"


def test_an_override_that_matches_no_tool(configured):
    loaded = configured(SOURCE + '[[overrides]]\ntool = "gett"\ngate = "g"\n[[overrides]]\ntool = "x*"\ngate = "g"\n')
    assert [(finding.code, str(finding.severity), finding.place.line) for finding in loaded.findings] == [
        ("CF001", "warning", 4),
        ("CF001", "warning", 7),
    ]
    assert "Did you mean 'get'?" in loaded.findings[0].help


def test_an_override_by_the_raw_name_of_a_servers_tool_is_explained(configured):
    loaded = configured('[[sources]]\npath = "tools.json"\nserver = "s"\n[[overrides]]\ntool = "get"\ngate = "g"\n')
    assert "Did you mean 'mcp__s__get'?" in loaded.findings[0].help


@pytest.mark.parametrize(
    ("override", "what"),
    [
        ('category = "nope"', "the category 'nope' is not known"),
        ('outputSchema = "nope.json"', "there is no such file"),
        ('outputSchema = "tools.txt"', "holds no object"),
        ('outputSchema = "broken.json"', "is not JSON"),
        ('outputSchema = "double.json"', "stands twice"),
        ('outputSchema = "tools.json"', "holds tools, not a JSON Schema"),
        ('outputSchema = "words.json"', "'a' is none of its keywords"),
        ('outputSchema = "type.json"', "no type 'strin'"),
    ],
)
def test_an_override_that_cannot_be_applied(configured, tmp_path: Path, override: str, what: str):
    (tmp_path / "tools.txt").write_text("[1]", encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "words.json").write_text('{"a": 1}', encoding="utf-8")
    (tmp_path / "type.json").write_text('{"type": "strin"}', encoding="utf-8")
    (tmp_path / "double.json").write_text('{"a": 1, "a": 2}', encoding="utf-8")
    loaded = configured(SOURCE + f'[[overrides]]\ntool = "get"\ngate = "g"\n{override}\n')
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error, finding.place.line) == ("CF003", True, 6)
    assert what in finding.message
    spec = loaded.catalog.lookup("get")
    assert spec is not None
    assert (spec.category, spec.output_schema, spec.gate) == (None, None, "g")


def test_categories_of_the_config(configured, tmp_path: Path):
    (tmp_path / "own.json").write_text('[{"name": "a", "inputSchema": {}, "category": "mine"}]', encoding="utf-8")
    loaded = configured('categories = ["mine"]\n[[sources]]\npath = "own.json"\n')
    assert loaded.catalog.tools()[0].category == "mine"
    assert loaded.categories == ("mine",)
    loaded = configured('categories = ["mine"]\n' + SOURCE)
    assert [spec.name for spec in loaded.catalog.tools()] == ["get"]


def test_filters_are_reported_where_they_stand(configured):
    loaded = configured('[[sources]]\npath = "tools.json"\ninclude = ["get", "nope"]\n')
    (finding,) = loaded.findings
    assert (finding.code, finding.place.line) == ("CF002", 3)
    assert finding.place.file.endswith("toolcat.toml")


def test_a_gate_that_no_tool_has(configured, tmp_path: Path):
    (tmp_path / "own.json").write_text('[{"name": "a", "gate": "Network", "inputSchema": {}}]', encoding="utf-8")
    text = '[[sources]]\npath = "own.json"\n[gates]\nnetwrk = false\n'
    loaded = configured(text, gates={"nope": False, "Network": False})
    assert [(finding.code, finding.place.file, finding.place.line) for finding in loaded.findings] == [
        ("CF004", "--gate", None),
        ("CF004", str(tmp_path / "toolcat.toml"), 4),
    ]
    assert "'Network'" in loaded.findings[0].help
    assert loaded.findings[1].help == "Did you mean 'Network'?"
    assert all(str(finding.severity) == "warning" for finding in loaded.findings)


def test_gates_of_tools_that_are_not_here_are_known(configured, tmp_path: Path):
    tools = [
        {"name": "a", "gate": "left", "inputSchema": {}},
        {"name": "b", "gate": "hidden", "inputSchema": {}, "variants": [{"match": {"os": "plan9"}, "gate": "other"}]},
        {"name": "c", "inputSchema": {}},
    ]
    (tmp_path / "own.json").write_text(json.dumps(tools), encoding="utf-8")
    gates = "[gates]\nleft = false\nhidden = false\nother = true\nset = false\n"
    override = '[[overrides]]\ntool = "c"\ngate = "set"\n'
    text = f'[[sources]]\npath = "own.json"\nexclude = ["a"]\n{override}{gates}'
    assert [finding.code for finding in configured(text, platform="linux/amd64").findings] == ["M019"]
    other = configured(text, [SourceRequest(str(tmp_path / "tools.json"))])
    assert [finding.code for finding in other.findings] == ["CF001"]


def test_an_override_that_sets_nothing(configured):
    (finding,) = configured(SOURCE + '[[overrides]]\ntool = "get"\n').findings
    assert (finding.code, str(finding.severity), finding.place.line) == ("CF005", "warning", 3)


@pytest.mark.parametrize("name", ["nope.json", "nope/*.json", "broken.json", "nope.meta", "broken.meta"])
def test_a_source_that_cannot_be_read_says_where_it_is_named(configured, tmp_path: Path, name: str):
    for broken in ("broken.json", "broken.meta"):
        (tmp_path / broken).write_text("{", encoding="utf-8")
    loaded = configured(f'[[sources]]\npath = "{name}"\n{SOURCE}')
    (finding,) = loaded.findings
    assert "toolcat.toml:2)" in finding.message
    assert finding.place.file.endswith(name)


def test_a_config_that_is_a_folder(tmp_path: Path):
    (tmp_path / "toolcat.toml").mkdir()
    found = find_config(tmp_path)
    assert found == tmp_path / "toolcat.toml"
    with pytest.raises(ToolcatError, match="the config is a folder"):
        load_config(found)


def test_a_link_in_a_circle_is_no_bug(tmp_path: Path):
    (tmp_path / "toolcat.toml").symlink_to("toolcat.toml")
    with pytest.raises(ToolcatError, match="the config cannot be read: its symbolic links lead in a circle"):
        load_config(tmp_path / "toolcat.toml")


@pytest.mark.parametrize(
    "table", ["[tool.toolcat]", "[[tool.toolcat.sources]]", "  [tool.toolcat.lint]", "[ tool.toolcat ]"]
)
def test_a_broken_pyproject_with_our_table_is_not_passed_over(tmp_path: Path, table: str):
    """What it forbids would be lost without a word; one without our table is not ours to complain about."""
    (tmp_path / "pyproject.toml").write_text(f"[project\n{table}\n")
    found = find_config(tmp_path)
    assert found == tmp_path / "pyproject.toml"
    with pytest.raises(ToolcatError, match=r"pyproject.toml:1: the config is not TOML"):
        load_config(found)
    (tmp_path / "pyproject.toml").write_text("[project\n# tool.toolcat\n")
    assert find_config(tmp_path) is None
