"""Any bytes are a SKILL.md that can be read: no traceback, no lost byte, no place outside the file."""

import tempfile
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from toolcat.skills.fields import Accepted, accept
from toolcat.skills.frontmatter import parse
from toolcat.skills.limits import MAX_DESCRIPTION, MAX_TEXT
from toolcat.skills.loaders import Candidate, Loader, judge
from toolcat.skills.model import Tier
from toolcat.skills.scalars import quoted
from toolcat.skills.scan import scan_directory
from toolcat.skills.yamltext import compose, features

PIECES = st.sampled_from(
    [
        "---",
        "---\n",
        "\n",
        "\r\n",
        "\r",
        "\ufeff",
        "name:",
        " a\n",
        "description: ",
        "x: y",
        ": ",
        " #",
        "'",
        '"',
        "[",
        "]",
        "{",
        "}",
        "&a ",
        "*a ",
        "!t ",
        "|",
        ">",
        "- ",
        "? ",
        "\t",
        "  ",
        "\0",
        "\u2028",
        "\x85",
        "\u200b",
        "é",
        "😀",
        "metadata:",
        "allowed-tools:",
        "%YAML 9\n",
        "<<: ",
        "...\n",
        "\\",
        "@",
        "`",
        "~",
        "null",
        "name: a\ndescription: d\n",
    ]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)
SKILLS = st.one_of(
    st.binary(max_size=300),
    TEXTS.map(str.encode),
    TEXTS.map(lambda text: f"---\n{text}\n---\nbody".encode()),
    st.text(max_size=100).map(lambda text: f"---\nname: a\ndescription: {text}\n---\nbody".encode("utf-8", "replace")),
    st.text(max_size=100).map(
        lambda text: f"---\nname: a\ndescription: {quoted(text)}\n---\n".encode("utf-8", "replace")
    ),
)


@settings(max_examples=1500, deadline=None)
@given(SKILLS)
@example(b'---\nname: a\ndescription: "\\ud800"\n---\n')
@example(b"---\n? ? ? a\n---\n")
@example(b"---\n&a [*a, {*a : *a}]\n---\n")
def test_any_bytes(raw: bytes):
    file = parse(raw)
    assert file.text.encode() == raw or (not file.text and file.problem is not None)
    found = accept(file, "a")
    problems = list(found.warnings) if isinstance(found, Accepted) else [found]
    lines = file.text.split("\n")
    for problem in problems:
        place = file.place(problem.span)
        if place.line is not None and place.column is not None:
            assert 1 <= place.line <= len(lines)
            assert 1 <= place.column <= len(lines[place.line - 1]) + 1
    for field in file.fields:
        assert 0 <= field.key_span.start <= field.key_span.end <= len(file.text)
        assert 0 <= field.value.span.start <= field.value.span.end <= len(file.text)
    if isinstance(found, Accepted):
        assert found.name == "a"
        assert 0 < len(found.description.encode("utf-8", "replace")) <= MAX_DESCRIPTION
        assert len(found.license.encode("utf-8", "replace")) <= MAX_TEXT
    if file.yaml is not None and file.root is not None:
        features(file.text[slice(*file.yaml)])
    for loader in Loader:
        judge(loader, Candidate(raw, "a"))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_quoted_text_comes_back(text: str):
    if "\ud800" <= max(text, default="") <= "\udfff" or any("\ud800" <= character <= "\udfff" for character in text):
        return
    root = compose(f"k: {quoted(text)}\n")
    assert root is not None
    assert root.entries[0][1].text == text


@settings(max_examples=60, deadline=None)
@given(SKILLS, st.sampled_from(["SKILL.md", "skill.md", "Skill.MD"]))
def test_a_directory_of_anything(raw: bytes, name: str):
    with tempfile.TemporaryDirectory() as directory:
        (Path(directory) / "a").mkdir()
        (Path(directory) / "a" / name).write_bytes(raw)
        scan = scan_directory(directory, Tier.EXPLICIT)
        assert len(scan.skills) + len(scan.invalid) == 1
