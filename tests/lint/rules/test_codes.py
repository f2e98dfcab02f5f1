"""Codes and names: unique, and one truth with what the sources report."""

from collections import Counter

import pytest

from toolcat.catalog.codes import CODES
from toolcat.lint import all_rules


@pytest.mark.parametrize("domain", ["tools", "skills"])
def test_names_are_unique(domain):
    assert [name for name, count in Counter(rule.name for rule in all_rules(domain)).items() if count > 1] == []


def test_what_sources_report_is_documented():
    rules = {rule.code: rule for rule in all_rules()}
    assert CODES.keys() <= rules.keys()
    for code in CODES.values():
        rule = rules[code.code]
        assert (rule.name, rule.severity, rule.in_source) == (code.name, code.severity, True)
