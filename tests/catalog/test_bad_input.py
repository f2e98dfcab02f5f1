"""Bad input: each ends in one clear line, or costs only the tool that it stands in; bounded time and memory."""

import json
import os
import sys
from pathlib import Path

import pytest

from toolcat.catalog.findings import ToolcatError
from toolcat.catalog.loading import LoadOptions, SourceRequest, load

GOOD = {"name": "good", "inputSchema": {}}


def error_of(path: object, **options: object) -> ToolcatError:
    with pytest.raises(ToolcatError) as caught:
        load([SourceRequest(str(path))], options=LoadOptions(**options))
    assert "\n" not in caught.value.message
    return caught.value


def test_a_missing_file(tmp_path: Path):
    assert "no such file" in error_of(tmp_path / "nope.json").message


def test_names_that_no_file_can_have(tmp_path: Path):
    assert "NUL" in error_of("a\0b").message
    error_of("x" * 5_000)


def test_a_folder_with_nothing_in_it(tmp_path: Path):
    assert "holds no file that could list tools" in error_of(tmp_path).message
    folder = tmp_path / "x.json"
    folder.mkdir()
    assert "holds no file that could list tools" in error_of(folder).message


def test_a_pattern_that_matches_nothing(tmp_path: Path):
    assert "matches no file" in error_of(tmp_path / "*.json").message


@pytest.mark.parametrize("content", ["[]", '{"tools": []}', '{"result": {"tools": []}}', "tools: []\n"])
def test_an_empty_list(refused, content: str):
    assert "the list of tools is empty" in refused(content, "x.yaml" if content.startswith("t") else "x.json").message


@pytest.mark.parametrize("name", ["x.json", "x.yaml", "x.toml", "x.jsonl", "x"])
@pytest.mark.parametrize("content", ["", "  \n\t"])
def test_an_empty_file(refused, name: str, content: str):
    assert "the file is empty" in refused(content, name).message


def test_invalid_utf_8_has_a_place(refused):
    error = refused(b'{"a":\r\n "\xc3\xa9\xe9"}')
    assert ":2:4: the file is not UTF-8: byte 0xe9 at offset 11" in error.message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_other_encodings(refused, encoding: str):
    message = refused('{"tools": []}'.encode(encoding)).message
    assert "only UTF-8 is read" in message


def test_nul_bytes(refused):
    assert ":2:2: the file holds a NUL byte" in refused(b'{"tools":\n[\0]}').message


def test_a_byte_order_mark_is_read_and_reported(read):
    loaded = read(b"\xef\xbb\xbf" + json.dumps([GOOD]).encode())
    assert len(loaded.catalog) == 1
    (finding,) = loaded.findings
    assert (finding.code, str(finding.severity)) == ("TS001", "info")


@pytest.mark.parametrize(
    ("content", "where", "what"),
    [
        ('{"tools": [', ":1:12:", "ends too early"),
        ('{"tools": [}', ":1:12:", "a value is expected"),
        ('{"a": 1,}', ":1:", ""),
        ("{'a': 1}", ":1:2:", "a key in double quotes"),
        ('{"a" 1}', ":1:6:", "a ':' is expected"),
        ("[1 2]", ":1:4:", "a ','"),
        ('{"a": "\n"}', ":1:8:", "raw control character"),
        ('{"a": "\\x"}', ":1:8:", "begins no escape"),
        ('{"a": "\\u12"}', ":1:", "four hexadecimal digits"),
        ('{"a": "x', ":1:7:", "not closed"),
        ("[]\n[]x", ":2:1:", "behind the end"),
        ("hello", ":1:1:", "a value is expected"),
    ],
)
def test_what_is_no_json(refused, content: str, where: str, what: str):
    message = refused(content).message
    assert where in message
    assert what in message
    assert "is not JSON" in message


def test_what_is_no_yaml(refused):
    message = refused("tools:\n  - name: a\n bad\n", "x.yaml").message
    assert ":3:2: the file is not YAML" in message
    assert "several documents" in refused("a: 1\n---\nb: 2\n", "x.yaml").message
    assert ":2:1" in refused("a: b\n\x01", "x.yaml").message
    assert "found undefined alias" in refused("tools: *nope\n", "x.yaml").message


def test_what_is_no_toml(refused):
    assert ":2:6: the file is not TOML: invalid value" in refused("[[tools]]\nname=a\n", "x.toml").message
    assert ":2:4: the file is not TOML: a key or a table stands twice" in refused("a=1\na=2\n", "x.toml").message


