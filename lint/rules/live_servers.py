"""TS024 and TS025: what is found when live servers are asked for their tools."""

from __future__ import annotations

from ...catalog import codes
from ..rule import Rule


class ServerFailed(Rule):
    code, name, severity = codes.SERVER_FAILED.code, codes.SERVER_FAILED.name, codes.SERVER_FAILED.severity
    in_source = True
    what = "A live server did not start, did not answer in time, or answered with an error or with what is no list."
    why = "Its tools are missing; those of the other servers are there."
    source = "MCP, lifecycle and tools/list."
    help = "Start it by hand to see what it says; give a slow one more time with --timeout."
    bad = ()
    good = ()


class UnstableList(Rule):
    code, name, severity = codes.UNSTABLE.code, codes.UNSTABLE.name, codes.UNSTABLE.severity
    in_source = True
    what = (
        "A list of tools holds values that differ from one start of its server to the next: a time, a folder, an order."
    )
    why = "Every snapshot of it differs, so that a real change is not seen among them."
    source = "MCP 2026-07-28, tools/list: the order should be deterministic."
    help = "Ask the server's authors for a fixed value, or override the field in the config."
    bad = ()
    good = ()
