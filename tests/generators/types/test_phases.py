"""The phases by themselves: simplifying, patterns, constants, docs, names."""

import pytest

from toolcat.generators.types import (
    BOOLEAN,
    INTEGER,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    UNKNOWN,
    Array,
    Definition,
    Literal,
    Object,
    Property,
    Tag,
    Tuple,
    Union,
)
from toolcat.generators.types.naming import pascal, raw_name, settle
from toolcat.generators.types.patterns import matches, template_of
from toolcat.generators.types.remarks import doc_of
from toolcat.generators.types.simplify import is_within, merge_objects, same, union
from toolcat.generators.types.values import value_type

A, B, ONE, HALF = Literal("string", "a"), Literal("string", "b"), Literal("number", 1), Literal("number", 0.5)
TRUE, FALSE = Literal("boolean", True), Literal("boolean", False)


def obj(rest=NEVER, **members):
    """An object: a_ is required, a is not."""
    return Object(tuple(Property(k.rstrip("_"), t, k.endswith("_")) for k, t in members.items()), (), rest)


# -- simplify


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        ([], NEVER),
        ([NEVER, STRING], STRING),
        ([STRING, UNKNOWN], UNKNOWN),
        ([A, STRING, A], STRING),
        ([ONE, HALF, INTEGER], Union((HALF, INTEGER))),
        ([INTEGER, NUMBER], NUMBER),
        ([TRUE, FALSE], BOOLEAN),
        ([TRUE, NULL, FALSE, A], Union((BOOLEAN, A, NULL))),
        ([NULL, A], Union((A, NULL))),
        ([Union((A, NULL)), Union((B, NULL))], Union((A, B, NULL))),
        ([Array(STRING), Array(STRING), NULL], Union((Array(STRING), NULL))),
        ([ONE, TRUE], Union((ONE, TRUE))),
    ],
)
def test_unions_are_as_short_as_can_be(parts, whole):
    assert union(parts) == whole


@pytest.mark.parametrize(
    ("inner", "outer", "expected"),
    [
        (A, STRING, True),
        (STRING, A, False),
        (ONE, INTEGER, True),
        (HALF, INTEGER, False),
        (INTEGER, NUMBER, True),
        (Union((A, ONE)), Union((STRING, NUMBER)), True),
        (Tuple((A,), 1), Array(STRING), True),
        (Array(STRING), Tuple((STRING,), 0), False),
        (obj(a_=A), obj(a=STRING), True),
        (obj(a=A), obj(a_=STRING), False),
        (obj(a_=A, b=ONE), obj(a_=STRING), False),
        (obj(a_=A, b=ONE), obj(UNKNOWN, a_=STRING), True),
        (obj(UNKNOWN, a_=A), obj(a_=A), False),
        (obj(NUMBER), obj(NUMBER, a=STRING), False),
        (obj(NUMBER), obj(NUMBER, a=NUMBER), True),
    ],
)
def test_what_lies_within_what(inner, outer, expected):
    assert is_within(inner, outer) is expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([obj(a_=A), obj(a=STRING)], [obj(a=STRING)]),
        ([obj(k_=A, x_=ONE), obj(k_=B, x_=ONE)], [obj(k_=Union((A, B)), x_=ONE)]),
        ([obj(k_=A, x_=ONE), obj(k_=B, x_=HALF)], [obj(k_=A, x_=ONE), obj(k_=B, x_=HALF)]),
        ([obj(a=NEVER), obj(a_=STRING)], [obj(a=STRING)]),
        ([obj(a=ONE), obj(a_=STRING)], [obj(a=ONE), obj(a_=STRING)]),
    ],
)
def test_objects_merge_only_where_nothing_is_added(before, after):
    assert merge_objects(before) == after


def test_deep_types_are_compared_without_recursion():
    one, two = STRING, STRING
    for _ in range(50_000):
        one, two = Array(one), Array(two)
    assert same(one, two)
    assert not same(one, Array(two))


# -- patterns


@pytest.mark.parametrize(
    ("pattern", "strict", "loose"),
    [
        ("^x-", ("x-", ""), ("x-", "")),
        ("^x-.*", ("x-", ""), ("x-", "")),
        ("^x-.*$", None, ("x-", "")),
        ("^id$", ("id",), ("id",)),
        ("foo", ("", "foo", ""), ("", "foo", "")),
        ("bar$", ("", "bar"), ("", "bar")),
        (".*", ("", ""), ("", "")),
        ("^a\\.b$", ("a.b",), ("a.b",)),
        ("^[a-z]+$", None, None),
        ("a|b", None, None),
        ("a{2}", None, None),
    ],
)
def test_patterns_that_are_templates(pattern, strict, loose):
    assert template_of(pattern, loose=False) == strict
    assert template_of(pattern, loose=True) == loose


