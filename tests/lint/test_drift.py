"""Drift: definitions after approval, and exported trees after the catalog has changed."""

import json
from dataclasses import replace

import jsonschema
import pytest

from toolcat.catalog.config import load_config
from toolcat.catalog.findings import Severity, ToolcatError
from toolcat.cli.tools_schema import SchemaName, read_schema
from toolcat.generators.typescript import export_typescript
from toolcat.lint import LintOptions, lint, lint_reading, read
from toolcat.lint.approvals import NAME, approve, read_approvals

from .conftest import codes

ORDER = """\
  - name: get_order
    description: Return one order.
    inputSchema:
      type: object
      properties:
        id: {type: string, maxLength: 9}
"""
APPROVALS = LintOptions(select=("TX010", "TG007"))


@pytest.fixture
def approved(folder):
    """Write a manifest and approve it; returns a function that lints a changed one."""
    path = folder / "x.tools.yaml"
    path.write_text("tools:\n" + ORDER)
    done = approve(read(["x.tools.yaml"]), LintOptions())
    assert (done.tools, done.new, done.changed, done.gone) == (1, 1, 0, 0)

    def relint(text, *, is_complete=False):
        path.write_text(text)
        return lint_reading(read(["x.tools.yaml"]), APPROVALS, is_complete=is_complete)

    return relint


def test_unchanged_and_moved(approved):
    assert codes(approved("tools:\n" + ORDER)) == []
    assert codes(approved("# a comment\ntools:\n" + ORDER.replace("maxLength: 9", "maxLength: 9.0"))) == []


@pytest.mark.parametrize(
    ("old", "new", "severity", "message", "line"),
    [
        (
            "Return one order.",
            "Return it, and mail it.",
            "error",
            "degraded change after approval: the description changed",
            3,
        ),
        ("maxLength: 9", "maxLength: 5", "error", "breaking change after approval: `maxLength` is 5, was 9", 7),
        ("maxLength: 9", "maxLength: 12", "warning", "additive change after approval: `maxLength` is 12, was 9", 7),
        (", maxLength: 9", "", "warning", "additive change after approval: `maxLength` is absent, was 9", 7),
    ],
)
def test_changed(approved, old, new, severity, message, line):
    (finding,) = approved("tools:\n" + ORDER.replace(old, new)).findings
    assert (finding.code, finding.severity.value, finding.message, finding.place.line) == (
        "TX010",
        severity,
        message,
        line,
    )


def test_new_and_gone(approved):
    result = approved("tools:\n" + ORDER.replace("get_order", "get_invoice"), is_complete=True)
    assert [(f.code, f.tool, f.place.file) for f in result.findings] == [
        ("TX010", "get_order", NAME),
        ("TG007", "get_invoice", "x.tools.yaml"),
    ]
    assert codes(approved("tools:\n" + ORDER.replace("get_order", "get_invoice"))) == ["TG007"]


def test_the_record_has_a_schema_and_a_stable_text(approved, folder):
    text = (folder / NAME).read_text()
    schema = json.loads(read_schema(SchemaName.APPROVALS))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(text), schema)
    approve(read(["x.tools.yaml"]), LintOptions())
    assert (folder / NAME).read_text() == text
    assert read_approvals(folder / NAME).tools.keys() == {"get_order"}


@pytest.mark.parametrize("text", ["", "[]", '{"tools": 3}', '{"version": 9, "tools": {}}', "[" * 100_000])
def test_bad_records(folder, text):
    (folder / NAME).write_text(text)
    with pytest.raises(ToolcatError):
        read_approvals(folder / NAME)


CONFIG = '[[sources]]\npath = "x.tools.yaml"\n\n[lint]\nselect = ["TG"]\ntrees = ["stubs"]\n'


@pytest.fixture
def tree(folder):
    """Export a manifest; returns a function that lints by the config."""
    (folder / "toolcat.toml").write_text(CONFIG)
    path = folder / "x.tools.yaml"
    path.write_text("tools:\n" + ORDER + ORDER.replace("get_order", "get_invoice"))
    export_typescript(read(["x.tools.yaml"]).loaded.catalog.tools(), folder / "stubs")

    def relint(text=None):
        if text is not None:
            path.write_text(text)
        return lint((), config=load_config(folder / "toolcat.toml"))

    return relint


def test_a_fresh_tree(tree):
    assert codes(tree()) == []


def test_a_changed_catalog(tree):
    result = tree("tools:\n" + ORDER.replace("maxLength: 9", "maxLength: 5"))
    assert sorted((f.code, f.tool) for f in result.findings) == [("TG004", "get_invoice"), ("TG004", "get_order")]
    assert all(f.place.file.endswith("stubs/toolcat.lock.json") and f.place.line for f in result.findings)
    assert any("its spec changed" in f.message for f in result.findings)


