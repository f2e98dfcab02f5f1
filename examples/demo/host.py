"""The host: starts the MCP servers of servers.json, binds the wrappers to them, runs the agent program."""

import asyncio
import json
import os
import shutil
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from agent import agent
from mcp import ClientSession, StdioServerParameters, stdio_client
from out.python import bind


async def main() -> None:
    """Run the demo in its folder, `out/sandbox` being what the file server may touch."""
    sandbox = Path("out", "sandbox")
    shutil.rmtree(sandbox, ignore_errors=True)
    sandbox.mkdir(parents=True)
    servers = json.loads(Path("servers.json").read_text(encoding="utf-8"))["mcpServers"]
    sessions: dict[str, ClientSession] = {}
    async with AsyncExitStack() as stack:
        silence = stack.push(Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 (the stack closes it)
        for name, server in servers.items():
            streams = await stack.enter_async_context(stdio_client(StdioServerParameters(**server), errlog=silence))
            session = await stack.enter_async_context(ClientSession(*streams))
            started = await session.initialize()
            sessions[name] = session
            print(f"started {name}: {started.server_info.name}")

        # All that the wrappers need: a function that calls one tool of one server and returns the raw result.
        async def call(server: str | None, tool: str, arguments: dict[str, Any]) -> object:
            if server not in sessions:
                raise LookupError(f"no server is running for {server or 'tools of no server'}")
            return await sessions[server].call_tool(tool, arguments)

        with bind(call):
            await agent(lambda line: print(f"  {line}"))


asyncio.run(main())
