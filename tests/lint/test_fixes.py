"""Edits of text: what is asked for changes, every other byte stays, and the text reads back as meant."""

import json
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolcat.catalog.documents import Document
from toolcat.catalog.sources.text import Limits
from toolcat.catalog.sources.yaml_text import parse_yaml
from toolcat.lint import Fix, Insert, Remove, Rename, Replace
from toolcat.lint.edits import Splice
from toolcat.lint.fixes import edited, fix_document, unified_diff, write_atomically
from toolcat.lint.fixes.strings import characters


def parse(form):
    if form == "yaml":
        return lambda text: parse_yaml(text, "x.yaml", Limits()).document.data
    return json.loads


def apply(text, *edits, form="json"):
    document = Document(f"x.{form}", text, form, parse(form)(text))
    return fix_document(document, [Fix("mend", edits)], parse(form))


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ('{"a": 1, "b": 2}', Remove("/a"), '{"b": 2}'),
        ('{"a": 1, "b": 2}', Remove("/b"), '{"a": 1}'),
        ('{"a": 1 }', Remove("/a"), "{}"),
        ('{\n  "a": 1,\n  "b": [1, 2]\n}\n', Remove("/a"), '{\n  "b": [1, 2]\n}\n'),
        ('{\n  "a": 1,\n  "b": [1, 2]\n}\n', Remove("/b/1"), '{\n  "a": 1,\n  "b": [1]\n}\n'),
        ('{\n  "a": 1\n}\n', Insert("/b", {}), '{\n  "a": 1,\n  "b": {}\n}\n'),
        ('{\n  "a" : 1,\n  "c" : 2\n}\n', Insert("/b", "x"), '{\n  "a" : 1,\n  "c" : 2,\n  "b" : "x"\n}\n'),
        ('{"a":1}', Insert("/b", [1, 2]), '{"a":1,"b":[1,2]}'),
        ('{"a": {}}', Insert("/a/b", True), '{"a": {"b": true}}'),
        ("[1]", Insert("/-", 2), "[1, 2]"),
        ('{"a": 1}', Rename("/a", "ä"), '{"\\u00e4": 1}'),
        ('{"a": "x\\u200by\\n"}', Replace("/a", "xy\n"), '{"a": "xy\\n"}'),
        ('{"a": "\\ud83d\\ude00b"}', Replace("/a", "b"), '{"a": "b"}'),
        ('{"a": "one"}', Replace("/a", "two things"), '{"a": "two things"}'),
        ('{"a": 1}', Replace("/a", 1.0), '{"a": 1.0}'),
    ],
)
def test_json(before, edit, after):
    assert apply(before, edit).text == after


def test_json_lines():
    text = '{"a": 1, "b": 2}\n\n{"a": 3}\n'
    document = Document("x.jsonl", text, "jsonl", [{"a": 1, "b": 2}, {"a": 3}])
    done = fix_document(
        document,
        [Fix("m", (Remove("/0/b"), Rename("/1/a", "c")))],
        lambda t: [json.loads(r) for r in t.split("\n") if r],
    )
    assert done.text == '{"a": 1}\n\n{"c": 3}\n'


YAML = textwrap.dedent("""\
    # A manifest
    tools:
      - name: one     # the first
        title: 'It''s one'
        # about the text
        description: |
          First line.
          Second \u200bline.

        inputSchema: {type: object, required: [a, b]}
      - name: two
        description: >-
          folded text
          goes on
        inputSchema:
          type: object
          properties:
            "a-b": {type: string}
          required:
            - a
            - b
    """)


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (Remove("/tools/0/inputSchema/required/0"), "[a, b]", "[b]"),
        (Remove("/tools/0/inputSchema/required/1"), "[a, b]", "[a]"),
        (Remove("/tools/0/inputSchema/required"), "{type: object, required: [a, b]}", "{type: object}"),
        (Remove("/tools/0/name"), "- name: one     # the first\n    title", "- title"),
        (Remove("/tools/0/title"), "    title: 'It''s one'\n", ""),
        (Remove("/tools/1/inputSchema/required/0"), "        - a\n", ""),
        (Remove("/tools/1/inputSchema/required"), "      required:\n        - a\n        - b\n", ""),
        (Remove("/tools/1/inputSchema/properties/a-b"), '"a-b": {type: string}', "{}"),
        (Rename("/tools/0/title", "summary"), "title:", "summary:"),
        (Rename("/tools/1/inputSchema/properties/a-b", "a_b"), '"a-b"', '"a_b"'),
        (Replace("/tools/0/title", "It's two"), "'It''s one'", "'It''s two'"),
        (Replace("/tools/0/description", "First line.\nSecond line.\n"), "\u200b", ""),
        (Replace("/tools/1/name", "yes"), "name: two", 'name: "yes"'),
        (Replace("/tools/1/description", "folded text goes off"), "goes on", "goes off"),
        (Insert("/tools/0/inputSchema/additionalProperties", False), "[a, b]}", "[a, b], additionalProperties: false}"),
        (Insert("/tools/0/gate", "x"), "required: [a, b]}\n", "required: [a, b]}\n    gate: x\n"),
        (
            Insert("/tools/1/inputSchema/properties/c", {}),
            '"a-b": {type: string}\n',
            '"a-b": {type: string}\n        c: {}\n',
        ),
        (Insert("/tools/1/inputSchema/required/-", "c d"), "        - b\n", "        - b\n        - c d\n"),
        (
            Insert("/tools/1/inputSchema/additionalProperties", False),
            "        - b\n",
            "        - b\n      additionalProperties: false\n",
        ),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_yaml(edit, old, new, newline):
    assert YAML.count(old) == 1
    done = apply(YAML.replace("\n", newline), edit, form="yaml")
    assert done.text == YAML.replace(old, new).replace("\n", newline)


