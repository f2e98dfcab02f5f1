"""What is asked for hosts on the command line and in the config: lists of hosts, budgets, exports of the config."""

import json

import pytest

from toolcat.generators.hosts import estimate_tokens, load_hosts

TOOLS = {
    "server": "desk",
    "tools": [
        {
            "name": f"{verb}_{thing}",
            "description": f"{verb.capitalize()} one {thing}. It takes what is asked for, and says what came of it.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "description": f"Which {thing} it is, by the number on its label."},
                    "size": {"type": "integer", "minimum": 1, "description": "How large it is."},
                },
                "required": ["id"],
            },
        }
        for verb in ("get", "list", "drop")
        for thing in ("box", "lid", "key")
    ],
}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "desk.tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    return "desk.tools.json"


@pytest.mark.parametrize("given", [["codex,utcp"], ["codex, utcp"], ["codex", "utcp"], ["codex,", "utcp"]])
def test_hosts_may_stand_between_commas(run, desk, given):
    ran = run("compat", desk, *[part for name in given for part in ("--host", name)], "--format", "json", "--all")
    assert ran.code == 0
    assert list(json.loads(ran.out)["lost"]) == ["codex", "utcp"]
    names = run("hosts", *given, "--format", "names")
    assert names.out.split() == ["codex", "utcp"]


def test_one_wrong_host_between_commas_is_named(run, desk):
    for command in (["compat", desk, "--host", "codex,utpc"], ["hosts", "codex,utpc"]):
        ran = run(*command)
        assert (ran.code, ran.out) == (2, "")
        assert "'utpc'" in ran.err
        assert "utcp" in ran.err


def test_no_host_between_commas_is_said(run, desk):
    for command in (["compat", desk, "--host", ","], ["compat", desk, "--host", ""], ["hosts", ","]):
        ran = run(*command)
        assert (ran.code, ran.out) == (2, "")
        assert "host" in ran.err


EXPORTS = ["export-typescript", "export-python"]


@pytest.mark.parametrize("command", EXPORTS)
@pytest.mark.parametrize("budget", ["0", "-1", "-99999999999999999999", "abc", "1.5", "", "1e3"])
def test_a_budget_that_is_none_is_refused(run, desk, command, budget):
    ran = run(command, desk, "--form", "declarations", "-o", "-", f"--budget={budget}")
    assert (ran.code, ran.out) == (2, "")
    assert "--budget" in ran.err


@pytest.mark.parametrize("command", EXPORTS)
def test_a_budget_that_not_even_the_names_fit_is_refused(run, desk, command):
    ran = run(command, desk, "--form", "declarations", "-o", "-", "--budget", "1")
    assert (ran.code, ran.out) == (2, "")
    assert "names alone" in ran.err


@pytest.mark.parametrize("command", EXPORTS)
@pytest.mark.parametrize("form", ["declarations", "prelude"])
def test_a_budget_drops_no_tool_and_says_what_it_lowers(run, desk, tmp_path, command, form):
    whole = run(command, desk, "--form", form, "-o", "whole", "--budget", "9" * 30)
    assert (whole.code, "lowered" in whole.err) == (0, False)
    (path,) = (*(tmp_path / "whole").glob("*.d.ts"), *(tmp_path / "whole").glob("*.pyi"))
    most = estimate_tokens(path.read_text("utf-8"))
    least = 0
    for budget in range(most + 7, 0, -41):
        folder = tmp_path / str(budget)
        ran = run(command, desk, "--form", form, "-o", str(budget), "--budget", str(budget), "--verbose")
        if ran.code == 2:
            assert "names alone" in ran.err
            assert not folder.exists()
            break
        least = budget
        text = (folder / path.name).read_text("utf-8")
        assert estimate_tokens(text) <= budget
        tools = json.loads((folder / "toolcat.lock.json").read_text("utf-8"))["tools"]
        assert len(tools) == len(TOOLS["tools"])
        for name, tool in tools.items():
            *objects, function = tool["names"]["function"].split(".")
            assert all(part in text for part in (*objects, function))
            assert (tool["names"]["detail"] == "full") == (name not in ran.err)
        assert ("lowered" in ran.err) == (budget < most)
    assert 0 < least < most / 2


COMBINATIONS = [(host, form) for host in load_hosts() for form in host.forms]


def values(host, form) -> dict[str, object]:
    """Every value of a config that this host has a meaning for, none of them what it would be without."""
    found: dict[str, object] = {"output": "out", "host": host.name, "form": form, "reading": "literal", "strict": True}
    if host.variables:
        found["host-option"] = [f"{key}={{server}}_x" for key in host.variables]
    if form == "tree":
        found |= {"index": True}
    elif host.settings.emit == "code":
        found |= {"detail": "signatures", "budget": 100_000}
    found |= {"names": "preserve"}
    if host.language == "typescript":
        found |= {"import-suffix": "ts", "package-json": False, "layout": "flat" if form == "tree" else "server"}
    else:
        found |= {"sync": True, "models": "typeddict", "results": "trust"}
    return found


@pytest.mark.parametrize(("host", "form"), COMBINATIONS, ids=lambda one: getattr(one, "name", one))
def test_the_config_says_what_flags_say(run, desk, tmp_path, host, form):
    """For every host and form the config exports what the flags do, and a check finds nothing until it changes."""
    command = f"export-{host.language}"
    given = values(host, form)
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in given.items())
    config = f'[[sources]]\npath = "desk.tools.json"\n[exports.{host.language}]\n{lines}'
    (tmp_path / "toolcat.toml").write_text(config, encoding="utf-8")
    done = run(command)
    assert done.code == 0, done.err
    flags: list[str] = []
    for key, value in (given | {"output": "flags"}).items():
        if isinstance(value, bool):
            flags += [f"--{key}"] if value else [f"--no-{key}"]
        else:
            flags += [
                part for one in (value if isinstance(value, list) else [value]) for part in (f"--{key}", str(one))
            ]
    by_flags = run(command, desk, "--no-config", *flags)
    assert by_flags.code == 0, by_flags.err
    written = {path.relative_to(tmp_path / "out"): path.read_bytes() for path in (tmp_path / "out").rglob("*.*")}
    expected = {path.relative_to(tmp_path / "flags"): path.read_bytes() for path in (tmp_path / "flags").rglob("*.*")}
    assert written == expected
    assert run(command, "--check").code == 0
    changed = config.replace('reading = "literal"', 'reading = "intended"')
    (tmp_path / "toolcat.toml").write_text(changed, encoding="utf-8")
    check = run(command, "--check")
    assert check.code == (1 if host.settings.emit == "code" else 0), check.err
    # A flag goes before the config.
    assert run(command, "--check", "--reading", "literal").code == 0


def test_what_is_lost_is_shown_first_of_each_host(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["a-b", "get-user", "get_user", "z-z"]
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
    (tmp_path / "odd.json").write_text(json.dumps({"server": "odd", "tools": tools}), encoding="utf-8")
    ran = run("compat", "odd.json", "--host", "codex,openclaw")
    assert ran.code == 1
    shown = [tuple(line.split()[:2]) for line in ran.out.splitlines()]
    codex, openclaw = [("codex", "merged")] * 2, [("openclaw", "hidden")] * 2
    assert shown == [*codex, *[("codex", "renamed")] * 2, *openclaw, *[("openclaw", "renamed")] * 2]
