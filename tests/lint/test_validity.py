"""Schemas against their meta-schemas: the mistake, at its deepest place, in words; never the network."""

import socket

import jsonschema
import pytest

from toolcat.catalog.jsonschema import Dialect
from toolcat.lint.validity import META_SCHEMAS, is_valid_schema, schema_problems

D = Dialect.DRAFT2020


@pytest.mark.parametrize(
    ("schema", "path", "words"),
    [
        ({"type": "str"}, ("type",), "`str` is no type of JSON Schema: did you mean `string`?"),
        ({"type": "dict"}, ("type",), "`dict` is no type of JSON Schema: did you mean `object`?"),
        ({"type": 5}, ("type",), "`type` is a number, a string or a list of strings is expected"),
        ({"type": []}, ("type",), "`type` is an empty list"),
        (
            {"properties": {"a": {"properties": {"b": 5}}}},
            ("properties", "a", "properties", "b"),
            "`b` is a number, a schema is expected",
        ),
        ({"required": "a"}, ("required",), "`required` is a string, an array is expected"),
        ({"required": ["a", "a"]}, ("required",), "`required` lists something twice"),
        ({"required": ["a", 1]}, ("required", 1), "entry 1 of `required` is a number, a string is expected"),
        ({"anyOf": []}, ("anyOf",), "`anyOf` is empty"),
        ({"exclusiveMinimum": True}, ("exclusiveMinimum",), "`exclusiveMinimum` is true, a number is expected"),
        ({"minLength": -1}, ("minLength",), "`minLength`: -1 is less than the minimum of 0"),
        ({"items": [{}]}, ("items",), "`items` is a list, a schema is expected"),
        ("x", (), "the schema is a string, a schema is expected"),
    ],
)
def test_words(schema, path, words):
    assert schema_problems(schema) == [(path, words)]


def test_each_mistake_once():
    schema = {"properties": {"a": {"type": "strin", "minLength": -1}, "b": 5}}
    assert [problem.path for problem in schema_problems(schema)] == [
        ("properties", "a", "type"),
        ("properties", "a", "minLength"),
        ("properties", "b"),
    ]


def test_drafts():
    tuple_schema = {"items": [{"type": "string"}]}
    assert is_valid_schema(tuple_schema, Dialect.DRAFT7)
    assert not is_valid_schema(tuple_schema, D)
    assert is_valid_schema({"exclusiveMinimum": True, "minimum": 1}, Dialect.DRAFT4)


def test_no_network(monkeypatch):
    monkeypatch.setattr(socket, "socket", lambda *a, **k: pytest.fail("the network was asked"))
    for schema in (
        {"$schema": "http://example.com/x", "$ref": "http://example.com/y"},
        {"$id": "http://example.com/z"},
    ):
        for dialect in META_SCHEMAS:
            is_valid_schema(schema, dialect)


def test_odd_values():
    deep = {"type": "object"}
    for _ in range(900):
        deep = {"properties": {"a": deep}}
    assert schema_problems(deep) == []
    assert schema_problems({"const": 10**400, "title": "\ud800"}) == []


@pytest.mark.parametrize("dialect", list(META_SCHEMAS))
def test_agrees_with_jsonschema(dialect):
    cls = jsonschema.validators.validator_for({"$schema": META_SCHEMAS[dialect]})
    samples = [
        {"type": kind, word: value}
        for kind in ("object", "str", ["string", "null"])
        for word, value in (
            ("properties", {"a": {"type": "x"}}),
            ("minimum", "1"),
            ("items", [{}]),
            ("required", []),
            ("additionalProperties", 3),
            ("multipleOf", 0),
            ("patternProperties", {"^a": True}),
            ("description", 5),
        )
    ]
    for sample in samples:
        expected = not list(cls(cls.META_SCHEMA).iter_errors(sample))
        assert is_valid_schema(sample, dialect) == expected, sample
