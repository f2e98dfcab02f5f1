"""Rules say how bad their problems can be, and are not asked where nobody is told of them."""

import shutil
from pathlib import Path

import pytest

from toolcat.catalog.config import load_config
from toolcat.catalog.findings import Severity
from toolcat.lint import LintOptions, Suppression, all_rules, lint_reading, read
from toolcat.lint.findings import RANK
from toolcat.lint.profiles import CLIENTS
from toolcat.lint.settings import options_of

from .conftest import CLEAN, codes

PLANTED = Path(__file__).parent / "planted"
FILES = sorted(path for path in PLANTED.glob("*.*") if path.is_file() and path.suffix != ".expected")
EVERY = LintOptions(select=("ALL",), fold=False, protocol="2026-07-28")
RULES = {rule.code: rule for rule in all_rules()}


def planted():
    """Yield what is planted."""
    for path in FILES:
        yield read([str(path)])
    yield read([str(PLANTED / "meta")])


def examples(tmp_path):
    """Yield the bad examples of all rules."""
    for rule in RULES.values():
        for number, example in enumerate(rule.bad):
            folder = tmp_path / f"{rule.code}-{number}"
            rendered = example.render()
            for name, text in rendered.files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(text.encode())
            yield read([str(folder / name) for name in rendered.files if name not in example.not_sources])


def test_no_problem_is_worse_than_its_rule_says(tmp_path):
    for reading in (*planted(), *examples(tmp_path)):
        for finding in lint_reading(reading, EVERY).findings:
            rule = RULES[finding.code]
            most = max(rule.severity, rule.worst or rule.severity, key=RANK.__getitem__)
            if not rule.in_source:
                assert RANK[finding.severity] <= RANK[most], f"{finding.place} {finding.code}: {finding.message}"


@pytest.mark.parametrize("clients", [(), CLIENTS], ids=["portable", "all"])
@pytest.mark.parametrize("least", [Severity.ERROR, Severity.WARNING])
def test_what_is_not_asked_for_changes_nothing_above(least, clients):
    options = LintOptions(clients=clients, severity={"TQ002": Severity.ERROR, "TJ006": Severity.INFO})
    asked = 0
    for reading in planted():
        whole = lint_reading(reading, options)
        few = lint_reading(reading, options, asked_from=least)
        wanted = [finding for finding in whole.findings if RANK[finding.severity] >= RANK[least]]
        assert [finding for finding in few.findings if RANK[finding.severity] >= RANK[least]] == wanted
        asked += len(whole.findings) - len(few.findings)
    # Remarks about suppressions are warnings, and are about what all rules find: at these, all are asked.
    assert asked > 30 if least is Severity.ERROR else asked == 0


def test_a_suppression_is_not_unused_because_its_rule_was_not_asked(folder):
    (folder / "x.yaml").write_text(
        "tools:\n" + CLEAN.format(name="order").replace("properties: {}", "properties: {a: {}}")
    )
    suppress = (Suppression(rule="TQ", reason="Its name says it.", tool="order"),)
    for severity, wanted in [({}, []), ({"TL002": Severity.ERROR}, [])]:
        options = LintOptions(select=("TQ", "TL"), ignore=("TQ013",), suppress=suppress, severity=severity)
        assert codes(lint_reading(read(["x.yaml"]), options, asked_from=Severity.ERROR)) == wanted


def test_a_project_in_quiet_has_the_errors_it_has(tmp_path, monkeypatch):
    folder = tmp_path / "project"
    shutil.copytree(PLANTED / "project", folder)
    monkeypatch.chdir(folder)
    config = load_config(folder / "toolcat.toml")
    results = [
        lint_reading(read((), config=config), options_of(config), config=config, is_complete=True, asked_from=least)
        for least in (Severity.INFO, Severity.ERROR)
    ]
    whole, few = ([finding for finding in result.findings if finding.is_error] for result in results)
    assert few == whole != []
