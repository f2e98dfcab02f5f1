"""Asking servers over HTTP: credentials stay where they belong, and hostile servers cost a line."""

import gzip
import logging
import time

import pytest

from toolcat.catalog.live.answers import Captured, Failed
from toolcat.catalog.live.fetch import fetch
from toolcat.catalog.live.flags import servers_of_flags
from toolcat.catalog.live.servers import HttpServer, LiveServer

from .conftest import over_http

TOKEN = "tok-4f1d9a77c0"


@pytest.fixture(autouse=True)
def token(monkeypatch):
    monkeypatch.setenv("MCP_S_TOKEN", TOKEN)
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


def ask(url: str, seconds: float = 10) -> Captured | Failed:
    (answer,) = fetch(servers_of_flags([f"s={url}"], []), seconds=seconds)
    return answer


@pytest.mark.parametrize("kind", ["ok", "json", "pages"])
def test_a_real_server(kind):
    with over_http(kind) as url:
        answer = ask(url, 20)
    assert isinstance(answer, Captured), answer
    assert answer.identity["name"] == "faulty"
    assert len(answer.tools) == 3


def test_large_lists_come_whole():
    with over_http("many") as url:
        answer = ask(url, 60)
    assert isinstance(answer, Captured), answer
    assert len(answer.tools) == 10_000


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_elsewhere_gets_no_request_and_no_token(hostile, status, capfd, caplog):
    caplog.set_level(logging.DEBUG)
    elsewhere = hostile(lambda request, _: request.send_error(500))

    def redirect(request, _):
        request.send_response(status)
        request.send_header("location", f"{elsewhere.origin}/steal?t={TOKEN}")
        request.send_header("content-length", "0")
        request.end_headers()

    server = hostile(redirect)
    answer = ask(f"{server.origin}/mcp")
    assert isinstance(answer, Failed)
    assert server.requests
    assert all(headers["authorization"] == f"Bearer {TOKEN}" for _, headers in server.requests)
    assert elsewhere.requests == []
    assert TOKEN not in answer.message + answer.help + caplog.text + "".join(capfd.readouterr())


def test_a_redirect_on_the_same_origin_is_followed(hostile):
    def redirect(request, _):
        request.send_response(307 if request.path == "/mcp" else 401)
        request.send_header("location", "/mcp/")
        request.send_header("content-length", "0")
        request.end_headers()

    server = hostile(redirect)
    answer = ask(f"{server.origin}/mcp")
    assert "HTTP 401" in answer.message
    assert "MCP_S_TOKEN" in answer.help
    assert {path for path, _ in server.requests} == {"/mcp", "/mcp/"}


def test_no_token_is_no_authorization_header(hostile, monkeypatch):
    monkeypatch.setenv("MCP_S_TOKEN", "")
    server = hostile(lambda request, _: request.send_error(403))
    assert "HTTP 403" in ask(server.origin).message
    assert all("authorization" not in headers for _, headers in server.requests)


def test_an_echoed_token_is_struck_out(hostile):
    def echo(request, _):
        body = f'{{"jsonrpc":"2.0","id":1,"error":{{"code":-1,"message":"bad {TOKEN}"}}}}'.encode()
        request.send_response(400)
        request.send_header("content-type", "application/json")
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    answer = ask(hostile(echo).origin)
    assert isinstance(answer, Failed)
    assert TOKEN not in answer.message
    assert "***" in answer.message


def test_a_server_that_never_answers(hostile):
    answer = ask(hostile(lambda *_: time.sleep(8)).origin, 2)
    assert "did not answer within 2 s" in answer.message


@pytest.mark.parametrize("kind", ["application/json", "text/event-stream"])
def test_a_server_that_answers_for_ever(hostile, kind):
    def forever(request, _):
        request.send_response(200)
        request.send_header("content-type", kind)
        request.end_headers()
        try:
            while True:
                request.wfile.write(b"data: x" * 9_000)
        except OSError:
            pass

    start = time.monotonic()
    answer = ask(hostile(forever).origin, 10)
    assert isinstance(answer, Failed)
    assert time.monotonic() - start < 20


def test_a_compressed_answer_is_not_unpacked(hostile):
    def bomb(request, _):
        body = gzip.compress(b" " * 10_000_000)
        request.send_response(200)
        request.send_header("content-type", "application/json")
        request.send_header("content-encoding", "gzip")
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    server = hostile(bomb)
    answer = ask(server.origin)
    assert "compressed" in answer.message
    assert all(headers["accept-encoding"] == "identity" for _, headers in server.requests)


def test_nobody_there():
    assert "cannot be reached" in ask("http://127.0.0.1:9/mcp").message


def answering(status: int, body: bytes = b"no", kind: str = "text/plain"):
    def answer(request, _):
        request.send_response(status)
        request.send_header("content-type", kind)
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return answer


@pytest.mark.parametrize(
    ("status", "kind", "body", "said", "help"),
    [
        (200, "application/json", b'{"jsonrpc"', "it answered with what is no JSON-RPC message", "MCP endpoint"),
        (200, "application/json", b"", "it answered with what is no JSON-RPC message", "MCP endpoint"),
        (200, "text/html", b"<html>", "Unexpected content type: text/html", "MCP endpoint"),
        (404, "text/html", b"<html>", "HTTP 404", "Check the URL"),
        (429, "text/plain", b"slow", "HTTP 429", "later"),
        (503, "text/plain", b"down", "HTTP 503", "later"),
    ],
)
def test_an_answer_that_is_none_is_told_with_what_to_do(hostile, status, kind, body, said, help):
    answer = ask(hostile(answering(status, body, kind)).origin)
    assert isinstance(answer, Failed)
    assert said in answer.message
    assert help in answer.help
    assert "pydantic" not in answer.message


def test_a_server_that_reads_no_token_is_not_told_to_set_one(hostile):
    url = hostile(answering(401)).origin
    (answer,) = fetch([LiveServer("s", HttpServer(url, reads_token=False), "mcp.json")], seconds=10)
    assert isinstance(answer, Failed)
    assert "MCP_S_TOKEN" not in answer.help
    assert "mcp.json" in answer.help
