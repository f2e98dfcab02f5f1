"""Every rule's examples: bad ones are found at their place by that rule, good ones are not."""

from dataclasses import replace

import pytest

from toolcat.lint import LintOptions, all_rules, lint

WITHOUT_EXAMPLES = {
    *("TL001", "TL003"),  # a crash, and a day that is over: see test_control.py
    *("TS020", "M021"),  # whole folders
    *("TS024", "TS025"),  # live servers: see tests/catalog/live
    *("CF001", "CF002", "CF003", "CF004", "CF005"),  # a config: see tests/catalog/test_config.py
    *("TG001", "TG002", "TG003", "TG004", "TG005"),  # exported trees and approvals
}

WORDY = ("TD003", "TD004")
"""What these want of every description (off by default) would make the examples of all other rules too long."""

CASES = [
    pytest.param(rule, kind, example, id=f"{rule.code}-{kind}-{index}")
    for rule in all_rules()
    for kind, examples in (("bad", rule.bad), ("good", rule.good))
    for index, example in enumerate(examples)
]


def run(rule, example, folder, text=None):
    """Write the example to a folder and lint it; returns it with what the rule found, and what others did."""
    rendered = example.render(text)
    for name, body in rendered.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body.encode())
    options = LintOptions(select=("ALL", rule.name), clients=rule.clients)
    sources = [name for name in rendered.files if name not in example.not_sources]
    found = lint(sources, replace(options, **example.options)).findings
    own = [finding for finding in found if finding.code == rule.code]
    return rendered, own, [finding for finding in found if finding.code != rule.code]


@pytest.mark.parametrize(("rule", "kind", "example"), CASES)
def test_example(rule, kind, example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rendered, own, others = run(rule, example, tmp_path)
    unexpected = [f for f in others if not f.code.startswith((*example.also, *WORDY))]
    assert not unexpected, [f"{f.code} {f.place}: {f.message}" for f in unexpected]
    if kind == "good":
        assert not own, own
    else:
        assert len(own) == 1, own
        assert (own[0].place.file, own[0].place.pointer or "") == (rendered.file, rendered.pointer)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_documented(rule):
    assert all((rule.what, rule.why, rule.source, rule.help))
    assert rule.bad or rule.code in WITHOUT_EXAMPLES
