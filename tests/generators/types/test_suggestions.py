"""Constants beside a wider type that takes them in: the comment still tells what the author suggested."""

import pytest

from toolcat.generators.types import Tag, TypeRequest, translate

S, N = {"type": "string"}, {"type": "number"}
LISTED = {"anyOf": [{"enum": ["today", "tomorrow"]}, {"type": "string", "format": "date"}]}

LISTS = {"type": "array", "items": LISTED}


def tags(schema, reading="intended", defs=None):
    whole = {"type": "object", "properties": {"p": schema}, "$defs": defs or {}}
    module = translate([TypeRequest("T", whole, "input")], reading=reading)
    return module.declarations[0].type.properties[0].doc.tags


@pytest.mark.parametrize("reading", ["literal", "intended"])
@pytest.mark.parametrize(
    ("schema", "told"),
    [
        (LISTED, [Tag("suggested", '"today" | "tomorrow"'), Tag("format", "date")]),
        ({"oneOf": [{"const": "a", "title": "First"}, {"const": "b"}, S]}, [Tag("suggested", '"a" | "b"')]),
        ({"anyOf": [{"const": 0}, {"const": -1}, {"type": "integer"}]}, [Tag("suggested", "0 | -1")]),
        ({"oneOf": [{"enum": [1.5, 2]}, N, {"type": "null"}]}, [Tag("suggested", "1.5 | 2")]),
        ({"anyOf": [{"anyOf": [{"const": "a"}, {"const": "b"}]}, S]}, [Tag("suggested", '"a" | "b"')]),
        ({"anyOf": [{"enum": ["a", 1, True, None, [2]]}, S]}, [Tag("suggested", '"a"')]),
        ({"anyOf": [{"enum": ["a"]}, {}]}, [Tag("suggested", '"a"')]),
        ({"type": "array", "items": LISTED}, [Tag("items", 'suggested "today" | "tomorrow"; format date')]),
        (
            {"anyOf": [{"type": "array", "items": LISTED}, {"type": "null"}]},
            [Tag("items", 'suggested "today" | "tomorrow"; format date')],
        ),
        # What the type itself says needs no comment.
        ({"anyOf": [{"enum": ["a"]}, N]}, []),
        ({"enum": ["a", "b"]}, []),
        ({"allOf": [{"enum": ["a"]}, S]}, []),
        ({"anyOf": [{"const": 0.5}, {"type": "integer"}]}, []),
    ],
)
def test_what_a_wider_type_takes_in_is_told(schema, told, reading):
    assert list(tags(schema, reading)) == told


def test_references_are_followed_but_not_for_ever():
    defs = {"when": {"anyOf": [{"$ref": "#/$defs/words"}, S]}, "words": {"enum": ["now"]}}
    assert tags({"$ref": "#/$defs/when"}, defs=defs) == (Tag("suggested", '"now"'),)
    endless = {"r": {"anyOf": [{"$ref": "#/$defs/r"}, {"$ref": "#/$defs/r"}, {"const": "a"}, S]}}
    assert tags({"anyOf": [{"$ref": "#/$defs/r"}, S]}, defs=endless)[0].name == "suggested"


def test_a_long_list_is_cut():
    (tag,) = tags({"anyOf": [{"enum": [f"value {i}" for i in range(5000)]}, S]})
    assert tag.text.startswith('"value 0" | "value 1" | ')
    assert tag.text.endswith(" | …")
    assert len(tag.text) < 250
