"""What `translate` promises: readings, directions, notes, names, and that nothing stops it."""

import copy
import json

import pytest

from toolcat.generators.types import (
    NEVER,
    STRING,
    UNKNOWN,
    Array,
    Object,
    Ref,
    TypeRequest,
    Union,
    translate,
)
from toolcat.generators.typescript.types import print_declarations, print_type

STR = {"type": "string"}


def typed(schema, reading="intended", direction="input"):
    return translate([TypeRequest("T", schema, direction)], reading=reading)


def text(schema, reading="intended", direction="input"):
    return "\n".join(print_declarations(typed(schema, reading, direction)))


def names(module):
    return [d.name for d in module.declarations if not d.is_root]


def codes(module, kind):
    return [n.code for n in module.notes if n.kind == kind]


# -- readings


def test_an_input_that_says_nothing_of_further_keys_is_closed_and_says_so():
    module = typed({"type": "object", "properties": {"a": STR}})
    assert module.declarations[0].type.rest is NEVER
    assert codes(module, "assumed") == ["assumed-closed"]


def test_an_output_stays_open_without_showing_it():
    type_ = typed({"type": "object", "properties": {"a": STR}}, direction="output").declarations[0].type
    assert (type_.rest, type_.shown) == (UNKNOWN, False)
    assert print_type(type_) == "{ a?: string }"


def test_an_object_without_listed_members_is_open_in_every_reading():
    for schema in ({"type": "object"}, {"type": "object", "properties": {}}):
        for reading in ("intended", "literal"):
            assert text(schema, reading) == "export type T = { [key: string]: unknown };"


@pytest.mark.parametrize(
    ("schema", "intended"),
    [
        ({"properties": {"a": STR}}, "{ a?: string } & object"),
        ({"items": STR}, "string[]"),
        ({"minLength": 3}, "string"),
        ({"format": "uri"}, "string"),
        ({"minimum": 3}, "number"),
        ({"required": ["a"]}, "{ a: unknown; [key: string]: unknown }"),
        ({"type": "string", "nullable": True}, "string | null"),
        ({"type": "array", "items": [STR, {"type": "number"}]}, "[string?, number?, ...unknown[]]"),
        ({"type": "object", "dependencies": {"a": ["b"]}, "properties": {"a": STR, "b": STR}}, None),
    ],
)
def test_what_an_author_meant(schema, intended):
    module = typed(schema)
    if intended is not None:
        assert print_type(module.declarations[0].type) == intended
    else:
        assert print_type(module.declarations[0].type) == (
            "{ a?: never; b?: string } & object | { a: string; b: string }"
        )


def test_literally_a_schema_without_type_is_about_one_kind_and_allows_the_others():
    assert text({"minLength": 3}, "literal") == "/** @minLength 3 */\nexport type T = unknown;"
    literal = print_type(typed({"items": STR}, "literal").declarations[0].type)
    assert literal == "string | number | boolean | string[] | { [key: string]: unknown } | null"


def test_an_assumption_is_noted_once_a_request():
    nested = {"type": "object", "properties": {"a": STR}}
    module = typed({"type": "object", "properties": {"x": nested, "y": nested}})
    assert codes(module, "assumed") == ["assumed-closed"]


@pytest.mark.parametrize(
    ("uri", "schema", "expected"),
    [
        ("http://json-schema.org/draft-07/schema#", {"items": [STR], "additionalItems": False}, "[string?]"),
        (
            "http://json-schema.org/draft-04/schema#",
            {"type": "integer", "minimum": 1, "exclusiveMinimum": True},
            "number",
        ),
        ("http://json-schema.org/draft-07/schema#", {"$ref": "#/definitions/s", "type": "number"}, "string"),
        ("https://json-schema.org/draft/2019-09/schema", {"$ref": "#/definitions/s", "enum": ["a", 1]}, '"a"'),
        (
            "https://json-schema.org/draft/2019-09/schema",
            {"type": "object", "properties": {"next": {"$recursiveRef": "#"}}, "additionalProperties": False},
            "{ next?: T }",
        ),
    ],
)
def test_older_drafts(uri, schema, expected):
    schema = {"$schema": uri, **schema, "definitions": {"s": STR}}
    assert (
        print_type(typed({"type": "array", **schema} if "items" in schema else schema).declarations[0].type) == expected
    )


