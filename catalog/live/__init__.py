"""Live MCP servers as sources: how they are described, and asking them through the official SDK (`toolcat[mcp]`).

Importing this imports no SDK: that happens in `fetch`. Nothing here knows catalogs, files of snapshots or the terminal.
"""

from .fetch import AT_ONCE, SECONDS, fetch
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
