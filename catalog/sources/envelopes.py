"""Envelopes: finding the tools in a parsed document, whatever they are wrapped in.

Recognised: a list of tools, one tool, `{"tools": […]}` (an MCP result, a manifest, a vendor's request), a JSON-RPC
message that holds one, Gemini's `functionDeclarations`, Bedrock's `toolConfig`, an MCPB manifest; lists and JSON Lines
of any of these (pages). Everything else is refused with the reason for each.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..pointers import join
from ..spec import JsonObject
from ..text import quoted
from .anthropic import AnthropicTool
from .bedrock import BedrockTool
from .docker import DockerTool
from .gemini import FunctionDeclaration
from .interface import ToolReader, as_list, as_object, kind_of, lacks
from .mcp import BareTool, McpTool, is_plain
from .openai import OpenAiChatTool, OpenAiResponsesTool

READERS: tuple[ToolReader, ...] = (
    McpTool(),
    OpenAiChatTool(),
    OpenAiResponsesTool(),
    AnthropicTool(),
    FunctionDeclaration(),
    BedrockTool(),
    DockerTool(),
)
"""The readers whose evidence is a key of their own, in the order in which they are asked."""

BARE = BareTool()

DECLARATIONS = ("functionDeclarations", "function_declarations")
MAX_TOOLS = 1_000_000
MAX_LOOKED_AT = 1_000
"""How many entries of a list are looked at before it is taken for something else."""

MAX_WRAPPINGS = 8
"""How deep envelopes may be nested; real ones are two or three deep."""


@dataclass(slots=True)
class Envelope:
    """What a document holds: its tools with their pointers, and what its wrapping says."""

    entries: list[tuple[str, object]] = field(default_factory=list)
    next_cursor: str | None = None
    """The pointer of the cursor of a page that is not here."""
    is_bundle: bool = False
    """The tools belong to a package description (MCPB): keys such as `category` are its own, not ours."""
    generates_more: str | None = None
    """The pointer of a `tools_generated: true`."""
    rejected: list[tuple[str, list[str]]] = field(default_factory=list)
    """Entries of a list that are no envelope and no tool, with the reasons."""

    def add(self, pointer: str, entry: object) -> None:
        """Add an entry; raises NoShape beyond a million, before they cost more memory than the document."""
        if len(self.entries) >= MAX_TOOLS:
            raise NoShape([f"it lists more than {MAX_TOOLS:,} tools"])
        self.entries.append((pointer, entry))


class NoShape(Exception):
    """A document is none of the shapes that are read: what was tried, and why each does not fit."""

    def __init__(self, reasons: list[str], pointer: str = "") -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons
        self.pointer = pointer


def reader_for(tool: JsonObject) -> ToolReader | None:
    """Return the reader with a key of its own in the object, or None."""
    for reader in READERS:
        if reader.why_not(tool) is None:
            return reader
    return None


def why_no_tool(tool: JsonObject) -> list[str]:
    """Return, for each form of a tool, why the object is none of it."""
    reasons = [f"{reader.title}: {reader.why_not(tool)}" for reader in READERS]
    bare = BARE.why_not(tool)
    if bare is not None:
        reasons.append(f"{BARE.title}: {bare}")
    # What is there and wrong says more than what is absent: the form that was meant stands first.
    return sorted(reasons, key=_is_about_absence)


def _is_about_absence(reason: str) -> bool:
    return ": no " in reason or reason.endswith('"type" is not "function"')


def in_short(reasons: list[str]) -> str:
    """Return the first reason, the likeliest; the help of the finding names all shapes that are read."""
    first, *others = reasons
    title, _, why = first.partition(": ")
    return f"{why} (taken for {title})" if others else first


def open_envelope(data: object) -> Envelope:
    """Return the tools of a document.

    Raises NoShape if it is none of the shapes.
    """
    envelope = Envelope()
    _open(data, "", envelope, MAX_WRAPPINGS)
    return envelope


def _open(value: object, pointer: str, envelope: Envelope, depth: int) -> None:
    fields, entries = as_object(value), as_list(value)
    if depth and fields is not None:
        _open_object(fields, pointer, envelope, depth)
    elif depth and entries is not None:
        _open_list(entries, pointer, envelope, depth)
    else:
        what = kind_of(value) if depth else "nested in too many envelopes"
        raise NoShape([f"it is {what}, an object or a list is expected"], pointer)


def _open_object(value: dict[str, object], pointer: str, envelope: Envelope, depth: int) -> None:
    tools = as_list(value.get("tools"))
    if tools is None and reader_for(value) is not None:
        envelope.add(pointer, value)
        return
    if tools is None and isinstance(value.get("result"), (dict, list)):
        _open(value["result"], join(pointer, "result"), envelope, depth - 1)
        return
    error = as_object(value.get("error"))
    if "jsonrpc" in value and error is not None:
        message = error.get("message")
        raise NoShape([f"a JSON-RPC response: it reports an error ({quoted(message)}) and holds no result"], pointer)
    if tools is not None:
        _open_tools(value, tools, pointer, envelope)
        return
    config = as_object(value.get("toolConfig"))
    configured = None if config is None else as_list(config.get("tools"))
    if configured is not None:
        _add(configured, join(pointer, "toolConfig", "tools"), envelope)
        return
    if _declarations(value, pointer, envelope):
        return
    raise NoShape(_why_no_object(value), pointer)


def _open_tools(value: dict[str, object], tools: list[object], pointer: str, envelope: Envelope) -> None:
    if isinstance(value.get("nextCursor"), str) and value["nextCursor"]:
        envelope.next_cursor = join(pointer, "nextCursor")
    else:
        envelope.next_cursor = None
    if _is_bundle(value, tools):
        envelope.is_bundle = True
        if value.get("tools_generated") is True:
            envelope.generates_more = join(pointer, "tools_generated")
    _add(tools, join(pointer, "tools"), envelope)


def _is_bundle(value: dict[str, object], tools: list[object]) -> bool:
    """Whether the document describes a package that has tools: an MCPB manifest, or one like it.

    Its `name` and `version` are the package's, its `server` says how to start it, and its tools have no schemas.
    """
    if "manifest_version" in value or "dxt_version" in value:
        return True
    if not isinstance(value.get("name"), str) or not isinstance(value.get("version"), str):
        return False
    if isinstance(value.get("server"), str) or "categories" in value or "defaults" in value:
        return False  # a manifest of ours, with two keys that mean nothing
    return not any((fields := as_object(tool)) is not None and reader_for(fields) for tool in tools)


def _declarations(value: dict[str, object], pointer: str, envelope: Envelope) -> bool:
    for key in DECLARATIONS:
        declared = as_list(value.get(key))
        if declared is not None:
            for place, entry in enumerate(declared):
                envelope.add(join(pointer, key, place), entry)
            return True
    return False


def _add(tools: list[object], pointer: str, envelope: Envelope) -> None:
    """Add the entries of a list of tools; a Gemini tool is a list of declarations of its own."""
    for place, tool in enumerate(tools):
        own = f"{pointer}/{place}"
        fields = as_object(tool)
        if (
            fields is not None
            and "name" not in fields
            and ("cachePoint" in fields or _declarations(fields, own, envelope))
        ):
            continue
        envelope.add(own, tool)


def _open_list(value: list[object], pointer: str, envelope: Envelope, depth: int) -> None:
    """Open a list: of tools if one of them is certainly a tool (or all look like tools), else of envelopes."""
    # A look at the first thousand is enough, and a list of ten million numbers is refused at once.
    objects = [fields for each in value[:MAX_LOOKED_AT] if (fields := as_object(each)) is not None]
    if not value or any(reader_for(each) for each in objects) or (objects and all(is_plain(each) for each in objects)):
        for place, each in enumerate(value):
            own = f"{pointer}/{place}"
            fields = as_object(each)
            if fields is not None and _is_wrapped(fields):
                _open_one(fields, own, envelope, depth)
            else:
                envelope.add(own, each)
        return
    opened = Envelope()
    is_any_open = False
    for place, each in enumerate(value):
        is_any_open |= _open_one(each, f"{pointer}/{place}", opened, depth)
        if len(opened.rejected) > MAX_LOOKED_AT:
            is_any_open = False
            break
    if not is_any_open:
        raise NoShape([f"a list: {_first_reason(opened, value)}"], pointer)
    envelope.entries.extend(opened.entries)
    envelope.rejected.extend(opened.rejected)
    envelope.next_cursor = opened.next_cursor
    envelope.is_bundle |= opened.is_bundle


def _is_wrapped(value: dict[str, object]) -> bool:
    return reader_for(value) is None and (
        isinstance(value.get("tools"), list)
        or isinstance(value.get("result"), (dict, list))
        or any(isinstance(value.get(key), list) for key in DECLARATIONS)
    )


def _open_one(value: object, pointer: str, envelope: Envelope, depth: int) -> bool:
    """Open one entry of a list of envelopes and say whether it was one.

    Messages of a JSON-RPC log that hold no tools are passed over, anything else is rejected.
    """
    try:
        _open(value, pointer, envelope, depth - 1)
        return True
    except NoShape as error:
        message = as_object(value)
        if message is None or "jsonrpc" not in message or "error" in message:
            envelope.rejected.append((error.pointer, error.reasons))
        return False


def _first_reason(opened: Envelope, value: list[object]) -> str:
    if not opened.rejected:
        return "its JSON-RPC messages hold no tools"
    first = as_object(value[0])
    count = f"none of its {len(value)} entries is a tool" if len(value) > 1 else "its only entry is no tool"
    if first is not None:
        return f"{count} ({in_short(why_no_tool(first))})"
    return f"{count}: the first is {kind_of(value[0])}"


def _keys(value: dict[str, object]) -> str:
    """Return the first keys of an object, in words."""
    if not value:
        return "the object is empty"
    shown = ", ".join(quoted(key, 30) for key in list(value)[:5])
    return f"its keys are {shown}{', …' if len(value) > 5 else ''}"


def _why_no_object(value: dict[str, object]) -> list[str]:
    """Return every shape of a document that an object could have had, each with the reason why it has not."""
    tools = value.get("tools")
    listed = (
        f'"tools" is {kind_of(tools)}, a list is expected' if "tools" in value else f"{lacks('tools')} ({_keys(value)})"
    )
    config = '"toolConfig" holds no list "tools"' if "toolConfig" in value else lacks("toolConfig")
    reasons = [
        f"an MCP tools/list result or a toolcat manifest: {listed}",
        f"a JSON-RPC response: {lacks('result')}",
        f"Gemini function declarations: {lacks('functionDeclarations')}",
        f"a Bedrock tool configuration: {config}",
        f"an MCPB manifest: {lacks('manifest_version')}",
    ]
    tool = why_no_tool(value)
    if "tools" not in value and (not _is_about_absence(tool[0]) or isinstance(value.get("name"), str)):
        return [*tool, *reasons]
    return [*reasons, *tool]
