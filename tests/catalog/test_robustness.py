"""Robustness: whatever bytes a file holds, loading ends in a catalog or in one clear error."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from toolcat.catalog.findings import Finding, ToolcatError
from toolcat.catalog.loading import LoadOptions, SourceRequest, load

ENDINGS = st.sampled_from([".json", ".jsonl", ".yaml", ".toml", ".meta", ".txt", ""])
WITHIN = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def check(folder: Path, content: bytes, ending: str) -> None:
    path = folder / f"x{ending}"
    path.write_bytes(content)
    for target in (path, folder):
        try:
            loaded = load([SourceRequest(str(target))], options=LoadOptions(assume={"env:A": "set"}))
        except ToolcatError as error:
            check_findings(error.findings)
        else:
            check_findings(loaded.findings)
            json.dumps(loaded.catalog.specs(), allow_nan=False).encode()
    path.unlink()


def check_findings(findings: "list[Finding] | tuple[Finding, ...]") -> None:
    for finding in findings:
        assert finding.message
        assert finding.help
        place = finding.place
        assert place.line is None or place.line >= 1
        assert place.column is None or place.column >= 1
        f"{finding.message}{finding.help}{finding.tool}{finding.excerpt}{place}".encode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("robust")


@WITHIN
@given(st.binary(max_size=200), ENDINGS)
@example(b"\xef\xbb\xbf", ".json")
@example(b"\xff\xfe", "")
@example(b"[[a]]\nb = 1\n[[a]]\nc={d=[1,2979-01-01]}", ".toml")
def test_any_bytes(folder: Path, content: bytes, ending: str):
    check(folder, content, ending)


@WITHIN
@given(st.text("{}[]\",:\\u d8'#&*-!|>\n\t=.tools0na1eé\U0001f600%@`?<~", max_size=120), ENDINGS)
@example("a: !!float x", ".yaml")
@example("? - a\n: b", ".yaml")
@example("{? : }", ".yaml")
@example('"\\ud800"', ".json")
@example("a = 1\n[a]\n", ".toml")
def test_any_text(folder: Path, content: str, ending: str):
    check(folder, content.encode(), ending)


OUR_WORDS = (
    "name tools inputSchema input_schema parameters parametersJsonSchema function toolSpec json type arguments result"
    " jsonrpc error message functionDeclarations toolConfig server categories defaults variants match os env binary"
    " category gate planOnly keywords annotations readOnlyHint _meta toolcat usageHint customCategory icons"
    " manifest_version version nextCursor description title outputSchema disclosure tier scope args cmd x"
)
KEYS = st.sampled_from(OUR_WORDS.split())
VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-1, 2)
    | st.sampled_from(["", " ", "a", "mcp__a__b", "web", "function", "object", "\ud800", "a\n", "full", "OBJECT", "1"])
)
DATA = st.recursive(
    VALUES, lambda below: st.lists(below, max_size=3) | st.dictionaries(KEYS, below, max_size=6), max_leaves=40
)


@settings(WITHIN, max_examples=250)
@given(DATA, st.sampled_from([".json", ".meta"]))
@example({"tools": [{"name": "a", "variants": [{"match": {"os": ["a"]}, "inputSchema": 1}]}]}, ".json")
@example({"description": "a", "variants": [{"match": {}, "cmd": 1}]}, ".meta")
@example([{"toolSpec": {"name": "a", "inputSchema": 3}}], ".json")
def test_any_data_with_our_words(folder: Path, data: object, ending: str):
    check(folder, json.dumps(data).encode(), ending)


@WITHIN
@given(st.lists(DATA, max_size=3))
def test_any_lines_with_our_words(folder: Path, rows: list[object]):
    check(folder, "\n".join(json.dumps(row) for row in rows).encode(), ".jsonl")


@WITHIN
@given(st.dictionaries(KEYS, DATA, max_size=4))
def test_any_yaml_with_our_words(folder: Path, data: dict[str, object]):
    import yaml

    check(folder, yaml.safe_dump(data).encode(), ".yaml")


EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WHOLE = [EXAMPLES / "desk.tools.yaml", EXAMPLES / "toolcat.toml", *sorted((EXAMPLES / "meta").glob("*.meta"))]
SPLINTERS = st.sampled_from(
    [
        '"',
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\\",
        "\n",
        "null",
        "1e999",
        "NaN",
        "&a",
        "*a",
        "<<:",
        "!!x",
        "\ud7ff",
        "\u2028",
        "#",
        "|",
        "=",
        "\r",
        "[[x]]",
        "'''",
        '"""',
        "-",
        "-",
    ]
)


@settings(WITHIN, max_examples=60)
@given(st.sampled_from(WHOLE), st.lists(st.tuples(st.floats(0, 1), SPLINTERS, st.integers(0, 30)), max_size=4))
def test_damaged_files(folder: Path, path: Path, damage: list[tuple[float, str, int]]):
    text = path.read_text("utf-8")
    for where, splinter, cut in damage:
        offset = int(where * len(text))
        text = text[:offset] + splinter + text[offset + cut :]
    check(folder, text.encode(), path.suffix)
