"""Positions: the place of every pointer equals what a parse of the slice gives."""

import json
import tomllib
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from toolcat.catalog.documents import Document
from toolcat.catalog.pointers import escape, is_within, join, tokens
from toolcat.catalog.positions import Lines, duplicates

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
JSON = st.recursive(
    SCALARS, lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(), below, max_size=4), max_leaves=25
)
INDENT = st.sampled_from([None, 0, 2, "\t"])


def pointers(value: object, pointer: str = "") -> Iterator[tuple[str, object]]:
    yield pointer, value
    if isinstance(value, dict):
        for key, below in value.items():
            yield from pointers(below, join(pointer, key))
    elif isinstance(value, list):
        for place, below in enumerate(value):
            yield from pointers(below, join(pointer, place))


@given(JSON, INDENT, st.booleans())
@example({"a/b": {"~": [{"": 1}]}}, None, True)
@example({"a": "\U0001f600", "b": ["x"]}, None, False)
def test_json_spans_parse_to_their_values(data: object, indent: int | str | None, ascii_only: bool):
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    document = Document("f.json", text, "json", data)
    for pointer, value in pointers(data):
        start, end = document.span(pointer) or (0, 0)
        assert json.loads(text[start:end], strict=False) == value
        assert document.pointer_at(start) == pointer or isinstance(value, (dict, list))
        place = document.place(pointer)
        lines = Lines(text)
        assert lines.offset(place.line or 0, place.column or 0) == start
        assert place.pointer == pointer
        if pointer:
            key_start, key_end = document.span(pointer, key=True) or (0, 0)
            last = tokens(pointer)[-1]
            assert (key_start, key_end) == (start, end) or json.loads(text[key_start:key_end], strict=False) == last


@given(st.lists(JSON.filter(lambda value: value is not None), min_size=1, max_size=4))
def test_json_lines_spans_parse_to_their_values(rows: list[object]):
    text = "\n\n".join(json.dumps(row) for row in rows) + "\n"
    document = Document("f.jsonl", text, "jsonl", rows)
    for place, row in enumerate(rows):
        for pointer, value in pointers(row, f"/{place}"):
            start, end = document.span(pointer) or (0, 0)
            assert json.loads(text[start:end]) == value


WORDS = st.text("abc/~é\U0001f600 :#-'[{", max_size=6)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(WORDS, below, max_size=3),
    max_leaves=15,
)


@given(st.dictionaries(WORDS, PLAIN, max_size=4))
def test_yaml_spans_of_flow_style_parse_to_their_values(data: dict[str, object]):
    text = json.dumps(data, ensure_ascii=False, indent=1)
    document = Document("f.yaml", text, "yaml", data)
    for pointer, value in pointers(data):
        start, end = document.span(pointer) or (0, 0)
        assert json.loads(text[start:end]) == value
        if pointer:
            start, end = document.span(pointer, key=True) or (0, 0)
            assert json.loads(text[start:end]) in (value, tokens(pointer)[-1])
            assert document.pointer_at(start) == pointer


@given(st.dictionaries(WORDS, PLAIN, min_size=1, max_size=4))
def test_yaml_spans_of_block_style_parse_to_their_values(data: dict[str, object]):
    text = yaml.safe_dump(data, allow_unicode=True)
    document = Document("f.yaml", text, "yaml", data)
    for pointer, value in pointers(data):
        start, end = document.span(pointer) or (0, 0)
        if not isinstance(value, (dict, list)):
            assert yaml.safe_load(text[start:end]) == value


YAML = """\
# A comment.
server: desk

tools:
  - name: é😀 x
    description: |
      Some text

      more text

  # Another comment.
  - name: second
    keywords: [a, "b c", 'd']
    "quoted key": {x: 1}
"""


@pytest.mark.parametrize(
    ("pointer", "key", "line", "column", "text"),
    [
        ("/server", False, 2, 9, "desk"),
        ("/server", True, 2, 1, "server"),
        ("/tools/0/name", False, 5, 11, "é😀 x"),
        ("/tools/0/description", False, 6, 18, "|\n      Some text\n\n      more text"),
        ("/tools/1", False, 12, 5, None),
        ("/tools/1/keywords/1", False, 13, 19, '"b c"'),
        ("/tools", True, 4, 1, "tools"),
        ("/tools/1/quoted key", True, 14, 5, '"quoted key"'),
        ("/tools/1/quoted key/x", True, 14, 20, "x"),
        ("/tools/1/missing", False, 12, 5, None),
    ],
)
def test_yaml_places(pointer: str, key: bool, line: int, column: int, text: str | None):
    document = Document("f.yaml", YAML, "yaml", None)
    place = document.place(pointer, key=key)
    assert (place.line, place.column, place.pointer) == (line, column, pointer)
    if text is not None:
        start, end = document.span(pointer, key=key) or (0, 0)
        assert YAML[start:end] == text


