"""Planted defects: files as people write them, that say themselves what must be found in them, where, and no more.

A mark at the end of a line, `#! CODE=word`, names a finding on that line that begins at that word (`CODE` alone: that
begins anywhere on it). Files that take no comments have their marks beside them, in `expected.txt` or `FILE.expected`:
`line:column CODE` or `file:line:column CODE`. The first line of either says how to lint: `# lint: --select TC`. A file
put into `planted/`, or a folder of files that are linted together, is a test; every rule must be planted somewhere.
"""

import os
import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from toolcat.catalog.config import load_config
from toolcat.lint import LintOptions, all_rules, lint
from toolcat.lint.settings import options_of, words
from toolcat.lint.skills_engine import lint_skills

PLANTED = Path(__file__).parent / "planted"
FILES = sorted(path for path in PLANTED.glob("*.*") if path.is_file() and path.suffix != ".expected")
FOLDERS = sorted(path for path in PLANTED.iterdir() if path.is_dir())
_MARK = re.compile(r"#! ([A-Z].*)$")


@dataclass(frozen=True, slots=True)
class Mark:
    """A finding that must be there: where, of which rule, and the column or the word that it begins at."""

    file: str
    line: int
    code: str
    column: int | None = None
    word: str = ""


def marks_in(text, file=""):
    """Yield the marks at the ends of a text's lines."""
    for number, line in enumerate(text.splitlines(), 1):
        found = _MARK.search(line)
        for part in found[1].split() if found else ():
            code, _, word = part.partition("=")
            yield Mark(file, number, code, word=word)


def marks_beside(text):
    """Yield the marks of an `.expected` file."""
    for row in text.splitlines():
        if row and not row.startswith("#"):
            place, code = row.rsplit(maxsplit=1)
            file, line, column = ["", *place.split(":")][-3:]
            yield Mark(file, int(line), code, int(column))


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


def compare(findings, wanted, lines):
    """Compare findings with marks: `lines` gives the lines of a file by its label."""
    left = list(wanted)
    unexpected = []
    for finding in findings:
        place = finding.place
        line = place.line or 1
        column = place.column or 1
        text = (lines(place.file)[line - 1 : line] or [""])[0]
        for mark in left:
            is_there = (mark.line, mark.code) == (line, finding.code) and mark.file in ("", place.file)
            if is_there and mark.column in (None, column) and text[column - 1 :].startswith(mark.word):
                left.remove(mark)
                break
        else:
            unexpected.append(f"{place} {finding.code} {text[column - 1 :][:30]!r}: {finding.message}")
    assert (unexpected, left) == ([], [])


def expected_of(path):
    """Return the text of the marks beside a file, None if it holds its own."""
    beside = path.with_name(path.name + ".expected")
    return beside.read_text(encoding="utf-8") if beside.is_file() else None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_planted(path):
    text = path.read_bytes().decode("utf-8", "replace")
    beside = expected_of(path)
    wanted = list(marks_in(text) if beside is None else marks_beside(beside))
    found = lint([str(path)], options(text if beside is None else beside)).findings
    compare(found, wanted, lambda _: text.splitlines())


def lint_folder(folder):
    """Lint a folder by its config, as skills, or as it stands; the working folder is that folder."""
    beside = folder / "expected.txt"
    header = beside.read_text(encoding="utf-8") if beside.is_file() else ""
    if any(folder.rglob("SKILL.md")):
        return lint_skills(["."], options(header)).findings
    if (folder / "toolcat.toml").is_file():
        config = load_config(folder / "toolcat.toml")
        return lint((), replace(options_of(config), fold=False), config=config).findings
    return lint(["."], options(header)).findings


def marks_of_folder(folder):
    """Yield the marks of all files of a folder."""
    for path in sorted(folder.rglob("*")):
        if path.name == "expected.txt":
            yield from marks_beside(path.read_text(encoding="utf-8"))
        elif path.suffix in (".yaml", ".toml"):
            yield from marks_in(path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix())


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_planted_folder(path, tmp_path, monkeypatch):
    folder = tmp_path / path.name
    shutil.copytree(path, folder)
    monkeypatch.chdir(folder)
    found = [relative(finding, folder) for finding in lint_folder(folder)]
    compare(found, marks_of_folder(path), lambda label: lines_of(folder / label))


def lines_of(path):
    """Return the lines of a file; a folder has none."""
    return path.read_bytes().decode("utf-8", "replace").splitlines() if path.is_file() else []


def relative(finding, folder):
    """Return a finding with its file as the marks call it."""
    file = os.path.relpath(finding.place.file, folder).replace(os.sep, "/")
    return replace(finding, place=replace(finding.place, file=file))


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


ELSEWHERE = {
    "TC204": "lists that are too long, above",
    "TC402": "lists that are too long, above",
    "TC503": "lists that are too long, above",
    "M021": "two names that one disk in two cannot hold: tests/catalog/test_meta.py",
    "TG001": "an exported tree: test_drift.py",
    "TG002": "an exported tree: test_drift.py",
    "TG003": "an exported tree: test_drift.py",
    "TG004": "an exported tree: test_drift.py",
    "TL001": "a rule that crashes: test_control.py",
    "TS024": "a live server: tests/catalog/live",
    "TS025": "a live server: tests/e2e/test_live.py",
    "SF020": "a file that may not be read: rules/test_skills_files.py",
    "SL006": "links: rules/test_skills_files.py",
    "SL007": "large files: rules/test_skills_files.py",
    "SL012": "names that not every disk can hold: rules/test_skills_files.py",
}
"""Rules whose defects are no files that can stand in a repository, and where they are made."""


def planted_codes():
    for path in FILES:
        beside = expected_of(path)
        text = path.read_bytes().decode("utf-8", "replace")
        yield from (mark.code for mark in (marks_in(text) if beside is None else marks_beside(beside)))
    for folder in FOLDERS:
        yield from (mark.code for mark in marks_of_folder(folder))


def test_every_rule_is_planted():
    """A new rule needs a defect in `planted/`; those that are off by default have their examples."""
    wanted = {rule.code for domain in ("tools", "skills") for rule in all_rules(domain) if not rule.off}
    assert wanted - set(planted_codes()) == set(ELSEWHERE)
