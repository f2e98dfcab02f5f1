"""Wrappers send what they should: raw keys at every depth, what was given and nothing else."""

import inspect
import json

import pytest
from python_trees import spec, takes

NAMES = [
    "from",
    "class",
    "api-version",
    "2fa",
    "$and",
    "_meta",
    "self",
    "cls",
    "schema",
    "model_config",
    "copy",
    "json",
]
NAMES += [
    "a.b",
    "a_b",
    "a b",
    "None",
    "id",
    "list",
    "__init__",
    "名前",
    "größe",
    "",
    "OMIT",
    "call",
    "extra",
    "perPage",
]
STRINGS = {name: {"type": "string"} for name in NAMES}


def parameters(tree, name):
    return inspect.signature(tree.function(name)).parameters


def by_raw(tree, name, arguments):
    """The arguments by parameter name, as the lock says."""
    renamed = tree.lock["tools"][name].get("properties", {})
    return {renamed.get("/inputSchema/properties/" + escaped(key), key): value for key, value in arguments.items()}


def escaped(key):
    return key.replace("~", "~0").replace("/", "~1")


@pytest.mark.parametrize("style", ["snake", "preserve"])
@pytest.mark.parametrize("sync", [False, True])
def test_every_name_arrives_under_its_raw_key_at_every_depth(export, models, style, sync):
    inner = takes({**STRINGS, "deep": {"type": "array", "items": takes(STRINGS, *NAMES[:3])}}, "from")
    tree = export([spec("odd", takes({**STRINGS, "nested": inner}))], models=models, names=style, sync=sync)
    values = {name: f"value of {name}" for name in NAMES}
    meant = {**values, "nested": {**values, "deep": [values, {k: values[k] for k in NAMES[:3]}]}}
    tree.call("mcp__srv__odd", **by_raw(tree, "mcp__srv__odd", meant))
    assert tree.sent == [("srv", "odd", meant)]
    assert len(parameters(tree, "mcp__srv__odd")) == len(NAMES) + 1


def test_a_parameter_may_be_called_as_its_tool_is(export, models):
    tree = export([spec("search", takes({"search": {"type": "string"}}, "search"))], models=models)
    tree.call("mcp__srv__search", search="x")
    assert tree.sent[0][2] == {"search": "x"}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("style", ["snake", "preserve"])
def test_no_member_hides_what_a_model_has(export, style):
    """Ours are written out, since they must not depend on an interpreter: this says if one is missing."""
    from pydantic import BaseModel

    has = sorted({name for cls in (BaseModel, type(BaseModel)) for name in dir(cls) if not name.startswith("__")})
    schema = takes({**STRINGS, **{name: {"type": "string"} for name in has}})
    tree = export([spec("f", takes({"inner": schema}), schema)], names=style)
    meant = dict.fromkeys(has, "x")
    tree.answer = {"content": [], "structuredContent": meant}
    assert tree.call("mcp__srv__f", inner=meant).model_dump() == meant
    assert tree.sent[0][2] == {"inner": meant}


def test_models_are_built_by_field_names_and_sent_under_raw_keys(export):
    inner = takes(
        {"from": {"type": "string"}, "api-version": {"type": ["integer", "null"]}, "b": {"type": "string"}}, "from"
    )
    ref = {"$ref": "#/$defs/Owner"}
    schema = takes({"owner": ref, "all": {"type": "array", "items": ref}}, "owner")
    tree = export([spec("f", {**schema, "$defs": {"Owner": inner}})])
    owner = tree.module("mcp__srv__f").Owner
    tree.call("mcp__srv__f", owner=owner(from_="x"), all_=[owner(from_="y", api_version=None), {"from": "z"}])
    assert tree.sent[0][2] == {"owner": {"from": "x"}, "all": [{"from": "y", "api-version": None}, {"from": "z"}]}
    made = owner.model_validate({"from": "x", "api-version": 1.0})
    assert made.from_ == "x"
    assert made.api_version == 1
    assert made.b is tree.package.OMIT
    assert not made.b
    assert made.model_dump() == {"from": "x", "api-version": 1}
    assert json.loads(made.model_dump_json()) == {"from": "x", "api-version": 1}
    assert made.model_dump(by_alias=False) == {"from_": "x", "api_version": 1}
    assert repr(made) == "Owner(from_='x', api_version=1)"


