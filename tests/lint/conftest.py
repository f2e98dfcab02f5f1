"""Writes files into an empty working folder and lints them."""

from pathlib import Path

import pytest

from toolcat.lint import LintOptions, lint

CLEAN = """\
  - name: {name}
    description: Return one {name} of the shop with its lines. Use it when you know its number.
    inputSchema: {{type: object, properties: {{}}}}
    annotations: {{readOnlyHint: true}}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def check(folder):
    """Return a function that writes files and returns the result of linting them."""

    def run(files, sources=None, **options):
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        return lint(list(files) if sources is None else sources, LintOptions(**options))

    return run


def codes(result):
    return [finding.code for finding in result.findings]
