"""The example catalog is in order: it holds to our own schemas, loads without a finding, and shows every field."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
PLATFORM = ("--platform", "linux/amd64", "--assume", "binary:rg=yes", "--assume", "env:DISPLAY=set")


def schema(name: str) -> dict[str, object]:
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_bytes())


def manifest() -> dict[str, object]:
    return yaml.safe_load((EXAMPLES / "desk.tools.yaml").read_text(encoding="utf-8"))


def documents() -> Iterator[tuple[str, object]]:
    yield "manifest", manifest()
    yield "config", tomllib.loads((EXAMPLES / "toolcat.toml").read_text(encoding="utf-8"))
    for path in sorted((EXAMPLES / "servers").iterdir()):
        yield "manifest", json.loads(path.read_bytes())
    for path in sorted((EXAMPLES / "meta").iterdir()):
        yield "meta", json.loads(path.read_bytes())


def tools(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = "from toolcat.cli.main import tools_main; tools_main()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        check=False,
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def test_every_document_holds_to_its_schema():
    for name, document in documents():
        errors = [
            f"{list(error.path)}: {error.message}" for error in Draft202012Validator(schema(name)).iter_errors(document)
        ]
        assert errors == [], name


def test_the_manifest_shows_every_field():
    definitions = schema("manifest")["$defs"]
    shown = manifest()
    assert {"server", "categories", "defaults", "tools"} <= set(shown)
    assert len(shown["tools"]) >= 10
    assert set(definitions["tool"]["properties"]) - {key for tool in shown["tools"] for key in tool} == set()


def test_the_metas_show_every_field_and_condition():
    metas = [document for name, document in documents() if name == "meta"]
    known = set(schema("meta")["properties"]) - {"$schema", "resetsCounter"}
    assert known - {key for meta in metas for key in meta} == set()
    assert sum("variants" in meta for meta in metas) >= 1


def test_the_catalog_loads_without_a_finding():
    done = tools("list", "--format", "json", *PLATFORM)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr
    assert "error" not in done.stderr
    names = [tool["name"] for tool in json.loads(done.stdout)]
    assert names == sorted(names)
    assert {"disk_space", "find_text", "open_page", "mcp__desk__find_jobs", "mcp__files__write_file"} <= set(names)


def test_overrides_filters_and_gates_take_effect():
    listed = {tool["name"]: tool for tool in json.loads(tools("list", "--format", "json", *PLATFORM).stdout)}
    assert listed["mcp__everything__get-sum"]["outputSchema"]["type"] == "string"
    assert listed["mcp__files__list_directory_with_sizes"]["annotations"]["readOnlyHint"] is True
    assert {"mcp__files__read_file", "mcp__everything__get-env", "mcp__desk__take_payment"}.isdisjoint(listed)
    switched = tools("list", "--format", "names", "--gate", "payments=on", "--gate", "writing=off").stdout.split()
    assert "mcp__desk__take_payment" in switched
    assert "mcp__files__write_file" not in switched


@pytest.mark.parametrize(
    ("mode", "there", "missing"), [("act", "open_job", "propose_week"), ("plan", "propose_week", "open_job")]
)
def test_modes(mode: str, there: str, missing: str):
    names = tools("list", "--format", "names", "--mode", mode).stdout.split()
    assert f"mcp__desk__{there}" in names
    assert f"mcp__desk__{missing}" not in names


def test_export_degrades_nothing(tmp_path: Path):
    done = tools("export-typescript", "--strict", "--output", str(tmp_path / "stubs"), *PLATFORM)
    assert done.returncode == 0, done.stderr
    checked = tools("export-typescript", "--check", "--output", str(tmp_path / "stubs"), *PLATFORM)
    assert checked.returncode == 0, checked.stdout + checked.stderr
