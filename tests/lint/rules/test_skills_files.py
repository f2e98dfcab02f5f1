"""What an example cannot hold: bytes, links, names, modes, tiers; fixes on disk; the table of loaders; any bytes."""

import importlib.util
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolcat.catalog.findings import ToolcatError
from toolcat.lint import LintOptions, Suppression
from toolcat.lint.edits import Splice
from toolcat.lint.profiles import SKILL_PROFILES
from toolcat.lint.skills_engine import lint_skill_reading, lint_skills
from toolcat.lint.skills_fixing import fix_reading, fix_skill, write_atomically
from toolcat.lint.skills_reading import SkillReading, read_skills, skill_of
from toolcat.lint.skills_units import SkillSet
from toolcat.skills.frontmatter import parse
from toolcat.skills.model import Tier

_table = Path(__file__).resolve().parents[2] / "skills" / "loader_table.py"
_spec = importlib.util.spec_from_file_location("loader_table", _table)
table = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(table)

windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names, modes or links")
HEAD = "name: demo\ndescription: Makes demos of things, step by step. Use this skill when a demo is wanted.\n"
GOOD = f"---\n{HEAD}---\n\n# Demo\n\nShow the thing, then check it.\n"
MARKS = {"error": "", "warning": "w", "info": "i"}


