"""ToolHive: running workloads only, and nothing but `thv list`. `thv` itself is played by a script."""

import json
import os
import sys

import pytest

from toolcat.catalog import ToolcatError
from toolcat.catalog.live.toolhive import running_workloads, workloads_of

WORKLOADS = [
    {"name": "web", "url": "http://127.0.0.1:2/mcp", "status": "running", "transport_type": "stdio"},
    {"name": "fetch", "url": "http://127.0.0.1:1/mcp#fetch", "status": "running"},
    {"name": "gone", "url": "http://127.0.0.1:3/mcp", "status": "stopped"},
    {"name": "old", "url": "http://127.0.0.1:4/sse#old", "status": "running"},
]


def test_running_ones_are_servers_sorted_by_name():
    fetch, old, web = workloads_of(json.dumps(WORKLOADS).encode())
    assert (fetch.transport.url, web.transport.url) == ("http://127.0.0.1:1/mcp", "http://127.0.0.1:2/mcp")
    assert not web.transport.reads_token
    assert "SSE" in old.problem


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b" \n"])
def test_none(data):
    assert workloads_of(data) == []


@pytest.mark.parametrize("data", [b"{}", b"No workloads", b"7"])
def test_other_answers(data):
    with pytest.raises(ToolcatError, match="--toolhive"):
        workloads_of(data)


@pytest.mark.skipif(os.name == "nt", reason="a script needs a shell")
def test_only_list_is_run(tmp_path, monkeypatch):
    said = tmp_path / "said"
    program = tmp_path / "thv"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nopen({str(said)!r}, 'a').write(' '.join(sys.argv[1:]) + '\\n')\n"
        f"print({json.dumps(json.dumps(WORKLOADS))})\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [server.name for server in running_workloads()] == ["fetch", "old", "web"]
    assert said.read_text(encoding="utf-8") == "list --format json\n"


def test_without_toolhive(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolcatError, match="no program 'thv'"):
        running_workloads()
