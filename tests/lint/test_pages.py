"""docs/rules/ is what the rules say; links between the pages hold."""

import re
import subprocess
import sys
from pathlib import Path

import yaml

from toolcat.catalog.text import UNSAFE
from toolcat.lint.pages import FAMILIES, documented_rules, rule_pages

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "rules"
BIN = Path(sys.executable).parent


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


def test_hooks_run_commands_that_exist():
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == ["toolcat-tools-lint", "toolcat-tools-lint-fix", "toolcat-skills-lint"]
    for hook in hooks:
        program, command, *options = hook["entry"].split()
        ran = subprocess.run([BIN / program, command, *options, "--help"], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
    assert re.search(hooks[0]["files"], "a/shop.tools.yaml")
    assert re.search(hooks[0]["files"], "run.meta")
    assert not re.search(hooks[0]["files"], "package.json")


def test_documents_name_what_exists():
    """Options, rules and pages that the documents about lint name are there."""
    help_text = subprocess.run([BIN / "tools", "lint", "--help"], capture_output=True, text=True, check=True).stdout
    rules = documented_rules()
    known = {rule.code for rule in rules} | {rule.name for rule in rules}
    for name in ("lint.md", "ci.md"):
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        lint_lines = "\n".join(line for line in text.splitlines() if "tools lint" in line or line.startswith("| `--"))
        for option in set(re.findall(r"--[a-z][a-z-]+", lint_lines)):
            assert option in help_text, f"{name}: {option}"
        for code in set(re.findall(r"\b(?:T[A-Z]|S[A-Z])\d{3}\b", text)) - {"TN099"}:
            assert code in known, f"{name}: {code}"
        for link in re.findall(r"\]\((?!http)([^)#]+)\)", text):
            assert (ROOT / "docs" / link).exists(), f"{name}: {link}"


def test_pages_are_safe_to_look_at():
    for text in rule_pages().values():
        assert not UNSAFE.search(text)
