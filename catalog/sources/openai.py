"""OpenAI function tools: Chat Completions (`function` holds the definition) and Responses (the definition itself)."""

from __future__ import annotations

from typing import cast

from ..spec import JsonObject
from ..text import quoted
from .interface import ToolFields, lacks

_CHAT_PATHS = {
    "name": "/function/name",
    "description": "/function/description",
    "inputSchema": "/function/parameters",
    "strict": "/function/strict",
}
_RESPONSES_PATHS = {"inputSchema": "/parameters"}


class OpenAiChatTool:
    """`{"type": "function", "function": {"name", "description", "parameters", "strict"}}`."""

    key = "openai-chat"
    title = "an OpenAI Chat function tool"

    def why_not(self, tool: JsonObject) -> str | None:
        """See ToolReader."""
        if not isinstance(tool.get("function"), dict):
            return lacks("function")
        kind = tool.get("type", "function")
        return None if kind == "function" else f'"type" is {quoted(kind)}, not "function"'

    def read(self, tool: JsonObject) -> ToolFields:
        """See ToolReader. Catalog fields may stand beside `function`."""
        function = cast("dict[str, object]", tool["function"])
        fields = {key: value for key, value in tool.items() if key not in ("type", "function")}
        fields.update((key, value) for key, value in function.items() if key != "parameters")
        if function.get("parameters") is not None:
            fields["inputSchema"] = function["parameters"]
        return ToolFields(fields, _CHAT_PATHS, needs_schema=False)


class OpenAiResponsesTool:
    """`{"type": "function", "name", "description", "parameters", "strict"}`."""

    key = "openai-responses"
    title = "an OpenAI Responses function tool"

    def why_not(self, tool: JsonObject) -> str | None:
        """See ToolReader."""
        if tool.get("type") != "function":
            return '"type" is not "function"'
        return None if "name" in tool or "parameters" in tool else lacks("name")

    def read(self, tool: JsonObject) -> ToolFields:
        """See ToolReader."""
        fields = {key: value for key, value in tool.items() if key not in ("type", "parameters")}
        if tool.get("parameters") is not None:
            fields["inputSchema"] = tool["parameters"]
        return ToolFields(fields, _RESPONSES_PATHS, needs_schema=False)
