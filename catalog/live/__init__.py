"""Live MCP servers as sources: how they are described, and asking them through the official SDK (`toolcat[mcp]`).

Importing this imports no SDK: that happens in `fetch`. The public names are imported when they are used, since whoever
looks whether a file lists servers needs little of this. Nothing here knows catalogs, files of snapshots or the
terminal.
"""

from typing import TYPE_CHECKING

from ..lazily import lazily
from .fetch import AT_ONCE, SECONDS, fetch

if TYPE_CHECKING:
    from .flags import is_command, server_of_command, servers_of_flags
    from .mcp_json import is_mcp_json, read_mcp_json
    from .servers import HttpServer, LiveServer, StdioServer, token_variable
    from .toolhive import running_workloads

__all__ = [
    "AT_ONCE",
    "SECONDS",
    "HttpServer",
    "LiveServer",
    "StdioServer",
    "fetch",
    "is_command",
    "is_mcp_json",
    "read_mcp_json",
    "running_workloads",
    "server_of_command",
    "servers_of_flags",
    "token_variable",
]

__getattr__ = lazily(
    __name__,
    {
        ".flags": ["is_command", "server_of_command", "servers_of_flags"],
        ".mcp_json": ["is_mcp_json", "read_mcp_json"],
        ".servers": ["HttpServer", "LiveServer", "StdioServer", "token_variable"],
        ".toolhive": ["running_workloads"],
    },
)
