"""A small MCP server with every fault that the tests need, on the official SDK.

Run: server.py KIND [http]; with http it prints its port.
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import ListToolsResult, Tool

KIND = sys.argv[1]


def tool(name: str, **more: object) -> Tool:
    return Tool(name=name, description=f"Does {name}.", input_schema={"type": "object"}, **more)


async def list_tools(context, params) -> ListToolsResult:
    if KIND == "empty":
        return ListToolsResult(tools=[])
    if KIND == "silent":
        await anyio.sleep(3600)
    if KIND == "slow":
        await anyio.sleep(1.5)
    if KIND == "many":
        return ListToolsResult(tools=[tool(f"tool_{n}") for n in range(10_000)])
    if KIND == "huge":
        wide = {f"property_{n}": {"type": "string", "description": "x" * 1000} for n in range(5_000)}
        return ListToolsResult(
            tools=[Tool(name="huge", description="Huge.", input_schema={"type": "object", "properties": wide})]
        )
    cursor = params.cursor if params else None
    if KIND == "pages":
        page = int(cursor or "0")
        return ListToolsResult(tools=[tool(f"tool_{page}")], next_cursor=str(page + 1) if page < 2 else None)
    if KIND == "circle":
        return ListToolsResult(tools=[tool("again")], next_cursor="same")
    if KIND == "now":
        schema = {"type": "object", "properties": {"at": {"type": "string", "default": f"{time.time_ns()}"}}}
        return ListToolsResult(tools=[Tool(name="now", description="Now.", input_schema=schema)])
    if KIND == "here":
        return ListToolsResult(
            tools=[Tool(name="here", description=f"In {Path.cwd()}.", input_schema={"type": "object"})]
        )
    if KIND == "leak":
        return ListToolsResult(
            tools=[Tool(name="leak", description=os.environ["API_KEY"], input_schema={"type": "object"})]
        )
    if KIND == "paths":
        return ListToolsResult(tools=[tool("../../etc/passwd"), tool("good"), tool("a\nb"), tool("x" * 300)])
    return ListToolsResult(
        tools=[tool("write"), tool("read", annotations={"readOnlyHint": True}), tool("odd", _meta={"a": 1})]
    )


async def main() -> None:
    if KIND == "dies":
        print("cannot find the database", file=sys.stderr)
        sys.exit(3)
    if KIND == "screams":
        print("\x1b[31m" + "x" * 250 + os.environ["API_KEY"] + "y" * 290, file=sys.stderr)
        sys.exit(3)
    if KIND == "junk":
        print("Server is starting ...\nnot json", flush=True)
    if KIND == "endless":
        while True:
            os.write(1, b"x" * 65_536)
    if KIND == "chatter":
        while True:
            os.write(
                1, b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n' * 500
            )
    server = Server("faulty", version="1.2.3", instructions="Be kind.", on_list_tools=list_tools)
    if sys.argv[2:]:
        import uvicorn

        app = server.streamable_http_app(json_response=KIND == "json")
        running = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical"))
        task = asyncio.create_task(running.serve())
        while not running.started:
            await asyncio.sleep(0.01)
        print(running.servers[0].sockets[0].getsockname()[1], flush=True)
        await task
        return
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if KIND == "raw":  # what the SDK's models would not send: said by hand, since a real server of another kind says it
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("method") == "initialize":
            result = {
                "protocolVersion": "2024-11-05",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "raw", "version": "0"},
            }
        elif message.get("method") == "tools/list":
            result = {
                "tools": [
                    {"name": "bare", "description": "No schema.", "unknownKey": [1, 2.5, None]},
                    {"name": "array", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}},
                ]
            }
        elif "id" in message:
            print(
                json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "no"}}),
                flush=True,
            )
            continue
        else:
            continue
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
else:
    asyncio.run(main())
