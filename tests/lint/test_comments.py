"""Suppressing comments, in YAML, TOML and Markdown: what they hold back, and which cannot be understood."""

import pytest

from toolcat.lint import LintOptions
from toolcat.lint.skills_engine import lint_skills

from .conftest import CLEAN, codes

DOTTED = "tools:\n" + CLEAN.format(name="order.get")
HIDDEN = "tools:\n" + CLEAN.format(name="order").replace("the shop", '"the\u200b shop"'.strip('"'))
TWO = "tools:\n" + CLEAN.format(name="order.get") + CLEAN.format(name="invoice.get")


COMMENTED = """\
tools:
  # toolcat: ignore[TC101] -- the whole tool
  - name: order.get
    description: "a # toolcat: ignore[TX] -- in a text"
    inputSchema: {type: object, properties: {}}
  - name: invoice.get   # toolcat: ignore[anthropic-name] -- the line
    inputSchema: {type: object, properties: {}}
  - name: other.get
    inputSchema:
      # toolcat: ignore[TC101] -- covers the schema, which has none
      type: object
      properties: {}
"""


def test_comments(check):
    result = check({"x.tools.yaml": COMMENTED}, select=("TC101", "TL"), clients=("anthropic",))
    assert [(f.code, f.place.line) for f in result.findings] == [("TC101", 8), ("TL002", 10)]
    assert result.suppressed == 2
    whole = "# toolcat: ignore-file[TC] -- a test\n" + TWO
    assert not check({"x.yaml": whole}, select=("TC101", "TL"), clients=("anthropic",)).findings


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_comments_without_a_reason(check, newline):
    text = DOTTED.replace("order.get\n", "order.get  # toolcat: ignore[TC101]\n", 1).replace("\n", newline)
    assert codes(check({"x.yaml": text}, select=("TC101", "TL"), clients=("anthropic",))) == ["TL004"]
    text = HIDDEN.replace("tools:\n", "# toolcat: ignore-file[TX001]\ntools:\n").replace("\n", newline)
    assert sorted(codes(check({"x.yaml": text}, select=("TX001", "TL")))) == ["TL004", "TX001"]
    text = text.replace("[TX001]", "[TX001] -- a word joiner")
    assert codes(check({"x.yaml": text}, select=("TX001", "TL"))) == []


def test_toml_has_comments(check):
    text = '[[tools]]\nname = "order.get"  # toolcat: ignore[TC101] -- why\n[tools.inputSchema]\ntype = "object"\n'
    assert codes(check({"x.toml": text}, select=("TC101", "TL"), clients=("anthropic",))) == []


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("ignore[TZ9] -- x", "no rule answers to `TZ9`"),
        ("ignore[TC, openai-nme] -- x", "no rule answers to `openai-nme`"),
        ("ignore[TC101 TC201] -- x", "no rule answers to `TC101 TC201`"),
        ("ignore -- x", "the comment names no rule in brackets"),
        ("ignore TC101 -- x", "the comment names no rule in brackets"),
        ("ignore[] -- x", "the comment names no rule in brackets"),
        ("ignore[TC101 -- x", "the comment names no rule in brackets"),
        ("ignore [TC101] -- x", "`ignore` and the bracket belong together"),
        ("Ignore[TC101] -- x", "`Ignore` is no word of these comments: `ignore` or `ignore-file`"),
        ("ignor[TC101] -- x", "`ignor` is no word of these comments: `ignore` or `ignore-file`"),
        ("ignore-line[TC101] -- x", "`ignore-line` is no word of these comments: `ignore` or `ignore-file`"),
        ("noqa", "`noqa` is no word of these comments: `ignore` or `ignore-file`"),
        ("disable TC101", "`disable` is no word of these comments: `ignore` or `ignore-file`"),
    ],
)
@pytest.mark.parametrize("form", ["yaml", "toml"])
def test_a_comment_that_cannot_be_understood_is_told(check, comment, message, form):
    """It hides nothing, and who wrote it believes that it does."""
    text = '[[tools]]\nname = "order"  # toolcat: %s\n[tools.inputSchema]\ntype = "object"\n'
    if form == "yaml":
        text = "tools:\n- name: order  # toolcat: %s\n  inputSchema: {type: object}\n"
    (found,) = check({f"x.{form}": text % comment}, select=("TL007",)).findings
    assert (found.code, found.message, found.place.line) == ("TL007", message, 2)
    assert found.place.column == text.split("\n")[1].index("#") + 1


@pytest.mark.parametrize(
    "comment",
    [
        "# toolcat: ignore[TC101, tc201] -- x",
        "# toolcat: ignore-file[SF010] -- x",
        "# toolcat reads this",
        "# see toolcat: it",
        "# toolcat: made by hand",
        "# toolcat: https://example.org/[1]",
    ],
)
def test_a_comment_that_is_none_of_ours(check, comment):
    text = f"tools:\n- name: order  {comment}\n  description: '# toolcat: ignore'\n  inputSchema: {{type: object}}\n"
    assert check({"x.yaml": text}, select=("TL007",)).findings == []


def test_comments_in_the_body_of_a_skill(folder):
    """A body may speak of such comments; one that means it stands in an HTML comment."""
    (folder / "a").mkdir()
    text = "---\nname: a  # toolcat: ignore\ndescription: d\n---\nWrite `# toolcat: ignore`.\n\n%s\n"
    for comment, lines in (("", [2]), ("<!-- # toolcat: ignore SL001 -->", [2, 7])):
        (folder / "a" / "SKILL.md").write_text(text % comment)
        result = lint_skills(["a"], LintOptions(select=("TL007",)))
        assert [finding.place.line for finding in result.findings] == lines
