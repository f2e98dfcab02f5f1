"""MCP tools (any protocol version) and tools of our manifest, which have the same keys and more."""

from __future__ import annotations

from ..spec import JsonObject
from ..text import quoted
from .interface import CATALOG_KEYS, KNOWN_KEYS, SCHEMA_KEYS, ToolFields, lacks

_NO_PATHS: dict[str, str] = {}


class McpTool:
    """A tool with an `inputSchema`."""

    key = "mcp"
    title = "an MCP tool"

    def why_not(self, tool: JsonObject) -> str | None:
        """See ToolReader."""
        if "inputSchema" in tool or ("variants" in tool and "name" in tool):
            return None
        return lacks("inputSchema")

    def read(self, tool: JsonObject) -> ToolFields:
        """See ToolReader."""
        return ToolFields(tool, _NO_PATHS)


class BareTool:
    """A tool that says nothing of its arguments: a name, and other keys of MCP or of our manifest.

    Weak evidence, so it is taken for a tool only where a list of tools is expected.
    """

    key = "mcp"
    title = "a tool without a schema"

    def why_not(self, tool: JsonObject) -> str | None:
        """See ToolReader."""
        if not isinstance(tool.get("name"), str):
            return lacks("name")
        for key in SCHEMA_KEYS:
            if key in tool:
                return f'"{key}" is no JSON Schema'
        kind = tool.get("type")
        if isinstance(kind, str):
            return f'"type" is {quoted(kind)}: a tool that its vendor defines, not this document'
        return None

    def read(self, tool: JsonObject) -> ToolFields:
        """See ToolReader."""
        return ToolFields(tool, _NO_PATHS)


def is_plain(tool: JsonObject) -> bool:
    """Whether an object has a name, a description and only keys of MCP tools and manifests."""
    return isinstance(tool.get("name"), str) and isinstance(tool.get("description"), str) and tool.keys() <= KNOWN_KEYS


def has_catalog_field(tool: JsonObject) -> bool:
    """Whether a tool has a field that only a manifest has."""
    return not CATALOG_KEYS.isdisjoint(tool)
