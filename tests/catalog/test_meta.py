"""`.meta` registries: which files are tools, how variants resolve, what is reported."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from toolcat.catalog.findings import ToolcatError
from toolcat.catalog.loading import Loaded, LoadOptions, SourceRequest, load

Registry = Callable[..., Loaded]


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    """Write the files of a registry and load its folder."""

    def registry(
        server: str | None = None, assume: dict[str, str] | None = None, platform: str | None = None, **files: object
    ) -> Loaded:
        folder = tmp_path / "tools"
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            text = content if isinstance(content, str) else json.dumps(content)
            (folder / f"{name}.meta").write_text(text, encoding="utf-8")
        options = LoadOptions(platform=platform, assume=assume or {}, allow_empty=True)
        return load([SourceRequest(str(folder), server)], options=options)

    return registry


def codes(loaded: Loaded) -> list[str]:
    return [finding.code for finding in loaded.findings]


def test_every_field(registry: Registry):
    loaded = registry(
        glob={
            "description": "Find files.",
            "prompt": "Quote patterns.",
            "args": {"type": "object", "properties": {"pattern": {"type": "string"}}},
            "tier": "cold",
            "scope": "read",
            "outputFormat": "text",
            "cmd": "find .",
            "resetsCounter": False,
        },
        plain={"description": "Plain."},
    )
    assert loaded.findings == []
    glob, plain = loaded.catalog.tools()
    assert glob.description == "Find files."
    assert glob.usage_hint == "Quote patterns."
    assert glob.input_schema == {"type": "object", "properties": {"pattern": {"type": "string"}}}
    assert glob.disclosure == "advertised"
    assert glob.read_only
    assert glob.annotations == {"readOnlyHint": True}
    assert glob.command == "find ."
    assert glob.extra == {"outputFormat": "text", "resetsCounter": False}
    assert plain.input_schema == {"type": "object"}
    assert (plain.read_only, plain.disclosure, plain.command) == (False, "full", None)
    assert loaded.sources[0].format == "meta"
    assert (loaded.sources[0].held, loaded.sources[0].added) == (2, 2)


def test_tools_of_a_named_server(registry: Registry):
    (spec,) = registry("ollie", a={"description": "A."}).catalog.tools()
    assert (spec.name, spec.server, spec.tool) == ("mcp__ollie__a", "ollie", "a")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("[]", "M001"),
        ("{", "M001"),
        ("", "M001"),
        ('{"description": "a", "description": "b"}', "M001"),
        ({}, "M003"),
        ({"description": "  "}, "M003"),
        ({"description": 1}, "M008"),
        ({"description": "a", "args": []}, "M004"),
        ({"description": "a", "cmd": ["x"]}, "M008"),
        ({"description": "a", "prompt": 1}, "M008"),
        ({"description": "a", "resetsCounter": "false"}, "M008"),
        ({"description": "a", "variants": {}}, "M009"),
    ],
)
def test_an_invalid_file_is_reported_and_its_neighbours_stay(registry: Registry, content: object, code: str):
    loaded = registry(bad=content, good={"description": "Good."})
    assert [spec.name for spec in loaded.catalog.tools()] == ["good"]
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error) == (code, True)
    assert finding.place.file.endswith("bad.meta")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"readOnly": True}, "M006"),
        ({"bypass": True}, "M006"),
        ({"comand": "x"}, "M005"),
        ({"tier": "warm"}, "M007"),
        ({"scope": "write"}, "M007"),
        ({"outputFormat": "json"}, "M007"),
    ],
)
def test_a_harmless_mistake_is_a_warning(registry: Registry, fields: dict[str, object], code: str):
    loaded = registry(a={"description": "A.", **fields})
    (spec,) = loaded.catalog.tools()
    assert spec.read_only is False
    (finding,) = loaded.findings
    assert (finding.code, str(finding.severity), finding.place.line) == (code, "warning", 1)


def test_names(registry: Registry, tmp_path: Path):
    loaded = registry(
        **{"a.b-c_1": {"description": "A."}, "a b": {"description": "B."}, ".hidden": {"description": "C."}}
    )
    assert [spec.name for spec in loaded.catalog.tools()] == ["a.b-c_1"]
    assert codes(loaded) == ["M002"]


def test_names_that_differ_only_in_case(registry: Registry, tmp_path: Path):
    loaded = registry(Read={"description": "A."}, read={"description": "B."})
    if len(list((tmp_path / "tools").iterdir())) == 1:
        pytest.skip("this file system does not tell the two names apart")
    assert [spec.name for spec in loaded.catalog.tools()] == ["Read", "read"]
    assert codes(loaded) == ["M021"]


def variants(*matches: object, **base: object) -> dict[str, object]:
    rows = [{"match": match, "cmd": f"cmd{place}"} for place, match in enumerate(matches)]
    return {"description": "A.", "variants": rows, **base}


def command(loaded: Loaded) -> str | None:
    spec = loaded.catalog.lookup("a")
    return None if spec is None else spec.command


@pytest.mark.parametrize(
    ("match", "assume", "holds"),
    [
        ({"binary": "rg"}, {"binary:rg": "yes"}, True),
        ({"binary": "rg"}, {"binary:rg": "no"}, False),
        ({"binary": ["rg", "grep"]}, {"binary:rg": "no", "binary:grep": "yes"}, True),
        ({"file": "/x/y"}, {"file:/x/y": "yes"}, True),
        ({"file": "/x=y"}, {"file:/x=y": "yes"}, True),
        ({"env": "TOKEN"}, {"env:TOKEN": "set"}, True),
        ({"env": "TOKEN"}, {"env:TOKEN": "unset"}, False),
        ({"nenv": "TOKEN"}, {"env:TOKEN": "unset"}, True),
        ({"nenv": "TOKEN"}, {"env:TOKEN": "set"}, False),
        ({"nenv": ["A", "B"]}, {"env:A": "set", "env:B": "unset"}, True),
        ({"nenv": ["A", "B"]}, {"env:A": "set", "env:B": "set"}, False),
        ({"os": "darwin"}, {"os": "darwin"}, True),
        ({"arch": "arm64"}, {"arch": "arm64"}, True),
        ({"os": "linux", "arch": "arm64"}, {"os": "linux", "arch": "amd64"}, False),
        ({"os": ["linux", "darwin"], "env": "A"}, {"os": "darwin", "env:A": "set"}, True),
        ({"os": ["linux", "darwin"], "env": "A"}, {"os": "darwin", "env:A": "unset"}, False),
        ({}, {}, True),
    ],
)
def test_conditions(registry: Registry, match: dict[str, object], assume: dict[str, str], holds: bool):
    loaded = registry(assume=assume, a=variants(match))
    assert command(loaded) == ("cmd0" if holds else None)
    assert codes(loaded) == ([] if holds else ["M019"])
    assert loaded.assumptions == assume


def test_what_a_load_records_gives_the_same_catalog_anywhere(registry: Registry):
    match = {"os": ["linux", "darwin", "windows"], "binary": ["no-such-program", "python3"], "nenv": "NO_SUCH_VARIABLE"}
    here = registry(a=variants(match, {}))
    again = registry(assume=dict(here.assumptions), platform="plan9/mips", a=variants(match, {}))
    assert again.catalog.specs() == here.catalog.specs()
    assert again.assumptions == here.assumptions
    assert set(here.assumptions) == {"os", "binary:no-such-program", "binary:python3", "env:NO_SUCH_VARIABLE"}


def test_this_machine(registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TOOLCAT_SET", "1")
    monkeypatch.setenv("TOOLCAT_EMPTY", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "beside").touch()
    (tmp_path / "at_home").touch()
    program = tmp_path / "tools" / "program"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    for match, holds in (
        ({"env": "TOOLCAT_SET"}, True),
        ({"env": "TOOLCAT_EMPTY"}, False),
        ({"nenv": "TOOLCAT_EMPTY"}, True),
        ({"file": "beside"}, True),
        ({"file": "."}, True),
        ({"file": "nowhere"}, False),
        ({"file": "a\0b"}, False),
        ({"binary": "./program"}, True),
        ({"binary": "./beside"}, os.name == "nt"),
        ({"binary": "no-such-program"}, False),
    ):
        assert command(registry(a=variants(match))) == ("cmd0" if holds else None), match
    if os.name != "nt":
        assert command(registry(a=variants({"file": "~/at_home"}))) == "cmd0"


def test_the_first_match_wins_and_is_merged(registry: Registry):
    loaded = registry(
        a={
            "description": "Base.",
            "cmd": "base",
            "args": {"type": "object", "properties": {"x": {}}, "required": ["x"]},
            "resetsCounter": True,
            "variants": [
                {"match": {"os": "plan9"}, "cmd": "no"},
                {"match": {}, "cmd": "", "args": {"type": "object"}, "resetsCounter": False, "description": None},
                {"match": {}, "cmd": "late"},
            ],
        }
    )
    (spec,) = loaded.catalog.tools()
    assert spec.description == "Base."
    assert spec.command == "base"
    assert spec.input_schema == {"type": "object"}
    assert spec.extra == {"resetsCounter": False}
    assert codes(loaded) == ["M022", "M022"]


def test_a_description_may_come_from_a_variant(registry: Registry):
    loaded = registry(a={"variants": [{"match": {}, "description": "Here."}]})
    assert loaded.catalog.tools()[0].description == "Here."
    assert loaded.findings == []


@pytest.mark.parametrize(
    ("variant", "code", "pointer"),
    [
        ({"match": {"distro": "x"}}, "M010", "/variants/0/match/distro"),
        ({"match": {"os": []}}, "M011", "/variants/0/match/os"),
        ({"match": {"os": ["linux", 1]}}, "M011", "/variants/0/match/os"),
        ({"match": {"os": ""}}, "M011", "/variants/0/match/os"),
        ({"match": {"os": None}}, "M011", "/variants/0/match/os"),
        ({"match": []}, "M009", "/variants/0"),
        ({"cmd": "x"}, "M009", "/variants/0"),
        ("x", "M009", "/variants/0"),
        ({"match": {}, "variants": []}, "M020", "/variants/0/variants"),
    ],
)
def test_a_variant_with_a_mistake_never_matches(registry: Registry, variant: object, code: str, pointer: str):
    loaded = registry(a={"description": "A.", "variants": [variant, {"match": {}, "cmd": "second"}]})
    assert command(loaded) == "second"
    (finding,) = loaded.findings
    assert (finding.code, finding.is_error, finding.place.pointer) == (code, True, pointer)


def test_a_mistake_is_the_same_on_every_machine(registry: Registry):
    """A variant behind the one that matches here is the one that matches elsewhere."""
    entries = [{"match": {"os": "linux"}, "cmd": "x"}, {"mach": {}}, {"match": {"oss": "x"}}, 7, {"match": {"os": 5}}]
    found = {}
    for platform in ("linux/amd64", "darwin/arm64"):
        loaded = registry(t={"description": "d", "cmd": "c", "variants": entries}, platform=platform)
        found[platform] = [(each.code, each.place.pointer) for each in loaded.findings if each.is_error]
    assert found["linux/amd64"] == found["darwin/arm64"]
    assert [code for code, _ in found["linux/amd64"]] == ["M009", "M010", "M009", "M011"]


def test_all_that_is_written_is_checked_on_every_machine(registry: Registry):
    """Fields of variants that do not match here, and fields that the one that does replaces."""
    entries = [
        {"match": {"os": "linux"}, "cmd": "x", "args": {"type": "object"}},
        {"match": {"os": "darwin"}, "cmd": 5, "tier": "warm", "scope": ""},
        {"match": {"os": "plan9"}, "args": "no"},
    ]
    found = {}
    for platform in ("linux/amd64", "darwin/arm64", "windows/amd64"):
        loaded = registry(t={"description": "d", "cmd": 3, "args": [], "variants": entries}, platform=platform)
        found[platform] = {
            (each.code, each.place.pointer) for each in loaded.findings if each.code not in ("M019", "M022")
        }
        assert [spec.command for spec in loaded.catalog.tools()] == (["x"] if platform == "linux/amd64" else [])
    assert found["linux/amd64"] == found["darwin/arm64"] == found["windows/amd64"]
    assert found["linux/amd64"] == {
        ("M008", "/cmd"),
        ("M004", "/args"),
        ("M008", "/variants/1/cmd"),
        ("M007", "/variants/1/tier"),
        ("M004", "/variants/2/args"),
    }


def test_a_field_is_shown_where_it_stands(registry: Registry):
    """In the variant that was taken, and not at a place that has it not, or has another."""
    bad = {"match": {}, "cmd": 5, "tier": "warm", "args": 3, "prompt": ""}
    loaded = registry(t={"description": "d", "cmd": "c", "tier": "cool", "variants": [bad]})
    places = {(each.code, each.place.pointer) for each in loaded.findings}
    assert places == {
        ("M008", "/variants/0/cmd"),
        ("M007", "/tier"),
        ("M007", "/variants/0/tier"),
        ("M004", "/variants/0/args"),
        ("M022", "/variants/0/prompt"),
    }
    good = {"match": {}, "cmd": "x", "args": {"type": "object", "title": "t"}}
    (spec,) = registry(t={"description": "d", "cmd": "c", "variants": [good]}).catalog.tools()
    assert spec.origin is not None
    pointers = [spec.origin.pointer_to(each) for each in ("command", "inputSchema", "description", "usageHint")]
    assert pointers == ["/variants/0/cmd", "/variants/0/args", "/description", "/prompt"]


def test_names_that_go_does_not_know(registry: Registry):
    loaded = registry(a=variants({"os": "macos"}, {"arch": "x86_64"}, {}))
    assert codes(loaded) == ["M014", "M014"]
    assert command(loaded) == "cmd2"


def test_a_hidden_tool_says_which_conditions_failed(registry: Registry):
    loaded = registry(platform="linux/amd64", a=variants({"os": "darwin"}, {"arch": ["arm64", "386"]}))
    assert loaded.catalog.tools() == []
    (finding,) = loaded.findings
    assert (finding.code, str(finding.severity)) == ("M019", "info")
    assert "os: darwin; arch: arm64 or 386" in finding.message


def test_a_file_beside_it_beats_the_command(registry: Registry, tmp_path: Path):
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "a").touch()
    loaded = registry(a={"description": "A.", "cmd": "x"})
    assert codes(loaded) == ["M016"]
    assert "the file a beside it" in loaded.findings[0].message


def test_one_file_and_a_folder_below(tmp_path: Path):
    below = tmp_path / "deep" / "tools"
    below.mkdir(parents=True)
    (below / "a.meta").write_text('{"description": "A."}', encoding="utf-8")
    for path in (below / "a.meta", tmp_path, below):
        loaded = load([SourceRequest(str(path))])
        assert [spec.name for spec in loaded.catalog.tools()] == ["a"]
        assert loaded.findings == []


@pytest.mark.parametrize("platform", ["linux", "/amd64", "linux/", "a/b/c"])
def test_a_bad_platform(registry: Registry, platform: str):
    with pytest.raises(ToolcatError, match="is not OS/ARCH"):
        registry(platform=platform, a={"description": "A."})


@pytest.mark.parametrize("key", ["rg", "binary:", "program:rg", "os:linux", ""])
def test_a_bad_assumption(registry: Registry, key: str):
    with pytest.raises(ToolcatError, match="is not understood") as caught:
        registry(assume={key: "yes"}, a={"description": "A."})
    assert "binary:NAME=yes|no" in caught.value.hint


def test_a_bad_value_of_an_assumption(registry: Registry):
    with pytest.raises(ToolcatError, match="is not understood"):
        registry(assume={"binary:rg": "perhaps"}, a={"description": "A."})
