"""TJ021, TJ022: parameters that a client sends as HTTP headers (`x-mcp-header`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..examples import Example
from ..rule import Problem, Rule, Severity
from ..words import name_words, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Tool

_HEADER = "x-mcp-header"
_TEXT = "type: string\nmaxLength: 9\ndescription: The region."
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_KINDS = ("string", "integer", "boolean")
_PAGE = "MCP 2026-07-28, transports, parameters as headers (`x-mcp-header`)"


class McpHeader(Rule):
    code = "TJ021"
    name = "mcp-header"
    severity = Severity.ERROR
    since = "2026-07-28"
    what = (
        "An `x-mcp-header` breaks its rules: a token of RFC 9110 that no other parameter of the tool has (ignoring "
        "case), at a string, an integer or a boolean, reached from the input's root through `properties` alone."
    )
    why = "Clients over HTTP must leave the tool out of the list."
    source = f"{_PAGE}."
    help = "Correct the name, or move the header to a plain parameter of its own."
    bad = (
        Example(f"{_TEXT}\nx-mcp-header: 'The region'", at="/x-mcp-header", wrap="property", also=("TC",)),
        Example(
            "type: number\nminimum: 0\nmaximum: 9\ndescription: The weight.\nx-mcp-header: Weight",
            at="/x-mcp-header",
            wrap="property",
            also=("TC",),
        ),
        Example(
            "type: array\nmaxItems: 9\ndescription: The regions.\n"
            "items: {type: string, maxLength: 9, x-mcp-header: Region}",
            at="/items/x-mcp-header",
            wrap="property",
            also=("TC",),
        ),
    )
    good = (Example(f"{_TEXT}\nx-mcp-header: Region", wrap="property", also=("TC",)),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        seen: dict[str, Node] = {}
        for node in tool.nodes:
            if node.slot == "output" or _HEADER not in node.schema:
                continue
            value = node.schema[_HEADER]
            if not isinstance(value, str) or not _TOKEN.fullmatch(value):
                yield node.problem(f"{node.where}: `{_HEADER}` must be the name of a header (letters, `-` …)", _HEADER)
                continue
            if len(node.types) != 1 or node.types[0] not in _KINDS:
                found = " or ".join(node.types) or "no type"
                message = f"{node.where} is {found}: only a string, an integer or a boolean goes into a header"
                yield node.problem(message, _HEADER)
            elif not _is_plain(node):
                yield node.problem(f"{node.where} is not reached through `properties` alone from the root", _HEADER)
            first = seen.setdefault(value.lower(), node)
            if first is not node:
                yield node.problem(f"{node.where} has the header `{value}`, which {first.where} has already", _HEADER)


def _is_plain(node: Node) -> bool:
    at = node
    while at.parent is not None:
        if at.property_name is None:
            return False
        at = at.parent
    return at is not node


_SECRET = word_set("password passwd passphrase secret token credential credentials apikey pin ssn")
_SECRET_PAIRS = frozenset((("api", "key"), ("access", "key"), ("private", "key"), ("secret", "key"), ("auth", "key")))


class McpHeaderSecret(Rule):
    code = "TJ022"
    name = "mcp-header-secret"
    severity = Severity.WARNING
    since = "2026-07-28"
    security = True
    keywords = (_HEADER,)
    what = "A parameter whose name says that it is a secret (password, token, api_key …) is sent as a header."
    why = "Headers are seen and kept by what stands between client and server: proxies, logs."
    source = f"{_PAGE}: not for passwords, keys, tokens and personal data (SHOULD NOT)."
    help = "Leave `x-mcp-header` out there; credentials belong into the client's configuration."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nproperties: {api_key: {type: string, maxLength: 9, "
            "description: The key of the shop., x-mcp-header: Shop-Key}}",
            at="/properties/api_key/x-mcp-header",
            wrap="input",
            also=("TC", "TX"),
        ),
    )
    good = (Example(f"{_TEXT}\nx-mcp-header: Region", wrap="property", also=("TC",)),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        name = node.property_name
        if node.slot == "output" or name is None:
            return
        words = name_words(name)
        if not _SECRET.isdisjoint(words[-1:]) or words[-2:] in _SECRET_PAIRS:
            yield node.problem(f"`{name}` looks like a secret, and is sent as a header", _HEADER)
