"""Hostile text: nothing in a comment or a literal is obeyed, reordered or unseen."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcat.catalog.text import UNSAFE
from toolcat.generators.text import WIDTH, clean, paragraphs, ts_comment, ts_doc, ts_string, wrap


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("plain", "plain"),
        ("a\r\nb\rc\u2028d\u2029e\x0bf\x0cg\x85h", "a\nb\nc\nd\ne\nf\ng\nh"),
        ("a\tb\u00a0c", "a    b c"),
        ("ev\u202eil\u202c \u2066x\u2069", "evil x"),
        ("zero\u200bwidth\ufeff\u00ad", "zerowidth"),
        ("tag\U000e0041\U000e0042s", "tags"),
        ("bell\x07 esc\x1b[31m c1\x9b", "bell esc[31m c1"),
        ("\ud800 alone", "\ufffd alone"),
        ("⚠️ 1️⃣ 👩‍💻 ❤️‍🔥", "⚠️ 1️⃣ 👩‍💻 ❤️‍🔥"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("x\ufe0f a\u200db ⚠\ufe0f\ufe0f\ufe0f", "x ab ⚠\ufe0f"),
    ],
)
def test_clean(text: str, cleaned: str):
    assert clean(text) == cleaned


@given(st.text())
def test_clean_leaves_nothing_unsafe_and_is_final(text: str):
    cleaned = clean(text)
    assert not set(UNSAFE.findall(cleaned)) - set("\u200c\u200d\ufe0e\ufe0f")
    assert clean(cleaned) == cleaned
    cleaned.encode()


def test_paragraphs_of_a_docstring():
    text = "Find it.\n\n    Args:\n        query: what\n\n\n\n    Returns: it   \n    "
    assert paragraphs(text) == "Find it.\n\nArgs:\n    query: what\n\nReturns: it"
    assert paragraphs("\n\n  a\n    b\n") == "a\n  b"
    assert paragraphs("   ") == ""


def test_wrap_keeps_lines_words_lists_and_fences():
    long = " ".join(["word"] * 10)
    text = f"{long}\n- item {long}\n  3. {long}\nshort\n```\n{long} {long}\n```\n{'x' * 60} y"
    lines = wrap(text, 30)
    assert lines[0] == "word word word word word word"
    assert lines[2] == "- item word word word word"
    assert lines[3] == "  word word word word word"
    assert "     word word word word word" in lines
    assert f"{long} {long}" in lines, "code is not broken"
    assert lines[-2:] == ["x" * 60, "y"]
    assert [word for line in lines for word in line.split()] == text.split()


@given(st.text(st.sampled_from("ab -*1.\n`"), max_size=80), st.integers(8, 30))
def test_wrap_loses_no_word(text: str, width: int):
    assert [word for line in wrap(text, width) for word in line.split()] == text.split()


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a */ b", "a *\\/ b"),
        ("**/", "**\\/"),
        ("@deprecated gone", "\\@deprecated gone"),
        ("see @param x", "see \\@param x"),
        ("{@link https://x}", "{\\@link https://x}"),
        ("mail me@example.com", "mail me@example.com"),
    ],
)
def test_comment(text: str, safe: str):
    assert ts_comment(text) == safe


@given(st.lists(st.text(), max_size=3), st.lists(st.text(max_size=30), max_size=2))
def test_no_text_ends_a_doc_comment(blocks: list[str], tags: list[str]):
    lines = ts_doc(blocks, [f"@category {tag}" for tag in tags])
    comment = "\n".join(lines)
    if lines:
        assert comment.startswith("/**")
        assert comment.index("*/") == len(comment) - 2
    assert not re.search(r"[\r\u2028\u2029\u0085]", comment)
    assert len(re.findall(r"(?<!\\)@\w", comment)) >= len(tags)


def test_a_control_character_does_not_reopen_the_hole():
    assert "*/" not in "\n".join(ts_doc(["a *\x00/ b *\u200b/ c"], []))[3:-2]


def test_short_and_long_docs():
    assert ts_doc(["Ping."], []) == ["/** Ping. */"]
    assert ts_doc(["", "  "], []) == []
    lines = ts_doc(["word " * 60, "Use it."], ["@category web", "@readOnly"], indent="  ")
    assert lines[0] == "  /**"
    assert lines[-5:] == ["   *", "   * Use it.", "   * @category web", "   * @readOnly", "   */"]
    assert max(map(len, lines)) <= WIDTH


@given(st.text())
def test_a_literal_is_equal_and_visible(value: str):
    literal = ts_string(value)
    assert json.loads(literal) == value
    assert UNSAFE.search(literal) is None
    assert "\n" not in literal