@pytest.mark.parametrize("name", ["x", "x.txt", "x.html"])
@pytest.mark.parametrize("content", ["hello world", "<html><body></body></html>", "// a: b\n\nexports[`x`] = `{\n `;"])
def test_a_file_without_a_known_ending_says_what_was_tried(refused, name: str, content: str):
    message = refused(content, name).message
    for format in ("JSON", "TOML", "YAML"):
        assert format in message


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x", "tools:\n- {name: a, inputSchema: {}}\n"),
        ("x", "# c\n[[tools]]\nname = 'a'\ninputSchema = {}\n"),
        ("x", '[{"name": "a", "inputSchema": {}}]'),
        ("x", '{"name": "a", "inputSchema": {}}\n{"name": "b", "inputSchema": {}}\n'),
        ("x.txt", "{name: a, inputSchema: {}}"),
        ("x.yaml", '[{"name": "a", "inputSchema": {"default": "\\ud83d\\ude00"}}]'),
        ("x.jsonl", '[\n{"name": "a",\n"inputSchema": {}}]'),
        ("x.json", '{"name": "a", "inputSchema": {}}\n{"name": "b", "inputSchema": {}}\n'),
    ],
)
def test_content_decides(read, name: str, content: str):
    loaded = read(content, name)
    assert loaded.catalog.tools()[0].name == "a"
    assert loaded.findings == []


def test_a_file_past_the_limit(refused):
    assert "larger than the limit of 10 bytes" in refused([GOOD], max_json_bytes=10).message
    assert "larger than the limit of 10 bytes" in refused("tools: [a, b, c]\n", "x.yaml", max_yaml_bytes=10).message
    assert "larger than the limit of 10 bytes for YAML" in refused("tools: [a, b, c]\n", "x", max_yaml_bytes=10).message


@pytest.mark.parametrize(
    "content", ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000, '[{"a":[' * 50_000]
)
def test_deep_json(refused, content: str):
    message = refused(content).message
    assert "nests deeper than 1,000 levels" in message


@pytest.mark.parametrize("content", ["[" * 100_000, "- " * 100_000 + "x", "{a: " * 100_000, "? " * 100_000])
def test_deep_yaml(refused, content: str):
    assert "nests deeper than 1,000 levels" in refused(content, "x.yaml").message


def test_deep_toml(refused):
    assert "nests deeper than 1,000 levels" in refused("a=" + "[" * 100_000, "x.toml").message
    assert ":1:2: the file has a key of more than 100 parts" in refused("[" + "a." * 100_000 + "b]\n", "x.toml").message
    refused("a" * 1_000_000, "x.toml")


def test_a_thousand_levels_are_read(read):
    text = '[{"name": "a", "inputSchema": ' + '{"a":' * 998 + "1" + "}" * 998 + "}]"
    assert len(read(text).catalog) == 1


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="later versions count in the parser")
def test_the_recursion_limit_is_left_as_it_was(read, refused):
    before = sys.getrecursionlimit()
    read([GOOD])
    refused("[" * 100_000)
    assert sys.getrecursionlimit() == before


def test_aliases_are_bounded(refused):
    rows = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    rows += [f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]" for n in range(12)]
    message = refused("\n".join([*rows, "tools: *m"]), "x.yaml").message
    assert "aliases that expand to more than 1,000,000 values" in message
    assert "alias that contains itself" in refused("tools: &a\n  - *a\n", "x.yaml").message
    assert "alias that contains itself" in refused("tools: &a\n  - x: {y: *a}\n", "x.yaml").message
    chain = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 3_000))
    assert "nests deeper" in refused(chain + "tools: *a2999\n", "x.yaml").message