def test_omitted_none_and_default_stay_apart(export, models):
    schema = takes({"a": {"type": ["string", "null"]}, "b": {"type": "integer", "default": 30}, "c": {}}, "c")
    tree = export([spec("f", schema)], models=models)
    tree.call("mcp__srv__f", c=None)
    tree.call("mcp__srv__f", c=1, a=None)
    tree.call("mcp__srv__f", c=1, b=30, a=tree.package.OMIT)
    assert [arguments for _, _, arguments in tree.sent] == [{"c": None}, {"c": 1, "a": None}, {"c": 1, "b": 30}]


def test_parameters_are_keyword_only_and_required_ones_come_first(export, models):
    tree = export([spec("f", takes({"a": {"type": "string"}, "b": {"type": "string"}}, "b"))], models=models)
    found = parameters(tree, "mcp__srv__f")
    assert [*found] == ["b", "a"]
    assert all(p.kind is p.KEYWORD_ONLY for p in found.values())
    assert found["b"].default is inspect.Parameter.empty
    assert found["a"].default is tree.package.OMIT
    with pytest.raises(TypeError):
        tree.call("mcp__srv__f")
    with pytest.raises(TypeError):
        tree.call("mcp__srv__f", b="x", typo=1)


def test_tools_without_parameters(export, models):
    tree = export([spec("f", takes({}, additionalProperties=False)), spec("g")], models=models)
    tree.call("mcp__srv__f")
    tree.call("mcp__srv__g")
    tree.call("mcp__srv__g", {"from": 1})
    assert [arguments for _, _, arguments in tree.sent] == [{}, {}, {"from": 1}]


def test_further_arguments_go_first_so_that_no_name_can_meet_them(export, models):
    schema = takes({"from": {"type": "string"}, "extra": {"type": "string"}}, additionalProperties={"type": "integer"})
    tree = export([spec("f", schema)], models=models)
    tree.call("mcp__srv__f", {"from_": 1, "arguments": 2}, from_="x")
    assert tree.sent[0][2] == {"from": "x", "from_": 1, "arguments": 2}


def test_variants_at_the_root_are_joined(export, models):
    schema = takes({"path": {"type": "string"}}, "path")
    schema["oneOf"] = [takes({"line": {"type": "integer"}}, "line"), takes({"symbol": {"type": "string"}}, "symbol")]
    tree = export([spec("f", schema)], models=models)
    assert [*parameters(tree, "mcp__srv__f")] == ["path", "line", "symbol"]
    tree.call("mcp__srv__f", path="p", line=1)
    assert tree.sent[0][2] == {"path": "p", "line": 1}


def test_tuples_arrive_as_arrays(export, models):
    pair = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": False, "minItems": 2}
    tree = export([spec("f", takes({"pair": pair}))], models=models)
    tree.call("mcp__srv__f", pair=("x", 1))
    assert tree.sent[0][2] == {"pair": ["x", 1]}


def test_a_broken_schema_degrades_its_tool_alone(export, models):
    broken = takes({"a": {"$ref": "https://example.com/x"}, "b": 5, "c": {"type": "foo"}})
    tree = export([spec("bad", broken), spec("good", takes({"a": {"type": "string"}})), spec("no", 7)], models=models)
    assert {finding.tool for finding in tree.result.degraded} == {"mcp__srv__bad", "mcp__srv__no"}
    tree.call("mcp__srv__bad", a=[1], b={"x": 1})
    tree.call("mcp__srv__no", {"any": "thing"})
    assert [arguments for _, _, arguments in tree.sent] == [{"a": [1], "b": {"x": 1}}, {"any": "thing"}]


def test_a_docstring_says_what_types_cannot(export):
    schema = takes(
        {
            "q": {"type": "string", "description": "Search query.", "minLength": 1},
            "perPage": {
                "type": "integer",
                "description": "Results per page.",
                "default": 30,
                "minimum": 1,
                "maximum": 100,
            },
        },
        "q",
    )
    tree = export([spec("find", schema, {"type": "string"}, description="Find things.", read_only=True)])
    assert inspect.getdoc(tree.function("mcp__srv__find")).splitlines() == [
        "Find things.",
        "",
        "Read-only.",
        "",
        "Args:",
        "    q: Search query. At least 1 character.",
        '    per_page: Results per page. Default 30, from 1 to 100. Sent as "perPage".',
        "",
        "Returns:",
        "    What the tool answers.",
        "",
        "Raises:",
        "    ToolError: The tool reported a failure.",
        "    ResultError: The result is not what the tool's output schema says; the error has it.",
    ]
