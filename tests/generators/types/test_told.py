"""What a type cannot say is told, wherever it stands: every such keyword in every place below a named member."""

import pytest

from toolcat.generators.types import TypeRequest, translate
from toolcat.generators.typescript.types import print_declarations

STR = {"type": "string"}
PAIRS = {f"k{i}": [f"v{i}"] for i in range(40)}

# Each with a value that its tag can be known by, since a schema that holds another is told of as a whole.
SAID = {
    "minimum": {"type": "number", "minimum": 31},
    "maximum": {"type": "number", "maximum": 31},
    "exclusiveMinimum": {"type": "number", "exclusiveMinimum": 31},
    "exclusiveMaximum": {"type": "number", "exclusiveMaximum": 31},
    "multipleOf": {"type": "number", "multipleOf": 31},
    "minLength": {"type": "string", "minLength": 31},
    "maxLength": {"type": "string", "maxLength": 31},
    "pattern": {"type": "string", "pattern": "^q+$"},
    "format": {"type": "string", "format": "date"},
    "contentEncoding": {"type": "string", "contentEncoding": "base64"},
    "contentMediaType": {"type": "string", "contentMediaType": "text/html"},
    "minItems": {"type": "array", "items": STR, "minItems": 31},
    "maxItems": {"type": "array", "items": STR, "maxItems": 31},
    "uniqueItems": {"type": "array", "items": STR, "uniqueItems": True},
    "contains": {"type": "array", "contains": STR},
    "minContains": {"type": "array", "contains": STR, "minContains": 2},
    "maxContains": {"type": "array", "contains": STR, "maxContains": 2},
    "minProperties": {"type": "object", "additionalProperties": STR, "minProperties": 31},
    "maxProperties": {"type": "object", "additionalProperties": STR, "maxProperties": 31},
    "propertyNames": {"type": "object", "additionalProperties": STR, "propertyNames": {"pattern": "^q+$"}},
    "patternProperties": {"type": "object", "patternProperties": {"^q+$": STR}, "additionalProperties": False},
    "dependentRequired": {"type": "object", "additionalProperties": STR, "dependentRequired": PAIRS},
    "not": {"type": "string", "not": {"const": "x"}},
    "if": {"type": "string", "if": {"minLength": 31}, "then": {"pattern": "^q+$"}},
    "then": {"type": "string", "if": {"minLength": 31}, "then": {"pattern": "^q+$"}},
    "else": {"type": "string", "if": {"minLength": 31}, "else": {"pattern": "^q+$"}},
}


def member(schema, **more):
    return {"type": "object", "properties": {"a": schema}, **more}


def defs(schema, **more):
    return {"$defs": {"s": schema, **more}}


