"""Fixing: every rule's fix removes its finding and changes nothing else; rounds end; files are written whole."""

import pytest

from toolcat.lint import LintOptions, all_rules, lint, lint_reading, read
from toolcat.lint.fixes.rounds import fix_reading

from .rules.test_examples import run

FIXED = [
    pytest.param(rule, example, id=f"{rule.code}-{index}")
    for rule in all_rules()
    for index, example in enumerate(rule.bad)
    if example.fixed is not None
]


@pytest.mark.parametrize(("rule", "example"), FIXED)
def test_the_fix_of_an_example(rule, example, folder):
    rendered, own, _ = run(rule, example, folder)
    assert own[0].fix is not None
    assert own[0].fix.safety == "safe" or rule.fix == "unsafe"
    options = LintOptions(select=(rule.name,), clients=rule.clients, **example.options)
    sources = [name for name in rendered.files if name not in example.not_sources]
    (changed,) = fix_reading(read(sources), options, unsafe=True)
    wanted = example.render(example.fixed).files[changed.label]
    # What an example does not say stands behind it, and so does a key that a fix adds: only then may lines be swapped.
    assert changed.after == wanted or sorted(changed.after.splitlines()) == sorted(wanted.splitlines())
    (folder / changed.label).write_bytes(changed.after.encode())
    assert not [finding for finding in lint(sources, options).findings if finding.code == rule.code]


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_rules_with_fixes_show_one(rule):
    shows = any(example.fixed is not None for example in rule.bad)
    assert shows == (rule.fix is not None)


def test_safe_fixes_only(folder):
    text = "tools:\n- name: order.get\n  inputSchema: {type: object}\n"
    (folder / "x.yaml").write_text(text)
    options = LintOptions(select=("TC2",), clients=("openai",))
    (safe,) = fix_reading(read(["x.yaml"]), options)
    assert (safe.after, safe.fixes) == (text.replace("{type: object}", "{type: object, properties: {}}"), 1)
    (both,) = fix_reading(read(["x.yaml"]), options, unsafe=True)
    assert (both.after, both.fixes) == (safe.after.replace("order.get", "order_get"), 2)


def test_what_is_held_back_is_not_fixed(folder):
    (folder / "x.yaml").write_text("tools:\n- name: a\n  inputSchema: {type: object} # toolcat: ignore[TC202] -- so\n")
    assert fix_reading(read(["x.yaml"]), LintOptions(select=("TC2",), clients=("openai",))) == []


def test_fixes_that_meet_take_turns(folder):
    (folder / "x.json").write_text('{"tools": [{"name": "a b", "inputSchema": {"type": "object"}}, {"name": "a c"}]}')
    reading = read(["x.json"])
    options = LintOptions(select=("TC1", "TC2", "TC6"), clients=("anthropic", "openai", "bedrock"))
    (changed,) = fix_reading(reading, options, unsafe=True)
    assert changed.after == (
        '{"tools": [{"name": "a_b", "inputSchema": {"type": "object", "properties": {}}}, {"name": "a_c"}]}'
    )


def test_fixing_the_corpus_keeps_everything_else(corpus):
    """Fix all that can be fixed in real lists: the rest of the data stays, and no fix is left over."""
    names = ("firecrawl", "chrome-devtools", "stripe", "mongodb", "xcodebuild", "mcp-atlassian")
    reading = read([str(corpus / "tools" / f"{name}.json") for name in names])
    options = LintOptions(clients=("gemini", "openai"), select=("TC3", "TC2"))
    changed = fix_reading(reading, options, unsafe=True)
    assert len(changed) == len(names)
    for file in changed:
        assert file.after.count("\n") <= file.before.count("\n") + file.fixes
        assert file.fixes < 5_000
    again = lint_reading(reading, options).fixes
    assert again, "the reading itself is left alone"


SLIPS = """\
tools:
- name: a
  description: Reads one order of the shop by its number.
  inputSchema: {type: object, propertes: {b: {type: array, itmes: {type: string}}}}
  annotations: {readOnlyHint: "true"}
"""


