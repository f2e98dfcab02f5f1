"""From what a server answered to the text that is read and kept: a `tools/list` result, and who the server is.

The same answer gives the same bytes on every machine: the server's order and keys, two spaces, LF, no time, no path of
ours. What is invisible or would be obeyed by a terminal is escaped, as JSON allows.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from ..text import json_safe
from .secrets import redact

if TYPE_CHECKING:
    from .answers import Captured

IDENTITY = "x-snapshot"
"""The key under which a listing says where it comes from: who the server is, and which protocol was spoken."""


class Unfit(Exception):
    """A list that must not be kept; the message says why, `help` what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


def listing(captured: Captured) -> dict[str, object]:
    """Return the document of an answer: our name for the server, its identity, and its tools as they came."""
    identity: dict[str, object] = {"protocolVersion": captured.protocol}
    if captured.identity:
        identity["serverInfo"] = dict(captured.identity)
    if captured.instructions:
        identity["instructions"] = captured.instructions
    if captured.rest:
        identity["result"] = dict(captured.rest)
    return {"server": captured.server.name, IDENTITY: identity, "tools": captured.tools}


def listing_text(captured: Captured) -> str:
    """Return the listing as the text of a snapshot.

    Raises Unfit if a secret that the server was given stands in it, or a number that JSON does not have.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 10_000))
    try:
        text = json.dumps(listing(captured), ensure_ascii=False, indent=2, allow_nan=False)
    except ValueError:
        raise Unfit("its list holds NaN or Infinity, which JSON does not have", "Report it to its author.") from None
    finally:
        sys.setrecursionlimit(limit)
    written = [form for secret in captured.secrets for form in {secret, json.dumps(secret, ensure_ascii=False)[1:-1]}]
    if redact(text, written) != text:
        raise Unfit(
            "its list holds a value that it was given as a secret (a token, a header or a variable): it is not kept",
            "Report it to its author, and change the secret.",
        )
    return json_safe(text) + "\n"
