"""Real tool lists: what of each is read, and what is refused."""

import json
from pathlib import Path

import pytest

from toolcat.catalog.findings import ToolcatError
from toolcat.catalog.loading import SourceRequest, load

FORMATS = {
    "anthropic-mailcli.json": ("anthropic", 12, []),
    "bedrock-ld-sample-rags.json": ("bedrock", 5, []),
    "docker-arm-mcp.json": ("docker", 7, ["TS007"]),
    "docker-buildkite.json": ("docker+mcp", 24, ["TS007"]),
    "docker-dotnet-types-explorer.json": ("docker", 5, ["TS007"]),
    "docker-explorium.json": ("docker", 12, ["TS007"]),
    "docker-keboola-mcp.json": ("docker+mcp", 33, ["TS007"]),
    "docker-kubectl-mcp-server.json": ("docker+mcp", 26, ["TS007"]),
    "docker-maestro-mcp-server.json": ("docker", 35, ["TS007"]),
    "docker-simplechecklist.json": ("docker", 20, ["TS007"]),
    "docker-vectra-ai-rux-mcp-server.json": ("mcp", 25, []),
    "docker-zerodha-kite.json": ("docker", 15, ["TS007"]),
    "mcp-noschema-aiken.json": ("mcpb", 37, ["TS007", "TS023"]),
    "mcpb-file-manager-python.json": ("mcpb", 3, ["TS007"]),
    "mcpb-file-system-node.json": ("mcpb", 11, ["TS007"]),
    "mcpb-hello-world-node.json": ("mcpb", 1, ["TS007"]),
    "openai-aisense.json": ("openai-chat", 51, []),
    "openai-omnarai.json": ("openai-chat", 2, []),
    "openai-toolshed-calculator.json": ("openai-chat", 1, []),
    "openai-toolshed-man.json": ("openai-chat", 1, []),
    "openai-toolshed-webpage.json": ("openai-chat", 1, []),
}
REFUSED = {
    "bfcl-gorilla_file_system.jsonl": "has the type 'dict', which is none of JSON Schema",
    "bfcl-travel_booking.jsonl": "has the type 'dict', which is none of JSON Schema",
    "gemini-cli-coretools.snap": "is not YAML",
    "mcp-serverjson-grafana.json": 'no "inputSchema" (taken for an MCP tool)',
    "other-tau2-tools-data.json": "(taken for an MCP tools/list result or a toolcat manifest)",
}


@pytest.mark.parametrize("name", FORMATS)
def test_formats_that_are_read(corpus: Path, name: str):
    format, count, codes = FORMATS[name]
    loaded = load([SourceRequest(str(corpus / "formats" / name))])
    assert loaded.sources[0].format == format
    assert (loaded.sources[0].held, len(loaded.catalog)) == (count, count)
    assert [finding.code for finding in loaded.findings] == codes


@pytest.mark.parametrize("name", REFUSED)
def test_formats_that_are_refused(corpus: Path, name: str):
    with pytest.raises(ToolcatError) as caught:
        load([SourceRequest(str(corpus / "formats" / name))])
    assert REFUSED[name] in caught.value.message
    assert "\n" not in caught.value.message


def test_every_format_is_decided(corpus: Path):
    assert {path.name for path in (corpus / "formats").iterdir()} == {*FORMATS, *REFUSED}


def test_every_captured_list_is_read_whole(corpus: Path):
    count = 0
    for path in sorted((corpus / "tools").glob("*.json")):
        loaded = load([SourceRequest(str(path), "server")])
        assert loaded.findings == []
        raw = {tool["name"]: tool for tool in json.loads(path.read_text("utf-8"))["tools"]}
        assert {spec.tool for spec in loaded.catalog.tools()} == raw.keys()
        for spec in loaded.catalog.tools():
            assert spec.input_schema == raw[spec.tool]["inputSchema"]
            assert spec.output_schema == raw[spec.tool].get("outputSchema")
            assert spec.read_only == (raw[spec.tool].get("annotations", {}).get("readOnlyHint") is True)
            assert spec.to_mcp() == {**raw[spec.tool], "name": f"mcp__server__{spec.tool}"}
        count += len(loaded.catalog)
    assert count == 1295


def test_the_whole_folder_at_once(corpus: Path):
    loaded = load([SourceRequest(str(corpus / "tools"))])
    assert len(loaded.sources) == 36
    assert all(finding.code == "TU007" for finding in loaded.findings)
    assert len(loaded.catalog) + len(loaded.findings) == 1295
