"""From a description to what is really used: variables are filled in and tokens read here, at the last moment.

What came out of the environment is remembered as a secret, so that it can be struck from whatever is printed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..findings import ToolcatError
from .servers import HttpServer, LiveServer, StdioServer, cleartext_problem, token_variable, url_problem

_VARIABLE = re.compile(r"\$\{([^{}]*)\}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SECRET_NAME = re.compile(r"key|token|secret|passw|credential|auth|cookie|session", re.IGNORECASE)

MIN_SECRET = 6
"""Shorter values are too likely to be found by chance in any text."""

MIN_GUARDED = 20
"""A value of a variable whose name says nothing (a region, a user) guards a list only if it is at least so long."""


class NotUsable(Exception):
    """A server that cannot be asked as it is described; the message says why, without any value."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A server with everything filled in; nothing of it may be shown.

    `secrets` are struck out of messages: all that came out of the environment. A list that holds one of `guarded` is
    not kept: only what really looks like a secret, since a region or a folder may well stand in a list.
    """

    server: LiveServer
    transport: StdioServer | HttpServer = field(repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)
    guarded: tuple[str, ...] = field(default=(), repr=False)


def prepare(server: LiveServer, environ: Mapping[str, str] | None = None) -> Prepared:
    """Fill in a server's variables and its token.

    Raises NotUsable if a variable is not set or the description is unusable, and ToolcatError if credentials would
    be sent in the clear: that is no failure of one server but a mistake that must not pass.
    """
    if server.problem is not None or server.transport is None:
        raise NotUsable(server.problem or "it is not described")
    filler = _Filler(server.variables, os.environ if environ is None else environ)
    if isinstance(server.transport, StdioServer):
        transport: StdioServer | HttpServer = filler.stdio(server.transport)
    else:
        transport = filler.http(server.name, server.transport)
        problem = url_problem(transport.url)
        if problem is not None:
            raise NotUsable(problem)
        if transport.headers or transport.url != server.transport.url:
            problem = cleartext_problem(transport.url, insecure_http=transport.insecure_http)
            if problem is not None:
                raise ToolcatError(
                    f"the server {server.name!r} (from {server.where}): {problem}",
                    hint="Use https, or permit it for this server alone: --mcp-server-insecure-http, "
                    "insecure-http = true in the config.",
                )
    longest_first = sorted(filler.secrets, key=len, reverse=True)
    return Prepared(server, transport, tuple(longest_first), tuple(s for s in longest_first if s in filler.guarded))


class _Filler:
    """Fills in variables and collects secrets."""

    def __init__(self, variables: Mapping[str, str], environ: Mapping[str, str]) -> None:
        self._variables = variables
        self._environ = environ
        self.secrets: set[str] = set()
        self.guarded: set[str] = set()

    def stdio(self, transport: StdioServer) -> StdioServer:
        env: dict[str, str] = {}
        if transport.env_file is not None:
            env.update(_read_env_file(self._text(transport.env_file)))
        env.update({name: self._text(value) for name, value in transport.env.items()})
        for name, value in env.items():
            if _SECRET_NAME.search(name):
                self._keep(value, name)
        return StdioServer(
            self._text(transport.command),
            tuple(map(self._text, transport.args)),
            env,
            None if transport.cwd is None else self._text(transport.cwd),
        )

    def http(self, name: str, transport: HttpServer) -> HttpServer:
        headers = {key: self._text(value) for key, value in transport.headers.items()}
        for key, value in headers.items():
            self._keep(value, key)
            self._keep(value.rpartition(" ")[2], key)
        token = self._environ.get(token_variable(name), "") if transport.reads_token else ""
        if token and not any(key.lower() == "authorization" for key in headers):
            self._keep(token, "token")
            headers["Authorization"] = f"Bearer {token}"
        for key, value in headers.items():
            if not key or not value.isprintable() or not value.isascii() or not key.isascii():
                raise NotUsable(f"the header {key!r} holds characters that no header may hold")
        return HttpServer(self._text(transport.url), headers, transport.insecure_http)

    def _text(self, text: str) -> str:
        return _VARIABLE.sub(self._value, text)

    def _value(self, match: re.Match[str]) -> str:
        inner: str = match[1]
        if inner in self._variables:
            return self._variables[inner]
        if inner.startswith("input:"):
            raise NotUsable(f"it needs the input {inner[6:]!r}, for which only an editor asks; use ${{NAME}} instead")
        name, colon, default = inner.removeprefix("env:").partition(":-")
        if not _NAME.fullmatch(name):
            raise NotUsable(f"${{{inner[:40]}}} is no variable that is known here")
        value = self._environ.get(name, "")
        if value:
            self._keep(value, name)
            return value
        if colon:
            return default
        raise NotUsable(f"the environment variable {name} is not set")

    def _keep(self, value: str, name: str) -> None:
        if len(value) < MIN_SECRET:
            return
        self.secrets.add(value)
        is_place = value.startswith(("/", "https://", "http://")) or os.sep in value
        if _SECRET_NAME.search(name) or (len(value) >= MIN_GUARDED and not is_place):
            self.guarded.add(value)


def _read_env_file(path: str) -> dict[str, str]:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise NotUsable("its envFile cannot be read") from None
    out: dict[str, str] = {}
    for line in lines:
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and _NAME.fullmatch(name.strip()):
            bare = value.strip()
            quotes = len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "'\""
            out[name.strip()] = bare[1:-1] if quotes else bare
    return out


def redact(text: str, secrets: Iterable[str]) -> str:
    """Return a text with every secret struck out."""
    for secret in secrets:
        text = text.replace(secret, "***")
    return text
