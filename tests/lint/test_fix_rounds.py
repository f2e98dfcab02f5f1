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