# -- names


def test_definitions_keep_their_names_and_collisions_take_digits_of_their_place():
    obj = {"type": "object", "properties": {"a": STR}}
    other = {"type": "object", "properties": {"b": STR}}
    defs = {
        "User": obj,
        "user": other,
        "foo.bar-baz": obj | {"required": ["a"]},
        "2fa": {"type": "object", "required": ["x"]},
    }
    schema = {"type": "object", "properties": {k: {"$ref": f"#/$defs/{k}"} for k in defs}, "$defs": defs}
    found = names(typed(schema))
    assert [n for n in found if not n.startswith("User_")] == ["FooBarBaz", "User", "_2fa"]
    (odd,) = [n for n in found if n.startswith("User_")]
    assert len(odd) == len("User_") + 4
    more = copy.deepcopy(schema)
    more["$defs"] = {"Aaa": {"type": "object", "properties": {"z": STR}}, **more["$defs"]}
    more["properties"] = {"aaa": {"$ref": "#/$defs/Aaa"}, **more["properties"]}
    assert set(found) < set(names(typed(more)))


def test_reserved_names_and_roots_are_not_taken():
    defs = {"T": {"type": "object", "properties": {"a": STR}}, "Promise": {"type": "object", "properties": {"b": STR}}}
    schema = {"type": "object", "properties": {k: {"$ref": f"#/$defs/{k}"} for k in defs}, "$defs": defs}
    module = translate([TypeRequest("T", schema, "input")], reserved={"Promise"})
    assert all(n.startswith(("T_", "Promise_")) for n in names(module))


def test_the_same_structure_in_input_and_output_is_declared_once_if_it_is_the_same_type():
    money = {
        "type": "object",
        "properties": {"amount": STR, "currency": STR},
        "additionalProperties": False,
        "title": "Money",
    }
    schema = {"type": "object", "properties": {"total": money}}
    module = translate([TypeRequest("In", schema, "input"), TypeRequest("Out", schema, "output")])
    assert names(module) == ["Money"]


def test_variants_that_recur_are_named_by_their_constants():
    action = {
        "oneOf": [
            {"type": "object", "properties": {"type": {"const": kind}, "v": STR, "w": STR}, "required": ["type"]}
            for kind in ("open", "close")
        ]
    }
    module = typed(
        {"type": "object", "properties": {"a": {"type": "object", "properties": {"action": action}}, "action": action}}
    )
    assert names(module) == ["CloseAction", "OpenAction"]


def test_short_definitions_are_said_in_place():
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/Color"}},
        "$defs": {"Color": {"enum": ["red", "blue"]}},
    }
    assert text(schema) == 'export type T = { a?: "red" | "blue" } & object;'


def test_recursion_through_everything():
    schema = {
        "$ref": "#/$defs/A",
        "$defs": {
            "A": {"allOf": [{"$ref": "#/$defs/B"}, {"properties": {"x": {"$ref": "#/$defs/A"}}}]},
            "B": {"type": "object", "properties": {"y": {"type": "array", "items": {"$ref": "#/$defs/A"}}}},
        },
    }
    assert text(schema) == "export type T = A;\nexport type A = { y?: A[]; x?: A } & object;"
    assert text({"type": "array", "items": {"$ref": "#"}}) == "export type T = T[];"


