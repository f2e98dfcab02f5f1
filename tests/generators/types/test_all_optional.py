"""Inputs without a required key: what a schema takes, its type takes, and a misspelt key is an error all the same."""

import pytest

from toolcat.generators.types import NULL, STRING, Array, Object, Property, Tuple, TypeRequest, Union, translate
from toolcat.generators.typescript.types import print_declarations, print_type

STR = {"type": "string"}
OPTIONAL = {"type": "object", "properties": {"a": STR, "b": STR}}
CLOSED = OPTIONAL | {"additionalProperties": False}
WEAK = Object((Property("a", STRING, False),), shown=False)


def text(schema, reading="intended", direction="input"):
    return "\n".join(print_declarations(translate([TypeRequest("T", schema, direction)], reading=reading)))


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (WEAK, "{ a?: string } & object"),
        (Array(WEAK), "({ a?: string } & object)[]"),
        (Tuple((WEAK, WEAK), 1), "[{ a?: string } & object, ({ a?: string } & object)?]"),
        (Union((WEAK, STRING, NULL)), "{ a?: string } & object | string | null"),
        (Array(Union((WEAK, NULL))), "({ a?: string } & object | null)[]"),
    ],
)
def test_parentheses_stand_where_they_are_needed(type_, expected):
    assert print_type(type_) == expected


def test_on_several_lines():
    described = {"type": "object", "properties": {"a": STR | {"description": "One."}}}
    lines = "{\n  /** One. */\n  a?: string;\n} & object"
    assert text(described) == f"export type T = {lines};"
    assert text({"type": "array", "items": described}) == f"export type T = ({lines})[];"


@pytest.mark.parametrize(
    ("schema", "reading", "direction"),
    [
        (CLOSED, "intended", "input"),
        (OPTIONAL, "intended", "output"),
        (OPTIONAL, "literal", "input"),
        (OPTIONAL | {"required": ["a"]}, "intended", "input"),
        (OPTIONAL | {"required": ["c"]}, "intended", "input"),
        (OPTIONAL | {"allOf": [{"required": ["a"]}]}, "intended", "input"),
        (OPTIONAL | {"patternProperties": {"^x-": STR}}, "intended", "input"),
        ({"type": "object"}, "intended", "input"),
    ],
)
def test_nothing_is_added_where_nothing_is_assumed_or_needed(schema, reading, direction):
    assert "& object" not in text(schema, reading, direction)


PLACES = {
    "the root": (OPTIONAL, lambda v: v),
    "a member": ({"type": "object", "properties": {"m": OPTIONAL}, "required": ["m"]}, lambda v: {"m": v}),
    "an item": ({"type": "array", "items": OPTIONAL}, lambda v: [v]),
    "a union": ({"anyOf": [OPTIONAL, {"type": "null"}]}, lambda v: v),
    "a variant": (
        {"anyOf": [OPTIONAL, {"type": "object", "properties": {"c": STR}, "required": ["c"]}]},
        lambda v: v,
    ),
    "objects that apply together": ({"allOf": [OPTIONAL, {"properties": {"c": STR}}]}, lambda v: v),
    "a definition": (
        {
            "type": "object",
            "properties": {"m": {"$ref": "#/$defs/o"}},
            "required": ["m"],
            "$defs": {"o": OPTIONAL | {"properties": {"a": STR, "next": {"$ref": "#/$defs/o"}}}},
        },
        lambda v: {"m": v},
    ),
}


def test_a_value_of_other_keys_is_taken_but_not_written(judge):
    values = [{}, {"a": "x"}, {"zz": 1}, {"a": 1}, {"a": "x", "zz": 1}, 3, "text", None]
    cases = [(text(schema) + "\n", [wrap(v) for v in values]) for schema, wrap in PLACES.values()]
    for name, verdict in zip(PLACES, judge(cases), strict=True):
        assert verdict.errors == [], verdict.source
        may_be_null = name == "a union"
        assert [not e for e in verdict.exact] == [True, True, True, False, True, False, False, may_be_null], name
        assert [not e for e in verdict.fresh] == [True, True, False, False, False, False, False, may_be_null], name


@pytest.mark.parametrize("order", [("assumed", "closed"), ("closed", "assumed")])
def test_twins_of_which_one_is_closed_by_its_author_have_one_name_that_takes_what_both_do(judge, order):
    by = {"assumed": OPTIONAL, "closed": CLOSED}
    inner = {f"{name}_{i}": by[name] for name in order for i in (1, 2)}
    schema = {"type": "object", "properties": inner, "required": ["assumed_1"]}
    source = text(schema)
    assert source.count("a?: string") == 1
    (verdict,) = judge([(source + "\n", [{"assumed_1": {"zz": 1}}])])
    assert verdict.errors == []
    assert verdict.exact == [[]]
