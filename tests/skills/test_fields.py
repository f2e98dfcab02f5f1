"""Each field's rule and overflow policy."""

import pytest

from toolcat.skills import limits
from toolcat.skills.fields import Accepted, accept
from toolcat.skills.frontmatter import Problem, parse
from toolcat.skills.limits import cut


def read(fields: str, body: str = "", directory: str | None = "a") -> Accepted | Problem:
    return accept(parse(f"---\n{fields}\n---\n{body}".encode()), directory)


def accepted(fields: str, body: str = "") -> Accepted:
    out = read(f"name: a\ndescription: d\n{fields}", body)
    assert isinstance(out, Accepted), out
    return out


def rules(found: Accepted) -> list[str]:
    return [warning.name for warning in found.warnings]


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ("description: d", "name-missing"),
        ("name: ''\ndescription: d", "name-missing"),
        ("name:\ndescription: d", "name-missing"),
        ("name: [a]\ndescription: d", "field-type"),
        ("name: A\ndescription: d", "name-charset"),
        ("name: a.b\ndescription: d", "name-charset"),
        (f"name: {'a' * 65}\ndescription: d", "name-length"),
        ("name: b\ndescription: d", "name-dir-mismatch"),
        ("name: a", "description-missing"),
        ("name: a\ndescription: '  '", "description-missing"),
        ("name: a\ndescription: {k: v}", "field-type"),
        ("name: a\nname: a\ndescription: d", "duplicate-key"),
        ("", "name-missing"),
        ("# nothing", "name-missing"),
    ],
)
def test_refused(fields: str, rule: str):
    found = read(fields)
    assert isinstance(found, Problem)
    assert found.name == rule


def test_texts_are_trimmed_and_stay_text():
    found = read("name: ' 42 '\ndescription: null\nlicense: true\ncompatibility: 2026-01-01", directory="42")
    assert isinstance(found, Accepted)
    assert (found.name, found.description, found.license, found.compatibility) == ("42", "null", "true", "2026-01-01")


def test_a_description_at_its_limit_is_whole():
    out = read(f"name: a\ndescription: {'d' * 800}")
    assert isinstance(out, Accepted)
    assert out.description == "d" * 800
    assert not out.warnings


def test_a_longer_description_is_cut_on_a_character_and_the_ellipsis_fits():
    out = read(f"name: a\ndescription: {'ü' * 401}")
    assert isinstance(out, Accepted)
    assert out.description == "ü" * 398 + "…"
    assert len(out.description.encode()) <= 800
    assert rules(out) == ["description-cut"]


def test_a_description_keeps_its_lines():
    out = read("name: a\ndescription: |\n  one\n  two")
    assert isinstance(out, Accepted)
    assert out.description == "one\ntwo"


@pytest.mark.parametrize("key", ["license", "compatibility"])
def test_license_and_compatibility_are_cut_without_ellipsis(key: str):
    out = accepted(f"{key}: {'x' * 1025}")
    assert getattr(out, key) == "x" * 1024
    assert rules(out) == ["text-cut"]
    assert getattr(accepted(f"{key}: {'x' * 1024}"), key) == "x" * 1024
    assert rules(accepted(f"{key}: [x]")) == ["field-ignored"]


def test_metadata_is_text():
    out = accepted("metadata:\n  version: 1.10\n  on: yes\n  none:")
    assert dict(out.metadata) == {"version": "1.10", "on": "yes", "none": ""}


@pytest.mark.parametrize(
    "metadata",
    [
        "".join(f"\n  k{i}: v" for i in range(33)),
        "\n  k: v\n  nested: {a: b}",
        "\n  k: v\n  list: [a]",
        f"\n  k: v\n  long: {'x' * 4097}",
    ],
)
def test_metadata_overflow_drops_the_whole_map(metadata: str):
    out = accepted(f"metadata:{metadata}")
    assert dict(out.metadata) == {}
    assert rules(out) == ["metadata-dropped"]


def test_metadata_at_its_limits():
    out = accepted("metadata:" + "".join(f"\n  k{i}: {'x' * 4096}" for i in range(32)))
    assert len(out.metadata) == 32


def test_metadata_that_is_no_map():
    assert rules(accepted("metadata: text")) == ["field-ignored"]
    assert rules(accepted("metadata:")) == []


@pytest.mark.parametrize(
    ("value", "tools"),
    [
        ("Read Grep", ("Read", "Grep")),
        ("Read,  Grep", ("Read", "Grep")),
        ("[Read, 'Grep Glob']", ("Read", "Grep", "Glob")),
        ("\n  - Read\n  - Grep", ("Read", "Grep")),
        ("Bash Read", ("Shell", "Read")),
        ("Bash(git add *) Read", ("Shell(git add *)", "Read")),
        ("BashOutput", ("BashOutput",)),
        ("true", ("true",)),
        ("42", ("42",)),
        ("null", ("null",)),
        ("[true, 42]", ("true", "42")),
        ("", ()),
        ("'Read(a, b'", ("Read(a, b",)),
    ],
)
def test_allowed_tools(value: str, tools: tuple[str, ...]):
    assert accepted(f"allowed-tools: {value}").allowed_tools == tools


def test_allowed_tools_keep_a_prefix_and_cut_long_names():
    out = accepted("allowed-tools: " + " ".join(f"t{i}" for i in range(65)))
    assert out.allowed_tools == tuple(f"t{i}" for i in range(64))
    assert rules(out) == ["allowed-tools-cut"]
    out = accepted(f"allowed-tools: {'é' * 40}")
    assert out.allowed_tools == ("é" * 32,)
    assert rules(out) == ["allowed-tools-cut"]
    assert rules(accepted("allowed-tools: {a: b}")) == ["field-ignored"]


def test_unknown_keys_are_ignored():
    assert accepted("model: x\n? [a, b]\n: c\n<<: {}").warnings == ()


def test_a_long_body_is_warned_about():
    assert rules(accepted("", "x" * limits.MAX_ACTIVATION)) == []
    assert rules(accepted("", "x" * (limits.MAX_ACTIVATION + 1))) == ["body-over-activation"]


def test_a_bom_and_crlf_are_no_obstacle():
    out = accept(parse("\ufeff---\r\nname: a\r\ndescription: d\r\n---\r\nBody\r\n".encode()), "a")
    assert isinstance(out, Accepted)


def test_cut():
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3, "…") == "…"
    assert cut("ab cd", 6, "…") == "ab cd"
    assert cut("ab cdefgh", 6, "…") == "ab…"
    assert cut("😀😀", 7) == "😀"
