"""Manifests: every catalog field, defaults, categories, the server; YAML 1.2, JSON and TOML alike."""

import json

import pytest

from toolcat.catalog.loading import LoadOptions, SourceRequest, load
from toolcat.catalog.sources.interface import KNOWN_KEYS
from toolcat.catalog.sources.variants import this_platform

YAML = """\
server: desk
categories: [jobs, money]
defaults:
  category: jobs
  keywords: [desk]
  annotations: {openWorldHint: false, idempotentHint: true}
tools:
  - name: pay
    title: Pay
    description: |
      Take a payment.

      There is no way back.
    category: money
    keywords: [card, "yes", 012]
    gate: payments
    usageHint: Only after a yes.
    planOnly: false
    disclosure: advertised
    summary: Take money.
    command: pay --now
    annotations: {readOnlyHint: true, idempotentHint: false}
    icons: [{src: "https://example.com/i.png"}]
    execution: {taskSupport: optional}
    _meta: {example.com/a: 1}
    inputSchema: {type: object}
    outputSchema: {type: string}
    x-own: 1
  - name: look
    planOnly: true
    inputSchema: {type: object}
"""

TOML = """\
server = "desk"
categories = ["jobs", "money"]
[defaults]
category = "jobs"
keywords = ["desk"]
annotations = { openWorldHint = false, idempotentHint = true }
[[tools]]
name = "pay"
title = "Pay"
description = \"\"\"
Take a payment.

There is no way back.
\"\"\"
category = "money"
keywords = ["card", "yes"]
gate = "payments"
usageHint = "Only after a yes."
planOnly = false
disclosure = "advertised"
summary = "Take money."
command = "pay --now"
annotations = { readOnlyHint = true, idempotentHint = false }
icons = [{ src = "https://example.com/i.png" }]
execution = { taskSupport = "optional" }
_meta = { "example.com/a" = 1 }
inputSchema = { type = "object" }
outputSchema = { type = "string" }
x-own = 1
[[tools]]
name = "look"
planOnly = true
[tools.inputSchema]
type = "object"
"""


def test_every_field_in_yaml_json_and_toml(read):
    yaml_text = YAML.replace(", 012", "")
    first = read(yaml_text, "a.tools.yaml")
    as_json = {"server": "desk", "categories": ["jobs", "money"], "defaults": {}, "tools": []}
    as_json["defaults"] = {
        "category": "jobs",
        "keywords": ["desk"],
        "annotations": {"openWorldHint": False, "idempotentHint": True},
    }
    pay = first.catalog.lookup("mcp__desk__pay")
    assert pay is not None
    assert pay.server == "desk"
    assert pay.tool == "pay"
    assert pay.title == "Pay"
    assert pay.description == "Take a payment.\n\nThere is no way back.\n"
    assert pay.category == "money"
    assert pay.keywords == ("card", "yes")
    assert pay.gate == "payments"
    assert pay.usage_hint == "Only after a yes."
    assert pay.plan_only is False
    assert pay.disclosure == "advertised"
    assert pay.summary == "Take money."
    assert pay.command == "pay --now"
    assert pay.annotations == {"readOnlyHint": True, "idempotentHint": False, "openWorldHint": False}
    assert pay.read_only is True
    assert pay.icons == ({"src": "https://example.com/i.png"},)
    assert pay.execution == {"taskSupport": "optional"}
    assert pay.meta == {"example.com/a": 1}
    assert pay.input_schema == {"type": "object"}
    assert pay.output_schema == {"type": "string"}
    assert pay.extra == {"x-own": 1}
    look = first.catalog.lookup("mcp__desk__look")
    assert look is not None
    assert (look.category, look.keywords, look.plan_only) == ("jobs", ("desk",), True)
    assert look.annotations == {"openWorldHint": False, "idempotentHint": True}
    assert first.findings == []
    assert first.sources[0].format == "manifest"
    second = read(TOML, "b.tools.toml")
    assert second.findings == []
    assert second.catalog.specs() == first.catalog.specs()
    import yaml

    third = read(json.dumps(yaml.safe_load(yaml_text)), "c.tools.json")
    assert third.catalog.specs() == first.catalog.specs()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("on", "on"),
        ("No", "No"),
        ("012", 12),
        ("0o14", 12),
        ("0x1F", 31),
        ("1e3", 1000.0),
        ("1_000", "1_000"),
        ("2020-01-01", "2020-01-01"),
        ("12:30:45", "12:30:45"),
        ("~", None),
        ("null", None),
        ("", None),
        ("True", True),
        ("FALSE", False),
        ("tRue", "tRue"),
        ("1.", 1.0),
        (".5", 0.5),
        ("+1", 1),
        ("-x", "-x"),
        ("0b1", "0b1"),
        ("'1'", "1"),
        ("!!str 1", "1"),
        ("!!int '1'", 1),
        ("!!float 1", 1.0),
    ],
)
def test_plain_scalars_mean_what_yaml_1_2_says(read, text: str, value: object):
    loaded = read(f"tools:\n- name: a\n  inputSchema:\n    default: {text}\n", "a.yaml")
    assert loaded.findings == []
    got = loaded.catalog.tools()[0].input_schema
    assert isinstance(got, dict)
    assert got["default"] == value
    assert type(got["default"]) is type(value)


