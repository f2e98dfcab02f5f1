"""Planted defects: files whose marks (`#! CODE …` at the end of a line) say what must be found there, and no more.

The first line of a file says how to lint it: `# lint: --select TC --client gemini`. Put a file into `planted/` and it
is a test.
"""

import re
from pathlib import Path

import pytest

from toolcat.lint import LintOptions, all_rules, lint
from toolcat.lint.settings import words

FILES = sorted((Path(__file__).parent / "planted").glob("*.*"))


def marks(text):
    return {
        (number, code)
        for number, line in enumerate(text.splitlines(), 1)
        for found in re.findall(r"#! ([A-Z0-9 ]+)$", line)
        for code in found.split()
    }


def options(text):
    header = text.splitlines()[0].removeprefix("# lint:").split()
    given = dict(zip(header[::2], header[1::2], strict=True))
    return LintOptions(
        select=words([given.get("--select", "")]),
        ignore=words([given.get("--ignore", "")]),
        clients=words([given.get("--client", "")]),
        protocol=given.get("--protocol"),
        fold=False,
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_planted(path):
    text = path.read_text(encoding="utf-8")
    found = lint([str(path)], options(text)).findings
    wanted = marks(text)
    assert {(finding.place.line, finding.code) for finding in found} == wanted
    assert len(found) >= len(wanted)


@pytest.mark.parametrize(("count", "codes"), [(40, []), (41, ["TC402"]), (129, ["TC204", "TC402", "TC503"])])
def test_lists_that_are_too_long(tmp_path, count, codes):
    lines = [
        f"- {{name: get_order_{number}, inputSchema: {{type: object, properties: {{}}}}}}" for number in range(count)
    ]
    (tmp_path / "x.yaml").write_text("\n".join(["tools:", *lines]) + "\n")
    found = lint(
        [str(tmp_path / "x.yaml")], LintOptions(select=("TC2", "TC4", "TC5"), clients=("openai", "cursor", "vscode"))
    ).findings
    assert sorted(finding.code for finding in found) == codes


def test_every_rule_about_clients_is_planted():
    planted = {code for path in FILES for _, code in marks(path.read_text(encoding="utf-8"))}
    missing = {rule.code for rule in all_rules() if rule.code.startswith("TC")} - planted
    assert missing == {"TC204", "TC402", "TC503"}, "these have a test of their own"