# -- notes


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        (None, "bad-schema"),
        (7, "bad-schema"),
        ([STR], "bad-schema"),
        ({"type": 7}, "bad-keyword"),
        ({"type": "any"}, "unknown-type"),
        ({"type": "object", "properties": []}, "bad-keyword"),
        ({"type": "object", "required": "a"}, "bad-keyword"),
        ({"enum": "a"}, "bad-keyword"),
        ({"anyOf": {}}, "bad-keyword"),
        ({"oneOf": []}, "bad-keyword"),
        ({"allOf": 7}, "bad-keyword"),
        ({"$ref": 7}, "bad-keyword"),
        ({"$ref": "#/nowhere"}, "dangling-ref"),
        ({"$ref": "https://example.com/x"}, "external-ref"),
        ({"$ref": "#"}, "endless-ref"),
        ({"anyOf": [{"$ref": "#"}, STR]}, "endless-ref"),
        ({"type": "array", "prefixItems": 7}, "bad-keyword"),
        ({"type": "object", "patternProperties": {"^a": 7}}, "bad-schema"),
    ],
)
def test_what_is_wrong_is_noted_and_the_rest_goes_on(schema, code):
    whole = {"type": "object", "properties": {"good": STR, "bad": schema}}
    if isinstance(schema, dict) and "#" in json.dumps(schema) and "nowhere" not in json.dumps(schema):
        module = typed(schema)
    else:
        module = typed(whole)
        assert module.declarations[0].type.properties[0].type is STRING
        assert all(n.pointer.startswith("/properties/bad") for n in module.notes if n.kind == "degraded")
    assert code in codes(module, "degraded")


def test_notes_say_which_request():
    module = translate([TypeRequest("In", STR, "input"), TypeRequest("Out", {"$ref": "#/x"}, "output")])
    assert [(n.request, n.pointer, n.code) for n in module.notes] == [(1, "", "dangling-ref")]


def test_one_problem_is_one_note_however_many_places_show_it():
    ring = {"anyOf": [{"$ref": "#/$defs/r"}, {"$ref": "#/$defs/r"}, STR]}
    schema = {"type": "object", "properties": {k: {"$ref": "#/$defs/r"} for k in "ab"}, "$defs": {"r": ring}}
    for reading in ("intended", "literal"):
        notes = [n for n in typed(schema, reading).notes if n.kind == "degraded"]
        assert [(n.code, n.pointer) for n in notes] == [("endless-ref", "/$defs/r")]
    lost = {"type": "object", "properties": {k: {"$ref": f"#/{v}"} for k, v in [("a", "x"), ("b", "x"), ("c", "y")]}}
    notes = [n for n in typed(lost).notes if n.kind == "degraded"]
    assert [(n.code, n.pointer) for n in notes] == [
        ("dangling-ref", "/properties/a"),
        ("dangling-ref", "/properties/c"),
    ]
    assert not any(n.code in n.message for n in notes)
    # Two documents have a problem each.
    module = translate([TypeRequest("In", schema, "input"), TypeRequest("Out", schema, "output")])
    assert [(n.request, n.code) for n in module.notes if n.kind == "degraded"] == [
        (0, "endless-ref"),
        (1, "endless-ref"),
    ]


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "integer", "not": {"const": 1}}, [("not", '{"const": 1}')]),
        ({"type": "string", "not": {"enum": ["", "-"]}}, [("not", '{"enum": ["", "-"]}')]),
        # Here the type keeps it.
        ({"enum": ["x", "y"], "not": {"const": "x"}}, []),
        ({"type": "boolean", "not": {"const": True}}, []),
    ],
)
@pytest.mark.parametrize("reading", ["literal", "intended"])
def test_constants_that_no_type_leaves_out_are_told(schema, told, reading):
    (only,) = typed({"type": "object", "properties": {"a": schema}}, reading).declarations[0].type.properties
    assert list(only.doc.tags) == told


# -- the two ways of building