def test_keys_of_any_plain_kind_are_strings_as_written(read):
    loaded = read(
        "tools:\n- name: a\n  inputSchema:\n    properties: {1.10: {}, yes: {}, null: {}, 2020-01-01: {}}\n", "a.yml"
    )
    schema = loaded.catalog.tools()[0].input_schema
    assert isinstance(schema, dict)
    assert list(schema["properties"]) == ["1.10", "yes", "null", "2020-01-01"]


def test_aliases_are_shared(read):
    loaded = read(
        "x-a: &s {type: object}\ntools:\n- {name: a, inputSchema: *s}\n- {name: b, inputSchema: *s}\n", "a.yaml"
    )
    assert [spec.input_schema for spec in loaded.catalog.tools()] == [{"type": "object"}] * 2
    assert loaded.findings == []


def test_categories_are_closed(read):
    loaded = read({"tools": [{"name": "a", "inputSchema": {}, "category": "fiel"}, {"name": "b", "inputSchema": {}}]})
    assert [spec.name for spec in loaded.catalog.tools()] == ["b"]
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error, finding.place.pointer) == ("TS019", True, "/tools/0/category")
    for category in ("shell", "file", "web", "dispatch", "authoring", "setup", "discovery", "checkpoint"):
        assert category in finding.help


def test_a_manifests_categories_replace_the_eight(read):
    tools = [{"name": "a", "inputSchema": {}, "category": "mine"}, {"name": "b", "inputSchema": {}, "category": "web"}]
    loaded = read({"categories": ["mine"], "tools": tools})
    assert [spec.name for spec in loaded.catalog.tools()] == ["a"]
    assert "mine" in loaded.findings[0].help
    assert "mine" in loaded.categories


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", 1),
        ("description", []),
        ("annotations", "x"),
        ("execution", 1),
        ("_meta", []),
        ("icons", {}),
        ("outputSchema", "x"),
        ("keywords", "a"),
        ("keywords", [1]),
        ("usageHint", 1),
        ("summary", True),
        ("command", ["a"]),
        ("disclosure", "hidden"),
    ],
)
def test_a_field_of_the_wrong_type_is_left_out_and_the_tool_stays(read, field: str, value: object):
    loaded = read({"tools": [{"name": "a", "inputSchema": {}, field: value}]})
    (spec,) = loaded.catalog.tools()
    assert field not in spec.to_mcp()
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error, finding.tool) == ("TS009", True, "a")
    assert (finding.place.pointer or "").startswith(f"/tools/0/{field}")
    assert finding.place.line == 1
    assert finding.excerpt


@pytest.mark.parametrize(("field", "value"), [("planOnly", "yes"), ("gate", 1), ("gate", " "), ("category", 1)])
def test_a_field_that_guards_a_tool_leaves_it_out(read, field: str, value: object):
    loaded = read({"tools": [{"name": "a", "inputSchema": {}, field: value}, {"name": "b", "inputSchema": {}}]})
    assert [spec.name for spec in loaded.catalog.tools()] == ["b"]
    assert [finding.place.pointer for finding in loaded.findings] == [f"/tools/0/{field}"]


