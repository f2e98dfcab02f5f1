"""Fences, positions and bytes: what is read, what is refused, and where."""

import pytest

from toolcat.skills.frontmatter import parse

HEAD = "---\nname: a\ndescription: d\n---\n"


def problem(text: str | bytes):
    found = parse(text.encode() if isinstance(text, str) else text)
    assert found.text.encode() == (text.encode() if isinstance(text, str) else text) or not found.text
    return found.problem


def test_fields_and_body():
    file = parse(b"---\nname: a\ndescription: >\n  two\n  lines\n---\n\n# Title\n\n---\nrest\n")
    assert file.problem is None
    assert {field.key: field.value.text for field in file.fields} == {"name": "a", "description": "two lines\n"}
    assert file.body_text == "# Title\n\n---\nrest"


def test_every_offset_counts_characters_of_the_file():
    text = "\ufeff---\r\nname: a\r\ndescription: 'ü😀 x'\r\nmetadata:\r\n  k: v\r\n---\r\nBody"
    file = parse(text.encode())
    assert file.text == text
    assert file.has_bom
    assert file.has_crlf
    description = file.get("description")
    assert description is not None
    assert text[slice(*description.key_span)] == "description"
    assert text[slice(*description.value.span)] == "'ü😀 x'"
    metadata = file.get("metadata")
    assert metadata is not None
    [(key, value)] = metadata.value.entries
    assert (text[slice(*key.span)], text[slice(*value.span)]) == ("k", "v")
    place = file.place(description.value.span)
    assert (place.line, place.column, place.end_line, place.end_column) == (3, 14, 3, 20)
    assert file.body_text == "Body"


def test_a_bom_is_no_column():
    assert parse("\ufeff--- \n".encode()).place(None).line is None
    file = parse("\ufeffx".encode())
    assert file.problem is not None
    assert (file.place(file.problem.span).line, file.place(file.problem.span).column) == (1, 1)


@pytest.mark.parametrize(
    ("text", "rule", "line", "column"),
    [
        ("", "frontmatter-missing", 1, 1),
        ("# Title\n", "frontmatter-missing", 1, 1),
        ("\n" + HEAD, "frontmatter-missing", 1, 1),
        ("intro\n" + HEAD, "frontmatter-missing", 1, 1),
        ("---\rname: a\r---\r", "frontmatter-missing", 1, 1),
        ("----\nname: a\n----\n", "frontmatter-missing", 1, 1),
        ("---\nname: a\n", "frontmatter-unclosed", 1, 1),
        ("---\nname: a\n----\nx", "frontmatter-unclosed", 3, 1),
        ("---\nname: a\n---# Title\n", "frontmatter-unclosed", 3, 1),
        ("---  \nname: a\ndescription: d\n---\n", "fence-spaces", 1, 4),
        ("---\nname: a\ndescription: d\n---\t\nbody", "fence-spaces", 4, 4),
        ("---\nname: a\ndescription: d\n--- \nbody\n---\nmore", "fence-spaces", 4, 4),
        ("---\nname: a\ndescription: Use when: x\n---\n", "colon-unquoted", 3, 22),
        ("---\nname: a\ndescription: first\n  Note: x\n---\n", "colon-unquoted", 4, 7),
        ("---\nname: a\nmetadata:\n  k: v: w\n---\n", "colon-unquoted", 4, 7),
        ("---\nname: a\n\tdescription: d\n---\n", "yaml-error", 3, 1),
        ("---\nname: 'a\n---\n", "yaml-error", 3, 1),
        ("---\nname: [a\n---\n", "yaml-error", 3, 1),
        ("---\nname: *a\n---\n", "yaml-error", 2, 7),
        ("---\nname: @a\n---\n", "yaml-error", 2, 7),
        ("---\nname: a\x07\n---\n", "yaml-error", 2, 8),
        ("---\n- name\n---\n", "yaml-error", 2, 1),
        ("---\njust text\n---\n", "yaml-error", 2, 1),
        ("---\nname: a\nname: b\n---\n", "duplicate-key", 3, 1),
        ("---\nname: a\nmetadata:\n  k: 1\n  k: 2\n---\n", "duplicate-key", 5, 3),
    ],
)
def test_refused_at_a_place(text: str, rule: str, line: int, column: int):
    file = parse(text.encode())
    assert file.problem is not None
    assert file.problem.name == rule
    place = file.place(file.problem.span)
    assert (place.line, place.column) == (line, column)


def test_not_utf8():
    found = problem(b"---\nname: a\ndescription: caf\xe9\n---\n")
    assert found is not None
    assert found.name == "not-utf8"
    assert "0xE9 at offset 28 (line 3)" in found.message
    found = problem("x".encode("utf-16"))
    assert found is not None
    assert "UTF-16" in found.message


SECRET = "zq9secret"


@pytest.mark.parametrize(
    "yaml",
    [
        f"name: {SECRET}: x",
        f"name: *{SECRET}",
        f"name: &{SECRET} a\nb: &{SECRET} c",
        f"name: !{SECRET}!x y",
        f'name: "{SECRET}',
        f'name: "\\{SECRET}"',
        f"name: [{SECRET}",
        f"%{SECRET}\nname: a",
        f"name: 'a'\n {SECRET}",
        f"{SECRET}: 1\n{SECRET}: 2",
        f"- {SECRET}",
        f"{SECRET}",
        f"name: @{SECRET}",
        f"name: |{SECRET}",
    ],
)
def test_no_message_echoes_the_file(yaml: str):
    file = parse(f"---\n{yaml}\n---\n".encode())
    assert file.problem is not None
    finding = file.finding(file.problem)
    assert finding.place.line is not None
    assert finding.excerpt is None
    for text in (finding.message, finding.help):
        assert not any(SECRET[i : i + 3] in text for i in range(len(SECRET) - 2))


def test_lines_that_are_exactly_three_dashes_close():
    file = parse(b"---\nname: a\ndescription: a --- b\nx: '---'\n---\nbody")
    assert file.problem is None
    assert file.body_text == "body"
    description = file.get("description")
    assert description is not None
    assert description.value.text == "a --- b"


def test_the_last_fence_needs_no_line_end():
    file = parse(b"---\nname: a\n---")
    assert file.problem is None
    assert file.body_text == ""


def test_too_long_frontmatter():
    found = problem("---\nx: " + "y" * 300_000 + "\n---\n")
    assert found is not None
    assert "longer than" in found.message


@pytest.mark.parametrize("opener", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_an_error(opener: str):
    found = problem("---\n" + opener * 20_000 + "\n---\n")
    assert found is not None
    assert found.name == "yaml-error"


def test_aliases_do_not_grow():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    assert problem("---\n" + "\n".join(lines) + "\nself: &s [*s]\n---\n") is None
