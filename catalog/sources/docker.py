"""Docker MCP registry tools: `{"name", "description", "arguments": [{"name", "type", "desc"}]}`.

The list of arguments is a summary for people, not a schema (nested types are missing), so the tool gets an empty
object; the list is kept among the keys that nobody knows.
"""

from __future__ import annotations

from ..spec import JsonObject
from .interface import ToolFields, lacks

_NO_PATHS: dict[str, str] = {}


class DockerTool:
    """A tool with a list of arguments and no schema."""

    key = "docker"
    title = "a Docker registry tool"

    def why_not(self, tool: JsonObject) -> str | None:
        """See ToolReader."""
        return None if isinstance(tool.get("arguments"), list) and "name" in tool else lacks("arguments")

    def read(self, tool: JsonObject) -> ToolFields:
        """See ToolReader."""
        return ToolFields(tool, _NO_PATHS)
