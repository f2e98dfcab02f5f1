"""`mcp.json` in the shapes of Claude Code, Cursor and VS Code."""

import json

import pytest

from toolcat.catalog import ToolcatError
from toolcat.catalog.asking import servers_in
from toolcat.catalog.live.mcp_json import is_mcp_json, read_mcp_json
from toolcat.catalog.live.servers import HttpServer, StdioServer
from toolcat.catalog.loading import load
from toolcat.catalog.requests import SourceRequest

CLAUDE_CODE = """{"mcpServers": {
  "fs": {"command": "npx", "args": ["-y", "server", "${HOME_DIR:-.}"], "env": {"KEY": "${API_KEY}"}},
  "web": {"type": "http", "url": "https://x.example/${PART}", "headers": {"Authorization": "Bearer ${API_KEY}"}}
}}"""
CURSOR = """{"mcpServers": {
  "fs": {"command": "npx", "args": ["server"], "envFile": "${workspaceFolder}/.env", "env": {"N": 1, "B": true}},
  "web": {"url": "https://x.example", "headers": {"K": "${env:API_KEY}"}},
  "off": {"command": "x", "disabled": true}
}}"""
VS_CODE = """{
  // VS Code takes comments,
  "inputs": [{"type": "promptString", "id": "key", "password": true}],
  "servers": {
    "fs": {"type": "stdio", "command": "npx", "args": ["server", "//no comment", "/*nor this*/"], "cwd": "sub"},
    "web": {"type": "http", "url": "https://x.example", "headers": {"K": "${input:key}"}}, /* and trailing commas */
  },
}"""


def write(tmp_path, text, name=".mcp.json"):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("text", [CLAUDE_CODE, CURSOR, VS_CODE])
def test_shapes(tmp_path, text):
    path = write(tmp_path, text)
    assert is_mcp_json(path)
    fs, web = read_mcp_json(path)
    assert (fs.name, web.name) == ("fs", "web")
    assert isinstance(fs.transport, StdioServer)
    assert fs.transport.command == "npx"
    assert isinstance(web.transport, HttpServer)
    assert not web.transport.reads_token
    assert "API_KEY" not in repr((fs, web))


def test_details(tmp_path):
    fs, _ = read_mcp_json(write(tmp_path, CURSOR, ".cursor/mcp.json"))
    assert fs.transport.env == {"N": "1", "B": "true"}
    assert fs.variables["workspaceFolder"] == str(tmp_path)
    fs, _ = read_mcp_json(write(tmp_path, VS_CODE, ".vscode/mcp.json"))
    assert fs.transport.args == ("server", "//no comment", "/*nor this*/")
    assert fs.transport.cwd == "sub"


@pytest.mark.parametrize(
    ("entry", "word"),
    [
        ({"type": "sse", "url": "https://x"}, "SSE"),
        ({}, "neither"),
        ({"type": "http", "command": "x"}, "no url"),
        ({"type": "carrier-pigeon", "url": "https://x"}, "type"),
        ({"command": "x", "args": "y"}, "list"),
        ({"command": "x", "env": {"A": []}}, "text"),
        (7, "object"),
    ],
)
def test_an_entry_that_is_wrong_hides_no_neighbour(tmp_path, entry, word):
    text = json.dumps({"mcpServers": {"bad": entry, "a__b": {"command": "x"}, "good": {"command": "x"}}})
    bad, odd, good = read_mcp_json(write(tmp_path, text))
    assert word in bad.problem
    assert "double underscore" in odd.problem
    assert good.problem is None


def test_what_is_no_such_file(tmp_path):
    for text in ('{"tools": [], "servers": {}}', '{"servers": []}', "[]", '{"mcpservers": {}}'):
        assert not is_mcp_json(write(tmp_path, text, "x.json"))
    with pytest.raises(ToolcatError, match=r"x\.json:1:"):
        read_mcp_json(write(tmp_path, '{"mcpServers": {', "x.json"))
    assert is_mcp_json(str(tmp_path / "x.json"))


def test_one_server_of_a_file(tmp_path):
    path = write(tmp_path, CLAUDE_CODE)
    assert [each.server for each in servers_in(SourceRequest(path))] == ["fs", "web"]
    assert [each.server for each in servers_in(SourceRequest(path, "web", include=("a*",)))] == ["web"]
    with pytest.raises(ToolcatError, match="no server 'other'"):
        servers_in(SourceRequest(path, "other"))


def test_a_file_that_is_met_in_a_folder_starts_nothing(tmp_path):
    started = tmp_path / "started"
    write(tmp_path, json.dumps({"mcpServers": {"s": {"command": "touch", "args": [str(started)]}}}), "mcp.json")
    (tmp_path / "x.tools.json").write_text('{"tools": [{"name": "a", "inputSchema": {}}]}', encoding="utf-8")
    assert len(load([SourceRequest(str(tmp_path))]).catalog) == 1
    assert not started.exists()


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"command": ["npx", "x"]}, "/mcpServers/s/command is no text: the program alone, and the rest in args"),
        ({"command": 5}, "/mcpServers/s/command is no text: the program alone, and the rest in args"),
        ({"command": ""}, "/mcpServers/s has neither a command nor a url"),
        ({"url": ["https://x.example"]}, "/mcpServers/s/url is no text"),
        ({"type": "http", "command": "x"}, "/mcpServers/s has the type 'http' and no url"),
        ({"type": "stdio", "url": "https://x.example"}, "/mcpServers/s has the type 'stdio' and no command"),
    ],
)
def test_an_entry_that_is_not_usable_says_which_part(tmp_path, entry, said):
    path = tmp_path / "mcp.json"
    path.write_text(json.dumps({"mcpServers": {"s": entry}}), encoding="utf-8")
    assert read_mcp_json(str(path))[0].problem == said


@pytest.mark.parametrize("servers", ["[]", "null", '"x"'])
def test_servers_that_are_no_object_are_said_to_be_none(tmp_path, servers):
    path = tmp_path / "mcp.json"
    path.write_text(f'{{"mcpServers": {servers}}}', encoding="utf-8")
    assert is_mcp_json(str(path))
    with pytest.raises(ToolcatError, match="mcpServers is no object"):
        read_mcp_json(str(path))
