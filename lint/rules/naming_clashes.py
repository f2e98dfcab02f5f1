"""TN007–TN011: names that are taken, that meet in exported code, or that no catalog can hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from ...catalog import codes
from ...catalog.text import printable
from ...generators.names import Wish, camel, fold, settle
from ..examples import Example
from ..rule import Problem, Rule, Severity
from ..words import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..context import Context
    from ..nodes import Node
    from ..units import File, Tool

_RESERVED = (
    *("ToolSearch", "tool_search", "tool_search_tool_regex", "tool_search_tool_bm25"),
    *("tool_load", "tool_unload", "tools_all", "multi_tool_use.parallel"),
)
"""Tools that hosts add to every catalog to find and to call the others."""

_BUILT_IN = {
    "anthropic": word_set("bash computer memory web_search web_fetch code_execution str_replace_based_edit_tool"),
    "claude-code": word_set("""
        Bash BashOutput Edit ExitPlanMode Glob Grep KillShell NotebookEdit Read Skill SlashCommand Task TodoWrite
        WebFetch WebSearch Write
    """),
    "openai": word_set("web_search file_search code_interpreter computer_use_preview image_generation"),
}
"""The tools that a client brings along, by client; they count where the client is asked for."""


class NameShadowsBuiltin(Rule):
    code = "TN007"
    name = "name-shadows-builtin"
    severity = Severity.WARNING
    options: ClassVar[Mapping[str, object]] = {"reserved": _RESERVED}
    what = (
        "A tool has the name of a tool that hosts add by themselves (`ToolSearch`, `tool_load` …), of one that a "
        "client asked for with --client brings along, or one of `[lint.rules.name-shadows-builtin]`, `reserved`."
    )
    why = "One of the two is hidden without a word, and the model cannot say which it means."
    source = "openclaw/openclaw issue 100071; Anthropic's and OpenAI's pages on their own tools."
    help = "Rename the tool; a tool of a server also has the server in front of its name."
    bad = (
        Example("name: ToolSearch", at="/name", also=("TC", "TD")),
        Example("name: Bash", at="/name", options={"clients": ("claude-code",)}, also=("TC", "TD")),
    )
    good = (Example("name: search_orders", also=("TD",)), Example("name: Bash", also=("TC", "TD")))

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        name = tool.name
        if name in self._reserved():
            yield tool.problem(f"`{name}` is the name of a tool that hosts add by themselves", "name")
            return
        if tool.server is None:
            for client in self.context.clients:
                if name in _BUILT_IN.get(client, ()):
                    yield tool.problem(f"`{name}` is the name of a tool that {client} brings along", "name")
                    return

    def _reserved(self) -> frozenset[str]:
        found = self.__dict__.get("_names")
        if not isinstance(found, frozenset):
            found = self._names = frozenset(self.words("reserved"))
        return found  # pyright: ignore[reportUnknownVariableType]


class NameExportClash(Rule):
    code = "TN008"
    name = "name-export-clash"
    severity = Severity.WARNING
    what = (
        "Two tools of one server get the same function or file name in exported code, where case, `-`, `_` and `.` are "
        "gone. An info: a name that is a keyword of TypeScript or Python."
    )
    why = "All but one of them get four hexadecimal digits behind their name, and a keyword gets a `_`."
    source = "How toolcat settles names: injective, and independent of other tools."
    help = "Rename one of them, if the names in code matter to you."
    bad = (
        Example(
            "tools:\n"
            + "".join(
                f"- name: {name}\n  description: Return one {what} of the shop. Use it daily.\n"
                "  inputSchema: {type: object, additionalProperties: false}\n"
                for name, what in (("get-order", "order"), ("get_order", "parcel"))
            ),
            at="/tools/0/name",
            wrap=None,
            also=("TU002", "TA006", "TC", "TQ"),
        ),
        Example("name: class", at="/name", also=("TC", "TD")),
    )
    good = (Example("name: get_class", also=("TC", "TD")),)

    def check_file(self, file: File) -> Iterator[Problem]:
        pools: dict[str | None, dict[str, list[Tool]]] = {}
        short: list[Tool] = []
        for tool in file.tools:
            if tool.name:
                pools.setdefault(tool.server, {}).setdefault(fold(camel(tool.name)), []).append(tool)
                if len(tool.name) <= 12 and tool.name.isalpha():
                    short.append(tool)
        for pool in pools.values():
            for tools in pool.values():
                if len(tools) > 1:
                    yield from self._clash(tools)
        if short:
            yield from self._keywords(short)

    @staticmethod
    def _clash(tools: list[Tool]) -> Iterator[Problem]:
        distinct = list({tool.name: tool for tool in tools}.values())
        wishes = [Wish(tool.name, camel(tool.name), camel(tool.name) == tool.name) for tool in distinct]
        names = settle(wishes, key=fold)
        for tool, name in zip(distinct, names, strict=True):
            if name != camel(tool.name):
                others = [f"`{printable(other.name)}`" for other in distinct if other is not tool]
                message = (
                    f"`{printable(tool.name)}` meets {' and '.join(others[:3])} in code, and is called `{name}` there"
                )
                yield tool.problem(message, "name")
                return

    @staticmethod
    def _keywords(tools: list[Tool]) -> Iterator[Problem]:
        import keyword

        from ...generators.typescript.naming import RESERVED

        for tool in tools:
            languages = [
                language
                for language, taken in (("TypeScript", tool.name in RESERVED), ("Python", keyword.iskeyword(tool.name)))
                if taken
            ]
            if languages:
                message = f"`{tool.name}` is reserved in {' and '.join(languages)}: it is called `{tool.name}_` there"
                yield tool.problem(message, "name", severity=Severity.INFO)


_TRAPS = frozenset(("__proto__", "constructor", "prototype"))
_BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")


class PropertyNameUnsafe(Rule):
    code = "TN009"
    name = "property-name-unsafe"
    severity = Severity.WARNING
    fold = 3
    keywords = ("properties",)
    what = "A property is called `__proto__`, `constructor` or `prototype`, nothing at all, or something with blanks."
    why = (
        "In JavaScript the first three change the object instead of its contents; vendors refuse keys with blanks, and "
        "models get them wrong."
    )
    source = "CWE-1321 (prototype pollution); the key pattern of Anthropic's API, freee/freee-mcp issue 15."
    help = "Use letters, digits and `_`."
    bad = (
        Example(
            'type: object\nadditionalProperties: false\nproperties:\n  "order number": {type: string, maxLength: 9, '
            "description: Which one.}",
            wrap="input",
            at="/properties/order number",
            key=True,
            also=("TC",),
        ),
        Example(
            'type: object\nadditionalProperties: false\nproperties:\n  "__proto__": {type: string, maxLength: 9, '
            "description: Which one.}",
            wrap="input",
            at="/properties/__proto__",
            key=True,
            also=("TC",),
        ),
    )
    good = (
        Example(
            "type: object\nadditionalProperties: false\nproperties:\n  order.number: {type: string, maxLength: 9, "
            "description: Which one.}",
            wrap="input",
            also=("TC",),
        ),
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._fine: set[str] = set()

    def check_node(self, node: Node) -> Iterator[Problem]:
        names = node.members("properties")
        if names.keys() <= self._fine:  # a list's tools share most of their names
            return
        for name in names:
            if name in _TRAPS:
                yield node.problem(f"the property `{name}` is a trap in JavaScript", "properties", name, key=True)
            elif not name:
                yield node.problem("a property has an empty name", "properties", name, key=True)
            elif _BLANK.search(name):
                what = "blanks" if name.isprintable() else "control characters"
                yield node.problem(f"the property `{printable(name)}` has {what}", "properties", name, key=True)
            else:
                self._fine.add(name)


class InvalidName(Rule):
    code, name, severity = codes.INVALID_NAME.code, codes.INVALID_NAME.name, codes.INVALID_NAME.severity
    in_source = True
    what = "A tool's name is longer than 256 bytes of UTF-8, or holds control characters or half a surrogate pair."
    why = "No catalog, lock file or terminal can hold it; the tool is left out."
    source = "Names in toolcat's own formats; MCP itself only recommends (see name-length and name-charset)."
    help = "Rename the tool."
    bad = (Example('name: "get\\u0007order"', at="/name", also=("TC", "TD", "TX001")),)
    good = (Example("name: get_order"),)


class InvalidServerName(Rule):
    code, name, severity = codes.INVALID_SERVER.code, codes.INVALID_SERVER.name, codes.INVALID_SERVER.severity
    in_source = True
    what = "A server's name is not `[A-Za-z0-9_-]+` with a letter or digit at both ends and without `__`."
    why = "`mcp__server__tool` could not be split again; the tools are left out or lose their server."
    source = "Server identity in toolcat's own formats."
    help = "Give the server another name: in the document, in the config, or as `NAME=PATH`."
    bad = (
        Example(
            "server: my__shop\ntools:\n- name: get_order\n  description: Return one order of the shop. Use it daily.\n"
            "  inputSchema: {type: object, additionalProperties: false}\n",
            at="/server",
            wrap=None,
            also=("TA006", "TC", "TQ"),
        ),
    )
    good = (
        Example(
            "server: my-shop\ntools:\n- name: get_order\n  description: Return one order of the shop. Use it daily.\n"
            "  inputSchema: {type: object, additionalProperties: false}\n",
            wrap=None,
            also=("TA006", "TC", "TQ"),
        ),
    )
