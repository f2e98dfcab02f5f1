import json
import re

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


@pytest.mark.parametrize(
    ("language", "line", "flags", "said"),
    [
        ("typescript", 'host = "codeex"', [], "host"),
        ("typescript", "budget = 900", ["--host", "generic"], "budget"),
        ("typescript", 'host = "codex"', ["--form", "tree"], "host"),
        ("typescript", 'host = "codex"\nindex = true', [], "index"),
        ("python", 'host = "fastmcp"\nhost-option = ["nope=1"]', [], "host-option"),
        ("python", 'templates = "nowhere"', [], "templates"),
    ],
)
def test_a_value_of_it_that_fits_nothing_is_said_to_be_from_there(run, desk, language, line, flags, said):
    table = f'[exports.{language}]\noutput = "out"\n{line}\n'
    (desk / "toolcat.toml").write_text(f'[[sources]]\npath = "desk.json"\n{table}')
    ran = run(f"export-{language}", *flags)
    assert ran.code == 2
    assert re.search(rf"toolcat\.toml:[456]:1 sets {said}\b", ran.err), ran.err


def test_a_flag_that_fits_nothing_is_not_said_to_be_from_there(run, desk):
    assert "toolcat.toml" not in run("export-typescript", "--host", "codeex").err
    assert "toolcat.toml" not in run("export-typescript", "--host", "generic", "--budget", "900").err
