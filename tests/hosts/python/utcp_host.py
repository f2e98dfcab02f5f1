"""Runs a program over a prelude in UTCP's real sandbox; a recorder answers in place of its tools: PRELUDE PROGRAM."""

import asyncio
import json
import os
import sys
from pathlib import Path

from utcp.data.tool import Tool
from utcp_code_mode import CodeModeUtcpClient

ANSWERS = {"list_items": [{"id": 1}, {"id": 2}], "get_user": "Ada", "get-user": "Grace"}


class Recorded(CodeModeUtcpClient):
    """The client with a recorder for its tools, whose own MCP calls do not come back."""

    def __init__(self):
        super().__init__(None)
        self.calls = []

    async def get_tools(self):
        template = {"name": "desk", "call_template_type": "text"}
        names = ("delete", "get_user", "get-user", "list_items", "fail")
        without = os.environ.get("WITHOUT", "").split(",")
        return [
            Tool.model_construct(name=f"desk.odd.{name}", description=name, tool_call_template=template)
            for name in names
            if name not in without
        ]

    async def get_all_tools_python_interfaces(self):
        return ""

    async def call_tool(self, tool_name, tool_args):
        name = tool_name.rpartition(".")[2]
        if name == "fail":
            raise RuntimeError("nothing of the kind")
        self.calls.append([tool_name, tool_args])
        return ANSWERS.get(name, {"got": tool_args})


client = Recorded()
code = "\n".join(Path(path).read_text("utf-8") for path in sys.argv[1:])
print(json.dumps(asyncio.run(client.call_tool_chain(code))))