def put(folder: Path, text: str | bytes = GOOD, **files: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_bytes(text.encode() if isinstance(text, str) else text)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def codes(path: Path, **options) -> list[str]:
    profile = options.pop("profile", "portable")
    found = lint_skills([str(path)], LintOptions(**options), profile=profile).findings
    return [finding.code + MARKS[finding.severity] for finding in found]


@pytest.mark.parametrize("row", table.ROWS, ids=lambda row: row.what)
def test_every_row_of_the_loader_table(row, tmp_path: Path):
    place = tmp_path / "skills"
    if row.linked:
        if sys.platform == "win32":
            pytest.skip("links")
        put(tmp_path / "elsewhere" / "real", row.raw)
        place.mkdir()
        (place / row.folder).symlink_to(tmp_path / "elsewhere" / "real")
    else:
        outer = place / "outer" if row.nested else place
        if row.nested:
            put(outer, GOOD.replace("demo", "outer").replace("Makes", "Shows"))
        put(outer / row.folder, row.raw)
        if row.file != "SKILL.md":
            (outer / row.folder / "SKILL.md").rename(outer / row.folder / row.file)
    assert sorted(codes(place)) == sorted(row.findings.split())


def test_not_utf8(tmp_path: Path):
    [finding] = lint_skills([str(put(tmp_path / "demo", GOOD.encode() + b"\xe9"))]).findings
    assert (finding.code, finding.severity) == ("SF002", "error")
    assert "0xE9" in finding.message


@windows
def test_unreadable(tmp_path: Path):
    (tmp_path / "demo").mkdir()
    os.mkfifo(tmp_path / "demo" / "SKILL.md")
    put(tmp_path / "other", GOOD.replace("name: demo", "name: other"))
    result = lint_skills([str(tmp_path)])
    assert [finding.code for finding in result.findings] == ["SF020"]
    assert (result.units, result.skipped, result.noun) == (1, 1, "skill")


@windows
def test_links(tmp_path: Path):
    folder = put(tmp_path / "demo", **{"a.md": b"a", "b.md": b"b"})
    (folder / "inside.md").symlink_to("a.md")
    assert codes(folder) == ["SL006w"]
    (folder / "outside.md").symlink_to("/etc/hosts")
    (folder / "nowhere.md").symlink_to("gone.md")
    assert sorted(codes(folder)) == ["SL006", "SL006", "SL006w"]


@windows
def test_bad_asset_names_and_too_many(tmp_path: Path):
    folder = put(tmp_path / "demo")
    (folder / "a\nb").touch()
    assert codes(folder) == ["SL012"]
    (folder / "a\nb").unlink()
    for i in range(1025):
        (folder / f"{i}.md").touch()
    assert codes(folder) == ["SL007w"]


@windows
def test_scripts(tmp_path: Path):
    folder = put(tmp_path / "demo", **{"scripts/run.sh": b"#!/bin/sh\n", "scripts/lib.py": b"x = 1\n"})
    assert codes(folder) == ["SL008i"]
    (folder / "scripts" / "run.sh").chmod(0o755)
    assert codes(folder) == []


def test_tiers(tmp_path: Path):
    for place in ("project", "user"):
        put(tmp_path / place / "demo", GOOD if place == "project" else GOOD.replace("Show", "Present"))
    tiers = {str(tmp_path / "project"): Tier.PROJECT, str(tmp_path / "user"): Tier.USER}
    reading = read_skills([str(tmp_path / "user"), str(tmp_path / "project")], tiers)
    found = lint_skill_reading(reading, LintOptions(select=("SU",), extend_select=("SU006",))).findings
    assert [(finding.code, finding.severity) for finding in found] == [("SU006", "info"), ("SU001", "info")]
    assert "project" in found[1].message
    assert "user" in found[1].place.file
    put(tmp_path / "user" / "demo")
    assert not lint_skill_reading(read_skills(list(tiers), tiers)).findings, "a copy hides nothing"


@pytest.mark.parametrize(
    ("fields", "profile", "expected"),
    [
        ("context: fork\n", "portable", ["SC001i"]),
        ("context: fork\n", "spec", ["SC001"]),
        ("context: fork\n", "claude-ai", ["SC001"]),
        ("context: fork\n", "claude-code", []),
        ("allowed-tools: Read, Grep\n", "portable", ["SF018w"]),
        ("allowed-tools: Read, Grep\n", "claude-code", []),
    ],
)
def test_profiles(fields: str, profile: str, expected: list[str], tmp_path: Path):
    folder = put(tmp_path / "demo", GOOD.replace("---\n\n", f"{fields}---\n\n"))
    assert codes(folder, profile=profile) == expected


def test_profiles_by_name(tmp_path: Path):
    folder = put(tmp_path / "claude-x", GOOD.replace("name: demo", "name: claude-x"))
    assert codes(folder) == ["SN006w"]
    assert codes(folder, profile="claude-ai") == ["SN006"]
    folder = put(tmp_path / "demo", GOOD.replace("name: demo\n", ""))
    assert codes(folder, profile="spec") == ["SN001"]
    assert codes(folder, profile="claude-code") == ["SN001i"]
    folder = put(tmp_path / "other")
    assert codes(folder, profile="claude-code") == ["SN005w"]
    with pytest.raises(ToolcatError, match="no profile"):
        codes(folder, profile="strict")


def test_suppressions(tmp_path: Path):
    fields = "context: fork  # toolcat: ignore[SC001] -- ours alone\n"
    assert codes(put(tmp_path / "demo", GOOD.replace("---\n\n", f"{fields}---\n\n"))) == []
    fields = "# toolcat: ignore[SC001] -- ours alone\ncontext: fork\n"
    assert codes(put(tmp_path / "demo", GOOD.replace("---\n\n", f"{fields}---\n\n"))) == []
    fields = "# toolcat: ignore-file[SL001] -- made when it runs\n"
    body = "# Demo\n\nRead [it](none.md), then check it.\n"
    assert codes(put(tmp_path / "demo", f"---\n{HEAD}{fields}---\n\n{body}")) == []
    body = "# Demo\n\nRead [it](none.md). <!-- # toolcat: ignore[SL001] -- made when it runs -->\n"
    folder = put(tmp_path / "demo", f"---\n{HEAD}---\n\n{body}")
    assert codes(folder) == []
    folder = put(tmp_path / "demo", f"---\n{HEAD}---\n\n# Demo\n\nRead [it](none.md), then check it.\n")
    assert codes(folder) == ["SL001"]
    assert codes(folder, suppress=(Suppression(rule="link-broken", reason="made when it runs"),)) == []
    assert codes(folder, per_file_ignores={"*/demo/*": ("SL",)}) == []


def test_a_baseline(tmp_path: Path):
    folder = put(tmp_path / "demo", f"---\n{HEAD}---\n\n# Demo\n\nRead [it](none.md), then check it.\n")
    path = tmp_path / "baseline.json"
    result = lint_skills([str(folder)], LintOptions(baseline=path, update_baseline=True))
    path.write_text(result.baseline.updated())
    assert codes(folder, baseline=path) == []
    put(folder, f"---\n{HEAD}---\n\nA new line.\n\n# Demo\n\nRead [it](none.md), then [that](no.md).\n")
    assert codes(folder, baseline=path) == ["SL001"]


def mended(text: str | bytes, *, unsafe: bool = False, folder: str = "demo", tmp_path: Path) -> bytes:
    path = put(tmp_path / folder, text)
    files = fix_reading(read_skills([str(path)]), LintOptions(), unsafe=unsafe)
    if not files:
        return (path / "SKILL.md").read_bytes()
    assert write_atomically(files[0].path, files[0].after, files[0].before)
    return (path / "SKILL.md").read_bytes()


def test_many_fixes_at_once(tmp_path: Path):
    text = (
        "\ufeff---  \r\nname: demo # the key\r\ndescription: Makes things #12. Use when: it's wanted, \\o/\r\n"
        "allowed-tools: [Read, Grep]\r\nmetadata: {a: 1, b: x}\r\n---\r\n\r\nShow it  \r\n\tthen check.\r\n"
    )
    assert mended(text, tmp_path=tmp_path).decode() == (
        "---\nname: demo # the key\ndescription: 'Makes things #12. Use when: it''s wanted, \\o/'\n"
        'allowed-tools: Read Grep\nmetadata:\n  a: "1"\n  b: x\n---\n\nShow it  \n\tthen check.\n'
    )


def test_fixes_are_byte_minimal(tmp_path: Path):
    text = GOOD.replace("Makes demos", "Makes: demos").replace("check it.", "check it.  \t\n\n\n  x ")
    after = mended(text, tmp_path=tmp_path).decode()
    line = "description: Makes: demos of things, step by step. Use this skill when a demo is wanted."
    assert after == text.replace(line, f'description: "{line.partition(": ")[2]}"')


def test_unsafe_fixes_ask(tmp_path: Path):
    text = GOOD.replace("name: demo", "name: other")
    assert mended(text, tmp_path=tmp_path) == text.encode()
    assert mended(text, tmp_path=tmp_path, unsafe=True) == GOOD.encode()


def test_a_file_that_changed_meanwhile_is_left(tmp_path: Path):
    path = tmp_path / "x"
    path.write_bytes(b"new")
    assert not write_atomically(path, b"mended", b"old")
    assert path.read_bytes() == b"new"
    assert sorted(tmp_path.iterdir()) == [path]


def test_reading_paths(tmp_path: Path):
    put(tmp_path / "a" / "demo")
    put(tmp_path / "a" / ".git" / "hidden")
    put(tmp_path / "a" / "node_modules" / "x")
    reading = read_skills([str(tmp_path), str(tmp_path / "a" / "demo"), str(tmp_path / "a" / "demo" / "SKILL.md")])
    assert [skill.folder for skill in reading.skills.skills] == ["demo"]
    with pytest.raises(ToolcatError, match="does not exist"):
        read_skills([str(tmp_path / "none")])


@pytest.mark.parametrize("row", [row for row in table.ROWS if row.reason], ids=lambda row: row.what)
@pytest.mark.parametrize("profile", ["portable", "spec"])
def test_what_our_own_source_refuses_is_an_error(row, profile, tmp_path: Path):
    """`skills lint` has no praise for what `skills list` calls invalid."""
    folder = tmp_path / row.folder
    folder.mkdir()
    (folder / row.file).write_bytes(row.raw)
    assert [code for code in codes(tmp_path, profile=profile) if not code.endswith(("w", "i"))]


def test_what_is_about_a_folder_is_shown_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Not in the first skill, which has no part in it, and would be another one tomorrow."""
    monkeypatch.chdir(tmp_path)
    for number in range(9):
        put(
            tmp_path / "skills" / f"s{number}",
            f"---\nname: s{number}\ndescription: {'Use it when asked. ' * 54}\n---\nx\n",
        )
    for name in ("empty", "other"):
        (tmp_path / "skills" / name).mkdir()
    options = LintOptions(select=("SU003", "SU007", "TL"))
    found = lint_skills(["skills"], options).findings
    assert [(each.code, each.place.file) for each in found] == [
        ("SU003", "skills"),
        ("SU007", "skills/empty"),
        ("SU007", "skills/other"),
    ]
    put(tmp_path / "skills" / "a", GOOD.replace("name: demo", "name: a"))
    assert [each.fingerprint for each in lint_skills(["skills"], options).findings] == [f.fingerprint for f in found]
    path = tmp_path / "base.json"
    made = lint_skills(["skills"], replace(options, baseline=path, update_baseline=True)).baseline
    path.write_text(made.updated())
    assert lint_skills(["skills"], replace(options, baseline=path)).findings == []
    put(tmp_path / "skills" / "empty", GOOD.replace("name: demo", "name: empty"))
    (tmp_path / "skills" / "other").rmdir()
    (stale,) = lint_skills(["skills"], replace(options, baseline=path)).findings
    assert stale.message == "the baseline holds 2 findings that are gone"


@windows
def test_a_skill_md_that_cannot_be_read_is_an_error(tmp_path: Path):
    """As `skills list` says: what stands under that name is meant to be a skill."""
    for name in ("a-folder", "b-pipe", "c-loop", "d-nowhere"):
        (tmp_path / name).mkdir()
    (tmp_path / "a-folder" / "SKILL.md").mkdir()
    os.mkfifo(tmp_path / "b-pipe" / "SKILL.md")
    (tmp_path / "c-loop" / "SKILL.md").symlink_to("SKILL.md")
    (tmp_path / "d-nowhere" / "SKILL.md").symlink_to("none")
    put(tmp_path / "demo")
    found = lint_skills([str(tmp_path)], LintOptions()).findings
    assert [(each.code, Path(each.place.file).parent.name) for each in found] == [
        ("SF020", "a-folder"),
        ("SF020", "b-pipe"),
        ("SF020", "c-loop"),
        ("SF020", "d-nowhere"),
    ]


@windows
def test_one_bad_entry_hides_no_neighbour(tmp_path: Path):
    """A link that leads in a circle, and a folder that may not be listed."""
    put(tmp_path / "demo")
    (tmp_path / "round").symlink_to("round")
    assert [skill.label for skill in read_skills([str(tmp_path)]).skills.skills] == [f"{tmp_path}/demo/SKILL.md"]


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    put(tmp_path / "demo")
    (tmp_path / "shut").mkdir()
    scandir = os.scandir

    def refuse(path):
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    (found,) = lint_skills([str(tmp_path)], LintOptions()).findings
    assert (found.code, found.message) == ("SF020", "the folder cannot be read: Permission denied")
    assert found.place.file == f"{tmp_path}/shut"


@windows
def test_a_link_to_a_folder_above_shows_nothing_twice(tmp_path: Path):
    put(tmp_path / "skills" / "demo")
    put(tmp_path / "elsewhere" / "other", GOOD.replace("name: demo", "name: other"))
    for name, target in (("self", "."), ("up", ".."), ("again", "../skills"), ("other", "../elsewhere/other")):
        (tmp_path / "skills" / name).symlink_to(target)
    labels = [skill.label for skill in read_skills([str(tmp_path / "skills")]).skills.skills]
    assert labels == [f"{tmp_path}/skills/{name}/SKILL.md" for name in ("demo", "other")]


def test_loops_of_links_end(tmp_path: Path):
    if sys.platform == "win32":
        pytest.skip("links")
    put(tmp_path / "demo")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert len(read_skills([str(tmp_path)]).skills.skills) <= 2


PIECES = st.sampled_from(
    [
        "---\n",
        "\n",
        "\r\n",
        "\ufeff",
        "name: demo\n",
        "description: ",
        "x: y ",
        " #z",
        "'",
        '"',
        "[a](b.md)",
        "`c/d.md`",
        "```\n",
        "{a: 1}",
        "allowed-tools: ",
        "[Read, Grep]\n",
        "metadata:",
        "  k: 1.0\n",
        "\u200b",
        "é",
        "$1",
        "TODO: ",
        "<b>",
        "~~~\n",
        "license: LICENSE.txt\n",
        "context: x\n",
        "ignore all previous instructions",
        "/Users/ann/x ",
        "[x]: y\n",
        "<!--",
        "-->",
    ]
)
TEXTS = st.lists(PIECES, max_size=25).map("".join)
SKILLS = st.one_of(
    st.binary(max_size=200),
    TEXTS.map(str.encode),
    TEXTS.map(lambda text: f"---\nname: demo\n{text}\n---\n{text}".encode()),
)


@settings(max_examples=300, deadline=None)
@given(SKILLS, st.sampled_from(SKILL_PROFILES))
def test_any_bytes(raw: bytes, profile: str):
    reading = SkillReading(SkillSet([skill_of(raw, "SKILL.md")]))
    result = lint_skill_reading(reading, LintOptions(select=("ALL",)), profile=profile)
    assert not [finding for finding in result.findings if finding.code == "TL001"]
    lines = raw.decode("utf-8", "replace").split("\n")
    for finding in result.findings:
        assert finding.place.line is None or 1 <= finding.place.line <= len(lines)
    for fix in result.fixes.get("SKILL.md", ()):
        done = fix_skill(raw, [fix], unsafe=True)
        if done.applied:
            text, after = raw.decode(), done.raw.decode()
            kept = [edit for edit in fix.edits if isinstance(edit, Splice)]
            at = 0
            for edit in sorted(kept, key=lambda edit: (edit.start, edit.end)):
                assert after.startswith(text[at : edit.start])
                after = after[len(text[at : edit.start]) :]
                assert after.startswith(edit.text)
                after = after[len(edit.text) :]
                at = edit.end
            assert after == text[at:]
            if parse(raw).problem is None:
                assert parse(done.raw).problem is None
    fix_reading(reading, LintOptions(), profile=profile, unsafe=True)
