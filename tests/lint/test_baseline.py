"""Baselines: which findings they hold back, what they keep and prune, and what is no baseline."""

import json

import pytest

from toolcat.catalog.findings import ToolcatError

from .conftest import CLEAN, codes

DOTTED = "tools:\n" + CLEAN.format(name="order.get")
HIDDEN = "tools:\n" + CLEAN.format(name="order").replace("the shop", '"the\u200b shop"'.strip('"'))
TWO = "tools:\n" + CLEAN.format(name="order.get") + CLEAN.format(name="invoice.get")
NAMES = {"select": ("TC101",), "clients": ("anthropic",)}


def baseline(check, folder, files, **options):
    path = folder / "baseline.json"
    result = check(files, baseline=path, update_baseline=True, **options)
    path.write_text(result.baseline.updated())
    return json.loads(path.read_text())["findings"]


def test_baseline(check, folder):
    path = folder / "baseline.json"
    entries = baseline(check, folder, {"x.yaml": DOTTED}, **NAMES)
    assert [(e["rule"], e["file"], e["tool"], e["pointer"]) for e in entries] == [
        ("TC101", "x.yaml", "order.get", "/name")
    ]
    again = check({"x.yaml": "# moved\n" + TWO}, baseline=path, **NAMES)
    assert [f.tool for f in again.findings] == ["invoice.get"]
    assert again.suppressed == 1
    fixed = check(
        {"x.yaml": "tools:\n" + CLEAN.format(name="order")},
        baseline=path,
        select=("TC101", "TL"),
        clients=("anthropic",),
    )
    assert codes(fixed) == ["TL005"]
    assert baseline(check, folder, {"x.yaml": "tools:\n" + CLEAN.format(name="order")}, **NAMES) == []


def test_findings_of_sources_are_in_baselines_too(check, folder):
    bad = '{"name": "a", "inputSchema": {"type": "object"}, "title": 3}'
    entries = baseline(check, folder, {"x.json": f'{{"tools": [{bad}]}}'}, select=("TS009",))
    assert [(entry["rule"], entry["tool"], entry["pointer"]) for entry in entries] == [("TS009", "a", "/title")]
    more = f'{{"tools": [{{"name": "b", "inputSchema": {{"type": "object"}}}}, {bad}]}}'
    assert codes(check({"x.json": more}, baseline=folder / "baseline.json", select=("TS009",))) == []


def test_baseline_counts(check, folder):
    path = folder / "baseline.json"
    prop = "tools:\n  - name: a\n    inputSchema: {type: object, properties: {x y: {}, z!: {}}}\n"
    options = {"select": ("TC102",), "clients": ("anthropic",)}
    baseline(check, folder, {"x.yaml": prop.replace(", z!: {}", "")}, **options)
    assert len(check({"x.yaml": prop}, baseline=path, **options).findings) == 1


def test_baseline_of_security_rules_needs_a_reason(check, folder):
    path = folder / "baseline.json"
    entries = baseline(check, folder, {"x.yaml": HIDDEN}, select=("TX001",))
    assert entries[0]["reason"] == ""
    assert codes(check({"x.yaml": HIDDEN}, baseline=path, select=("TX001", "TL"))) == ["TL006", "TX001"]
    entries[0]["reason"] = "a word joiner that the shop needs"
    path.write_text(json.dumps({"version": 1, "findings": entries}))
    assert codes(check({"x.yaml": HIDDEN}, baseline=path, select=("TX001", "TL"))) == []
    assert baseline(check, folder, {"x.yaml": HIDDEN}, select=("TX001",))[0]["reason"] == entries[0]["reason"]


@pytest.mark.parametrize("text", ["", "[]", '{"findings": 3}', None])
def test_bad_baselines(check, folder, text):
    path = folder / "b.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ToolcatError):
        check({"x.yaml": DOTTED}, baseline=path)


def test_a_baseline_keeps_what_the_run_did_not_look_at(check, folder):
    """One file of many, or skills instead of tools: what nobody looked at is neither gone nor pruned."""
    path = folder / "baseline.json"
    files = {"a.yaml": DOTTED, "b.yaml": DOTTED.replace("order.get", "item.get")}
    (folder / "SKILL.md").write_text("x")
    entries = baseline(check, folder, files, **NAMES)
    assert [entry["file"] for entry in entries] == ["a.yaml", "b.yaml"]
    other = {"rule": "SN003", "file": "SKILL.md", "pointer": "/name", "message": "m", "reason": "r"}
    path.write_text(json.dumps({"version": 1, "findings": [*entries, other]}))
    options = {"select": ("TC101", "TL"), "clients": ("anthropic",), "baseline": path}
    clean = "tools:\n" + CLEAN.format(name="order")
    assert codes(check({"a.yaml": DOTTED}, **options)) == []
    assert codes(check({"a.yaml": clean}, **options)) == ["TL005"]
    kept = baseline(check, folder, {"a.yaml": clean}, **NAMES)
    assert kept == [other, entries[1]]
    (folder / "b.yaml").unlink()
    (stale,) = check({"a.yaml": clean}, **options).findings
    assert stale.message == "the baseline holds 1 finding that is gone"
    assert baseline(check, folder, {"a.yaml": clean}, **NAMES) == [other]
    path.write_text(json.dumps({"version": 1, "findings": entries}))
    (stale,) = check({"a.yaml": clean}, **options).findings
    assert stale.message == "the baseline holds 2 findings that are gone"


@pytest.mark.parametrize(
    "text",
    [
        '{"version": 2, "findings": []}',
        '{"version": 1, "findings": [5]}',
        '{"version": 1, "findings": [{"rule": 3}]}',
        '{"version": 1, "findings": [{"rule": "TS001", "line": 4}]}',
        '{"findings": {}}',
        "[]",
        "{",
    ],
)
@pytest.mark.parametrize("update", [False, True])
def test_only_a_baseline_is_taken_for_one(check, folder, text, update):
    """A report in JSON has findings, too; and what is no baseline is not written over."""
    path = folder / "baseline.json"
    path.write_text(text)
    with pytest.raises(ToolcatError) as raised:
        check({"x.yaml": DOTTED}, baseline=path, update_baseline=update)
    assert "baseline" in raised.value.message
    assert ("another file" in raised.value.hint) == update


def test_what_is_about_a_whole_list_stays_the_same_finding(check, folder):
    """Whichever tool it is shown at: a tool more before it would else be a new finding, and the old one be gone."""

    def named(*names):
        return {"x.yaml": "tools:\n" + "".join(CLEAN.format(name=name) for name in names)}

    many = [f"tool_{number:03}" for number in range(130)]
    options = {"select": ("TC204", "TC402", "TC503", "TS018", "TL")}
    entries = baseline(check, folder, named("z", *many), **options)
    assert sorted(entry["rule"] for entry in entries) == ["TC204", "TC402", "TC503", "TS018"]
    assert not any("tool" in entry or "pointer" in entry for entry in entries)
    path = folder / "baseline.json"
    assert check(named("z", "a", *many, "b"), baseline=path, **options).findings == []
    first = check(named("z", *many), fold=False, **options).findings
    second = check(named("z", "a", *many), fold=False, **options).findings
    assert [f.fingerprint for f in first] == [f.fingerprint for f in second]
    assert [f.tool for f in first] != [f.tool for f in second]