@pytest.mark.parametrize(
    ("schema", "pointer", "what"),
    [
        ('{"default": NaN}', "/default", "NaN is no JSON value"),
        ('{"default": -Infinity}', "/default", "-Infinity is no JSON value"),
        ('{"default": [1, 1e999]}', "/default/1", "1e999 is beyond every double"),
        ('{"maximum": ' + "9" * 5_000 + "}", "/maximum", "an integer of 5,000 digits"),
        ('{"maximum": -' + "9" * 5_000 + "}", "/maximum", "an integer of 5,000 digits"),
        ('{"title": "\\ud800"}', "/title", "half of a surrogate pair"),
        ('{"title": "\\ude00\\ud83d"}', "/title", "half of a surrogate pair"),
        ('{"title": "\\ud83d\\ude00\\ud83d"}', "/title", "half of a surrogate pair"),
        ('{"\\ud800": 1}', "/\ud800", "half of a surrogate pair"),
        ('{"a": 1, "a": 2}', "/a", "the key 'a' stands twice"),
        ('{"a": {"b": 1, "b": 2}}', "/a/b", "the key 'b' stands twice"),
    ],
)
@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_a_value_that_is_no_json_costs_only_its_tool(read, schema: str, pointer: str, what: str, name: str):
    row = '{"name": "bad", "inputSchema": ' + schema + "}"
    good = json.dumps(GOOD)
    loaded = read(f"[{good}, {row}]" if name == "x.json" else f"{good}\n{row}\n", name)
    assert [spec.name for spec in loaded.catalog.tools()] == ["good"]
    finding = loaded.findings[0]
    assert what in finding.message
    assert (finding.is_error, finding.tool, finding.place.pointer) == (True, "bad", f"/1/inputSchema{pointer}")
    assert finding.place.line == (1 if name == "x.json" else 2)


@pytest.mark.parametrize(
    "text",
    ['"NaN and Infinity"', '"\\ud83d\\ude00 \\\\ud800"', '"\\\\"', "1e308", "[1.5, -0.0]", '{"a": {"a": {"a": 1}}}'],
)
def test_what_only_looks_odd_is_read(read, text: str):
    loaded = read('[{"name": "a", "inputSchema": {"default": ' + text + "}}]")
    assert loaded.findings == []
    assert len(loaded.catalog) == 1


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (".nan", "is no JSON value"),
        ("-.INF", "is no JSON value"),
        ("1e999", "is no JSON value"),
        ("9" * 5_000, "5,000 digits"),
        ("!!binary aGk=", "the tag !!binary"),
        ("!custom {}", "the tag !custom"),
        ("!!set {a, b}", "the tag !!set"),
        ("!!int x", "is no int"),
        ("{? [a] : 1}", "a key is a list or a mapping"),
        ("{a: 1, a: 2}", "the key 'a' stands twice"),
        ("{<<: {a: 1}}", "'<<' merges nothing"),
    ],
)
def test_a_yaml_value_that_is_no_json_costs_only_its_tool(read, value: str, what: str):
    loaded = read(
        f"tools:\n- {{name: good, inputSchema: {{}}}}\n- name: bad\n  inputSchema:\n    default: {value}\n", "x.yaml"
    )
    assert [spec.name for spec in loaded.catalog.tools()] == ["good"]
    finding = loaded.findings[0]
    assert what in finding.message
    assert (finding.is_error, finding.tool, finding.place.line) == (True, "bad", 5)


def test_toml_values_that_are_no_json_cost_only_their_tools(read):
    text = "[[tools]]\nname='good'\ninputSchema={}\n[[tools]]\nname='a'\ninputSchema={default=2020-01-01}\n"
    text += "[[tools]]\nname='b'\n[tools.inputSchema]\ndefault=nan\n"
    loaded = read(text, "x.toml")
    assert [spec.name for spec in loaded.catalog.tools()] == ["good"]
    assert [(finding.tool, finding.place.line) for finding in loaded.findings] == [("a", 6), ("b", 10)]


def test_duplicate_keys_name_both_places(read):
    loaded = read('[{"name": "a",\n  "inputSchema": {"x": 1,\n    "x": 2}}, {"name": "b", "inputSchema": {}}]')
    (finding,) = loaded.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("TS004", 3, 5)
    assert "first at line 2, column 19" in finding.message
    loaded = read("tools:\n- name: a\n  inputSchema: {x: 1,\n   x: 2}\n- {name: b, inputSchema: {}}\n", "x.yaml")
    (finding,) = loaded.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("TS004", 4, 4)
    assert "first at line 3, column 17" in finding.message


def test_a_duplicate_key_outside_every_tool_spoils_its_document_or_page(read, refused):
    good = json.dumps(GOOD)
    assert "the key 'tools' stands twice" in refused('{"tools": [], "tools": [' + good + "]}").message
    loaded = read('[{"tools": [{"name": "x", "inputSchema": {}}], "a": 1, "a": 2}, {"tools": [' + good + "]}]")
    assert [spec.name for spec in loaded.catalog.tools()] == ["good"]
    assert [finding.code for finding in loaded.findings] == ["TS004"]


