import pytest
import yaml

from toolcat.skills.scalars import core_type, quoted, yaml_1_1_type
from toolcat.skills.yamltext import YamlError, compose, features


@pytest.mark.parametrize(
    ("text", "core", "older"),
    [
        ("null", "null", None),
        ("~", "null", None),
        ("", "null", None),
        ("true", "boolean", None),
        ("42", "number", None),
        ("-1.5e3", "number", None),
        ("0x1F", "number", None),
        (".inf", "number", None),
        ("yes", None, "boolean"),
        ("Off", None, "boolean"),
        ("1_000", None, "number"),
        ("1:30", None, "number"),
        ("2026-01-01", None, "date"),
        ("2026-01-01T10:00:00Z", None, "date"),
        ("0123", "number", None),
        ("1.10", "number", None),
        ("pdf", None, None),
        ("1.2.3", None, None),
        ("v1", None, None),
    ],
)
def test_types(text: str, core: str | None, older: str | None):
    assert (core_type(text), yaml_1_1_type(text)) == (core, older)


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "a: b",
        "a #b",
        "yes",
        "42",
        "",
        " x ",
        "'q'",
        '"',
        "\\",
        "- a",
        "-a",
        "?",
        "[x]",
        "{",
        "*a",
        "&a",
        "!t",
        "|",
        ">",
        "%",
        "@",
        "`",
        "#",
        "a:",
        "---",
        "a --- b",
        "ü\u2028x",
        "tab\there",
        "2026-01-01",
        "null",
        "a\nb",
        "\ufeff",
    ],
)
def test_quoted_text_is_read_back_as_text(text: str):
    assert yaml.safe_load(f"k: {quoted(text)}\n") == {"k": text}
    root = compose(f"k: {quoted(text)}\n")
    assert root is not None
    assert root.entries[0][1].text == text


@pytest.mark.parametrize("text", ["null", "true", "42", "2026-01-01", "0123", "1e3", "yes"])
def test_scalars_stay_text(text: str):
    root = compose(f"k: {text}")
    assert root is not None
    assert root.entries[0][1].text == text


def test_features():
    assert [name for name, _ in features("a: &x [1]\nb: {c: *x}\nd: !t e\n")] == [
        "anchor",
        "flow list",
        "flow map",
        "alias",
        "tag",
    ]


def test_an_error_has_an_offset_in_the_file():
    with pytest.raises(YamlError) as caught:
        compose("a: b: c", base=10)
    assert caught.value.at == 14
