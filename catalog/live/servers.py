"""Server descriptions: how a live MCP server is reached, before anything is read from the environment or connected.

Commands, headers and URLs may hold `${VAR}`; they are kept as written, and are never shown, not even by `repr`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

_NOTHING: Mapping[str, str] = {}


def _nothing() -> Mapping[str, str]:
    return _NOTHING


@dataclass(frozen=True, slots=True)
class StdioServer:
    """A server that is a program: it is started, and spoken to over its standard input and output.

    It gets a minimal environment (no variable of ours that could be a secret) and `env`. `env_file` holds more
    `NAME=value` lines. `cwd` None is the working folder.
    """

    command: str
    args: tuple[str, ...] = field(default=(), repr=False)
    env: Mapping[str, str] = field(default_factory=_nothing, repr=False)
    cwd: str | None = None
    env_file: str | None = None


@dataclass(frozen=True, slots=True)
class HttpServer:
    """A server behind a URL, spoken to over streamable HTTP.

    `insecure_http` lets credentials go over plain http to a host that is not this machine. With `reads_token` the
    variable `MCP_<NAME>_TOKEN` is sent as a bearer token, unless `headers` have an Authorization of their own.
    """

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=_nothing, repr=False)
    insecure_http: bool = False
    reads_token: bool = True


@dataclass(frozen=True, slots=True)
class LiveServer:
    """A server by its name. `where` says who named it (a file, a flag), `variables` what `${workspaceFolder}` is.

    `problem` says why it cannot be asked at all, for one entry of a file that is not to stop its neighbours.
    """

    name: str
    transport: StdioServer | HttpServer | None
    where: str
    variables: Mapping[str, str] = field(default_factory=_nothing, repr=False)
    problem: str | None = None

    @property
    def label(self) -> str:
        """How findings name the server's list."""
        return f"<server {self.name}>"


def token_variable(name: str) -> str:
    """Return the environment variable that holds a server's token: `MCP_<NAME>_TOKEN`, `-` as `_`."""
    return f"MCP_{name.upper().replace('-', '_')}_TOKEN"


def split_url(url: str) -> SplitResult | None:
    """Return the parts of a URL, None if it is none."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def url_problem(url: str) -> str | None:
    """Say why a URL cannot be a server's, or None. The URL itself is not repeated: its query may be a secret."""
    parts = split_url(url)
    if parts is None or any(character.isspace() or not character.isprintable() for character in url):
        return "the URL is malformed"
    if parts.scheme.lower() not in ("http", "https"):
        return "the URL does not begin with https:// or http://"
    if not parts.hostname:
        return "the URL names no host"
    if parts.username is not None or parts.password is not None:
        return "the URL holds a user name or password; send a token instead"
    return None


def is_https(url: str) -> bool:
    """Whether a URL's scheme is https."""
    parts = split_url(url)
    return parts is not None and parts.scheme.lower() == "https"


def is_loopback(url: str) -> bool:
    """Whether a URL's host is this machine: `localhost` in any case, 127.0.0.0/8 or ::1. No name is looked up."""
    parts = split_url(url)
    host = (parts.hostname or "") if parts is not None else ""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def cleartext_problem(url: str, *, insecure_http: bool) -> str | None:
    """Say why credentials must not be sent to a URL, or None: they go to https, to this machine, or by permission."""
    if insecure_http or is_https(url) or is_loopback(url):
        return None
    return "its URL is plain http to another host, so its credentials would be sent in the clear"