def test_a_broken_line_of_json_lines_stands_alone(read, refused):
    good = json.dumps(GOOD)
    loaded = read(f"{good}\n{{bad\n\n" + '{"name": "b", "inputSchema": {}}', "x.jsonl")
    assert [spec.name for spec in loaded.catalog.tools()] == ["b", "good"]
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error, finding.place.line, finding.place.column) == ("TS001", True, 2, 2)
    assert "not JSON" in refused("bad\nworse\n", "x.jsonl").message


def test_names(read):
    tools = [{"name": name, "inputSchema": {}} for name in ("ok", "", " ", "a\tb", "x" * 257, "é" * 129)]
    loaded = read([*tools, {"name": None, "inputSchema": {}}, {"name": 5, "inputSchema": {}}, {"inputSchema": {}}])
    assert [spec.name for spec in loaded.catalog.tools()] == ["ok"]
    assert [finding.code for finding in loaded.findings] == [
        "TS006",
        "TS006",
        "TN010",
        "TN010",
        "TN010",
        "TS006",
        "TS006",
        "TS006",
    ]


@pytest.mark.parametrize("schema", [None, [], "x", 1])
def test_schemas_that_are_none(read, schema: object):
    loaded = read([GOOD, {"name": "bad", "inputSchema": schema}])
    assert [spec.name for spec in loaded.catalog.tools()] == ["good"]
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error, finding.tool) == ("TS007", True, "bad")


def test_a_list_in_which_every_tool_is_bad_is_no_failure_of_the_whole(read):
    loaded = read([{"name": "", "inputSchema": {}}])
    assert len(loaded.catalog) == 0
    assert loaded.findings[0].is_error


def test_one_bad_file_among_good_ones(write, tmp_path: Path):
    requests = [
        SourceRequest(write("a.json", [GOOD])),
        SourceRequest(write("b.json", "{")),
        SourceRequest(str(tmp_path / "c.json")),
    ]
    loaded = load(requests)
    assert len(loaded.catalog) == 1
    assert [(finding.code, finding.is_error) for finding in loaded.findings] == [("TS001", True), ("TS001", True)]
    with pytest.raises(ToolcatError, match="no tools could be read") as caught:
        load(requests[1:])
    assert len(caught.value.findings) == 2


needs_posix = pytest.mark.skipif(os.name == "nt", reason="POSIX only")


