"""Values against the schemas that they stand in: by hand for everyday keywords, by jsonschema-rs for the rest."""

import socket

import pytest

from toolcat.lint.instances import accepts, same


@pytest.mark.parametrize(
    ("schema", "value", "answer"),
    [
        ({"type": "integer"}, 1, True),
        ({"type": "integer"}, 1.0, True),
        ({"type": "integer"}, True, False),
        ({"type": ["string", "null"]}, None, True),
        ({"type": "string", "nullable": True}, None, True),
        ({"type": "string"}, None, False),
        ({"type": "string", "maxLength": 2}, "abc", False),
        ({"enum": [1, "a"]}, True, False),
        ({"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}, None, True),
        ({"anyOf": [{"type": "string"}, {"pattern": "a"}]}, 1, None),
        ({"type": "array", "items": {"type": "string"}}, ["a", 1], False),
        ({"type": "object", "required": ["a"]}, {}, False),
        ({"type": "object", "properties": {}, "additionalProperties": False}, {"a": 1}, False),
        ({"pattern": "a"}, "b", None),
        ({"$ref": "#/$defs/x"}, "b", None),
        (False, "b", False),
    ],
)
def test_accepts(schema, value, answer):
    assert accepts(schema, value) is answer


def test_same():
    assert same([1, {"a": 2.0}], [1.0, {"a": 2}])
    assert not same([1], [True])
    assert not same({"a": 0}, {"a": False})


def test_what_is_asked_of_jsonschema_rs(check, monkeypatch):
    monkeypatch.setattr(socket, "socket", lambda *a, **k: pytest.fail("the network was asked"))
    text = """\
tools:
- name: get_order
  description: Return one order of the shop. Use it daily.
  inputSchema:
    type: object
    properties:
      a: {$ref: '#/$defs/short', default: long}
      b: {$ref: '#/$defs/short', default: x}
      c: {type: string, pattern: '^a', default: b}
      e: {allOf: [{$ref: '#/properties/c'}], default: ab}
    $defs: {short: {type: string, maxLength: 2}}
- name: get_bill
  description: Return one bill of the shop. What cannot be resolved is not judged.
  inputSchema:
    type: object
    properties:
      a: {type: string, pattern: '^a', default: b}
      d: {$ref: 'https://example.com/x.json', default: b}
"""
    found = check({"x.yaml": text}, select=("TJ014",)).findings
    assert [finding.place.pointer for finding in found] == [
        "/tools/0/inputSchema/properties/a/default",
        "/tools/0/inputSchema/properties/c/default",
    ]