def test_null_is_the_same_as_absent(read):
    nulls = dict.fromkeys(KNOWN_KEYS - {"name", "inputSchema", "variants"})
    loaded = read([{"name": "a", "inputSchema": {}, **nulls}])
    assert loaded.findings == []
    assert loaded.catalog.specs() == [{"name": "a", "inputSchema": {}}]


def test_read_only_is_true_and_nothing_else(read):
    for hint in ("true", 1, None, False):
        assert (
            not read([{"name": "a", "inputSchema": {}, "annotations": {"readOnlyHint": hint}}])
            .catalog.tools()[0]
            .read_only
        )


def test_a_hint_on_the_wire_is_read_back(read):
    meta = {"toolcat": {"usageHint": "Use it.", "other": 1}, "x": 2}
    (spec,) = read([{"name": "a", "inputSchema": {}, "_meta": meta}]).catalog.tools()
    assert spec.usage_hint == "Use it."
    assert spec.meta == {"x": 2, "toolcat": {"other": 1}}
    (spec,) = read([{"name": "a", "inputSchema": {}, "usageHint": "Own.", "_meta": meta}]).catalog.tools()
    assert spec.usage_hint == "Own."


@pytest.mark.parametrize(
    ("top", "pointer"),
    [
        ({"defaults": {"gate": 1}}, "/defaults/gate"),
        ({"defaults": {"category": "nope"}}, "/defaults/category"),
        ({"defaults": {"planOnly": "no"}}, "/defaults/planOnly"),
        ({"defaults": {"disclosure": "x"}}, "/defaults/disclosure"),
        ({"defaults": {"keywords": "x"}}, "/defaults/keywords"),
        ({"defaults": {"annotations": 1}}, "/defaults/annotations"),
        ({"defaults": []}, "/defaults"),
    ],
)
def test_defaults_that_cannot_be_trusted_stop_their_manifest(refused, top: dict[str, object], pointer: str):
    error = refused({**top, "tools": [{"name": "a", "inputSchema": {}}]})
    assert "tools.json:1:" in error.message
    assert pointer.rpartition("/")[2] in error.message


def test_keys_that_mean_nothing_are_warned_about(read):
    loaded = read(
        {"categorys": ["a"], "defaults": {"categry": "web"}, "x-mine": 1, "tools": [{"name": "a", "inputSchema": {}}]}
    )
    assert [(finding.code, finding.place.pointer, finding.help) for finding in loaded.findings] == [
        ("TS021", "/defaults/categry", "Did you mean 'category'?"),
        ("TS021", "/categorys", "Did you mean 'categories'?"),
    ]
    assert read({"ttlMs": 1, "foo": 2, "tools": [{"name": "a", "inputSchema": {}}]}).findings == []


def test_a_server_that_is_no_server_name(refused):
    error = refused({"server": "a__b", "tools": [{"name": "a", "inputSchema": {}}]})
    assert "double underscore" in error.message


def test_duplicate_names_in_one_list(read):
    loaded = read(
        {"tools": [{"name": "a", "inputSchema": {}, "title": "1"}, {"name": "a", "inputSchema": {}, "title": "2"}]}
    )
    assert [spec.title for spec in loaded.catalog.tools()] == ["1"]
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error, finding.place.pointer) == ("TU001", True, "/tools/1/name")
    assert ":1:21" in finding.message


def test_variants_choose_by_machine(read):
    tool = {
        "name": "print",
        "description": "Print.",
        "inputSchema": {},
        "command": "lp",
        "variants": [
            {"match": {"os": "windows"}, "command": "print", "category": "shell"},
            {"match": {"os": ["linux", "darwin"]}, "command": "", "description": "Print here."},
        ],
    }
    manifest = {"tools": [tool, {"name": "b", "inputSchema": {}}]}
    loaded = read(manifest, platform="windows/amd64")
    spec = loaded.catalog.lookup("print")
    assert spec is not None
    assert (spec.command, spec.category, spec.description) == ("print", "shell", "Print.")
    assert loaded.findings == []
    assert loaded.assumptions == {"os": "windows"}
    loaded = read(manifest, platform="linux/amd64")
    spec = loaded.catalog.lookup("print")
    assert spec is not None
    assert (spec.command, spec.category, spec.description) == ("lp", None, "Print here.")
    assert [finding.code for finding in loaded.findings] == ["M022"]
    loaded = read(manifest, platform="plan9/386")
    assert "print" not in loaded.catalog
    assert [(finding.code, str(finding.severity)) for finding in loaded.findings] == [("M019", "info")]


