"""Every row of the table of loaders: what each makes of the file, and what our own source makes of it."""

import importlib.util
from pathlib import Path

import pytest

from toolcat.skills.fields import Accepted, accept
from toolcat.skills.frontmatter import parse
from toolcat.skills.loaders import Candidate, Loader, judge

_spec = importlib.util.spec_from_file_location("loader_table", Path(__file__).with_name("loader_table.py"))
table = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(table)

SHORT = {True: "y", False: "n", None: "?"}
ROWS = pytest.mark.parametrize("row", table.ROWS, ids=lambda row: row.what)


@ROWS
def test_verdicts(row):
    verdicts = {
        name: judge(Loader(name), Candidate(row.raw, row.folder, row.file, row.linked, row.nested))
        for name in table.LOADERS
    }
    assert "".join(SHORT[verdicts[name].loads] for name in table.LOADERS) == row.verdicts
    for name, verdict in verdicts.items():
        if verdict.loads:
            assert verdict.description == row.seen.get(name, row.description)
        else:
            assert verdict.reasons


@ROWS
def test_our_own_verdict(row):
    if row.file != "SKILL.md" or row.linked or row.nested:
        pytest.skip("a matter of directories: tests of the source have it")
    found = accept(parse(row.raw), row.folder)
    if row.reason is None:
        assert isinstance(found, Accepted)
        assert found.description == row.description
    else:
        assert not isinstance(found, Accepted)
        assert found.name == row.reason


def test_loaders_never_raise_and_never_echo():
    for raw in (
        b"",
        b"---",
        b"---\n---\n",
        b"---\nname: zqx: y\n---\n",
        b"\xff",
        b"---\n[]\n---\n",
        b"---\n&a [*a]\n---\n",
    ):
        for loader in Loader:
            verdict = judge(loader, Candidate(raw, "a"))
            assert verdict.loads is not True
            assert "zqx" not in "".join(verdict.reasons)


def test_claude_code_falls_back_and_cuts():
    verdict = judge(Loader.CLAUDE_CODE, Candidate(b"---\ndescription: d\nwhen_to_use: w\n---\n", "folder"))
    assert (verdict.name, verdict.description) == ("folder", "d w")
    verdict = judge(Loader.CLAUDE_CODE, Candidate(f"---\ndescription: {'d' * 2000}\n---\n".encode(), "folder"))
    assert len(verdict.description) == 1536
    assert any("1536" in note for note in verdict.notes)


@pytest.mark.parametrize(
    ("fields", "loader"),
    [
        ("name: claude-x\ndescription: d", Loader.CLAUDE_AI),
        ("name: a\ndescription: <b> d", Loader.CLAUDE_AI),
        (f"name: a\ndescription: {'d' * 1025}", Loader.CODEX),
        (f"name: a\ndescription: {'d' * 1025}", Loader.SKILLS_REF),
        ("name: b\ndescription: d", Loader.SKILLS_REF),
        ("name: b\ndescription: d", Loader.VSCODE),
        ("name: a\ndescription: d\nmetadata:\n  internal: true", Loader.SKILLS_CLI),
    ],
)
def test_refusals(fields: str, loader: Loader):
    assert (
        judge(loader, Candidate(f"---\n{fields}\n---\n".encode(), "claude-x" if "claude-x" in fields else "a")).loads
        is False
    )
