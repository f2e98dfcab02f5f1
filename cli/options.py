"""The options that several commands share, each written once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..catalog.spec import Mode

SOURCES = "Sources"
FILTERS = "Filters"
OUTPUT = "Output"

Sources = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SOURCE",
        help="Files, folders, globs or '-' for standard input; NAME=PATH says which server a list belongs to. "
        "An mcp.json that is named, and NAME=-- COMMAND…, are live servers. Without one, the sources of the config "
        "are read.",
        show_default=False,
    ),
]
ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Use this toolcat.toml or pyproject.toml.", show_default=False),
]
NoConfig = Annotated[bool, typer.Option("--no-config", help="Ignore any config file.")]
ModeOption = Annotated[
    Mode | None,
    typer.Option("--mode", help="act: all but plan-only tools. plan: read-only and plan-only tools."),
]
Category = Annotated[
    list[str] | None,
    typer.Option("--category", metavar="NAME", help="Only tools of this category. Repeatable.", show_default=False),
]
Gate = Annotated[
    list[str] | None,
    typer.Option("--gate", metavar="NAME=on|off", help="Switch a gate. Repeatable.", show_default=False),
]
Source = Annotated[
    list[str] | None,
    typer.Option(
        "--source",
        metavar="PATTERN",
        help="Only tools of a server or file whose name matches this glob. Repeatable.",
        show_default=False,
    ),
]
Include = Annotated[
    list[str] | None,
    typer.Option("--include", metavar="PATTERN", help="Only tools whose name matches. Repeatable.", show_default=False),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="PATTERN", help="No tools whose name matches. Repeatable.", show_default=False),
]
Platform = Annotated[
    str | None,
    typer.Option("--platform", metavar="OS/ARCH", help="Resolve .meta variants for this platform, e.g. linux/amd64."),
]
Assume = Annotated[
    list[str] | None,
    typer.Option(
        "--assume",
        metavar="KEY=VALUE",
        help="Resolve .meta variants as if this held, e.g. binary:rg=yes or env:CI=set. Repeatable.",
        show_default=False,
    ),
]
McpServer = Annotated[
    list[str] | None,
    typer.Option(
        "--mcp-server",
        metavar="NAME=URL",
        help="Ask this live server. MCP_<NAME>_TOKEN is its bearer token. Repeatable.",
        show_default=False,
    ),
]
InsecureHttp = Annotated[
    list[str] | None,
    typer.Option(
        "--mcp-server-insecure-http",
        metavar="NAME",
        help="Let this server's token go over plain http. Repeatable.",
        show_default=False,
    ),
]
Toolhive = Annotated[bool, typer.Option("--toolhive", help="Ask the running ToolHive workloads, too.")]
Timeout = Annotated[
    float, typer.Option("--timeout", metavar="SECONDS", min=0.1, max=3600, help="How long a live server may take.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print every finding, and what was read.")]
