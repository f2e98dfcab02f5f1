"""TS008, TS010, TS014, TS015: fields of a tool that clients do not know, or that contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog.sources.interface import KNOWN_KEYS, SCHEMA_KEYS
from ..edits import Fix, Remove, Rename, Replace
from ..examples import Example
from ..rule import Problem, Rule, Safety, Severity
from ..units import as_object
from ..words import nearest, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..units import File, Tool

_KNOWN = KNOWN_KEYS | {"securitySchemes"}
"""What MCP or our manifest knows, and the one field that a client (ChatGPT's apps) reads beside them."""

MCP_SHAPES = ("mcp", "manifest")

_SLIPS = {
    "inputschema": "inputSchema",
    "outputschema": "outputSchema",
    "parameters": "inputSchema",
    "parametersjsonschema": "inputSchema",
    "schema": "inputSchema",
    "args": "inputSchema",
    "desc": "description",
    "meta": "_meta",
    "annotation": "annotations",
    "hints": "annotations",
    "icon": "icons",
    "tags": "keywords",
}
"""What is written for a field, in lower case and without separators."""

_CALLED = {
    "input_schema": "Anthropic's API",
    "parameters": "OpenAI's and Gemini's APIs",
    "parametersJsonSchema": "Gemini's API",
    "parameters_json_schema": "Gemini's API",
}


class UnknownField(Rule):
    code = "TS008"
    name = "unknown-field"
    severity = Severity.WARNING
    fix = Safety.UNSAFE
    fold = 3
    what = (
        "A tool has a key that neither MCP (any version) nor our manifest knows, or a list of MCP tools has one in a "
        "vendor's words (`input_schema`, `parameters`). Keys that begin with `x-` are your own."
    )
    why = "Clients pass over it: what was meant by it (an input schema, say) has no effect."
    source = "`Tool` in the schemas of MCP 2024-11-05 to 2026-07-28; data of one's own belongs into `_meta`."
    help = "Correct the name; put data of your own into `_meta`."
    bad = (
        Example(
            "annotation: {readOnlyHint: true}",
            at="/annotation",
            key=True,
            without=("annotations",),
            fixed="annotations: {readOnlyHint: true}",
            also=("TC", "TA"),
        ),
        Example(
            "tools:\n- name: get_order\n  description: Return one order of the shop. Use it daily.\n"
            "  inputSchema: {type: object, additionalProperties: false}\n"
            "- name: get_parcel\n  description: Return one parcel on its way. Use it daily.\n"
            "  input_schema: {type: object, additionalProperties: false}\n",
            at="/tools/1/input_schema",
            key=True,
            wrap=None,
            also=("TC", "TQ", "TA", "TJ", "TS007"),
        ),
    )
    good = (Example("_meta: {com.example/team: depot}"), Example("x-team: depot"))

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.shape not in MCP_SHAPES:
            if tool.file.shape in MCP_SHAPES:
                yield from self._foreign(tool)
            return
        for key in tool.raw.keys() - _KNOWN:
            if key.startswith("x-"):
                continue
            meant = _SLIPS.get(plain_name(key)) or nearest(key, KNOWN_KEYS)
            fix = None
            if meant is None:
                message = f"clients do not know the field `{key}`"
            else:
                message = f"clients do not know the field `{key}`: did you mean `{meant}`?"
                if meant not in tool.raw:
                    fix = Fix.unsafe(f"rename it to {meant}", Rename(tool.at(key), meant))
            yield tool.problem(message, key, key=True, fix=fix)

    @staticmethod
    def _foreign(tool: Tool) -> Iterator[Problem]:
        for key in SCHEMA_KEYS:
            if key in tool.raw and key in _CALLED:
                fix = None
                if "inputSchema" not in tool.raw:
                    fix = Fix.unsafe("rename it to inputSchema", Rename(tool.at(key), "inputSchema"))
                message = f"`{key}` is the word of {_CALLED[key]}: the other tools here have `inputSchema`"
                yield tool.problem(message, key, key=True, fix=fix)
                return


class TitleConflict(Rule):
    code = "TS010"
    name = "title-conflict"
    severity = Severity.WARNING
    fix = Safety.SAFE
    fold = 3
    since = "2025-06-18"
    fields = ("annotations",)
    what = "`title` and `annotations.title` are both given, and differ."
    why = "Users see the one or the other name, as the client has it."
    source = "`Tool` in the schema of MCP 2025-06-18 and later: title, then annotations.title, then name is shown."
    help = "Remove the title from the annotations."
    bad = (
        Example(
            "title: Get order\nannotations: {title: Order, readOnlyHint: true}",
            at="/annotations/title",
            fixed="title: Get order\nannotations: {readOnlyHint: true}",
            also=("TC",),
        ),
    )
    good = (Example("title: Get order\nannotations: {title: Get order, readOnlyHint: true}", also=("TC",)),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        inner = tool.annotations.get("title")
        outer = tool.raw.get("title")
        if isinstance(inner, str) and isinstance(outer, str) and inner.strip() and outer.strip() and inner != outer:
            fix = Fix.safe("remove the title from the annotations", Remove(tool.at("annotations", "title")))
            if outer == tool.name:
                # A title that repeats the name says nothing: the other one is the better.
                fix = Fix.unsafe("use the title of the annotations", Replace(tool.at("title"), inner), *fix.edits)
            message = f"the title is {outer[:60]!r}, and {inner[:60]!r} in the annotations"
            yield tool.problem(message, "annotations", "title", fix=fix)


_SUPPORT = ("forbidden", "optional", "required")


class TaskSupport(Rule):
    code = "TS014"
    name = "task-support"
    severity = Severity.ERROR
    fix = Safety.SAFE
    fold = 3
    since = "2025-11-25"
    fields = ("execution",)
    what = (
        "`execution.taskSupport` is none of forbidden, optional, required. With --protocol 2026-07-28 or later, any "
        "`taskSupport` is a warning: it has left the core for the tasks extension."
    )
    why = "Clients that check the list refuse all of it; later ones pass over the field."
    source = "`ToolExecution` in the schema of MCP 2025-11-25; changelog of MCP 2026-07-28 (SEP-2663)."
    help = "Use one of the three, or remove the field."
    bad = (
        Example("execution: {taskSupport: sometimes}", at="/execution/taskSupport"),
        Example(
            "execution: {taskSupport: optional}",
            at="/execution/taskSupport",
            options={"protocol": "2026-07-28"},
            fixed="execution: {}",
        ),
    )
    good = (
        Example("execution: {taskSupport: optional}"),
        Example("execution: {taskSupport: required}", options={"protocol": "2025-11-25"}),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        execution = tool.raw.get("execution")
        if execution is None or tool.shape not in MCP_SHAPES or "taskSupport" not in as_object(execution):
            return
        value = as_object(execution)["taskSupport"]
        if value not in _SUPPORT:
            message = "`taskSupport` must be forbidden, optional or required"
            yield tool.problem(message, "execution", "taskSupport")
        elif self.context.pinned and self.context.protocol >= "2026-07-28":
            # A list is not told its version: without a pin, one of 2025-11-25 would be blamed for being older.
            yield tool.problem(
                "`taskSupport` has moved to the tasks extension",
                "execution",
                "taskSupport",
                severity=Severity.WARNING,
                fix=Fix.safe("remove it", Remove(tool.at("execution", "taskSupport"))),
            )


_ADDED = {
    "annotations": "2025-03-26",
    "title": "2025-06-18",
    "outputSchema": "2025-06-18",
    "_meta": "2025-06-18",
    "icons": "2025-11-25",
    "execution": "2025-11-25",
}
"""Fields that a later version brought, and which."""


class VersionFeature(Rule):
    code = "TS015"
    name = "version-feature"
    severity = Severity.WARNING
    until = "2025-06-18"
    what = (
        "A tool has a field that the version named by --protocol did not have: annotations (2025-03-26), title, "
        "outputSchema and _meta (2025-06-18), icons and execution (2025-11-25). Reported once a field and file."
    )
    why = "Clients of that version pass over the field."
    source = "The schemas of MCP 2024-11-05 to 2025-11-25, compared."
    help = "Do without the field, or move to the later version."
    bad = (
        Example(
            "icons: [{src: 'https://shop.io/order.png'}]",
            at="/icons",
            key=True,
            options={"protocol": "2025-06-18"},
        ),
    )
    good = (Example("icons: [{src: 'https://shop.io/order.png'}]", options={"protocol": "2025-11-25"}),)

    def check_file(self, file: File) -> Iterator[Problem]:
        new = {field: version for field, version in _ADDED.items() if version > self.context.protocol}
        for field, version in new.items():
            found = [tool for tool in file.tools if tool.shape in MCP_SHAPES and field in tool.raw]
            if found:
                more = f" ({len(found)} tools have it)" if len(found) > 1 else ""
                message = f"`{field}` came with MCP {version}, this is {self.context.protocol}{more}"
                yield found[0].problem(message, field, key=True)
