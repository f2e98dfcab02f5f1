"""Preludes: one flat text of plain functions over a host's global, no imports, no classes, to stand before a program.

Only what the smallest parsers know (Monty's, and the one UTCP uses): literals, conditional expressions, keyword-only
parameters. Types are left to the declarations beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..hosts import Host
from ..hosts.detail import first_sentence
from ..templating import Templates
from ..types import NEVER
from .flat import FlatTool, FlatTypes
from .text import docstring_text, string
from .wrappers import extra_name, text_mode


def python_prelude(types: FlatTypes, host: Host, lost: Mapping[str, str], header: str, templates: Templates) -> str:
    """Return the prelude. `lost` says, by catalog name, why a tool cannot be called there."""
    context = {
        "header": header,
        "sentinel": host.settings.sentinel,
        "sync": is_sync(host),
        "raw": host.result == "raw",
        "reads": host.result != "value",
        "tools": [_function(tool, types, host, lost.get(tool.spec.name)) for tool in types.tools],
    }
    return templates.render(host.settings.prelude or "prelude.py.j2", context)


def is_sync(host: Host) -> bool:
    """Whether functions for a host are plain ones."""
    return host.settings.sync


def _function(tool: FlatTool, types: FlatTypes, host: Host, lost: str | None) -> dict[str, object]:
    given = tool.signature
    extra = extra_name(given) if given.extra is not NEVER else ""
    parameters = [f"{extra}=None"] if extra else []
    if given.parameters:
        parameters.append("*")
    parameters += [p.name if p.required else f"{p.name}=OMIT" for p in given.parameters]
    entries = [f"{string(p.key)}: {p.name}" for p in given.parameters if p.required]
    entries += [
        f"**({{}} if {p.name} is OMIT else {{{string(p.key)}: {p.name}}})" for p in given.parameters if not p.required
    ]
    if extra:
        entries.insert(0, f"**({extra} or {{}})")
    arguments = f"{{{', '.join(entries)}}}"
    path = host.names(tool.spec).path
    values = {
        "path": ".".join(path),
        "name": string(path[-1]),
        "server": "None" if tool.spec.server is None else string(tool.spec.server),
        "tool": string(tool.spec.tool),
        "arguments": arguments,
    }
    doc = docstring_text(first_sentence(tool.spec) or tool.spec.tool)
    return {
        "function": tool.function,
        "parameters": ", ".join(parameters),
        "doc": f"{doc} " if doc.endswith('"') else doc,
        "name": string(tool.spec.name),
        "kind": "" if tool.output is None else text_mode(tool.output.type, types.module) or "",
        "call": re.sub(r"\{([a-z]+)\}", lambda match: values[match[1]], host.settings.call),
        "lost": None if lost is None else string(lost),
    }