def test_alias_is_left_alone():
    text = "a: &x {k: 1}\nb: *x\n"
    assert apply(text, Replace("/b/k", 2), form="yaml").text == text


def test_all_or_none_and_order():
    text = '{"a": 1, "b": 2}'
    document = Document("x.json", text, "json", json.loads(text))
    bad, good, again = Fix("x", (Remove("/a"), Remove("/no"))), Fix("y", (Remove("/b"),)), Fix("z", (Replace("/b", 3),))
    done = fix_document(document, [bad, good, again], json.loads)
    assert (done.text, done.applied) == ('{"a": 1}', (good,))


def test_write(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(b"\xef\xbb\xbf{}\r\n")
    path.chmod(0o640)
    assert write_atomically(path, "[]\r\n", "{}\r\n")
    assert path.read_bytes() == b"\xef\xbb\xbf[]\r\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert not write_atomically(path, "1", "{}\r\n")
    assert [each.name for each in tmp_path.iterdir()] == ["x.json"]


def test_diff():
    assert (
        unified_diff("x", "a\nb", "a\nc\n")
        == "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def pointers(data, pointer=""):
    from toolcat.catalog.pointers import join

    if pointer:
        yield pointer
    if isinstance(data, dict):
        for key, value in data.items():
            yield from pointers(value, join(pointer, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from pointers(value, join(pointer, place))


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.text(max_size=5), JSON, min_size=1, max_size=4), st.data(), st.sampled_from([None, 0, 2]), JSON
)
def test_any_edit_of_any_json(data, draw, indent, value):
    pointer = draw.draw(st.sampled_from(list(pointers(data))))
    edit = draw.draw(st.sampled_from([Remove(pointer), Replace(pointer, value), Rename(pointer, "new key")]))
    text = json.dumps(data, indent=indent)
    done = apply(text, edit)
    try:
        wanted = edited(data, [edit])
    except Exception:
        assert done.text == text
    else:
        assert json.loads(done.text) == wanted
        assert done.applied


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_characters_of_json(value):
    for ascii_only in (True, False):
        text = "  " + json.dumps(value, ensure_ascii=ascii_only) + " "
        places = characters(text, (2, len(text) - 1), value)
        if any("\ud800" <= c <= "\udfff" for c in value):
            continue
        assert places is not None
        assert "".join(json.loads(f'"{text[a:b]}"') for a, b in places) == value


def strict(text):
    def pairs(members):
        if len({key for key, _ in members}) < len(members):
            raise ValueError("a key stands twice")
        return dict(members)

    return json.loads(text, object_pairs_hook=pairs)


def test_fixes_that_only_fail_together_cost_no_third_one():
    text = '{"a": 1, "b": 2}'
    fixes = [
        Fix("one", (Insert("/c", 3),)),
        Fix("the same by characters", (Splice(7, 7, ', "c": 4'),)),
        Fix("another", (Replace("/b", 5),)),
    ]
    assert all(fix_document(Document("x.json", text, "json", strict(text)), [fix], strict).applied for fix in fixes)
    done = fix_document(Document("x.json", text, "json", strict(text)), fixes, strict)
    assert (done.text, done.applied) == ('{"a": 1, "b": 5, "c": 3}', (fixes[0], fixes[2]))


def test_a_key_is_given_once():
    text = '{"a": 1, "b": 2}'
    for fixes in (
        [Fix("to c", (Rename("/a", "c"),)), Fix("to c", (Rename("/b", "c"),))],
        [Fix("to c", (Rename("/a", "c"),)), Fix("add c", (Insert("/c", 3),))],
        [Fix("add c", (Insert("/c", 3),)), Fix("to c", (Rename("/a", "c"),))],
    ):
        done = fix_document(Document("x.json", text, "json", strict(text)), fixes, strict)
        assert done.applied == (fixes[0],)


@pytest.mark.parametrize("sign", ["\u2028", "\x0b", "\x0c", "\x85", "\r"])
def test_only_line_feeds_end_the_lines_of_a_diff(sign):
    text = f"a: one{sign}two\nb: 1\nc: 3\n"
    assert unified_diff("x", text, text.replace("b: 1", "b: 2")) == (
        f"--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a: one{sign}two\n-b: 1\n+b: 2\n c: 3\n"
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_line_that_is_continued_by_a_backslash(newline):
    text = newline.join(['a: "Delete \\u200b an \\', "     order,\\", "  now.\\n\\", '\t\\ x"', ""])
    value = "Delete \u200b an order,now.\n x"
    assert parse("yaml")(text) == {"a": value}
    assert apply(text, Replace("/a", value.replace("\u200b ", "")), form="yaml").text == text.replace("\\u200b ", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a: [b-c,\n  true]\n", "a: [b-c,\n  {}]\n"),
        ("a:\n  - b-c\n  -\n    x: 1\n", "a:\n  - b-c\n  - {}\n"),
        ("a:\n  - b-c\n  - x: 1\n    y: 2\n", "a:\n  - b-c\n  - {}\n"),
        ("a:\n  - b-c\n  -\n    true\n", "a:\n  - b-c\n  -\n    {}\n"),
        ("a:\n- b-c\n-  - 1\n   - 2\n", "a:\n- b-c\n-  {}\n"),
    ],
)
def test_only_a_block_is_drawn_to_its_mark(before, after):
    assert apply(before, Replace("/a/1", {}), form="yaml").text == after
