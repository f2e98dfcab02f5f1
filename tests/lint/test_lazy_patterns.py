"""Patterns that are compiled later: each compiles, and is a pattern when it is asked."""

import importlib
import pkgutil
import re

import pytest

import toolcat.lint
from toolcat.lint.patterns import _Later, later


def all_later():
    for module in pkgutil.walk_packages(toolcat.lint.__path__, "toolcat.lint."):
        values = list(vars(importlib.import_module(module.name)).values())
        while values:
            value = values.pop()
            if isinstance(value, _Later):
                yield module.name, value
            elif isinstance(value, (tuple, list)):
                values += value
            elif isinstance(value, dict):
                values += value.values()


def test_every_pattern_compiles():
    found = list(all_later())
    assert len(found) > 50
    for name, each in found:
        assert isinstance(each.pattern, str), name


def test_a_later_pattern_is_one():
    digits = later(r"(\d+)", re.ASCII)
    assert digits.fullmatch("12")[1] == "12"
    assert (digits.search("x7").span(), digits.flags, digits.sub("-", "a1b22")) == ((1, 2), re.ASCII, "a-b-")
    with pytest.raises(re.error):
        later("(").search("")