def test_the_short_way_and_the_long_way_agree():
    """Every plain schema means the same when it is taken apart into clauses."""
    schemas = [
        STR,
        {"type": "object", "properties": {"a": STR, "b": {"type": "integer"}}, "required": ["b"]},
        {"type": "object", "properties": {"a": STR}, "additionalProperties": {"type": "number"}},
        {"type": "array", "items": {"enum": ["a", 1, None]}},
        {"type": ["string", "null", "object"], "properties": {"a": STR}},
        {"enum": ["a", True, {"k": [1]}]},
        {"anyOf": [STR, {"type": "object", "properties": {"a": STR}, "additionalProperties": False}]},
        {"type": "object"},
        {"const": None},
        {},
    ]
    for reading in ("intended", "literal"):
        for schema in schemas:
            short = print_type(typed(schema, reading).declarations[0].type)
            long = print_type(typed({"allOf": [schema, schema]}, reading).declarations[0].type)
            assert set(short.split(" | ")) == set(long.split(" | ")), schema


def test_the_input_is_not_changed():
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {"a": {"items": [STR], "dependencies": {"x": ["y"]}}},
        "oneOf": [{"$ref": "#/definitions/a"}, {"const": {"k": 1}}],
        "unevaluatedProperties": False,
    }
    before = copy.deepcopy(schema)
    for reading in ("intended", "literal"):
        typed(schema, reading)
    assert schema == before


def test_types_are_plain_structures():
    type_ = typed(
        {
            "type": "object",
            "properties": {"a": {"type": "array", "items": {"$ref": "#"}}, "b": {"type": ["string", "null"]}},
        }
    )
    root = type_.declarations[0].type
    assert isinstance(root, Object)
    assert isinstance(root.properties[0].type, Array)
    assert isinstance(root.properties[0].type.items, Ref)
    assert isinstance(root.properties[1].type, Union)


ASSUMED = [
    ("assumed-object", {"properties": {"a": STR}}),
    ("assumed-array", {"items": STR}),
    ("assumed-string", {"pattern": "a"}),
    ("assumed-number", {"minimum": 1}),
    ("assumed-closed", {"type": "object", "properties": {"a": STR}}),
    (
        "assumed-exclusive",
        {"oneOf": [{"type": "object", "properties": {k: STR}, "required": [k]} for k in ("a", "b")]},
    ),
    ("assumed-nullable", {"type": "string", "nullable": True}),
    ("assumed-nullable", {"allOf": [{"type": "string", "nullable": True}, {"type": ["string", "null"]}]}),
    ("assumed-dependencies", {"type": "object", "dependencies": {"a": ["b"]}}),
    ("assumed-required", {"type": "object", "required": ["b"], "additionalProperties": False}),
    ("assumed-required", {"allOf": [{"type": "object", "required": ["b"]}, {"additionalProperties": False}]}),
    ("assumed-pattern", {"type": "object", "patternProperties": {"^a.*z$": STR}}),
]


@pytest.mark.parametrize(("code", "schema"), ASSUMED)
def test_each_assumption_is_noted_and_none_is_made_literally(code, schema):
    assert code in codes(typed(schema), "assumed")
    assert codes(typed(schema, "literal"), "assumed") == []


def test_every_note_is_described():
    from toolcat.generators.types import ASSUMPTIONS, DEGRADATIONS

    assert {code for code, _ in ASSUMED} == set(ASSUMPTIONS)
    for name in ("ASSUMPTIONS", "DEGRADATIONS"):
        assert all(
            text and text[0].islower()
            for text in {"ASSUMPTIONS": ASSUMPTIONS, "DEGRADATIONS": DEGRADATIONS}[name].values()
        )


def test_a_nested_type_called_function_shadows_nothing(judge):
    function = {"type": "object", "properties": {"name": STR, "toString": STR}}
    schema = {"type": "object", "properties": {"f": {"$ref": "#/$defs/Function"}}, "$defs": {"Function": function}}
    source = text(schema)
    assert "toString?: string | globalThis.Function" in source
    (verdict,) = judge([(source + "\n", [{}, {"f": {}}, {"f": {"toString": "s"}}, {"f": {"toString": {"name": "n"}}}])])
    assert verdict.errors == []
    assert [bool(e) for e in verdict.fresh] == [False, False, False, True]