@needs_posix
def test_pipes_devices_and_circles(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.json")
    assert "no regular file" in error_of(tmp_path / "pipe.json").message
    assert "no regular file" in error_of("/dev/zero").message
    (tmp_path / "loop.json").symlink_to("loop.json")
    assert "lead in a circle" in error_of(tmp_path / "loop.json").message


@needs_posix
def test_a_folder_of_odd_files_ends(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "loop.json").symlink_to("loop.json")
    (tmp_path / "up").symlink_to(tmp_path)
    (tmp_path / "good.json").write_text(json.dumps([GOOD]), encoding="utf-8")
    loaded = load([SourceRequest(str(tmp_path))])
    assert len(loaded.catalog) == 1
    (finding,) = loaded.findings
    assert (finding.code, str(finding.severity)) == ("TS020", "info")
    for name in ("pipe.json", "loop.json", "up"):
        assert name in finding.message


@needs_posix
def test_permissions(tmp_path: Path):
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    path = tmp_path / "x.json"
    path.write_text("[]", encoding="utf-8")
    path.chmod(0)
    assert "permission is denied" in error_of(path).message


@needs_posix
def test_process_substitution_is_read(tmp_path: Path):
    reading, writing = os.pipe()
    os.write(writing, json.dumps([GOOD]).encode())
    os.close(writing)
    try:
        assert len(load([SourceRequest(f"/dev/fd/{reading}")]).catalog) == 1
    finally:
        os.close(reading)


def test_integers_that_could_be_read_and_not_be_printed(read, refused):
    text = "tools:\n- {name: good, inputSchema: {}}\n- {name: bad, inputSchema: {default: 0x" + "F" * 5_000 + "}}\n"
    loaded = read(text, "x.yaml")
    assert [spec.name for spec in loaded.catalog.tools()] == ["good"]
    assert "an integer of 5,000 digits" in loaded.findings[0].message
    text = (
        "[[tools]]\nname='good'\ninputSchema={}\n[[tools]]\nname='bad'\ninputSchema={default=0x" + "F" * 5_000 + "}\n"
    )
    loaded = read(text, "x.toml")
    assert [spec.name for spec in loaded.catalog.tools()] == ["good"]
    assert "an integer of too many digits" in loaded.findings[0].message
    message = refused("[[tools]]\nname='a'\nx=" + "9" * 5_000 + "\n", "x.toml").message
    assert ":3:3: the file holds an integer of too many digits" in message


def test_what_strangers_name_is_cut_in_messages(read):
    long = "x" * 1_000_000
    loaded = read(
        {
            long: 1,
            "server": "s",
            "tools": [
                {"name": long, "inputSchema": {}},
                {"name": f"{long}\n", "inputSchema": {}},
                {"name": "a", "inputSchema": {}, "category": long, "disclosure": long},
                {"name": "b", "type": long},
            ],
        }
    )
    assert len(loaded.findings) >= 4
    for finding in loaded.findings:
        assert len(finding.message) < 2_000
        assert len(finding.help) < 2_000


@pytest.mark.parametrize(
    ("text", "line", "column", "what", "help"),
    [
        ("tools:\n\t- name: x\n", 2, 1, "a tab stands where YAML wants spaces", "Indent with spaces."),
        ("- a\n\tb: c\n", 2, 1, "a tab stands where YAML wants spaces", "Indent with spaces."),
        ("a: |\n\ttext\n", 2, 1, "a tab stands where YAML wants spaces", "Indent with spaces."),
        ("a: @b\n", 1, 4, "a text without quotes cannot begin with `@`", "Put it into quotes."),
        ("a: `b`\n", 1, 4, "a text without quotes cannot begin with ```", "Put it into quotes."),
        ("a: %b\n", 1, 4, "a text without quotes cannot begin with `%`", "Put it into quotes."),
        ("{a: >\n b}\n", 1, 5, "a block text (`>`) cannot stand inside brackets", "Put the text into quotes."),
        ("a: Use when: b\n", 1, 12, "a second colon with a blank in one line", "Put the text into quotes, or"),
        ("a: 'b\nc: d\n", 1, 4, "the text that begins here never ends", "Close the quotes."),
        ('a:\n  b: "c\n', 2, 6, "the text that begins here never ends", "Close the quotes."),
        ("a: {b: c\n", 1, 4, "the bracket that opens here is never closed", "Close it."),
        ("a: [b,\nc\n", 1, 4, "the bracket that opens here is never closed", "Close it."),
        ("a:\n  b: c\n d: e\n", 3, 2, "this line is indented neither as the one above", "Indent it as its neighbours"),
        ("a: b\n- c\n", 2, 1, "an entry of a list stands where a key is expected", "Indent the list"),
        ("a: 'b' c\n", 1, 8, "text stands behind what is complete", "Put all of it into quotes"),
    ],
)
def test_what_is_wrong_with_a_yaml_text_is_said_in_plain_words(tmp_path: Path, text, line, column, what, help):
    (tmp_path / "x.yaml").write_text(text)
    (found,) = load([SourceRequest(str(tmp_path / "x.yaml"))], options=LoadOptions(allow_empty=True)).findings
    assert (found.place.line, found.place.column) == (line, column)
    assert f"the file is not YAML: {what}" in found.message
    assert found.help.startswith(help)


@pytest.mark.skipif(sys.platform == "win32", reason="there the two signs are one")
@pytest.mark.parametrize(
    ("path", "help"),
    [
        ("tols.json", "Did you mean tools.json?"),
        ("tools.jsn", "Did you mean tools.json?"),
        ("Tools.json", "Did you mean tools.json?"),
        ("servers\\a.json", "Did you mean servers/a.json?"),
        ("servers/b.json", "Did you mean servers/a.json?"),
        ("shop:servers/a.json", "Did you mean shop=servers/a.json?"),
        ("nothing-like-it", "Check the path."),
        ("none/a.json", "Check the path."),
        ("x\\y", "Check the path."),
    ],
)
def test_a_path_that_is_nearly_right(tmp_path, monkeypatch, path, help):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "servers").mkdir()
    for name in ("tools.json", "servers/a.json"):
        (tmp_path / name).write_text("{}")
    (found,) = load([SourceRequest(path)], options=LoadOptions(allow_empty=True)).findings
    assert found.help == help
