"""Regular expressions: which ones ECMA-262 takes, and which may be slow."""

import pytest

from toolcat.lint.backtracking import slow_part
from toolcat.lint.ecmascript import problem_of


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "^[a-z]+$",
        r"^[\w\-.]+@\w+\.[a-z]{2,}$",
        r"^(?:\d{4}-\d{2}|\p{Lu}\p{Script=Greek})$",
        r"(?<year>\d{4})\k<year>\1",
        r"(?=a)(?!b)(?<=c)(?<!d)x",
        r"[\u0041-\u{1F600}\x41\cA\0]",
        r"[^\]]+|[]|[^]",
        r"a{2}?b{3,}c{4,5}?",
        r"^(?i:abc)$",
        r"\/\$\{\}",
        r"[\d-x]".replace("-x", "x-"),
        r"[☃-☎]",
    ],
)
def test_a_pattern(pattern):
    assert problem_of(pattern) is None


@pytest.mark.parametrize(
    ("pattern", "at"),
    [
        ("(", 0),
        ("a)", 1),
        ("[a", 0),
        ("*a", 0),
        ("a**", 2),
        ("a++", 2),
        ("a{3,2}", 1),
        ("[z-a]", 1),
        ("a\\", 1),
        ("(?P<name>a)", 0),
        ("(?i)a", 0),
        ("(?>a)", 0),
        ("(?<1>a)", 0),
        ("^*", 1),
        (r"(?<=a)+", 6),
    ],
)
def test_no_pattern(pattern, at):
    for unicode in (True, False):
        problem = problem_of(pattern, unicode=unicode)
        assert problem is not None
        assert problem.at == at


@pytest.mark.parametrize(
    "pattern", [r"\_", r"\-", r"]", r"a{", r"{", r"}", r"[\d-x]", r"\2(a)", r"\Z", r"\p{L", r"\u1"]
)
def test_only_without_the_flag(pattern):
    assert problem_of(pattern) is not None
    assert problem_of(pattern, unicode=False) is None


def test_properties():
    assert problem_of(r"\p{Han}").message.endswith("scripts are `Script=Han`")
    assert problem_of(r"\p{Block=Greek}") is not None
    assert problem_of(r"\P{L}") is None


def test_too_deep_is_not_judged():
    assert problem_of("(" * 500 + ")" * 500) is None
    assert slow_part("(" * 400 + "a+" + ")+" * 400) is None


@pytest.mark.parametrize(
    "pattern",
    [
        r"^(a+)+$",
        r"(a*)*",
        r"(\w+\s?)+$",
        r"([a-z]+)*",
        r"(\w|\d)+$",
        r"((ab)+)+",
        r"^(x|(\d+)*)$",
        r"(a|a)*$",
        r"(.*,?)*",
    ],
)
def test_slow(pattern):
    assert slow_part(pattern) is not None


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[a-z]+(-[a-z]+)*$",
        r"^([\w-]+\.)+[a-z]+$",
        r"^(?:[^/]+/)+$",
        r"(a|b)*",
        r"(?:\\.|[^\"\\])*",
        r"^(\d{1,3}\.){3}\d+$",
        r"(ab|ac)*",
        r"^(\b\w+\b)+$",
        r"^\s*\S+\s*$",
        "(" + "a" * 1_000 + "+)+",
        "(",
    ],
)
def test_not_slow(pattern):
    assert slow_part(pattern) is None
