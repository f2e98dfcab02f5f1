import pytest

from toolcat.catalog.jsonschema import Document, Target, Unresolved, pointer_of

LATEST = "https://json-schema.org/draft/2020-12/schema"


def resolve(schema, reference):
    document = Document(schema)
    return document.resolve(reference, document.scope)


@pytest.mark.parametrize(
    ("reference", "key"),
    [
        ("#/$defs/plain", "plain"),
        ("#/$defs/a~1b", "a/b"),
        ("#/$defs/m~0n", "m~n"),
        ("#/$defs/p%25q", "p%q"),
        ("#/%24defs/plain", "plain"),
        ("https://example.com/root#/$defs/plain", "plain"),
        ("#named", "anchored"),
        ("/inner", "inner"),
        ("https://example.com/inner", "inner"),
        ("urn:example:other", "urn"),
    ],
)
def test_references_inside_the_document(reference, key):
    defs = {
        "plain": {"type": "string"},
        "a/b": {"type": "number"},
        "m~n": {"type": "boolean"},
        "p%q": {"type": "null"},
        "anchored": {"$anchor": "named"},
        "inner": {"$id": "/inner", "$anchor": "elsewhere"},
        "urn": {"$id": "urn:example:other"},
    }
    found = resolve({"$id": "https://example.com/root", "$defs": defs}, reference)
    assert isinstance(found, Target)
    assert found.schema is defs[key]


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("#/$defs/none", "dangling"),
        ("#/allOf/7", "dangling"),
        ("#/allOf/x", "dangling"),
        pytest.param("#/allOf/" + "9" * 5000, "dangling", id="an endless index"),
        ("#/title/x", "dangling"),
        ("#none", "dangling"),
        ("#elsewhere", "dangling"),
        ("other.json", "external"),
        ("https://example.com/else#/a", "external"),
        ("http://[broken", "external"),
    ],
)
def test_references_to_nowhere(reference, reason):
    schema = {"title": "t", "allOf": [True], "$defs": {"inner": {"$id": "inner", "$anchor": "elsewhere"}}}
    found = resolve(schema, reference)
    assert isinstance(found, Unresolved)
    assert found == (reason, reference)


def test_a_pointer_into_another_resource_is_read_there():
    inner = {"$id": "https://example.com/inner", "$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"type": "string"}}}
    document = Document({"$id": "https://example.com/root", "$defs": {"inner": inner}})
    found = document.resolve("#/$defs/inner/$defs/x", document.scope)
    assert isinstance(found, Target)
    again = document.resolve(found.schema["$ref"], found.scope)
    assert isinstance(again, Target)
    assert again.schema is inner["$defs"]["y"]
    assert pointer_of(again.path) == "/$defs/inner/$defs/y"


def test_an_id_where_no_schema_stands_names_nothing():
    schema = {"enum": [{"$id": "https://example.com/x"}], "properties": {"$id": {"type": "string"}}}
    assert isinstance(resolve(schema, "https://example.com/x"), Unresolved)


def test_until_draft_7_an_id_may_be_an_anchor_and_draft_4_calls_it_id():
    seven = {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"a": {"$id": "#here"}}}
    four = {"$schema": "http://json-schema.org/draft-04/schema#", "definitions": {"a": {"id": "#here"}}}
    for schema in (seven, four):
        found = resolve(schema, "#here")
        assert isinstance(found, Target)
        assert found.schema is schema["definitions"]["a"]


def test_until_draft_7_an_id_beside_a_ref_is_silent():
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {"a": {"$id": "https://example.com/a", "$ref": "#/definitions/b"}, "b": {}},
    }
    assert isinstance(resolve(schema, "https://example.com/a"), Unresolved)


def tree(extra):
    """A generic tree, and a strict one that closes it: the published example of dynamic references."""
    return {
        "$schema": LATEST,
        "$id": "https://example.com/strict",
        "$dynamicAnchor": "node",
        "$ref": "tree",
        "unevaluatedProperties": False,
        "$defs": {"tree": {"$id": "tree", **extra, "properties": {"child": {"$dynamicRef": "#node"}}}},
    }


def test_a_dynamic_reference_goes_to_the_outermost_anchor():
    schema = tree({"$dynamicAnchor": "node"})
    document = Document(schema)
    inner = document.resolve("tree", document.scope)
    assert isinstance(inner, Target)
    found = document.resolve_dynamic("#node", inner.scope)
    assert isinstance(found, Target)
    assert found.schema is schema


def test_without_a_dynamic_anchor_at_its_target_it_is_a_plain_one():
    schema = tree({"$anchor": "node"})
    document = Document(schema)
    inner = document.resolve("tree", document.scope)
    assert isinstance(inner, Target)
    found = document.resolve_dynamic("#node", inner.scope)
    assert isinstance(found, Target)
    assert found.schema is schema["$defs"]["tree"]


@pytest.mark.parametrize("recursive", [True, False])
def test_recursive_references_of_2019(recursive):
    inner = {"$id": "inner", "$recursiveAnchor": recursive, "items": {"$recursiveRef": "#"}}
    schema = {
        "$schema": "https://json-schema.org/draft/2019-09/schema",
        "$id": "https://example.com/outer",
        "$recursiveAnchor": True,
        "$ref": "inner",
        "$defs": {"inner": inner},
    }
    document = Document(schema)
    entered = document.resolve("inner", document.scope)
    assert isinstance(entered, Target)
    found = document.resolve_recursive(entered.scope)
    assert isinstance(found, Target)
    assert found.schema is (schema if recursive else inner)


def test_a_deep_document_is_indexed_without_recursion():
    schema = {"$anchor": "bottom"}
    for _ in range(20_000):
        schema = {"allOf": [schema]}
    found = resolve(schema, "#bottom")
    assert isinstance(found, Target)
    assert found.schema == {"$anchor": "bottom"}
