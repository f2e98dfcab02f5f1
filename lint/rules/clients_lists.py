"""TC: how many tools a client takes, and what the directories ask of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..edits import Edit, Fix, Insert, Replace
from ..examples import Example
from ..profiles import client
from ..rule import Problem, Rule, Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..context import Context
    from ..units import File, Tool


def _list(length: int) -> str:
    return "tools:\n" + "".join(
        f"  - {{name: get_order_{number}, inputSchema: {{type: object}}}}\n" for number in range(length)
    )


class _ToolCount(Rule):
    """A list with more tools than the client takes."""

    severity = Severity.ERROR
    about_list = True
    help = "Offer fewer: split the server, or let the user choose; gates and include patterns can do it for a catalog."
    good = (Example(_list(20), wrap=None, also=("T",)),)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._client = client(self.clients[0])
        self._max = self._client.number("tools", "max") or 0
        self._warn = self._client.number("tools", "warn") or self._max

    def check_file(self, file: File) -> Iterator[Problem]:
        number = len(file.tools)
        if number > self._warn:
            severity = None if number > self._max else Severity.WARNING
            limit = self._max if severity is None else self._warn
            first = file.tools[limit]
            message = f"{self._client.title} takes {limit} tools, the list has {number}; `{first.name}` is beyond"
            yield first.problem(message, severity=severity)


class OpenAIToolCount(_ToolCount):
    code = "TC204"
    name = "openai-tool-count"
    clients = ("openai", "openai-strict")
    what = "A list has more than 128 tools."
    why = "The API refuses a request with more than 128 functions."
    source = "OpenAI API reference, tools."
    bad = (Example(_list(129), at="/tools/128", wrap=None, also=("T",)),)


class CursorToolCount(_ToolCount):
    code = "TC402"
    name = "cursor-tool-count"
    clients = ("cursor",)
    what = "A list has more than 40 tools (a warning), or more than 80 (an error)."
    why = "Cursor offers the model no more than 80 tools of all servers together, 40 in older versions."
    source = "mcp-testrail issue 6, Snowflake-Labs/mcp issue 77."
    bad = (Example(_list(41), at="/tools/40", wrap=None, also=("T",)),)


class VSCodeToolCount(_ToolCount):
    code = "TC503"
    name = "vscode-tool-count"
    clients = ("vscode",)
    what = "A list has more than 128 tools."
    why = "Copilot's chat refuses a request with more than 128 tools and makes the user pick."
    source = "microsoft/vscode-copilot-release issues 11653 and 13065."
    bad = (Example(_list(129), at="/tools/128", wrap=None, also=("T",)),)


class DirectoryAnnotations(Rule):
    code = "TC701"
    name = "directory-annotations"
    severity = Severity.ERROR
    clients = ("directory",)
    portable = False
    fix = Safety.UNSAFE
    what = "A tool lacks `annotations.title`, or one of `readOnlyHint`, `destructiveHint` and `openWorldHint`."
    why = (
        "The reviews of the connector directories send a server back for it; Claude's reads `annotations.title` and "
        "not the tool's title, ChatGPT's wants the three hints even of a tool that only reads."
    )
    source = (
        "open-metadata/OpenMetadata issue 30107, grafana/mcp-grafana issue 1009, basic-memory issue 1031; "
        "the defaults are those of MCP's ToolAnnotations."
    )
    help = "Say all of them; the fix writes the defaults of the specification, which are the cautious ones."
    bad = (
        Example(
            "annotations: {title: Get order, readOnlyHint: true, openWorldHint: false}",
            at="/annotations",
            also=("TA", "TS"),
            fixed="annotations: {title: Get order, readOnlyHint: true, openWorldHint: false, destructiveHint: true}",
        ),
        Example(
            '{"name": "get_order", "title": "Get order", "inputSchema": {"type": "object"}, "annotations": '
            '{"readOnlyHint": true}}',
            at="/annotations",
            wrap=None,
            file="example.json",
            also=("T",),
            fixed='{"name": "get_order", "title": "Get order", "inputSchema": {"type": "object"}, "annotations": '
            '{"readOnlyHint": true, "title": "Get order", "destructiveHint": true, "openWorldHint": true}}',
        ),
        Example(
            '{"name": "get_order", "title": "Get order", "inputSchema": {"type": "object"}, "annotations": '
            '{"title": "", "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false}}',
            at="/annotations",
            wrap=None,
            file="example.json",
            also=("T",),
            fixed='{"name": "get_order", "title": "Get order", "inputSchema": {"type": "object"}, "annotations": '
            '{"title": "Get order", "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false}}',
        ),
    )
    good = (
        Example(
            "annotations: {title: Get order, readOnlyHint: true, destructiveHint: false, openWorldHint: false}",
            also=("TA", "TS"),
        ),
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._hints = client("directory").words("annotations", "hints")

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        annotations = tool.annotations
        missing = [hint for hint in self._hints if hint not in annotations]
        lacks = [*(["title"] if not annotations.get("title") else []), *missing]
        if not lacks:
            return
        values: dict[str, object] = {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True}
        if isinstance(tool.raw.get("title"), str):
            values["title"] = tool.raw["title"]
        fix = None
        edits: tuple[Edit, ...]
        if all(each in values for each in lacks):
            new = {each: values[each] for each in lacks}
            if annotations:
                edits = tuple(
                    (Replace if each in annotations else Insert)(tool.at("annotations", each), value)
                    for each, value in new.items()
                )
            elif "annotations" in tool.raw:
                edits = (Replace(tool.at("annotations"), new),)
            else:
                edits = (Insert(tool.at("annotations"), new),)
            fix = Fix.unsafe("write the defaults", *edits)
        message = f"the directories ask for {', '.join(f'`{each}`' for each in lacks)} in the annotations"
        yield tool.problem(message, "annotations", fix=fix)
