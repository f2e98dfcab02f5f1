"""Amazon Bedrock Converse tools: `{"toolSpec": {"name", "description", "inputSchema": {"json": …}}}`."""

from __future__ import annotations

from typing import cast

from ..spec import JsonObject
from .interface import ToolFields, lacks

_PATHS = {
    "name": "/toolSpec/name",
    "description": "/toolSpec/description",
    "inputSchema": "/toolSpec/inputSchema/json",
    "strict": "/toolSpec/strict",
}


class BedrockTool:
    """An entry of `toolConfig.tools`."""

    key = "bedrock"
    title = "a Bedrock toolSpec"

    def why_not(self, tool: JsonObject) -> str | None:
        """See ToolReader."""
        return None if isinstance(tool.get("toolSpec"), dict) else lacks("toolSpec")

    def read(self, tool: JsonObject) -> ToolFields:
        """See ToolReader. Catalog fields may stand beside `toolSpec`."""
        spec = cast("dict[str, object]", tool["toolSpec"])
        fields = {key: value for key, value in tool.items() if key != "toolSpec"}
        fields.update((key, value) for key, value in spec.items() if key != "inputSchema")
        schema = spec.get("inputSchema")
        if isinstance(schema, dict) and "json" in schema:
            fields["inputSchema"] = cast("dict[str, object]", schema)["json"]
        elif "inputSchema" in spec:
            return ToolFields({**fields, "inputSchema": schema}, {**_PATHS, "inputSchema": "/toolSpec/inputSchema"})
        return ToolFields(fields, _PATHS)
