"""Python hosts: a program over what was exported for each calls a real MCP server through it."""

import json
import os
import subprocess
import sys

import pytest

from .conftest import EXPECTED, HERE, LIST, SERVER, last_json, python_of, ran

PROGRAM = HERE / "program.py.txt"
PYTHON = HERE / "python"


def test_pydantic_ai(export):
    folder = export("python", "--host", "pydantic-ai")
    command = [python_of("monty"), PYTHON / "pydantic_ai_host.py", folder / "prelude.py", PROGRAM, "get-user"]
    assert last_json(ran(command))["result"] == {**EXPECTED, "failed": "nothing of the kind"}


def test_fastmcp(export):
    folder = export("python", "--host", "fastmcp")
    answer = last_json(ran([python_of("monty"), PYTHON / "fastmcp_host.py", folder / "prelude.py", PROGRAM]))
    assert "nothing of the kind" in answer["result"].pop("failed")
    assert answer["result"] == EXPECTED


def test_utcp_python(export):
    folder = export("python", "--host", "utcp-python", "--host-option", "manual=desk")
    command = [python_of("utcp"), PYTHON / "utcp_host.py", folder / "prelude.py", HERE / "program.utcp.py.txt"]
    answer = last_json(ran(command, WITHOUT="get-user"))
    assert answer == {"result": EXPECTED, "logs": []}


def test_utcp_python_refuses_what_we_say_it_refuses(export):
    """A class, a loop or a name with an underscore: the reasons why a prelude has none."""
    folder = export("python", "--host", "utcp-python", "--host-option", "manual=desk")
    for line in ("class Box: pass", "_x = 1", "async def f(): pass"):
        program = folder / "program.py"
        program.write_text(f"{line}\nreturn 1\n", encoding="utf-8")
        answer = last_json(ran([python_of("utcp"), PYTHON / "utcp_host.py", folder / "prelude.py", program]))
        assert answer["result"] is None, line
        assert answer["logs"], line


@pytest.fixture
def tool_server():
    command = [str(python_of("ipybox")), str(PYTHON / "ipybox_server.py")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.terminate()
    process.wait()


def test_ipybox(export, tool_server):
    folder = export("python", "--host", "ipybox", "--index", both=True)
    server = {"command": "node", "args": [str(SERVER)], "env": {"PATH": os.environ["PATH"]}}
    (folder / "servers.json").write_text(json.dumps({"odd": server}), encoding="utf-8")
    program = """
import json
from mcptools._runtime import ToolError
from mcptools._search import search_tools
from mcptools.odd import delete, fail, get_user, list_items
out = {
    "deleted": delete.run(delete.Params(**{"from": "here", "cik-A": 3})).model_dump(),
    "omitted": delete.delete(from_="here").model_dump(),
    "items": [item.model_dump() for item in list_items.run({})],
    "user": get_user.run({"id": 1}),
}
try:
    fail.run({})
except ToolError as error:
    out["failed"] = [error.server, error.tool, "nothing of the kind" in error.message]
out["found"] = [one["call"] for one in search_tools("list the items", limit=1)]
print(json.dumps(out))
"""
    script = folder / "program.py"
    script.write_text(program, encoding="utf-8")
    answer = last_json(ran([python_of("ipybox"), script], TOOL_SERVER_PORT=tool_server))
    assert answer == {**EXPECTED, "failed": ["odd", "fail", True], "found": ["odd.list_items"]}


def test_mcp_coded_tools(export):
    folder = export("python", "--host", "mcp-coded-tools", both=True)
    program = f"""
import asyncio, json, os
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from servers import odd
from servers._client import set_session
from servers._runtime import ToolError

async def main():
    parameters = StdioServerParameters(command="node", args=[{str(SERVER)!r}], env=dict(os.environ))
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        set_session(session)
        out = {{
            "deleted": (await odd.delete(from_="here", cik_a=3)).model_dump(),
            "omitted": (await odd.delete(from_="here")).model_dump(),
            "items": [item.model_dump() for item in await odd.list_items()],
            "user": await odd.get_user(id_=1),
        }}
        try:
            await odd.fail()
        except ToolError as error:
            out["failed"] = [error.tool, error.message]
        print(json.dumps(out))

asyncio.run(main())
"""
    script = folder / "program.py"
    script.write_text(program, encoding="utf-8")
    answer = last_json(ran([sys.executable, script]))
    assert answer == {**EXPECTED, "failed": ["fail", "nothing of the kind"]}


def test_generic_prelude(export):
    folder = export("python", "--host", "generic", "--form", "prelude")
    tools = {tool["name"]: tool for tool in json.loads(LIST.read_text("utf-8"))["tools"]}
    answers = {
        "delete": lambda given: {"structuredContent": {"got": given}, "content": []},
        "get_user": lambda given: {"content": [{"type": "text", "text": "Ada"}]},
        "list_items": lambda given: {"content": [{"type": "text", "text": '[{"id": 1}, {"id": 2}]'}]},
        "fail": lambda given: {"isError": True, "content": [{"type": "text", "text": "nothing of the kind"}]},
    }

    async def call_tool(server, tool, arguments):
        assert server == "odd"
        assert tool in tools
        return answers[tool](arguments)

    text = (folder / "prelude.py").read_text("utf-8")
    program = PROGRAM.read_text("utf-8").rstrip().split("\n")
    body = "\n".join(f"    {line}" for line in [*program[:-1], f"return {program[-1]}"])
    scope = {"call_tool": call_tool}
    exec(f"{text}\nasync def main():\n{body}\n", scope)
    import asyncio

    result = asyncio.run(scope["main"]())
    assert "nothing of the kind" in result.pop("failed")
    assert result == EXPECTED