def test_no_fix_adds_a_keyword_beside_its_misspelt_self(folder):
    """`properties: {}` beside `propertes` would close the door to the right fix, and say that it takes no arguments."""
    (folder / "x.yaml").write_text(SLIPS, newline="")
    options = LintOptions(clients=("openai", "vscode"))
    (safe,) = fix_reading(read(["x.yaml"]), options)
    assert safe.after == SLIPS.replace('"true"', "true")
    right = safe.after.replace("propertes", "properties").replace("itmes", "items")
    (both,) = fix_reading(read(["x.yaml"]), options, unsafe=True)
    assert both.after.startswith(right.partition("}}}}")[0]), both.after
    assert "items: {}" not in both.after


NO_ARGUMENTS = """\
{"tools": [{"name": "get_it", "title": "Get it", "description": "Reads one order of the shop by its number.",
  "inputSchema": {"type": "object", "properties": {%s}%s}, "annotations": {"readOnlyHint": true}}]}
"""
NUMBER = '"id": {"type": "string", "description": "The number of the order.", "maxLength": 9}'


@pytest.mark.parametrize("properties", ["", NUMBER])
@pytest.mark.parametrize("clients", [("gemini",), ("gemini", "openai"), ("gemini", "openai-strict")])
@pytest.mark.parametrize("end", ["", ', "additionalProperties": false'])
def test_no_fix_adds_what_a_client_refuses(folder, properties, clients, end):
    """It would make an error of a remark, and the next round, or the next run, would take it out again."""
    text = NO_ARGUMENTS % (properties, end)
    (folder / "x.json").write_text(text)
    options = LintOptions(clients=clients, select=("TJ024", "TQ013", "TC203", "TC303"))
    assert fix_reading(read(["x.json"]), options) == []
    fixed = [file.after for file in fix_reading(read(["x.json"]), options, unsafe=True)]
    for after in fixed:
        (folder / "x.json").write_text(after)
        assert fix_reading(read(["x.json"]), options, unsafe=True) == []
    assert fixed == ([] if not end or "openai-strict" in clients else [NO_ARGUMENTS % (properties, "")])
    if "openai-strict" not in clients:
        assert not [f for f in lint(["x.json"], options).findings if f.code in ("TJ024", "TQ013")]


def test_fixes_that_undo_each_other_end(folder, monkeypatch):
    """At the text to which the next run comes back, too."""
    from types import SimpleNamespace

    from toolcat.lint import Fix, Rename, engine

    def check(reading, options, **_):
        keys = reading.files[0].document.data[0]
        old, new = next((a, b) for a, b in (("x", "a"), ("a", "b"), ("b", "c"), ("c", "a")) if a in keys)
        return SimpleNamespace(fixes={"x.json": [Fix.safe("rename", Rename(f"/0/{old}", new))]})

    monkeypatch.setattr(engine, "lint_reading", check)
    text = '[{"name": "n", "inputSchema": {"type": "object"}, "x": 1}]'
    for _ in range(3):
        (folder / "x.json").write_text(text)
        for file in fix_reading(read(["x.json"]), LintOptions()):
            text = file.after
    assert text == '[{"name": "n", "inputSchema": {"type": "object"}, "a": 1}]'


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  inputSchema:\n  - a\n  - b\n", "  inputSchema: {type: object, additionalProperties: false}\n"),
        ("  inputSchema:\n    - a\n    - b\n", "  inputSchema: {type: object, additionalProperties: false}\n"),
        ("  inputSchema: # why\n    - a\n", "  inputSchema: {type: object, additionalProperties: false} # why\n"),
        ('  "inputSchema" :\n\n    - a\n', '  "inputSchema" : {type: object, additionalProperties: false}\n'),
        ("  inputSchema: [a]\n", "  inputSchema: {type: object, additionalProperties: false}\n"),
        ("  inputSchema:\n    [a]\n", "  inputSchema:\n    {type: object, additionalProperties: false}\n"),
    ],
)
def test_a_block_that_is_replaced_by_a_value_in_one_line(folder, before, after, newline):
    head, tail = "tools:\n- name: a\n", "  description: Reads one order of the shop.\n- name: b\n  inputSchema: {}\n"
    text = (head + before + tail).replace("\n", newline)
    (folder / "x.yaml").write_text(text, newline="")
    (file,) = fix_reading(read(["x.yaml"]), LintOptions(select=("TS007",)), unsafe=True)
    assert (file.after, file.left) == ((head + after + tail).replace("\n", newline), 0)
