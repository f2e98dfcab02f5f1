"""The JSON Schemas of our formats: sound themselves, and of one mind with the readers."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from toolcat.catalog.config import load_config
from toolcat.catalog.findings import ToolcatError
from toolcat.catalog.loading import LoadOptions, SourceRequest, load
from toolcat.catalog.sources.interface import CATALOG_KEYS, MCP_KEYS

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def schema(name: str) -> dict[str, object]:
    return json.loads((files("toolcat.schemas") / f"{name}.schema.json").read_text(encoding="utf-8"))


def accepts(name: str, value: object) -> bool:
    return Draft202012Validator(schema(name)).is_valid(value)


@pytest.mark.parametrize("name", ["manifest", "meta", "config", "skill"])
def test_each_is_a_schema_with_descriptions(name: str):
    made = schema(name)
    Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    todo: list[object] = [made]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            for key, value in node.get("properties", {}).items() if isinstance(node.get("properties"), dict) else ():
                described = value is True or "description" in value or "$ref" in value or "anyOf" in value
                small = key in {"mimeType", "sizes", "theme"}
                assert described or small or "pattern" in value, f"{name}: {key} has no description"
            todo.extend(node.values())
        elif isinstance(node, list):
            todo.extend(node)


def test_the_examples_are_valid():
    import tomllib

    import yaml

    assert accepts("manifest", yaml.safe_load((EXAMPLES / "desk.tools.yaml").read_text("utf-8")))
    assert accepts("config", tomllib.loads((EXAMPLES / "toolcat.toml").read_text("utf-8")))
    for path in (EXAMPLES / "meta").glob("*.meta"):
        assert accepts("meta", json.loads(path.read_text("utf-8")))


def test_the_examples_load_without_errors():
    loaded = load([], config=load_config(EXAMPLES / "toolcat.toml"), options=LoadOptions(platform="linux/amd64"))
    assert [finding for finding in loaded.findings if str(finding.severity) != "info"] == []
    assert len(loaded.catalog) >= 25


def test_the_manifest_schema_knows_every_key_that_is_read():
    defs = schema("manifest")["$defs"]
    assert isinstance(defs, dict)
    assert set(defs["tool"]["properties"]) == MCP_KEYS | CATALOG_KEYS
    assert set(defs["variants"]["items"]["properties"]) == (MCP_KEYS | CATALOG_KEYS | {"match"}) - {"name", "variants"}


TOOL = {"name": "a", "inputSchema": {}}


@pytest.mark.parametrize(
    "manifest",
    [
        {"tools": [TOOL]},
        {"tools": [TOOL], "x-own": 1, "server": "a-b_c", "categories": ["x"], "defaults": {"category": "x"}},
        {"tools": [TOOL | {"planOnly": 1}]},
        {"tools": [TOOL | {"gate": " "}]},
        {"tools": [TOOL | {"keywords": [1]}]},
        {"tools": [TOOL | {"disclosure": "x"}]},
        {"tools": [TOOL | {"title": 1}]},
        {"tools": [TOOL | {"inputSchema": []}]},
        {"tools": [{"inputSchema": {}}]},
        {"tools": [TOOL], "defaults": {"planOnly": "x"}},
        {"tools": [TOOL], "defaults": {"nope": "x"}},
        {"tools": [TOOL], "server": "a__b"},
        {"tools": [TOOL], "server": "-a"},
        {"tools": [TOOL], "servr": "a"},
        {"tools": [TOOL], "server": ""},
        {"tools": [TOOL], "categories": []},
        {"tools": [TOOL], "defaults": {"name": "x"}},
        {"tools": [TOOL], "defaults": {"annotations": {"readOnlyHint": 3}}},
        {"tools": [TOOL | {"keywords": [" "]}]},
        {"tools": [TOOL | {"annotations": {"readOnlyHint": "true"}}]},
        {"tools": [TOOL | {"variants": [{"match": {}, "name": "x"}]}]},
        {"tools": [TOOL | {"variants": [{"match": {}, "own": 1}]}]},
        {"tools": [TOOL | {"variants": [{"match": {}, "x-own": 1}]}]},
        {"tools": [TOOL | {"variants": [{"match": {"os": "linux"}}]}], "server": "a"},
        {"tools": [TOOL | {"variants": [{"match": {"distro": "x"}}]}], "server": "a"},
        {"tools": [TOOL | {"variants": [{"match": {"os": []}}]}], "server": "a"},
        {"tools": [TOOL | {"variants": [{"match": {}, "variants": []}]}], "server": "a"},
        {"tools": [TOOL | {"variants": [{}]}], "server": "a"},
    ],
)
def test_manifest_schema_and_reader_agree(write, manifest: dict[str, object]):
    manifest = {"categories": ["x"], **manifest}
    try:
        loaded = load([SourceRequest(write("a.json", manifest))], options=LoadOptions(platform="linux/amd64"))
        is_clean = loaded.findings == []
    except ToolcatError:
        is_clean = False
    assert accepts("manifest", manifest) == is_clean


@pytest.mark.parametrize(
    "meta",
    [
        {"description": "a"},
        {"description": "a", "$schema": "meta.schema.json"},
        {"description": "a", "args": {"type": "object"}, "tier": "hot", "scope": "read", "outputFormat": "text"},
        {"description": " "},
        {},
        {"description": "a", "comand": "x"},
        {"description": "a", "readOnly": True},
        {"description": "a", "args": []},
        {"description": "a", "resetsCounter": "no"},
        {"description": "a", "variants": {}},
        {"description": "a", "variants": [{"match": {}, "cmd": "x"}]},
        {"description": "a", "variants": [{"match": {"x": "y"}}, {"match": {}}]},
        {"description": "a", "variants": [{"match": {}, "variants": []}, {"match": {}}]},
        {"variants": [{"match": {}, "description": "b"}]},
    ],
)
def test_meta_schema_and_reader_agree(write, meta: dict[str, object]):
    loaded = load([SourceRequest(write("a.meta", meta))], options=LoadOptions(allow_empty=True))
    assert accepts("meta", meta) == (loaded.findings == [])


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ('[[sources]]\npath = "x"\nserver = "s"\ninclude = ["a"]\n[gates]\na = true\n', True),
        ('[[overrides]]\ntool = "a"\nreadOnly = true\n[lint]\nselect = ["TX"]\n', True),
        ('[[sources]]\nserver = "s"\n', False),
        ('[[sources]]\npath = "x"\nserver = "a__b"\n', False),
        ('[[overrides]]\ntool = "a"\nreadonly = true\n', False),
        ('[gates]\na = "on"\n', False),
        ("categories = []\n", False),
        ('[[sources]]\npath = "x"\ninclude = []\n', False),
        ('[exports.typescript]\nimport_suffix = "ts"\nlayout = "flat"\nbudget = 3\nhost-option = ["a="]\n', True),
        ('[exports.python]\nmodels = "typeddict"\nsync = true\noutput = "x"\n', True),
        ('[exports.python]\nlayout = "flat"\n', False),
        ("[exports.python]\nbudget = 0\n", False),
        ('[exports.python]\nhost-option = ["a"]\n', False),
        ("[exports]\nx = 1\n", False),
        ("[exports.typescript]\npackage-json = true\npackage_json = true\n", False),
        ("source = []\n", False),
    ],
)
def test_config_schema_and_reader_agree(tmp_path: Path, text: str, valid: bool):
    import tomllib

    path = tmp_path / "toolcat.toml"
    path.write_text(text, encoding="utf-8")
    try:
        load_config(path)
        loads = True
    except ToolcatError:
        loads = False
    assert accepts("config", tomllib.loads(text)) == loads == valid


@pytest.mark.parametrize(
    ("front", "valid"),
    [
        ({"name": "pdf-tools", "description": "Read PDFs."}, True),
        ({"name": "pdf", "description": "d", "license": "MIT", "compatibility": "x", "metadata": {"a": "1"}}, True),
        ({"name": "pdf", "description": "d", "allowed-tools": "Read Bash(git:*)"}, True),
        ({"name": "PDF", "description": "d"}, False),
        ({"name": "-a", "description": "d"}, False),
        ({"name": "a--b", "description": "d"}, False),
        ({"name": "a" * 65, "description": "d"}, False),
        ({"name": "a", "description": ""}, False),
        ({"name": "a", "description": "x" * 1025}, False),
        ({"name": "a"}, False),
        ({"name": "a", "description": "d", "metadata": {"a": 1}}, False),
        ({"name": "a", "description": "d", "allowed-tools": ["Read"]}, False),
        ({"name": "a", "description": "d", "context": "fork"}, False),
        ({"name": "a", "description": "d", "compatibility": ""}, False),
    ],
)
def test_skill_schema(front: dict[str, object], valid: bool):
    assert accepts("skill", front) == valid