@pytest.mark.parametrize(
    ("pattern", "key", "expected"),
    [
        ("^a$", "a", True),
        ("^a$", "a\n", False),
        ("b", "abc", True),
        ("^[\\d]+$", "12", True),
        ("^\\d$", "٣", False),
        ("\\p{L}", "a", None),
        ("(?<n>a)", "a", None),
        ("\\Z", "Z", None),
        ("^(a+)+$", "a" * 40 + "b", None),
        ("(", "a", None),
    ],
)
def test_patterns_are_read_as_their_own_language_reads_them_or_not_at_all(pattern, key, expected):
    assert matches(pattern, key) is expected


# -- constants


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        ("a", A),
        (1.0, ONE),
        (True, TRUE),
        (None, NULL),
        (10**400, INTEGER),
        (float("inf"), NUMBER),
        (float("nan"), NUMBER),
        ([1, "a"], Tuple((ONE, A), 2)),
        ({"k": "a"}, obj(k_=A)),
        (object(), UNKNOWN),
    ],
)
def test_constants(value, type_):
    assert value_type(value) == type_


# -- docs


@pytest.mark.parametrize(
    ("schema", "type_", "summary", "tags"),
    [
        ({"type": "string"}, STRING, "", []),
        ({"description": "Text.", "default": None}, STRING, "Text.", [Tag("default", "null")]),
        ({"title": "Query"}, STRING, "", []),
        ({"title": "A longer title"}, STRING, "A longer title", []),
        (
            {"pattern": "^a", "minLength": 1, "uniqueItems": False},
            STRING,
            "",
            [Tag("minLength", "1"), Tag("pattern", "^a")],
        ),
        ({"maximum": 9007199254740991, "minimum": 0}, INTEGER, "", [Tag("minimum", "0")]),
        ({"minItems": 2, "maxItems": 2}, Tuple((STRING, STRING), 2), "", []),
        (
            {"deprecated": True, "examples": [1, 2, 3, 4]},
            NUMBER,
            "",
            [Tag("deprecated"), *(Tag("example", str(i)) for i in (1, 2, 3))],
        ),
        (
            {"anyOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "time"}, {"type": "null"}]},
            STRING,
            "",
            [Tag("format", "date or time")],
        ),
        ({"items": {"description": "One.", "maxLength": 3}}, Array(STRING), "", [Tag("items", "One.; maxLength 3")]),
        # The type has it: two by two.
        ({"items": {"minItems": 2, "maxItems": 2}}, Array(Tuple((NUMBER, NUMBER), 2)), "", []),
    ],
)
def test_docs_say_what_the_type_does_not(schema, type_, summary, tags):
    assert doc_of(schema, type_, {}) == (summary, tuple(tags))


def test_docs_name_what_a_type_has_lost():
    schema = {"not": {"minLength": 3}}
    assert doc_of(schema, STRING, {id(schema): {"not": None}}).tags == (Tag("not", '{"minLength": 3}'),)


def test_long_values_are_cut():
    tag = doc_of({"default": "x" * 5000}, STRING, {}).tags[0]
    assert len(tag.text) == 200
    assert tag.text.endswith("…")


# -- names


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("User", "User"),
        ("user_profile", "UserProfile"),
        ("foo.bar-Baz[Qux]", "FooBarBazQux"),
        ("2fa", "_2fa"),
        ("名前", "名前"),
        ("***", "Nested"),
        ("HTTPServer", "HTTPServer"),
        ("a$b", "AB"),
    ],
)
def test_names_are_pascal_case(raw, name):
    assert pascal(raw) == name


def test_a_place_has_the_name_of_what_is_around_it():
    assert raw_name(((None, "$defs"), "User")) == "User"
    assert raw_name(((((None, "properties"), "items"), "items"), "x")) == "items"
    assert raw_name(((None, "anyOf"), 0)) == ""
    assert raw_name((((None, "components"), "schemas"), "Cat")) == "Cat"
    assert raw_name((((None, "$defs"), "animals"), "Cat")) == "Cat"
    assert raw_name((((((None, "components"), "schemas"), "Cat"), "allOf"), 0)) == "Cat"
    assert raw_name((((None, "properties"), "type"), "items")) == "type"
    assert raw_name(((((None, "properties"), "a"), "patternProperties"), "^x")) == "a"


def test_names_do_not_depend_on_order():
    def made(places):
        found = [Definition(0, ((None, "$defs"), raw), raw) for raw in places]
        settle(found, {"Taken"})
        return {d.raw: d.name for d in found}

    one = made(["user", "User", "USER", "taken", "a-b", "a_b"])
    assert one == made(["a_b", "USER", "taken", "a-b", "User", "user"])
    assert one["User"] == "User"
    assert len(set(one.values())) == 6
    assert one["taken"].startswith("Taken_")
