"""Every format: what is promised of it, its official schema where there is one, hostile text in all of them."""

import json
import xml.etree.ElementTree as ElementTree

import jsonschema
import pytest

from toolcat.catalog.findings import Place, Severity
from toolcat.lint import LintFinding, LintResult, all_rules
from toolcat.lint.reporters import FORMATS, report

HOSTILE = 'it\'s <b>&"100%",:\u202e\x1b[31m]]>\nnext\ud800'

MANIFEST = """\
tools:
  - name: files.read
    description: Ä file of the workspace, and its text.
    inputSchema: {type: object, properties: {a: {type: array, description: The lines.}}}
"""


@pytest.fixture
def result(check):
    return check({"a dir/x#1.tools.yaml": MANIFEST}, select=("TC101", "TC202"), clients=("anthropic", "openai"))


@pytest.fixture
def hostile():
    finding = LintFinding(
        "TX001",
        "hidden-unicode",
        Severity.ERROR,
        HOSTILE,
        HOSTILE,
        Place(f"dir/{HOSTILE}.json", 1, 2, 1, 4, "/x"),
        HOSTILE,
        HOSTILE,
    )
    nowhere = LintFinding("TS001", "unreadable-input", Severity.INFO, "no place", "", Place("gone.json"))
    return LintResult(findings=[finding, nowhere], labels=("clean.json",), units=1, rules=all_rules())


def test_json_is_as_documented(result):
    out = json.loads(report(result, "json"))
    assert out == {
        "version": 1,
        "findings": [
            {
                "rule": "TC101",
                "name": "anthropic-name",
                "severity": "error",
                "confidence": "high",
                "message": "Claude API does not take the name `files.read`: letters, digits, `_` and `-`, at most 128",
                "help": "Rename the tool; whoever calls it by its old name must follow.",
                "file": "a dir/x#1.tools.yaml",
                "line": 2,
                "column": 11,
                "endLine": 2,
                "endColumn": 21,
                "pointer": "/tools/0/name",
                "tool": "files.read",
                "fixable": True,
            },
            out["findings"][1],
        ],
        "summary": {
            "files": 1,
            "tools": 1,
            "errors": 2,
            "warnings": 0,
            "infos": 0,
            "fixable": 2,
            "suppressed": 0,
        },
    }
    assert out["findings"][1]["rule"] == "TC202"
    lines = [json.loads(line) for line in report(result, "jsonl").splitlines()]
    assert [{**each, "fix": ...} for each in out["findings"]] == [{**line, "fix": ...} for line in lines]
    assert lines[0]["fix"] == {"message": "rename it to `files_read`", "safety": "unsafe"}


@pytest.mark.parametrize("which", ["result", "hostile"])
def test_sarif(which, request, node_modules):
    log = json.loads(report(request.getfixturevalue(which), "sarif"))
    schema = json.loads((node_modules / "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json").read_text())
    jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker()).validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} >= {rule.code for rule in all_rules()}
    for found in run["results"]:
        assert rules[found["ruleIndex"]]["id"] == found["ruleId"]
        assert found["locations"][0]["physicalLocation"]["region"]["startLine"] >= 1


def test_sarif_places(result):
    (run,) = json.loads(report(result, "sarif"))["runs"]
    physical = run["results"][0]["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"] == {"uri": "a%20dir/x%231.tools.yaml", "uriBaseId": "SRCROOT"}
    assert physical["region"] == {
        "startLine": 2,
        "startColumn": 11,
        "endLine": 2,
        "endColumn": 21,
        "snippet": {"text": "  - name: files.read"},
    }


def test_fingerprints_outlive_moved_lines(check):
    options = {"select": ("TC101",), "clients": ("anthropic",)}
    before = check({"x.tools.yaml": MANIFEST}, **options)
    more = "tools:\n  - {name: zero, inputSchema: {type: object}}\n" + MANIFEST.removeprefix("tools:\n")
    after = check({"x.tools.yaml": more}, **options)
    assert [f.fingerprint for f in before.findings] == [f.fingerprint for f in after.findings]
    assert before.findings[0].place.line != after.findings[0].place.line


def test_absolute_paths_become_relative(folder, check):
    check({"x.tools.yaml": MANIFEST})
    result = check({}, sources=[str(folder / "x.tools.yaml")])
    (run,) = json.loads(report(result, "sarif"))["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "x.tools.yaml"
    assert "file=x.tools.yaml," in report(result, "github")


def test_github(result):
    first, second = report(result, "github").splitlines()
    assert first.startswith(
        "::error title=TC101 anthropic-name,file=a dir/x#1.tools.yaml,line=2,endLine=2,col=11,endColumn=21::Claude API"
    )
    assert "%0ARename the tool" in first
    assert second.startswith("::error title=TC202")


def test_gitlab(result):
    out = json.loads(report(result, "gitlab"))
    assert {"description", "check_name", "fingerprint", "severity", "location"} == out[0].keys()
    assert out[0]["location"] == {"path": "a dir/x#1.tools.yaml", "lines": {"begin": 2}}
    assert len({entry["fingerprint"] for entry in out}) == len(out)
    assert {entry["severity"] for entry in out} <= {"info", "minor", "major", "critical", "blocker"}


def test_junit(result, hostile):
    root = ElementTree.fromstring(report(result, "junit"))
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "2", "2")
    root = ElementTree.fromstring(report(hostile, "junit"))
    assert [len(suite.findall("testcase/failure")) for suite in root] == [0, 1, 1]


def test_rdjson_counts_bytes(check):
    text = "tools:\n  - {description: Ä, name: files.read, inputSchema: {type: object, properties: {}}}\n"
    out = json.loads(report(check({"x.yaml": text}, select=("TC101",), clients=("anthropic",)), "rdjson"))
    start = text.splitlines()[1].encode().index(b"files.read") + 1
    assert out["diagnostics"][0]["location"]["range"] == {
        "start": {"line": 2, "column": start},
        "end": {"line": 2, "column": start + len("files.read")},
    }
    assert out["diagnostics"][0]["severity"] == "ERROR"
    assert out["diagnostics"][0]["code"] == {"value": "TC101 anthropic-name"}


def test_concise(result):
    assert report(result, "concise").splitlines()[0] == (
        "a dir/x#1.tools.yaml:2:11: error TC101 Claude API does not take the name `files.read`: "
        "letters, digits, `_` and `-`, at most 128 [?]"
    )


def test_text(result):
    text = report(result, "text")
    assert "\n2 |   - name: files.read\n  |           ^^^^^^^^^^\n" in text
    assert text.endswith("2 errors in 1 tool in 1 file; 1 fixable with --fix, 1 more with --fix --unsafe-fixes\n")
    assert "\x1b[" not in text
    assert "\x1b[31;1merror[TC101]\x1b[0m" in report(result, "text", colour=True)
    assert report(LintResult(labels=("a", "b"), units=3, suppressed=1, skipped=1), "text") == (
        "No problems in 3 tools in 2 files (1 suppressed, 1 file skipped)\n"
    )


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_hostile_gets_through(form, hostile):
    text = report(hostile, form)
    assert not set(text) & set("\u202e\x1b\ud800")
    text.encode()
    if form in ("concise", "github"):
        assert len(text.splitlines()) == len(hostile.findings)


@pytest.mark.parametrize("form", FORMATS)
def test_empty(form):
    text = report(LintResult(), form)
    assert text == "" or text.endswith("\n")
