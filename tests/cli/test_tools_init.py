import pytest


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_is_written_is_a_catalog_that_lint_likes(run, folder):
    ran = run("init")
    assert ran.code == 0
    assert ran.err.splitlines()[-1] == "next   tools list"
    assert run("list", "--format", "names").out == "mcp__notes__delete_note\nmcp__notes__search_notes\n"
    lint = run("lint")
    assert (lint.code, lint.out.strip()) == (0, "No problems in 2 tools in 1 file")
    assert run("list", "--gate", "deleting=off", "--format", "names").out == "mcp__notes__search_notes\n"


def test_an_existing_file_is_kept_and_the_rest_written(run, folder):
    (folder / "toolcat.toml").write_text("# mine\n", encoding="utf-8")
    ran = run("init")
    assert ran.code == 0
    assert "kept   toolcat.toml (it exists)" in ran.err
    assert (folder / "toolcat.toml").read_text(encoding="utf-8") == "# mine\n"
    assert (folder / "catalog.tools.yaml").is_file()
    again = run("init")
    assert again.code == 2
    assert "nothing to do" in again.err


def test_a_folder_that_is_a_file_is_refused(run, folder):
    (folder / "file").write_text("", encoding="utf-8")
    ran = run("init", "file")
    assert ran.code == 2
    assert "file is a file, not a folder" in ran.err


def test_a_new_folder_is_made(run, folder):
    assert run("init", "new/catalog").code == 0
    assert (folder / "new/catalog/.toolcat/manifest.schema.json").is_file()
