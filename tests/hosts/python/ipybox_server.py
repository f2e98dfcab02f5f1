"""Starts ipybox's tool server on a free port, prints the port, and stays until it is killed."""

import asyncio
import socket

from mcpygen.tool_exec.server import ToolServer


async def main() -> None:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    async with ToolServer(port=port, log_to_stderr=True):
        print(port, flush=True)
        await asyncio.Event().wait()


asyncio.run(main())