def test_hidden_tools_can_be_found(read):
    tool = {"name": "a", "inputSchema": {}, "variants": [{"match": {"os": "windows"}}]}
    bad = {"name": "b", "inputSchema": {}, "variants": "x"}
    loaded = read({"server": "s", "tools": [tool, bad, {"name": "c", "inputSchema": {}}]}, platform="linux/amd64")
    assert loaded.hidden == {
        "mcp__s__a": "no variant matches here (os: windows)",
        "mcp__s__b": "its variants are no list",
    }
    assert read({"server": "s", "tools": [tool]}, platform="windows/amd64").hidden == {}


@pytest.mark.parametrize(
    ("platform", "assume", "what", "near"),
    [
        ("Linux/amd64", {}, "operating system 'Linux'", "'linux'"),
        ("macos/arm64", {}, "operating system 'macos'", "'darwin'"),
        ("linux/x86_64", {}, "architecture 'x86_64'", "'amd64'"),
        ("linux/amd46", {}, "architecture 'amd46'", "'amd64'"),
        ("linux/zzz", {}, "architecture 'zzz'", "Go's names are 386"),
        (None, {"os": "Windows"}, "operating system 'Windows'", "'windows'"),
        (None, {"arch": "aarch64"}, "architecture 'aarch64'", "'arm64'"),
    ],
)
def test_platforms_that_nobody_knows(refused, platform: str | None, assume: dict[str, str], what: str, near: str):
    error = refused({"tools": [{"name": "a", "inputSchema": {}}]}, platform=platform, assume=assume)
    assert f"there is no {what}" in error.message
    assert near in error.hint


def test_what_this_machine_is_can_be_assumed(read):
    here = this_platform()
    system, _, machine = here.partition("/")
    assert read([{"name": "a", "inputSchema": {}}], platform=here, assume={"os": system, "arch": machine}).catalog


@pytest.mark.parametrize(
    ("key", "help"),
    [
        ("catgory", "'category'"),
        ("usagehint", "'usageHint'"),
        ("usage_hint", "'usageHint'"),
        ("readOnly", "readOnlyHint: true"),
        ("readOnlyHint", "readOnlyHint: true"),
    ],
)
def test_near_misses_in_a_manifest(read, key: str, help: str):
    tool = {"name": "a", "inputSchema": {}, key: "x", "x-mine": 1, "team": "depot"}
    (finding,) = read({"server": "s", "tools": [tool]}).findings
    assert (finding.code, str(finding.severity), finding.place.pointer) == ("TS026", "warning", f"/tools/0/{key}")
    assert help in finding.help
    assert read({"tools": [tool]}).findings == []


def test_a_manifest_by_its_name(read):
    tool = {"name": "a", "inputSchema": {}, "catgory": "web"}
    loaded = read({"sever": "x", "tools": [tool]}, "a.tools.json")
    assert loaded.sources[0].format == "manifest"
    assert [(finding.code, finding.help) for finding in loaded.findings] == [
        ("TS021", "Did you mean 'server'?"),
        ("TS026", "Did you mean 'category'?"),
    ]
    assert read({"sever": "x", "tools": [tool]}).findings == []


@pytest.mark.parametrize(
    ("defaults", "what"),
    [
        ({"annotations": {"readOnlyHint": 3}}, "readOnlyHint is a number, true or false"),
        ({"name": "x"}, "name cannot be a default"),
        ({"keywords": [""]}, "keywords is a list with ''"),
    ],
)
def test_more_defaults_that_stop_their_manifest(refused, defaults: object, what: str):
    assert what in refused({"defaults": defaults, "tools": [{"name": "a", "inputSchema": {}}]}).message


def test_fields_that_a_variant_cannot_set(read):
    variants = [{"match": {}, "name": "b", "comand": "x", "own": 1, "x-own": 1, "title": "T"}]
    loaded = read({"tools": [{"name": "a", "inputSchema": {}, "variants": variants}]})
    assert sorted((finding.code, finding.place.pointer) for finding in loaded.findings) == [
        ("TS026", "/tools/0/variants/0/comand"),
        ("TS026", "/tools/0/variants/0/name"),
        ("TS026", "/tools/0/variants/0/own"),
    ]
    assert loaded.catalog.tools()[0].name == "a"


