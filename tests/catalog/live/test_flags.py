"""`--mcp-server`, `--mcp-server-insecure-http`, `NAME=-- COMMAND`: what they mean and what they refuse."""

from itertools import permutations

import pytest

from toolcat.catalog import ToolcatError
from toolcat.catalog.live.flags import is_command, server_of_command, servers_of_flags
from toolcat.catalog.live.servers import HttpServer, LiveServer, StdioServer, is_loopback, token_variable


def url(server: LiveServer) -> str:
    assert isinstance(server.transport, HttpServer)
    return server.transport.url


def test_servers_keep_their_order_and_split_at_the_first_equals_sign():
    servers = servers_of_flags(["b=https://b.example/mcp", "a=http://host?x=a=b"], [])
    assert [(server.name, url(server)) for server in servers] == [
        ("b", "https://b.example/mcp"),
        ("a", "http://host?x=a=b"),
    ]


@pytest.mark.parametrize("text", ["", "=", "a", "a=", "=https://x", "https://x.example"])
def test_a_name_and_a_url_must_be_there(text):
    with pytest.raises(ToolcatError):
        servers_of_flags([text], [])


@pytest.mark.parametrize("name", ["a b", "a.b", "a__b", "_a", "a_", "-a", "ä", "a\n", "../a", "a/b"])
def test_names_follow_the_grammar(name):
    with pytest.raises(ToolcatError, match="server name"):
        servers_of_flags([f"{name}=https://x.example"], [])


@pytest.mark.parametrize(("one", "two"), [("git", "git"), ("git", "GIT"), ("my-git", "my_git")])
def test_names_that_share_a_token_are_refused(one, two):
    with pytest.raises(ToolcatError, match="one name"):
        servers_of_flags([f"{one}=https://a.example", f"{two}=https://b.example"], [])


@pytest.mark.parametrize(
    "text",
    [
        "ftp://x",
        "x.example",
        "https://",
        "https://user:secretpw@x.example",
        "https://x y",
        "http://x:port/",
        "file:///x",
    ],
)
def test_urls_that_are_none_are_refused_and_not_repeated(text):
    with pytest.raises(ToolcatError) as caught:
        servers_of_flags([f"a={text}"], [])
    assert "secretpw" not in f"{caught.value.message} {caught.value.hint}"


def test_a_permission_holds_for_its_server_alone_and_in_any_order():
    flags = ["a=http://a.example", "b=http://b.example", "c=https://c.example"]
    for order in permutations(flags):
        permitted = {s.name: s.transport.insecure_http for s in servers_of_flags(order, ["a"])}
        assert permitted == {"a": True, "b": False, "c": False}


@pytest.mark.parametrize(
    ("target", "names", "word"),
    [
        ("http://a.example", ["b"], "no --mcp-server"),
        ("http://a.example", ["A"], "no --mcp-server"),
        ("https://a.example", ["a"], "https"),
        ("HTTPS://a.example", ["a"], "https"),
        ("http://localhost:1", ["a"], "this machine"),
        ("http://LocalHost", ["a"], "this machine"),
        ("http://127.8.9.1", ["a"], "this machine"),
        ("http://[::1]:80", ["a"], "this machine"),
        ("http://a.example", ["a", "a"], "twice"),
    ],
)
def test_a_permission_that_permits_nothing_is_an_error_that_names_it(target, names, word):
    with pytest.raises(ToolcatError) as caught:
        servers_of_flags([f"a={target}"], names)
    assert word in caught.value.message
    assert names[0] in caught.value.message


def test_reading_flags_never_reads_the_environment(monkeypatch):
    class Closed(dict):
        def __getitem__(self, key):
            raise AssertionError("the environment was read")

        get = __contains__ = __getitem__

    monkeypatch.setattr("os.environ", Closed())
    servers_of_flags(["a=http://a.example"], ["a"])


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("http://localhost/x", True),
        ("http://127.0.0.1:8", True),
        ("http://127.255.0.9", True),
        ("http://[::1]/", True),
        ("http://localhost.example", False),
        ("http://128.0.0.1", False),
        ("http://0.0.0.0", False),
        ("http://127.0.0.1.example", False),
        ("http://2130706433", False),
    ],
)
def test_what_counts_as_this_machine(target, expected):
    assert is_loopback(target) is expected


def test_the_variable_of_a_token():
    assert token_variable("my-git_2") == "MCP_MY_GIT_2_TOKEN"


def test_nothing_of_a_server_is_shown_by_repr():
    shown = repr(servers_of_flags(["a=https://x.example/?key=topsecret"], []))
    shown += repr(server_of_command("b=-- run --key topsecret"))
    shown += repr(StdioServer("x", ("topsecret",), {"K": "topsecret"}))
    assert "topsecret" not in shown


@pytest.mark.parametrize(
    ("text", "words"),
    [("fs=-- npx -y 'a b' .", ["npx", "-y", "a b", "."]), ("fs=--\tx", ["x"]), ("fs=-- a --b=c", ["a", "--b=c"])],
)
def test_a_command_is_split_as_a_shell_splits(text, words):
    assert is_command(text)
    server = server_of_command(text)
    assert (server.name, [server.transport.command, *server.transport.args]) == ("fs", words)


@pytest.mark.parametrize("text", ["fs=--", "fs=-- ", "fs=-- 'x", "a__b=-- x"])
def test_commands_that_are_none(text):
    with pytest.raises(ToolcatError):
        server_of_command(text)


@pytest.mark.parametrize("text", ["fs=-", "fs=--x", "fs=file.json", "a=b=-- x"])
def test_what_is_no_command(text):
    assert not is_command(text)
