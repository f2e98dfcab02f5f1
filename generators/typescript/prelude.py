"""Preludes: one flat text of plain functions over a host's global, no imports, no classes, to stand before a program.

JavaScript with JSDoc types, which every engine parses and every TypeScript checks; for a host that checks TypeScript,
its own namespaces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...catalog import ToolSpec
from ..hosts import Host
from ..hosts.detail import first_sentence
from ..names import upper_first
from ..templating import Templates
from ..text import ts_comment, ts_string
from .compact import compact, compact_declaration
from .declarations import call_path, full_doc
from .flat import FlatTool, FlatTypes
from .naming import ToolNames, TreeNames

HELPERS = ("toolcatError", "toolcatResult")
USED = ("Array", "Error", "JSON", "Object", "Promise", "Record", "String")
"""What the texts themselves take from the language: a function or namespace of that name would stand in its place."""


def javascript(types: FlatTypes, host: Host, lost: Mapping[str, str], header: str, templates: Templates) -> str:
    """Return the prelude in JavaScript. `lost` says, by catalog name, why a tool cannot be called there."""
    context = {
        "header": header,
        "result": host.result,
        "types": [
            {"name": one.name, "type": _in_comment(compact(one.type))} for one in types.used(types.tools, full=False)
        ],
        "tools": [_function(tool, types, host, lost.get(tool.spec.name)) for tool in types.tools],
    }
    return templates.render(host.settings.prelude or "prelude.js.j2", context)


def _function(tool: FlatTool, types: FlatTypes, host: Host, lost: str | None) -> dict[str, object]:
    spec = tool.spec
    server = "null" if spec.server is None else ts_string(spec.server)
    return {
        "function": tool.names.function,
        "server": server,
        "tool": ts_string(spec.tool),
        "input": _in_comment(types.text(tool.input, full=False)),
        "output": "unknown" if tool.output is None else _in_comment(types.text(tool.output, full=False)),
        "optional": tool.optional,
        "doc": [ts_comment(first_sentence(spec)) or ts_comment(spec.tool)],
        "call": _call(spec, host, server),
        "kind": f'"{tool.kind}"' if tool.kind else "",
        "lost": None if lost is None else ts_string(lost),
    }


def _call(spec: ToolSpec, host: Host, server: str) -> str:
    """Return the expression that calls a tool, not yet awaited."""
    path = host.names(spec).path
    values = {
        "path": call_path(path),
        "name": ts_string(path[-1]),
        "server": server,
        "tool": ts_string(spec.tool),
        "input": "input ?? {}",
    }
    call = host.settings.call or "{path}({input})"
    return re.sub(r"\{([a-z]+)\}", lambda match: values[match[1]], call)


def _in_comment(text: str) -> str:
    r"""Return a type that cannot end the comment it stands in: only a literal holds `*/`, where `\/` is the same."""
    return text.replace("*/", "*\\/")


def namespaces(
    types: FlatTypes,
    names: TreeNames,
    host: Host,
    header: str,
    templates: Templates,
) -> str:
    """Return the prelude in TypeScript, a namespace a server, over `callMCPTool({ name, tool, arguments })`."""
    groups = [(space, one.tools) for space, one in zip(spaces(names), names.servers, strict=True)]
    if names.root:
        groups.append(("", names.root))
    context = {
        "header": header,
        "declarations": [compact_declaration(one) for one in types.used(types.tools, full=True)],
        "namespaces": [
            {"name": name, "tools": [_typed(types.tools[index], names.tools[index], types) for index in tools]}
            for name, tools in groups
        ],
    }
    return templates.render(host.settings.prelude, context)


def spaces(names: TreeNames) -> list[str]:
    """Return what the namespace of each server is called where it begins with a capital."""
    wishes = [upper_first(one.namespace) for one in names.servers]
    return [f"{wish}_" if wish in USED else wish for wish in wishes]


def _typed(tool: FlatTool, names: ToolNames, types: FlatTypes) -> dict[str, object]:
    return {
        "function": names.function,
        "server": ts_string(tool.spec.server or ""),
        "tool": ts_string(tool.spec.tool),
        "input": types.text(tool.input, full=True),
        "output": "unknown" if tool.output is None else types.text(tool.output, full=True),
        "optional": tool.optional,
        "doc": full_doc(tool).rstrip("\n"),
    }
