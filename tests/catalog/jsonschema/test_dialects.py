import copy

import pytest

from toolcat.catalog.jsonschema import Dialect, dialect_of, words


@pytest.mark.parametrize(
    ("uri", "dialect"),
    [
        ("http://json-schema.org/draft-04/schema#", Dialect.DRAFT4),
        ("http://json-schema.org/draft-06/schema", Dialect.DRAFT6),
        ("https://json-schema.org/draft-07/schema#", Dialect.DRAFT7),
        ("https://json-schema.org/draft/2019-09/schema", Dialect.DRAFT2019),
        ("https://json-schema.org/draft/2020-12/schema", Dialect.DRAFT2020),
        ("https://example.com/mine", Dialect.DRAFT2020),
        (5, Dialect.DRAFT2020),
    ],
)
def test_the_draft_is_what_schema_says(uri, dialect):
    assert dialect_of({"$schema": uri}) is dialect


def test_no_schema_is_the_default():
    assert dialect_of({}) is Dialect.DRAFT2020
    assert dialect_of(True, Dialect.DRAFT7) is Dialect.DRAFT7


@pytest.mark.parametrize(
    ("dialect", "before", "after"),
    [
        (Dialect.DRAFT7, {"items": [{}], "additionalItems": False}, {"prefixItems": [{}], "items": False}),
        (Dialect.DRAFT7, {"items": {}, "additionalItems": False}, {"items": {}}),
        (Dialect.DRAFT2020, {"items": [{}]}, {"prefixItems": [{}]}),
        (
            Dialect.DRAFT7,
            {"dependencies": {"a": ["b"], "c": {"required": ["d"]}, "e": "f"}},
            {"dependentRequired": {"a": ["b"], "e": ["f"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
        ),
        (Dialect.DRAFT2020, {"dependencies": {"a": ["b"]}}, {"dependencies": {"a": ["b"]}}),
        (Dialect.DRAFT7, {"$ref": "#", "type": "string", "description": "d"}, {"$ref": "#", "description": "d"}),
        (Dialect.DRAFT2019, {"$ref": "#", "type": "string"}, {"$ref": "#", "type": "string"}),
        (Dialect.DRAFT4, {"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
        (Dialect.DRAFT4, {"maximum": 1, "exclusiveMaximum": False}, {"maximum": 1}),
    ],
)
def test_older_words_become_newer_ones(dialect, before, after):
    kept = copy.deepcopy(before)
    assert words(before, dialect) == after
    assert before == kept


def test_what_needs_no_other_word_is_the_same_object():
    schema = {"type": "object", "properties": {"a": {"items": [{}]}}}
    assert words(schema, Dialect.DRAFT4) is schema
