"""The comparison of two definitions: each change, for whom it is bad, and where it stands."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolcat.catalog import ToolSpec
from toolcat.catalog.comparison import (
    Impact,
    compare_lists,
    compare_tools,
    definition,
    definition_hash,
    worst,
)
from toolcat.catalog.comparison_schemas import compare_schemas

B, D, A = "breaking", "degraded", "additive"


def props(**properties):
    return {"type": "object", "properties": properties}


# before, after, impact as an input, impact as an output, pointer
CHANGES = [
    ({"type": "string"}, {"type": ["string", "null"]}, A, B, "/type"),
    ({"type": "number"}, {"type": "integer"}, B, A, "/type"),
    ({"type": "integer"}, {"type": "number"}, A, B, "/type"),
    ({"type": "string"}, {"type": "integer"}, [B, A], [A, B], "/type"),
    ({}, {"type": "string"}, B, A, "/type"),
    ({"enum": [1, 2]}, {"enum": [1]}, B, A, "/enum"),
    ({"enum": [1]}, {"enum": [1, 2]}, A, D, "/enum"),
    ({"enum": [1, True]}, {"enum": [True, 1]}, None, None, ""),
    ({"enum": [1]}, {"enum": [True]}, [B, A], [A, D], "/enum"),
    ({}, {"enum": [1]}, B, A, "/enum"),
    ({"const": 1}, {}, A, B, "/enum"),
    ({"minimum": 1}, {"minimum": 2}, B, A, "/minimum"),
    ({"minimum": 2}, {"minimum": 1}, A, D, "/minimum"),
    ({"maxLength": 5}, {}, A, D, "/maxLength"),
    ({}, {"maxLength": 5}, B, A, "/maxLength"),
    ({"pattern": "a"}, {"pattern": "b"}, B, B, "/pattern"),
    ({}, {"pattern": "a"}, B, A, "/pattern"),
    ({"format": "uri"}, {"format": "email"}, D, D, "/format"),
    (props(a={}), props(a={}, b={}), A, A, "/properties/b"),
    (props(a={}, b={}), props(a={}), D, D, "/properties/b"),
    ({**props(a={}), "required": ["a"]}, {**props(), "required": []}, B, B, "/properties/a"),
    (props(a={}), {**props(a={}), "required": ["a"]}, B, A, "/required"),
    ({**props(a={}), "required": ["a"]}, props(a={}), A, B, "/required"),
    (props(), {**props(a={}), "required": ["a"]}, B, A, "/properties/a"),
    (props(a={"type": "string"}), props(a={"type": "null"}), [B, A], [A, B], "/properties/a/type"),
    ({**props(), "additionalProperties": False}, props(), A, D, "/additionalProperties"),
    (props(), {**props(), "additionalProperties": False}, B, A, "/additionalProperties"),
    (props(), {**props(), "additionalProperties": {"type": "string"}}, B, A, "/additionalProperties"),
    ({"items": {"type": "string"}}, {"items": {"type": "integer"}}, [B, A], [A, B], "/items/type"),
    ({"items": {}}, {}, None, None, ""),
    ({"items": {"type": "string"}}, {}, A, B, "/items"),
    ({"prefixItems": [{}]}, {"prefixItems": [{}, {}]}, B, B, "/prefixItems"),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"anyOf": [{"type": "string"}]}, B, A, "/anyOf"),
    ({"anyOf": [{"type": "string"}]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}, A, B, "/anyOf"),
    ({"anyOf": [{"minimum": 1}]}, {"anyOf": [{"minimum": 2}]}, B, A, "/anyOf/0/minimum"),
    (True, False, B, A, ""),
    (False, {"type": "string"}, A, B, ""),
    ({"description": "a"}, {"description": "b"}, D, D, "/description"),
    ({"default": 1}, {"default": True}, D, D, "/default"),
    ({"x-y": 1}, {}, D, D, "/x-y"),
    ({"$comment": "a"}, {"$comment": "b"}, None, None, ""),
    ({"examples": [1]}, {}, None, None, ""),
    ({"$ref": "#/$defs/A", "$defs": {"A": {"type": "string"}}}, {"type": "string"}, None, None, ""),
    (
        {"$ref": "#/$defs/A", "$defs": {"A": {"maxLength": 5}}},
        {"$ref": "#/$defs/A", "$defs": {"A": {"maxLength": 4}}},
        B,
        A,
        "/maxLength",
    ),
    ({"not": {"type": "string"}}, {"not": {"type": "null"}}, B, B, "/not"),
]


@pytest.mark.parametrize(("before", "after", "taken", "given", "pointer"), CHANGES)
def test_schemas(before, after, taken, given, pointer):
    for is_output, impact in ((False, taken), (True, given)):
        found = compare_schemas(before, after, is_output=is_output)
        wanted = [] if impact is None else impact if isinstance(impact, list) else [impact]
        assert [change.impact for change in found] == wanted, found
        assert {change.pointer for change in found} <= {pointer}


def test_recursion_ends():
    tree = {"type": "object", "properties": {"next": {"$ref": "#"}}}
    other = {
        "type": "object",
        "properties": {"next": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {**tree, "maxProperties": 3}},
    }
    assert compare_schemas(tree, json.loads(json.dumps(tree))) == []
    assert [change.message for change in compare_schemas(tree, other)] == ["`maxProperties` is 3, was absent"]


def tool(**fields):
    return {"name": "a", "description": "Does it.", "inputSchema": {"type": "object"}, **fields}


def test_tools():
    assert compare_tools(tool(), tool()) == []
    (told,) = compare_tools(tool(), tool(description="Does more."))
    assert (told.impact, told.message, told.pointer) == (Impact.DEGRADED, "the description changed", "/description")
    (hint,) = compare_tools(tool(annotations={"readOnlyHint": True}), tool())
    assert hint.message == "the annotation `readOnlyHint` was true, is absent"
    (gone,) = compare_tools(tool(outputSchema={}), tool())
    assert (gone.impact, gone.pointer) == (Impact.BREAKING, "/outputSchema")
    changes = compare_tools(
        tool(), tool(title="A", inputSchema={"type": "object", "required": ["x"], "properties": {"x": {}}})
    )
    assert [change.impact for change in changes] == [Impact.BREAKING, Impact.DEGRADED]
    assert worst(changes) is Impact.BREAKING


def test_lists():
    before, after = {"a": tool(), "b": tool(), "c": tool()}, {"a": tool(), "b": tool(title="B"), "d": tool()}
    assert [(one.tool, one.kind, one.impact.value) for one in compare_lists(before, after)] == [
        ("b", "changed", "degraded"),
        ("c", "removed", "breaking"),
        ("d", "added", "additive"),
    ]


def test_hashes():
    spec = ToolSpec(name="a", tool="a", description="x", input_schema={"type": "object", "minProperties": 1})
    one = definition(spec)
    assert definition_hash(one) == definition_hash(dict(reversed(one.items())))
    assert definition_hash(one) == definition_hash({**one, "inputSchema": {"minProperties": 1.0, "type": "object"}})
    assert definition_hash(one) != definition_hash({**one, "inputSchema": {"minProperties": True, "type": "object"}})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "enum", "a"]), inner, max_size=3)
    ),
    max_leaves=6,
)
WORDS = st.sampled_from(
    [
        "type",
        "enum",
        "const",
        "properties",
        "required",
        "items",
        "anyOf",
        "prefixItems",
        "additionalProperties",
        "$ref",
        "minimum",
    ]
)
ODD = st.dictionaries(WORDS, JSON, max_size=4) | JSON


@settings(max_examples=300, deadline=None)
@given(ODD, ODD, st.booleans())
def test_any_values_are_compared(before, after, is_output):
    compare_schemas(before, after, is_output=is_output)
    assert compare_schemas(before, json.loads(json.dumps(before)), is_output=is_output) == []
