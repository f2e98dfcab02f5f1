"""Anthropic tools: MCP's fields with `input_schema`."""

from __future__ import annotations

from ..spec import JsonObject
from .interface import ToolFields, lacks

_PATHS = {"inputSchema": "/input_schema"}


class AnthropicTool:
    """`{"name", "description", "input_schema"}`, perhaps with `"type": "custom"`."""

    key = "anthropic"
    title = "an Anthropic tool"

    def why_not(self, tool: JsonObject) -> str | None:
        """See ToolReader."""
        return None if "input_schema" in tool else lacks("input_schema")

    def read(self, tool: JsonObject) -> ToolFields:
        """See ToolReader."""
        fields = {key: value for key, value in tool.items() if key != "input_schema"}
        if fields.get("type") == "custom":
            del fields["type"]
        fields["inputSchema"] = tool["input_schema"]
        return ToolFields(fields, _PATHS)
