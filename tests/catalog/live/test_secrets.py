"""Variables and tokens: filled in at the last moment, kept out of everything that is shown."""

import pytest

from toolcat.catalog import ToolcatError
from toolcat.catalog.live.secrets import NotUsable, prepare, redact
from toolcat.catalog.live.servers import HttpServer, LiveServer, StdioServer


def http(target: str, headers=None, **more) -> LiveServer:
    return LiveServer("git", HttpServer(target, headers or {}, **more), "here")


def test_no_token_is_no_header():
    for environ in ({}, {"MCP_GIT_TOKEN": ""}, {"mcp_git_token": "x" * 9}):
        assert prepare(http("https://x.example"), environ).transport.headers == {}


def test_a_token_is_a_bearer_token_and_a_secret():
    ready = prepare(http("https://x.example"), {"MCP_GIT_TOKEN": "topsecret"})
    assert ready.transport.headers == {"Authorization": "Bearer topsecret"}
    assert ready.secrets == ("topsecret",)
    assert "topsecret" not in repr(ready)


def test_an_authorization_of_its_own_wins_whatever_its_case():
    ready = prepare(http("https://x.example", {"AUTHORIZATION": "Basic abcdefgh"}), {"MCP_GIT_TOKEN": "topsecret"})
    assert ready.transport.headers == {"AUTHORIZATION": "Basic abcdefgh"}
    assert "abcdefgh" in ready.secrets


@pytest.mark.parametrize(
    ("target", "insecure", "fine"),
    [
        ("https://x.example", False, True),
        ("http://localhost:1", False, True),
        ("http://LOCALHOST", False, True),
        ("http://127.0.0.2", False, True),
        ("http://[::1]", False, True),
        ("http://x.example", False, False),
        ("http://10.0.0.1", False, False),
        ("http://x.example", True, True),
    ],
)
def test_credentials_need_https_or_this_machine_or_a_permission(target, insecure, fine):
    for server, environ in (
        (http(target, insecure_http=insecure), {"MCP_GIT_TOKEN": "topsecret"}),
        (http(target, {"X-Key": "topsecret"}, insecure_http=insecure), {}),
        (http(target + "/?key=${KEY}", insecure_http=insecure), {"KEY": "topsecret"}),
    ):
        if fine:
            prepare(server, environ)
        else:
            with pytest.raises(ToolcatError, match="plain http") as caught:
                prepare(server, environ)
            assert "topsecret" not in caught.value.message


def test_plain_http_without_credentials_is_fine_anywhere():
    prepare(http("http://x.example"), {})
    prepare(http("http://x.example", insecure_http=True), {})


def test_variables_of_three_editors():
    transport = StdioServer("${CMD}", ("${env:ARG}", "${NO:-x}", "${workspaceFolder}"), {"KEY": "a${CMD}b"})
    ready = prepare(LiveServer("s", transport, "here", {"workspaceFolder": "/w"}), {"CMD": "run", "ARG": "y" * 8})
    assert ready.transport == StdioServer("run", ("y" * 8, "x", "/w"), {"KEY": "arunb"})


@pytest.mark.parametrize("text", ["${GONE}", "${env:GONE}", "${input:token}", "${}", "${a b}", "${EMPTY}"])
def test_a_variable_that_is_not_there_is_the_failure_of_that_server(text):
    with pytest.raises(NotUsable):
        prepare(LiveServer("s", StdioServer("x", (text,)), "here"), {"EMPTY": ""})


def test_a_value_is_not_filled_in_again():
    ready = prepare(LiveServer("s", StdioServer("x", ("${A}",)), "here"), {"A": "${B}", "B": "no"})
    assert ready.transport.args == ("${B}",)


@pytest.mark.parametrize("value", ["a\r\nX: y", "ä", "\x00"])
def test_headers_cannot_be_split(value):
    with pytest.raises(NotUsable):
        prepare(http("https://x.example", {"X": value}), {})


def test_env_files(tmp_path):
    (tmp_path / ".env").write_text("# no\nexport KEY='quoted value'\nOTHER=plain\nbad line\n", encoding="utf-8")
    transport = StdioServer("x", env={"OTHER": "wins"}, env_file=str(tmp_path / ".env"))
    ready = prepare(LiveServer("s", transport, "here"), {})
    assert ready.transport.env == {"KEY": "quoted value", "OTHER": "wins"}
    assert "quoted value" in ready.secrets


def test_redact_strikes_longer_secrets_first():
    ready = prepare(http("https://x.example", {"A": "secret", "B": "secret-more"}), {})
    assert redact("x secret-more y secret", ready.secrets) == "x *** y ***"


def test_only_what_looks_like_a_secret_guards_a_list():
    transport = StdioServer("x", ("${REGION}", "${ROOT}", "${PART}"), {"API_KEY": "guarded-1", "MODE": "verbose"})
    environ = {"REGION": "eu-west-1", "ROOT": "/home/somebody/documents", "PART": "x" * 20}
    ready = prepare(LiveServer("s", transport, "here"), environ)
    assert set(ready.secrets) == {"eu-west-1", "/home/somebody/documents", "x" * 20, "guarded-1"}
    assert set(ready.guarded) == {"x" * 20, "guarded-1"}
    ready = prepare(http("https://x.example", {"Accept": "application/json", "X-Session": "abcdef"}), {})
    assert ready.guarded == ("abcdef",)
