"""The interface of the readers: each recognises one form of a tool and says it in MCP's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from ..spec import JsonObject

MCP_KEYS = frozenset(
    ("name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution", "_meta")
)
"""Keys of an MCP `Tool`, of any protocol version."""

CATALOG_KEYS = frozenset(
    (
        "category",
        "keywords",
        "gate",
        "usageHint",
        "planOnly",
        "disclosure",
        "summary",
        "command",
        "variants",
    )
)
"""Keys that a manifest adds: a document in which a tool has one of them is a manifest."""

KNOWN_KEYS = MCP_KEYS | CATALOG_KEYS

HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
"""MCP's annotations that are true or false."""

SCHEMA_KEYS = ("inputSchema", "input_schema", "parameters", "parametersJsonSchema", "parameters_json_schema")
"""Where the formats keep a tool's input schema."""


@dataclass(frozen=True, slots=True)
class ToolFields:
    """One tool in MCP's and the manifest's words.

    `paths` says where a field stands in the source if not under its own name (see Origin). `needs_schema` is false
    for formats in which a tool without a schema is a tool without arguments.
    """

    fields: JsonObject
    paths: Mapping[str, str]
    needs_schema: bool = True


class ToolReader(Protocol):
    """Reads one form of a tool."""

    key: str
    """A short name: `mcp`, `openai-chat`, …"""

    title: str
    """What an error calls it: `an OpenAI Chat function tool`."""

    def why_not(self, tool: JsonObject) -> str | None:
        """Say in a few words why an object is not a tool of this form; None if it is one."""
        ...

    def read(self, tool: JsonObject) -> ToolFields:
        """Return the tool's fields; the object is one that `why_not` accepts. Values are not checked here."""
        ...


def as_object(value: object) -> dict[str, object] | None:
    """Return a JSON value if it is an object, else None (parsers make plain dicts with string keys)."""
    return cast("dict[str, object]", value) if isinstance(value, dict) else None


def as_list(value: object) -> list[object] | None:
    """Return a JSON value if it is a list, else None."""
    return cast("list[object]", value) if isinstance(value, list) else None


def lacks(*keys: str) -> str:
    """Word that keys are missing: `no "a" and no "b"`."""
    return " and ".join(f'no "{key}"' for key in keys)


def kind_of(value: object) -> str:
    """Return what a JSON value is, in words: `a string`, `null`, `an object`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "an object" if isinstance(value, Mapping) else "a list"
