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


def test_a_config_in_pyproject_stays_the_config(run, folder):
    """A toolcat.toml beside it would win, and switch off what the project has set."""
    mine = '[tool.toolcat]\n[[tool.toolcat.sources]]\npath = "mine.json"\n'
    (folder / "pyproject.toml").write_text(mine, encoding="utf-8")
    (folder / "mine.json").write_text('[{"name": "mine", "inputSchema": {}}]', encoding="utf-8")
    ran = run("init")
    assert ran.code == 0
    assert not (folder / "toolcat.toml").exists()
    assert "kept   pyproject.toml (it holds the config" in ran.err
    assert "catalog.tools.yaml" in ran.err
    assert run("list", "--format", "names").out == "mine\n"
    assert run("init").code == 2
    # A pyproject.toml of somebody else's is no config.
    (folder / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    assert run("init").code == 0
    assert (folder / "toolcat.toml").is_file()


def test_a_config_that_is_kept_is_said_to_need_the_manifest(run, folder):
    (folder / "toolcat.toml").write_text("[gates]\n", encoding="utf-8")
    ran = run("init")
    assert 'add to toolcat.toml: [[sources]] path = "catalog.tools.yaml"' in " ".join(ran.err.split())
    (folder / "other").mkdir()
    (folder / "other" / "toolcat.toml").write_text('[[sources]]\npath = "catalog.tools.yaml"\n', encoding="utf-8")
    assert "add to" not in run("init", "other").err
    (folder / "third").mkdir()
    (folder / "third" / "toolcat.toml").symlink_to("nowhere")
    assert run("init", "third").code == 0