TOML = '''\
server = "x"    # not this: tools = 1
"a.b" = 1
[defaults]
category = "web"

[[tools]]
name = "first"
description = """
[[tools]]
name = "not a tool"
"""
[tools.inputSchema]
type = "object"
[tools.inputSchema.properties.q]
type = "string"

[[tools]]
name = "second"
keywords = [
  "a",  # ]
  "b",
]
annotations.readOnlyHint = true
'''


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("/server", 1),
        ("/a.b", 2),
        ("/defaults", 3),
        ("/defaults/category", 4),
        ("/tools/0", 6),
        ("/tools/0/name", 7),
        ("/tools/0/description", 8),
        ("/tools/0/inputSchema", 12),
        ("/tools/0/inputSchema/type", 13),
        ("/tools/0/inputSchema/properties/q", 14),
        ("/tools/0/inputSchema/properties/q/type", 15),
        ("/tools/1", 17),
        ("/tools/1/name", 18),
        ("/tools/1/keywords", 19),
        ("/tools/1/keywords/1", 19),
        ("/tools/1/annotations/readOnlyHint", 23),
        ("/tools/1/missing", 17),
    ],
)
def test_toml_lines(pointer: str, line: int):
    document = Document("f.toml", TOML, "toml", tomllib.loads(TOML))
    assert document.place(pointer).line == line


def test_columns_count_characters_and_every_line_end():
    text = '{"a": "\U0001f600é", "b": 1,\r\n "c": 2,\r "d": 3,\n "e": 4}'
    document = Document("f.json", text, "json", json.loads(text))
    assert str(document.place("/b")) == "f.json:1:18"
    assert str(document.place("/c", key=True)) == "f.json:2:2"
    assert str(document.place("/d", key=True)) == "f.json:3:2"
    assert str(document.place("/e")) == "f.json:4:7"
    assert document.excerpt(document.place("/c")) == ' "c": 2,'


def test_an_excerpt_of_a_minified_file_is_left_out():
    text = json.dumps({"a": "x" * 5_000})
    document = Document("f.json", text, "json", json.loads(text))
    assert document.excerpt(document.place("/a")) is None


def test_a_pointer_that_leads_nowhere_has_the_nearest_place():
    document = Document("f.json", '{"a": [1]}', "json", {"a": [1]})
    for pointer in ("/a/7", "/a/-1", "/a/x", "/a/01x"):
        assert str(document.place(pointer)) == "f.json:1:7"
    assert str(document.place("/b/c")) == "f.json:1:1"


def test_duplicates_are_found_at_every_depth():
    text = (
        '[{"a": 1, "b": {"x": "}", "x": 2}, "a": [{"y": 1}, {"y": 1, "y": 2}]}, {"a": 3}, "a", {"\\u0061": 1, "a": 2}]'
    )
    found = [(each.pointer, text[slice(*each.first)], text[slice(*each.again)]) for each in duplicates(text)]
    assert found == [
        ("/0/b/x", '"x"', '"x"'),
        ("/0/a", '"a"', '"a"'),
        ("/0/a/1/y", '"y"', '"y"'),
        ("/3/a", '"\\u0061"', '"a"'),
    ]


@given(JSON, INDENT)
def test_data_without_duplicates_has_none(data: object, indent: int | str | None):
    assert list(duplicates(json.dumps(data, indent=indent))) == []


@given(st.lists(st.text()))
def test_pointers_round_trip(parts: list[str]):
    assert tokens(join("", *parts)) == parts


def test_pointer_relations():
    assert escape("a/b~c") == "a~1b~0c"
    assert is_within("/a/b", "/a")
    assert is_within("/a", "/a")
    assert not is_within("/ab", "/a")


@pytest.mark.parametrize(
    "line", ["a" * 50_000, "a." * 20_000, '"' + "a" * 50_000, "'" + "a" * 50_000, " " * 50_000 + "x"]
)
def test_a_line_that_is_no_key_costs_no_time(line: str):
    text = f'x = """\n{line}\n{line}\n"""\ny = 1\n'
    document = Document("f.toml", text, "toml", tomllib.loads(text) if "\\" not in line else None)
    assert document.place("/y").line == 5


@pytest.mark.parametrize("extra", ["", "é", "名前", "\U0001f600"])
def test_a_document_at_rest_says_the_same(extra: str):
    data = {"a": [extra * 10, {"b" + extra: "x" * 20_000}], "c": 1}
    text = json.dumps(data, ensure_ascii=False, indent=1)
    awake, resting = Document("f.json", text, "json", data), Document("f.json", text, "json", data)
    for _ in range(2):
        resting.rest()
        for pointer, _value in pointers(data):
            assert resting.place(pointer) == awake.place(pointer)
            assert resting.excerpt(resting.place(pointer)) == awake.excerpt(awake.place(pointer))
        assert resting.text == text
