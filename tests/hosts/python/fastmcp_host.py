"""Runs a program over a prelude in FastMCP's code mode, which forwards to a real MCP server: PRELUDE PROGRAM."""

import asyncio
import json
import sys
from pathlib import Path

from fastmcp import Client, FastMCP
from fastmcp.client.transports import StdioTransport
from fastmcp.experimental.transforms.code_mode import CodeMode
from fastmcp.tools import Tool, ToolResult

SERVER = Path(__file__).resolve().parents[1] / "node" / "odd-server.mjs"


class Forwarded(Tool):
    """A tool of another server, called through its client."""

    client: object

    async def run(self, arguments):
        result = await self.client.call_tool(self.name, arguments)  # raises what the tool reports
        return ToolResult(content=result.content, structured_content=result.structured_content)


async def main() -> None:
    code = "\n".join(Path(path).read_text("utf-8") for path in sys.argv[1:])
    *rest, last = code.rstrip().split("\n")
    code = "\n".join([*rest, f"return {last}"])
    async with Client(StdioTransport("node", [str(SERVER)])) as client:
        server = FastMCP("odd", transforms=[CodeMode()])
        for tool in await client.list_tools():
            server.add_tool(Forwarded(name=tool.name, parameters=tool.input_schema, client=client))
        async with Client(server) as user:
            result = await user.call_tool("execute", {"code": code})
    print(json.dumps({"result": result.data if result.data is not None else result.content[0].text}, default=str))


asyncio.run(main())
