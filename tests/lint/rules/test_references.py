"""TJ010: circles of references, those that are right and those that never come to a value."""

import json

import pytest

from toolcat.lint import LintOptions, lint

OPTIONS = LintOptions(select=("TJ010",), fold=False)


def found(tmp_path, defs, properties=None):
    schema = {"type": "object", "properties": properties or {"a": {"$ref": "#/$defs/a"}}, "$defs": defs}
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"tools": [{"name": "get_it", "inputSchema": schema}]}))
    return [(each.severity.value, each.place.pointer) for each in lint([str(path)], OPTIONS).findings]


REF = {key: {"$ref": f"#/$defs/{key}"} for key in "abc"}
AT = "/tools/0/inputSchema/properties/a/$ref"


@pytest.mark.parametrize(
    "defs",
    [
        {"a": REF["a"]},
        {"a": REF["b"], "b": REF["c"], "c": REF["a"]},
        {"a": {"anyOf": [{"type": "string"}, REF["a"]]}},
        {"a": {"allOf": [REF["b"]]}, "b": {"not": REF["a"]}},
        {"a": {"if": REF["a"]}},
        {"a": REF["b"], "b": {"oneOf": [{"allOf": [REF["b"]]}]}},
    ],
)
def test_a_circle_of_nothing_but_references_is_an_error(tmp_path, defs):
    assert found(tmp_path, defs) == [("error", AT)]


@pytest.mark.parametrize(
    "defs",
    [
        {"a": {"properties": {"x": REF["a"]}}},
        {"a": {"items": REF["b"]}, "b": REF["a"]},
        {"a": {"anyOf": [{"type": "string"}, {"additionalProperties": REF["a"]}]}},
        {"a": REF["b"], "b": {"prefixItems": [REF["a"]]}},
    ],
)
def test_a_tree_is_right(tmp_path, defs):
    assert found(tmp_path, defs) == [("info", AT)]


def test_no_circle(tmp_path):
    assert found(tmp_path, {"a": REF["b"], "b": {"allOf": [REF["c"], REF["c"]]}, "c": {"type": "string"}}) == []


def test_a_long_chain(tmp_path):
    chain = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(5_000)}
    assert found(tmp_path, {"a": {"$ref": "#/$defs/d0"}, **chain, "d5000": {"type": "string"}}) == []
    assert found(tmp_path, {"a": {"$ref": "#/$defs/d0"}, **chain, "d5000": REF["a"]}) == [("error", AT)]