def test_edited_missing_and_stale_files(tree, folder):
    stub = folder / "stubs" / "getOrder.ts"
    text = stub.read_text()
    stub.write_text(text + "// by hand\n")
    (folder / "stubs" / "getInvoice.ts").unlink()
    (folder / "stubs" / "old.ts").write_text(text)
    assert sorted((f.code, f.severity.value) for f in tree().findings) == [
        ("TG001", "error"),
        ("TG002", "warning"),
        ("TG003", "error"),
    ]


def test_no_tree_and_a_damaged_lock(tree, folder):
    (folder / "stubs" / "toolcat.lock.json").write_text("<<<<<<< HEAD\n")
    (finding,) = tree().findings
    assert (finding.code, finding.severity) == ("TG001", Severity.ERROR)
    assert "damaged" in finding.message
    (folder / "stubs" / "toolcat.lock.json").unlink()
    assert "nothing has been exported there" in tree().findings[0].message


def test_another_toolcat_is_a_warning(tree, folder):
    lock = folder / "stubs" / "toolcat.lock.json"
    data = json.loads(lock.read_text())
    lock.write_text(lock.read_text().replace(f'"toolcat": "{data["toolcat"]}"', '"toolcat": "0.0.1"'))
    assert [(f.code, f.severity.value) for f in tree().findings] == [("TG001", "warning")]


def test_single_files_do_not_check_trees(tree, folder):
    tree("tools:\n" + ORDER)
    config = load_config(folder / "toolcat.toml")
    assert codes(lint(["x.tools.yaml"], config=config)) == []


def test_what_is_configured_must_be_there(folder):
    """A record that is gone, or broken, would switch the check off, or look like a fault of ours."""
    (folder / "x.tools.yaml").write_text("tools:\n" + ORDER)
    options = replace(APPROVALS, approvals=folder / "none.json")
    with pytest.raises(ToolcatError, match="there is no record of approvals"):
        lint(["x.tools.yaml"], options)
    (folder / NAME).write_text("{")
    with pytest.raises(ToolcatError, match="are no JSON"):
        lint(["x.tools.yaml"], APPROVALS)


def test_one_source_of_many_is_approved(folder):
    one, two = ORDER, ORDER.replace("get_order", "get_invoice")
    (folder / "one.yaml").write_text("tools:\n" + one)
    (folder / "two.yaml").write_text("tools:\n" + two)
    done = approve(read(["one.yaml", "two.yaml"]), LintOptions())
    assert (done.tools, done.new, done.changed, done.gone, done.kept) == (2, 2, 0, 0, 0)
    (folder / "one.yaml").write_text("tools:\n" + one.replace("one order", "an order"))
    done = approve(read(["one.yaml"]), LintOptions(), is_complete=False)
    assert (done.tools, done.new, done.changed, done.gone, done.kept) == (1, 0, 1, 0, 1)
    assert sorted(json.loads((folder / NAME).read_text())["tools"]) == ["get_invoice", "get_order"]
    done = approve(read(["one.yaml"]), LintOptions())
    assert (done.tools, done.new, done.changed, done.gone, done.kept) == (1, 0, 0, 1, 0)


def test_nothing_is_approved_while_a_source_cannot_be_read(folder):
    """Its tools would be gone from the record, and no change of theirs be reported any more."""
    (folder / "one.yaml").write_text("tools:\n" + ORDER)
    approve(read(["one.yaml"]), LintOptions())
    before = (folder / NAME).read_text()
    (folder / "two.yaml").write_text("tools:\n  - {")
    for sources in (["one.yaml", "two.yaml"], ["one.yaml", "three.yaml"], ["one.yaml", "*.json"]):
        with pytest.raises(ToolcatError, match="nothing was approved") as raised:
            approve(read(sources), LintOptions())
        assert raised.value.findings
        assert (folder / NAME).read_text() == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"version": 1, "tools": {"get_order": 5}}', "toolcat.approved.json:1:39: the entry is no object"),
        (b'{"version": 1,\n "tools": {"get_order": {"hash": 3}}}', "toolcat.approved.json:2:34: the hash is no text"),
        (b'{"version": 1, "tools": {"a": {"hash": "", "definition": []}}}', ":1:58: the definition is no object"),
        (b'{"version": 1, "tools": {"a": {"hash": ""}}}', ":1:31: the entry has no definition"),
        (b"\xff", "the approvals toolcat.approved.json are not UTF-8"),
        (None, "the approvals toolcat.approved.json cannot be read: Is a directory"),
    ],
)
def test_a_broken_record_is_told_by_line(folder, content, message):
    """Read as empty, it would report a breaking change of each tool, or none."""
    (folder / "x.tools.yaml").write_text("tools:\n" + ORDER)
    if content is None:
        (folder / NAME).mkdir()
    else:
        (folder / NAME).write_bytes(content)
    for run in (lambda: lint(["x.tools.yaml"], APPROVALS), lambda: approve(read(["x.tools.yaml"]), LintOptions())):
        with pytest.raises(ToolcatError) as raised:
            run()
        assert message in raised.value.message
        assert "Errno" not in raised.value.message
        assert "approve anew" in raised.value.hint
