"""Gemini function declarations, and the same definition without a wrapper (OpenAI's old `functions`).

`parameters` is Gemini's own schema dialect: type words in upper case (`STRING`) and 64-bit integers as strings. Both
are brought into JSON Schema; `parametersJsonSchema` is JSON Schema and is left alone.
"""

from __future__ import annotations

from typing import cast

from ..spec import JsonObject
from ..text import quoted
from .interface import ToolFields, kind_of, lacks

_TYPES = frozenset(("string", "number", "integer", "boolean", "array", "object", "null"))
_COUNTS = frozenset(("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"))
_SCHEMAS = frozenset(("items", "additionalProperties", "not"))
_SCHEMA_LISTS = frozenset(("anyOf", "oneOf", "allOf", "prefixItems"))
_SCHEMA_MAPS = frozenset(("properties", "$defs", "defs", "definitions", "patternProperties"))
_JSON_SCHEMA = ("parametersJsonSchema", "parameters_json_schema")
_RESPONSES = ("responseJsonSchema", "response_json_schema", "response")
_OWN = frozenset((*_JSON_SCHEMA, *_RESPONSES, "parameters"))


class FunctionDeclaration:
    """`{"name", "description", "parameters" | "parametersJsonSchema", "response"}`."""

    key = "gemini"
    title = "a Gemini function declaration"

    def why_not(self, tool: JsonObject) -> str | None:
        """See ToolReader."""
        if any(key in tool for key in _JSON_SCHEMA):
            return None
        if "parameters" not in tool:
            return lacks("parameters", "parametersJsonSchema")
        schema = tool["parameters"]
        if schema is None:
            return None
        if not isinstance(schema, dict):
            return f'"parameters" is {kind_of(schema)}, not a schema'
        kind = cast("dict[str, object]", schema).get("type", "object")
        if isinstance(kind, str) and kind.lower() not in _TYPES:
            return f'"parameters" has the type {quoted(kind)}, which is none of JSON Schema'
        return None

    def read(self, tool: JsonObject) -> ToolFields:
        """See ToolReader."""
        fields = {key: value for key, value in tool.items() if key not in _OWN}
        paths: dict[str, str] = {}
        for key in (*_JSON_SCHEMA, "parameters"):
            if tool.get(key) is not None:
                fields["inputSchema"] = tool[key] if key in _JSON_SCHEMA else in_json_schema(tool[key])
                paths["inputSchema"] = f"/{key}"
                break
        for key in _RESPONSES:
            if isinstance(tool.get(key), dict):
                fields["outputSchema"] = in_json_schema(tool[key]) if key == "response" else tool[key]
                paths["outputSchema"] = f"/{key}"
                break
        return ToolFields(fields, paths, needs_schema=False)


def in_json_schema(schema: object) -> object:
    """Return a schema of Gemini's dialect as JSON Schema; a schema that is already one comes back as it is.

    No recursion, and the given value is not changed. Pointers into it stay true: nothing moves.
    """
    holder: dict[str, object] = {}
    todo: list[tuple[object, dict[str, object] | list[object], str | int]] = [(schema, holder, "schema")]
    while todo:
        value, target, key = todo.pop()
        made: object = value
        if isinstance(value, dict):
            made = converted = dict(cast("dict[str, object]", value))
            for word, below in cast("dict[str, object]", value).items():
                if word == "type":
                    converted[word] = _lower(below)
                elif word in _COUNTS and isinstance(below, str) and below.isascii() and below.isdigit():
                    converted[word] = int(below) if len(below) < 20 else below
                elif word in _SCHEMAS:
                    todo.append((below, converted, word))
                elif word in _SCHEMA_LISTS and isinstance(below, list):
                    entries = converted[word] = list(cast("list[object]", below))
                    todo.extend((entry, entries, place) for place, entry in enumerate(entries))
                elif word in _SCHEMA_MAPS and isinstance(below, dict):
                    members = converted[word] = dict(cast("dict[str, object]", below))
                    todo.extend((member, members, name) for name, member in members.items())
        if isinstance(target, dict):
            target[cast("str", key)] = made
        else:
            target[cast("int", key)] = made
    return holder["schema"]


def _lower(kind: object) -> object:
    if isinstance(kind, str):
        return kind.lower() if kind.lower() in _TYPES else kind
    return [_lower(each) for each in cast("list[object]", kind)] if isinstance(kind, list) else kind
