"""Runs a program over a prelude in pydantic-ai's CodeMode, over a real MCP server: PRELUDE PROGRAM [WITHOUT]."""

import asyncio
import json
import os
import sys
from pathlib import Path

from fastmcp.client.transports import StdioTransport
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai_harness.code_mode import CodeMode

SERVER = Path(__file__).resolve().parents[1] / "node" / "odd-server.mjs"


async def main() -> None:
    prelude, program, *without = sys.argv[1:]
    code = f"{Path(prelude).read_text('utf-8')}\n{Path(program).read_text('utf-8')}"
    returned = []

    def model(messages, info):
        for message in messages:
            for part in message.parts:
                if isinstance(part, ToolReturnPart) or part.part_kind == "retry-prompt":
                    returned.append(part.content)
        if returned:
            return ModelResponse(parts=[TextPart("done")])
        return ModelResponse(parts=[ToolCallPart("run_code", {"code": code})])

    server = MCPToolset(StdioTransport("node", [str(SERVER)], env={**os.environ, "WITHOUT": ",".join(without)}))
    agent = Agent(FunctionModel(model), toolsets=[server], capabilities=[CodeMode()])
    async with agent:
        await agent.run("go")
    print(json.dumps({"result": returned[-1]}, default=str))


asyncio.run(main())
