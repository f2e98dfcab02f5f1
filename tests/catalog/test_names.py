"""Catalog names: qualifying, splitting, and what is a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcat.catalog.names import qualify, server_key, server_name_problem, split


@pytest.mark.parametrize(
    ("name", "server", "tool"),
    [
        ("mcp__a__b", "a", "b"),
        ("mcp__a___b", "a", "_b"),
        ("mcp__a__b__c", "a", "b__c"),
        ("mcp__my-server_2__get", "my-server_2", "get"),
        ("mcp__a__", None, "mcp__a__"),
        ("mcp____b", None, "mcp____b"),
        ("mcp___a__b", None, "mcp___a__b"),
        ("mcp__a-__b", None, "mcp__a-__b"),
        ("mcp_a_b", None, "mcp_a_b"),
        ("MCP__a__b", None, "MCP__a__b"),
        ("plain", None, "plain"),
    ],
)
def test_split(name: str, server: str | None, tool: str):
    assert split(name) == (server, tool)


@pytest.mark.parametrize("name", ["a", "github", "my-server", "a_b", "A1", "1a", "a-_b"])
def test_server_names(name: str):
    assert server_name_problem(name) is None


@pytest.mark.parametrize("name", ["", "a__b", "_a", "a_", "-a", "a-", "a b", "a.b", "é", "a\n", "a/b"])
def test_no_server_names(name: str):
    assert server_name_problem(name)


@given(
    st.from_regex(r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,8}[A-Za-z0-9])?", fullmatch=True),
    st.text(min_size=1, max_size=12),
)
def test_a_qualified_name_splits_in_one_way_only(server: str, tool: str):
    if server_name_problem(server) is None:
        assert split(qualify(server, tool)) == (server, tool)


def test_server_keys_ignore_case_and_separators():
    assert server_key("Git-Hub") == server_key("git_hub")
