"""TC: names that a client refuses, and names that it joins with their server's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..edits import Fix, Replace
from ..examples import Example
from ..profiles import client
from ..rule import Problem, Rule, Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..context import Context
    from ..units import Tool

_SHOP = "server: {}\ntools:\n  - name: {}\n    inputSchema: {{type: object}}"
_REFUSED = re.compile(r"[^a-zA-Z0-9_-]+")


class _Name(Rule):
    """A tool's name that does not match the client's pattern."""

    severity = Severity.ERROR
    fold = 3
    fix = Safety.UNSAFE
    help = "Rename the tool; whoever calls it by its old name must follow."
    good = (Example("name: get_order"),)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._client = client(self.clients[0])
        self._pattern = self._client.pattern("name")
        self._says = self._client.says("name")

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if not tool.name or self._pattern.fullmatch(tool.name):
            return
        message = f"{self._client.title} does not take the name `{tool.name}`: {self._says}"
        if tool.shape == "meta":
            yield tool.problem(message)
            return
        name = _REFUSED.sub("_", tool.name).strip("_")[:64]
        fix = None
        if name != tool.name and self._pattern.fullmatch(name) and tool.server == tool.file.server:
            others = {other.name for other in tool.file.tools}
            if name not in others:
                fix = Fix.unsafe(f"rename it to `{name}`", Replace(tool.at("name"), name))
        yield tool.problem(message, "name", fix=fix)


class AnthropicName(_Name):
    code = "TC101"
    name = "anthropic-name"
    clients = ("anthropic", "claude-code")
    what = "A tool's name is not 1 to 128 letters, digits, `_` and `-`."
    why = "The API refuses the whole request, so that every other tool of the session is lost with this one."
    source = (
        "Claude Messages API, tool names; anthropics/claude-code issue 985 and modelcontextprotocol issue 1345. "
        "Some connectors still stop at 64."
    )
    bad = (
        Example(
            "name: files.read", at="/name", fixed="name: files_read", note="Dots are allowed by MCP, and refused here."
        ),
        Example("name: read file", at="/name", also=("TN",), fixed="name: read_file"),
    )


class OpenAIName(_Name):
    code = "TC201"
    name = "openai-name"
    clients = ("openai", "openai-strict")
    what = "A tool's name is not 1 to 64 letters, digits, `_` and `-`."
    why = "The API refuses the whole request, though MCP allows dots and 128 characters."
    source = "OpenAI API, function names; openai/codex issue 8174 and github/copilot-cli issue 1879."
    bad = (Example("name: files.read", at="/name", fixed="name: files_read"),)


class GeminiName(_Name):
    code = "TC301"
    name = "gemini-name"
    clients = ("gemini",)
    what = "A tool's name does not begin with a letter or `_`, or is not up to 64 letters, digits, `_`, `.` and `-`."
    why = "The API answers 400 for the whole request."
    source = "Gemini API and Vertex AI references, FunctionDeclaration.name."
    bad = (
        Example("name: 2fa_code", at="/name", also=("TC303",)),
        Example("name: order/get", at="/name", also=("TN", "TC303"), fixed="name: order_get"),
    )
    good = (Example("name: files.read", also=("TC303",)),)


class VSCodeName(_Name):
    code = "TC501"
    name = "vscode-name"
    severity = Severity.WARNING
    clients = ("vscode",)
    fix = None
    what = "A tool's name has upper-case letters or dots."
    why = "VS Code warns about such a tool and rewrites its name, so that prompts that name it do not find it."
    source = "microsoft/vscode issue 308463."
    bad = (Example("name: getOrder", at="/name"),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.name and not self._pattern.fullmatch(tool.name):
            yield tool.problem(f"VS Code rewrites the name `{tool.name}`: it wants {self._says}", "name")


class BedrockName(_Name):
    code = "TC601"
    name = "bedrock-name"
    clients = ("bedrock",)
    what = "A tool's name is not 1 to 64 letters, digits, `_` and `-`."
    why = "Converse refuses the whole call, and goes on refusing while the name stands in the conversation."
    source = "Amazon Bedrock Converse, ToolSpecification.name; awslabs/mcp issue 3181."
    bad = (Example("name: files.read", at="/name", fixed="name: files_read"),)


class _JoinedName(Rule):
    """A name that is too long once the client has joined it with its server's."""

    severity = Severity.ERROR
    fold = 3
    good = (Example(_SHOP.format("shop", "get_order"), wrap=None, also=("T",)),)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._client = client(self.clients[0])
        self._form = str(self._client.table("joined")["form"])
        self._max = self._client.number("joined", "max") or 0
        self._warn = self._client.number("joined", "warn") or self._max

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if not tool.name or not tool.server:
            return
        joined = self._form.format(server=tool.server, tool=tool.name)
        if len(joined) > self._warn:
            severity = None if len(joined) > self._max else Severity.WARNING
            limit = self._max if severity is None else self._warn
            message = f"{self._client.title} calls this tool `{joined}`: {len(joined)} characters, {limit} are allowed"
            yield tool.problem(message, "name", severity=severity)


class ClaudeCodeName(_JoinedName):
    code = "TC105"
    name = "claude-code-name-length"
    clients = ("claude-code",)
    what = "`mcp__<server>__<tool>` is longer than 64 characters (a warning), or than 128 (an error)."
    why = "Claude Code sends that name to the API, which refuses it; some ways to the API still stop at 64."
    source = "anthropics/claude-code issue 985; microsoft/vscode issue 243602 is of the same kind."
    help = "Shorten the tool's name, or the name under which the server is registered."
    bad = (
        Example(
            _SHOP.format("warehouse-of-the-shop", "list_all_orders_of_one_customer_by_date_of_delivery"),
            at="/tools/0/name",
            wrap=None,
            also=("T",),
        ),
    )


class CursorName(_JoinedName):
    code = "TC401"
    name = "cursor-name-length"
    clients = ("cursor",)
    what = "The server's and the tool's name, joined by one character, are 60 characters or longer."
    why = "Cursor drops the tool without an error; its message says that the name exceeds 60, and 60 is dropped too."
    source = "mcp-server-atlassian-confluence issue 16, composio issue 2788, awslabs/mcp issue 1283."
    help = "Shorten the tool's name, or the name under which the server is registered."
    bad = (
        Example(
            _SHOP.format("warehouse-of-the-shop", "list_all_orders_of_one_customer_by_date"),
            at="/tools/0/name",
            wrap=None,
            also=("T",),
        ),
    )
