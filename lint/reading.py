"""From sources to files: what the catalog's sources read, as the units that rules look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from ..catalog.documents import Document
from ..catalog.pointers import join
from .units import File, Shape, Tool, as_list, as_object, as_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog.spec import JsonObject

_MANIFEST_KEYS = frozenset(
    ("category", "keywords", "gate", "usageHint", "planOnly", "disclosure", "summary", "command", "variants")
)


def make_tool(file: File, raw: JsonObject, pointer: str, server: str | None = None) -> Tool:
    """Return the tool written at `pointer`, in whichever vendor's words."""
    raw, pointer, shape, input_path, output_path = _unwrap(raw, pointer)
    tool = Tool(file, raw, pointer, shape, name=as_text(raw.get("name")), server=server or file.server)
    tool.input_pointer, tool.output_pointer = join(pointer, *input_path), join(pointer, *output_path)
    tool.has_input, tool.input = _at(raw, input_path)
    tool.has_output, tool.output = _at(raw, output_path)
    return tool


def _at(raw: JsonObject, path: tuple[str, ...]) -> tuple[bool, object]:
    value: object = raw
    for key in path:
        if key not in as_object(value):
            return False, None
        value = as_object(value)[key]
    return True, value


def _unwrap(raw: JsonObject, pointer: str) -> tuple[JsonObject, str, Shape, tuple[str, ...], tuple[str, ...]]:
    output = ("outputSchema",)
    for key, shape, path in (("function", "openai", ("parameters",)), ("toolSpec", "bedrock", ("inputSchema", "json"))):
        if isinstance(raw.get(key), Mapping):
            return as_object(raw[key]), join(pointer, key), cast("Shape", shape), path, output
    if "inputSchema" not in raw:
        if "input_schema" in raw:
            return raw, pointer, "anthropic", ("input_schema",), output
        if "parametersJsonSchema" in raw:
            return raw, pointer, "gemini", ("parametersJsonSchema",), ("responseJsonSchema",)
        if "parameters" in raw:
            shape = "openai" if raw.get("type") == "function" or "strict" in raw else "gemini"
            return raw, pointer, shape, ("parameters",), ("response",)
        if isinstance(raw.get("arguments"), list):
            return raw, pointer, "docker", ("inputSchema",), output
    shape = "manifest" if not _MANIFEST_KEYS.isdisjoint(raw) else "mcp"
    return raw, pointer, shape, ("inputSchema",), output


def file_of(document: Document, server: str | None = None) -> File:
    """Return a parsed document as a file of tools, as far as it holds any."""
    file = File(document, server=server or as_text(as_object(document.data).get("server")) or None)
    file.tools = [make_tool(file, raw, pointer) for raw, pointer in _entries(document.data, "")]
    if file.tools:
        file.shape = file.tools[0].shape
    return file


def _entries(data: object, pointer: str) -> Iterator[tuple[JsonObject, str]]:
    if isinstance(data, list):
        for index, item in enumerate(as_list(cast("object", data))):
            yield from _entries(item, join(pointer, index))
    elif isinstance(data, Mapping):
        value = cast("JsonObject", data)
        for key in ("tools", "functionDeclarations", "function_declarations"):
            if isinstance(value.get(key), list):
                yield from _entries(value[key], join(pointer, key))
                return
        if isinstance(value.get("result"), Mapping):
            yield from _entries(value["result"], join(pointer, "result"))
        else:
            yield value, pointer


def parse_text(label: str, text: str) -> Document:
    """Return a text as a document (until the sources read it)."""
    import json

    import yaml

    if label.endswith((".json", ".jsonl")):
        return Document(label, text, "json", json.loads(text))
    return Document(label, text, "yaml", yaml.safe_load(text))