ALWAYS = {"title": "whatever it is"}
PLACES = {
    "the root": lambda s: s,
    "a member": member,
    "an item": lambda s: member({"type": "array", "items": s}),
    "an item of the root": lambda s: {"type": "array", "items": s},
    "an item of an item": lambda s: member({"type": "array", "items": {"type": "array", "items": s}}),
    "the first item": lambda s: member({"type": "array", "prefixItems": [s, STR], "items": False}),
    "further items": lambda s: member({"type": "array", "prefixItems": [STR], "items": s}),
    "unevaluated items": lambda s: member({"type": "array", "prefixItems": [STR], "unevaluatedItems": s}),
    "a branch of anyOf": lambda s: member({"anyOf": [s, {"type": "null"}]}),
    "a branch of the root": lambda s: {"anyOf": [s, {"type": "boolean"}]},
    "a branch of oneOf": lambda s: member({"oneOf": [s, {"type": "boolean"}]}),
    "a branch of allOf": lambda s: member({"allOf": [s, ALWAYS]}),
    "the only branch": lambda s: member({"allOf": [s]}),
    "a branch of a branch": lambda s: member({"anyOf": [{"anyOf": [s, {"type": "boolean"}]}, {"type": "null"}]}),
    "a conjunct of a branch": lambda s: member({"anyOf": [{"allOf": [s, ALWAYS]}, {"type": "null"}]}),
    "an item of a branch": lambda s: member({"anyOf": [{"type": "array", "items": s}, {"type": "null"}]}),
    "a branch of an item": lambda s: member({"type": "array", "items": {"anyOf": [s, {"type": "null"}]}}),
    "other members": lambda s: member({"type": "object", "additionalProperties": s}),
    "other members of the root": lambda s: {"type": "object", "additionalProperties": s},
    "others beside a member": lambda s: {"type": "object", "properties": {"b": STR}, "additionalProperties": s},
    "members by template": lambda s: member({"patternProperties": {"^x-": s}, "additionalProperties": False}),
    "members by pattern": lambda s: member({"patternProperties": {"^[xy]-": s}, "additionalProperties": False}),
    "unevaluated members": lambda s: member({"allOf": [member(STR)], "unevaluatedProperties": s}),
    "a reference": lambda s: member({"$ref": "#/$defs/s"}, **defs(s)),
    "a reference that is the root": lambda s: {"$ref": "#/$defs/s", "$defs": {"s": s}},
    "a reference with a text": lambda s: member({"$ref": "#/$defs/s", "description": "D"}, **defs(s)),
    "a reference to a reference": lambda s: member({"$ref": "#/$defs/r"}, **defs(s, r={"$ref": "#/$defs/s"})),
    "items by reference": lambda s: member({"type": "array", "items": {"$ref": "#/$defs/s"}}, **defs(s)),
    "a branch by reference": lambda s: member({"anyOf": [{"$ref": "#/$defs/s"}, {"type": "null"}]}, **defs(s)),
    "others by reference": lambda s: member({"additionalProperties": {"$ref": "#/$defs/s"}}, **defs(s)),
    "a member on a condition": lambda s: member(
        {"type": s["type"]}, **{"if": {"properties": {"k": {"const": "x"}}}, "then": {"properties": {"a": s}}}
    ),
    "what always follows": lambda s: member({"type": s["type"], "if": ALWAYS, "then": s}),
    "a member of a dependent schema": lambda s: member(
        {"type": s["type"]}, dependentSchemas={"k": {"properties": {"a": s}}}
    ),
    "a member of a branch": lambda s: member({"anyOf": [member(s), {"type": "null"}]}),
    "a member of a conjunct": lambda s: {"allOf": [member(s), {"type": "object", "properties": {"b": STR}}]},
    "a member said twice": lambda s: {"allOf": [member(s), member(ALWAYS)]},
    "a member of a variant": lambda s: {
        "oneOf": [member(s, required=["a"]), {"type": "object", "properties": {"b": STR}, "required": ["b"]}]
    },
    "a member that may be needed": lambda s: {
        "type": "object",
        "properties": {"a": s, "b": STR},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    },
    "one of several kinds": lambda s: member(s | {"type": [s["type"], "null"]}),
}  # fmt: skip


def text(schema, reading):
    return "\n".join(print_declarations(translate([TypeRequest("T", schema, "input")], reading=reading)))


@pytest.mark.parametrize("reading", ["intended", "literal"])
@pytest.mark.parametrize("place", PLACES)
def test_every_keyword_is_told_in_every_place(place, reading):
    untold = [word for word, schema in SAID.items() if word not in text(PLACES[place](schema), reading)]
    assert untold == []


@pytest.mark.parametrize("reading", ["intended", "literal"])
@pytest.mark.parametrize("word", ["dependencies"])
def test_keywords_of_older_drafts_are_told_by_their_names(word, reading):
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", word: PAIRS}
    assert f"@{word}" in text(schema, reading)


def test_what_has_a_comment_of_its_own_is_told_there_alone():
    node = {"type": "object", "properties": {"n": {"$ref": "#/$defs/node"}}, "minProperties": 31}
    schema = member({"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}, **{"$defs": {"node": node}})
    assert text(schema, "intended").count("minProperties") == 1
    inner = member({"anyOf": [member({"type": "string", "minLength": 31}), {"type": "null"}]})
    assert text(inner, "intended").count("minLength") == 1


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "array", "items": {"type": "array", "items": {"maxLength": 3}}}, "@items items maxLength 3"),
        ({"type": "object", "additionalProperties": {"minimum": 3}}, "@additionalProperties minimum 3"),
        (
            {"type": "array", "prefixItems": [{"minimum": 3}, {"maximum": 3}]},
            "@prefixItems 0: minimum 3; 1: maximum 3",
        ),
        (
            {"type": "object", "patternProperties": {"^x-": {"minLength": 3}}, "additionalProperties": False},
            "@patternProperties ^x-: minLength 3",
        ),
        ({"anyOf": [{"allOf": [{"minimum": 3}]}, {"minimum": 4}]}, "@minimum 4 or 3"),
        # TypeScript widens the type of other members for the named one.
        (member(STR, additionalProperties={"type": "number"}), '@additionalProperties {"type": "number"}'),
    ],
)
def test_how_it_is_told(schema, told):
    assert told in text({"type": "object", "properties": {"m": schema}}, "intended")


def test_a_comment_has_an_end():
    rings = {f"d{i}": {"anyOf": [{"$ref": f"#/$defs/d{(i + j) % 9}"} for j in (1, 2, 3)] + [STR]} for i in range(9)}
    wide = {"anyOf": [{"type": "string", "pattern": f"^{i}"} for i in range(5_000)]}
    for schema in ({"$ref": "#/$defs/d0", "$defs": rings}, member(wide)):
        assert len(text(schema, "intended")) < 200_000
