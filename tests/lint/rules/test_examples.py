"""Every rule's examples: bad ones are found at their place by that rule, good ones are not."""

from dataclasses import replace

import pytest

from toolcat.lint import LintOptions, all_rules, lint_files
from toolcat.lint.reading import file_of, parse_text

CASES = [
    pytest.param(rule, kind, example, id=f"{rule.code}-{kind}-{index}")
    for rule in all_rules()
    for kind, examples in (("bad", rule.bad), ("good", rule.good))
    for index, example in enumerate(examples)
]


def findings(rule, example, text=None):
    rendered = example.render(text)
    files = [file_of(parse_text(name, body)) for name, body in rendered.files.items()]
    options = LintOptions(select=("ALL", rule.name), clients=rule.clients)
    return rendered, lint_files(files, replace(options, **example.options)).findings


@pytest.mark.parametrize(("rule", "kind", "example"), CASES)
def test_example(rule, kind, example):
    rendered, found = findings(rule, example)
    own = [finding for finding in found if finding.code == rule.code]
    others = [f for f in found if f.code != rule.code and not f.code.startswith(tuple(example.also) or ("-",))]
    assert not others, [str(f) for f in others]
    if kind == "good":
        assert not own, own
    else:
        assert len(own) == 1, own
        assert (own[0].place.file, own[0].place.pointer) == (rendered.file, rendered.pointer)
        assert own[0].place.line is not None


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_documented(rule):
    assert all((rule.what, rule.why, rule.source, rule.help))
    assert rule.bad
