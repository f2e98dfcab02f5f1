"""Servers for the tests: programs on the official SDK, and hostile ones on plain HTTP."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from toolcat.catalog.live.servers import LiveServer, StdioServer

SERVER = Path(__file__).with_name("server.py")


def faulty(kind: str, name: str = "s", **env: str) -> LiveServer:
    """The server of `server.py` over stdio."""
    return LiveServer(name, StdioServer(sys.executable, (str(SERVER), kind), env), "the test")


@contextmanager
def over_http(kind: str = "ok") -> Iterator[str]:
    """The URL of the server of `server.py` over streamable HTTP."""
    process = subprocess.Popen([sys.executable, str(SERVER), kind, "http"], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/mcp"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


class Hostile:
    """A plain HTTP server that keeps the headers of every request and answers as it is told."""

    def __init__(self, answer: Callable[[BaseHTTPRequestHandler, "Hostile"], None]) -> None:
        outer = self
        self.requests: list[tuple[str, dict[str, str]]] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.requests.append((self.path, {key.lower(): value for key, value in self.headers.items()}))
                self.rfile.read(int(self.headers.get("content-length", 0)))
                answer(self, outer)

            do_GET = do_DELETE = do_POST

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def hostile() -> Iterator[Callable[..., Hostile]]:
    started: list[Hostile] = []

    def start(answer: Callable[[BaseHTTPRequestHandler, Hostile], None]) -> Hostile:
        started.append(Hostile(answer))
        return started[-1]

    yield start
    for server in started:
        server.close()
