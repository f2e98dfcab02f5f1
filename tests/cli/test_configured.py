import json

import pytest


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "desk.json").write_text(
        json.dumps({"server": "desk", "tools": [{"name": "read_it", "inputSchema": {}}]})
    )
    (tmp_path / "toolcat.toml").write_text(
        '[[sources]]\npath = "desk.json"\n'
        '[exports.typescript]\noutput = "stubs"\nimport-suffix = "ts"\nnames = "preserve"\npackage-json = false\n'
        '[exports.python]\noutput = "pkg"\nmodels = "typeddict"\nsync = true\n'
    )
    return tmp_path


def test_the_config_says_what_the_flags_do_not(run, desk):
    assert run("export-typescript").code == 0
    assert 'from "./desk/index.ts"' in (desk / "stubs/index.ts").read_text(encoding="utf-8")
    assert (desk / "stubs/desk/read_it.ts").is_file()
    assert not (desk / "stubs/package.json").exists()
    assert run("export-typescript", "--check").code == 0
    assert run("export-python").code == 0
    assert "async def" not in (desk / "pkg/desk/read_it.py").read_text(encoding="utf-8")


def test_a_flag_wins_over_the_config(run, desk):
    assert run("export-typescript", "-o", "other", "--import-suffix", "js", "--names", "camel").code == 0
    assert 'from "./desk/index.js"' in (desk / "other/index.ts").read_text(encoding="utf-8")
    assert (desk / "other/desk/readIt.ts").is_file()
    assert not (desk / "stubs").exists()


def test_no_config_means_none(run, desk):
    ran = run("export-typescript", "desk.json", "--no-config")
    assert ran.code == 2
    assert "--output" in ran.err


def test_a_mistake_in_it_is_said_with_its_place(run, desk):
    with (desk / "toolcat.toml").open("a", encoding="utf-8") as file:
        file.write('modells = "x"\n')
    ran = run("export-python")
    assert ran.code == 2
    assert "toolcat.toml:12" in ran.err