def test_words_and_categories_that_are_empty(read):
    loaded = read({"categories": [], "tools": [{"name": "a", "inputSchema": {}, "keywords": ["", "b"]}]})
    assert [(finding.code, finding.place.pointer) for finding in loaded.findings] == [
        ("TS009", "/categories"),
        ("TS009", "/tools/0/keywords/0"),
    ]
    assert loaded.catalog.tools()[0].keywords == ("b",)


def test_a_hint_of_the_wrong_type_is_said(read):
    loaded = read([{"name": "a", "inputSchema": {}, "annotations": {"readOnlyHint": "true", "title": "T"}}])
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error, finding.place.pointer) == ("TS009", True, "/0/annotations/readOnlyHint")
    assert loaded.catalog.tools()[0].annotations == {"title": "T"}


@pytest.mark.parametrize("server", [["x"], 3, "", {}])
def test_a_server_that_is_no_name_leaves_its_tools_out(read, server: object):
    loaded = read({"server": server, "tools": [{"name": "a", "inputSchema": {}}]}, allow_empty=True)
    (finding,) = loaded.findings
    assert (finding.code in {"TS009", "TN011"}, finding.is_error, finding.place.pointer) == (True, True, "/server")
    assert len(loaded.catalog) == 0
    named = read({"server": server, "tools": [{"name": "a", "inputSchema": {}}]}, server="own")
    assert [spec.name for spec in named.catalog.tools()] == ["mcp__own__a"]


def test_a_field_of_a_variant_is_shown_there(tmp_path):
    path = tmp_path / "x.tools.yaml"
    path.write_text(
        "tools:\n- name: a\n  description: d\n  inputSchema: {type: object}\n  command: ls\n  variants:\n"
        "  - match: {os: plan9}\n  - match: {}\n    name: b\n    command: 5\n    category: nope\n    title: T\n"
    )
    loaded = load([SourceRequest(str(path))], options=LoadOptions(allow_empty=True))
    places = {(each.code, each.place.pointer) for each in loaded.findings if each.is_error}
    assert places == {("TS009", "/tools/0/variants/1/command"), ("TS019", "/tools/0/variants/1/category")}
    path.write_text(path.read_text().replace("nope", "file"))
    loaded = load([SourceRequest(str(path))], options=LoadOptions(allow_empty=True))
    assert {each.code: each.place.line for each in loaded.findings if each.is_error} == {"TS009": 10}
    (spec,) = loaded.catalog.tools()
    pointers = [spec.origin.pointer_to(each) for each in ("name", "title", "description")]
    assert pointers == ["/tools/0/name", "/tools/0/variants/1/title", "/tools/0/description"]


@pytest.mark.parametrize("platform", ["linux/amd64", "windows/amd64", "plan9/386"])
def test_a_mistake_in_a_variant_is_one_on_every_machine(tmp_path, platform):
    path = tmp_path / "x.tools.yaml"
    path.write_text(
        "tools:\n- name: a\n  description: d\n  inputSchema: {type: object}\n  command: 7\n  variants:\n"
        "  - match: {os: linux}\n    command: ls\n    title: ''\n"
        "  - match: {os: windows}\n    command: 5\n    category: nope\n    inputSchema: 3\n"
        "    annotations: {readOnlyHint: 'yes'}\n    keywords: [1]\n    gate: []\n    planOnly: 1\n"
        "- name: b\n  description: d\n  inputSchema: {type: object}\n"
    )
    loaded = load([SourceRequest(str(path))], options=LoadOptions(platform=platform))
    errors = {(each.code, each.place.pointer) for each in loaded.findings if each.is_error}
    variant = "/tools/0/variants/1"
    wanted = {
        ("TS009", f"{variant}/{each}") for each in ("command", "annotations/readOnlyHint", "keywords/0", "planOnly")
    }
    wanted |= {("TS009", "/tools/0/command"), ("TS019", f"{variant}/category")}
    wanted |= {("TS009", f"{variant}/inputSchema")}
    assert errors == wanted
    names = [spec.name for spec in loaded.catalog.tools()]
    assert names == (["a", "b"] if platform == "linux/amd64" else ["b"])
