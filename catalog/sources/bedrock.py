"""Amazon Bedrock Converse tools: `{"toolSpec": {"name", "description", "inputSchema": {"json": …}}}`."""

from __future__ import annotations

from typing import cast

from ..spec import JsonObject
from .interface import ToolFields, as_object, lacks

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
        schema = as_object(spec.get("inputSchema"))
        if schema is not None and "json" in schema:
            fields["inputSchema"] = schema["json"]
        elif "inputSchema" in spec:
            # Without `json` it is no schema that Bedrock would take; null makes that an error at its place.
            return ToolFields({**fields, "inputSchema": None}, {**_PATHS, "inputSchema": "/toolSpec/inputSchema"})
        return ToolFields(fields, _PATHS)
