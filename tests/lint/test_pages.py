"""docs/rules/ is what the rules say; links between the pages hold."""

import re
from pathlib import Path

from toolcat.catalog.text import UNSAFE
from toolcat.lint.pages import FAMILIES, documented_rules, rule_pages

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"


def test_pages_are_fresh():
    pages = rule_pages()
    found = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    stale = sorted(name for name in pages.keys() | found.keys() if pages.get(name) != found.get(name))
    assert not stale, "run python .ci/rule_pages.py"


def test_the_index_names_every_rule():
    index = rule_pages()["README.md"]
    listed = re.findall(r"^\| \[(\w+)\]\(\1\.md\)", index, re.MULTILINE)
    assert sorted(listed) == sorted(rule.code for rule in documented_rules())
    assert all(rule.code[:2] in FAMILIES or rule.code[:1] == "M" for rule in documented_rules())


def test_pages_are_safe_to_look_at():
    for text in rule_pages().values():
        assert not UNSAFE.search(text)
