"""What the hardest tools come to on every host that there is a file for: odd names, names that meet, arrays, failures.

A tool with a parameter `from`, one called `delete`, one whose result is an array, and one that fails: each answers, or
fails, as it should. Two whose names meet in most hosts: each answers as itself, or its function says why it cannot.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from toolcat.generators.hosts import load_hosts

from .conftest import DENO, EXPECTED, HERE, MODERN_NODE, NODE, SERVER, UTCP, last_json, python_of, ran

PYTHON = HERE / "python"
HOSTS = {f"{host.name}-{host.language}": host for host in load_hosts()}
LOST = re.compile(r"cannot be called on \S+: ")
TOLD = ["ToolError", "nothing of the kind", "fail"]
ADA, GRACE = "Ada", "Grace"

# What `get_user` and `get-user` come to in each host: an answer, or the error of the function.
PAIRS = {
    "anthropic-ptc-python": (ADA, GRACE),
    "anthropic-typescript": (ADA, GRACE),
    "cloudflare-typescript": (LOST, LOST),
    "codex-typescript": (LOST, LOST),
    "fastmcp-python": (ADA, GRACE),
    "generic-python": (ADA, GRACE),
    "generic-typescript": (ADA, GRACE),
    "ipybox-python": (ADA, GRACE),
    "lootbox-typescript": (LOST, LOST),
    "mcp-coded-tools-python": (ADA, GRACE),
    "mcp-execution-typescript": (ADA, GRACE),
    "mcporter-typescript": (ADA, GRACE),
    "openclaw-typescript": (LOST, LOST),
    "opencode-typescript": (ADA, GRACE),
    "pctx-typescript": (ADA, GRACE),
    "pydantic-ai-python": (LOST, LOST),
    "utcp-python-python": (LOST, LOST),
    "utcp-typescript": (LOST, LOST),
}
# What a failed result comes to where a program cannot tell it from another: the host gives its text as a value.
UNTOLD = {"utcp-typescript": "nothing of the kind"}


def test_the_table_has_every_host():
    assert PAIRS.keys() == HOSTS.keys()


class Run:
    """One host with what was exported for it; `program` of calls gives what each comes to, by its key."""

    def __init__(self, key: str, folder: Path, names: dict[str, dict], bridge) -> None:
        self.host = HOSTS[key]
        self.key = key
        self.folder = folder
        self.bridge = bridge
        self.functions = {name.removeprefix("mcp__odd__"): tool["names"] for name, tool in names.items()}

    def __call__(self, calls: dict[str, tuple[str, dict]]) -> dict[str, object]:
        how = getattr(self, self.key.replace("-", "_"), None) or getattr(self, f"any_{self.host.language}")
        return how(calls)

    # -- JavaScript and TypeScript

    def javascript(self, calls, call: str = "{function}") -> str:
        lines = ["const out = {};"]
        for key, (tool, given) in calls.items():
            function = call.format(function=self.functions[tool]["function"])
            lines.append(
                f"try {{ out.{key} = await {function}({json.dumps(given)}); }}"
                f" catch (error) {{ out.{key} = {{ failed: [error.name, error.message, error.tool ?? null] }}; }}"
            )
        return "\n".join(lines) + "\n"

    def prelude(self, calls) -> Path:
        program = self.folder / "program.js"
        program.write_text(f"{self.javascript(calls)}return out;\n", encoding="utf-8")
        return program

    def any_typescript(self, calls):
        """The tree of a host over the official client, by Node; or its prelude in QuickJS with its globals."""
        if "tree" not in self.host.forms or self.host.name == "generic":
            command = ["node", NODE / "quickjs.mjs", self.host.name, self.folder / "prelude.js", self.prelude(calls)]
            return last_json(ran(command))["result"]
        index = f"{self.host.root}/index.ts" if self.host.root else "index.ts"
        program = self.folder / "main.ts"
        program.write_text(
            f'import {{ connect }} from "{NODE}/client.mjs";\nimport {{ bind, odd }} from "./{index}";\n'
            "const client = await connect();\n"
            "bind((server, tool, input) => client.callTool({ name: tool, arguments: input }));\n"
            f"{self.javascript(calls, 'odd.{function}')}"
            "console.log(JSON.stringify(out));\nawait client.close();\n",
            encoding="utf-8",
        )
        return last_json(ran([MODERN_NODE, "--no-warnings", program]))

    def cloudflare_typescript(self, calls):
        """The executor refuses two tools of one name: without one of them, the prelude is as it was."""
        command = ["node", NODE / "cloudflare.mjs", self.folder / "prelude.js", self.prelude(calls), "get-user"]
        return last_json(ran(command))["result"]

    def utcp_typescript(self, calls):
        program = self.prelude(calls)
        command = [MODERN_NODE, "--no-node-snapshot", UTCP / "utcp.mjs", self.folder / "prelude.js", program, SERVER]
        return last_json(ran(command, code=-9))["result"]

    def deno(self, head: str, body: str):
        program = self.folder / "run.ts"
        program.write_text(f"{head}\n{body}\nconsole.log(JSON.stringify(out));\n", encoding="utf-8")
        return last_json(ran([DENO, "run", "-A", "--no-lock", program], BRIDGE=self.bridge("")))

    def pctx_typescript(self, calls):
        head = f'import {{ callMCPTool }} from "{HERE}/deno/pctx.ts";\n'
        return self.deno(head + (self.folder / "prelude.ts").read_text("utf-8"), self.javascript(calls))

    def lootbox_typescript(self, calls):
        head = f'import "{HERE}/deno/lootbox.ts";\nimport {{ odd }} from "{self.folder}/index.ts";\n'
        return self.deno(head, self.javascript(calls, "odd.{function}"))

    def mcporter_typescript(self, calls):
        program = self.folder / "main.mjs"
        program.write_text(
            f'import {{ createRuntime }} from "{NODE}/node_modules/mcporter/dist/index.js";\n'
            f'import {{ bind, odd }} from "./index.ts";\nimport {{ createMcporterCall }} from "./mcporter-caller.ts";\n'
            'const runtime = await createRuntime({ servers: [{ name: "odd", command: '
            f'{{ kind: "stdio", command: process.execPath, args: ["{SERVER}"], cwd: process.cwd() }} }}] }});\n'
            f"bind(createMcporterCall(runtime));\n{self.javascript(calls, 'odd.{function}')}"
            "console.log(JSON.stringify(out));\nawait runtime.close();\nprocess.exit(0);\n",
            encoding="utf-8",
        )
        return last_json(ran([MODERN_NODE, "--no-warnings", program]))

    # -- Python

    def python(self, calls, function: str, *, await_: bool, failure: str = "[type(error).__name__, str(error)]") -> str:
        """A program that leaves `out`; arguments are given by the names of parameters."""
        lines = ["out = {}"]
        for key, (tool, given) in calls.items():
            called = function.format(**self.functions[tool])
            arguments = ", ".join(f"{parameter(name)}={value!r}" for name, value in given.items())
            lines += [
                "try:",
                f"    value = {'await ' if await_ else ''}{called}({arguments})",
                f"    out = {{**out, {key!r}: value}}",
                "except Exception as error:",
                f"    out = {{**out, {key!r}: {{'failed': {failure}}}}}",
            ]
        return "\n".join(lines) + "\n"

    def monty(self, calls, script: str) -> object:
        program = self.folder / "program.py"
        text = self.python(calls, "{function}", await_=True, failure="str(error)")
        program.write_text(f"{text}out\n", encoding="utf-8")
        return last_json(ran([python_of("monty"), PYTHON / script, self.folder / "prelude.py", program]))["result"]

    def pydantic_ai_python(self, calls):
        return self.monty(calls, "pydantic_ai_host.py")

    def fastmcp_python(self, calls):
        return self.monty(calls, "fastmcp_host.py")

    def utcp_python_python(self, calls):
        """The sandbox knows no `try`: each call is a program of its own."""
        out = {}
        for key, (tool, given) in calls.items():
            arguments = ", ".join(f"{parameter(name)}={value!r}" for name, value in given.items())
            program = self.folder / "program.py"
            program.write_text(f"return {self.functions[tool]['function']}({arguments})\n", encoding="utf-8")
            answer = last_json(ran([python_of("utcp"), PYTHON / "utcp_host.py", self.folder / "prelude.py", program]))
            out[key] = {"failed": "\n".join(answer["logs"])} if answer["logs"] else answer["result"]
        return out

    def generic_python(self, calls):
        """CPython over the official client, as one global `call_tool`."""
        body = self.python(calls, "{function}", await_=True)
        indented = "".join(f"        {line}\n" for line in body.splitlines())
        return self.official(
            "async def call_tool(server, tool, arguments):\n"
            "    result = await session.call_tool(tool, arguments)\n"
            "    return result.model_dump(by_alias=True, exclude_none=True)\n"
            f"{(self.folder / 'prelude.py').read_text('utf-8')}\n",
            indented,
        )

    def mcp_coded_tools_python(self, calls):
        body = "        set_session(session)\n"
        body += "".join(f"        {line}\n" for line in self.python(calls, "odd.{function}", await_=True).splitlines())
        return self.official("from servers import odd\nfrom servers._client import set_session\n", body)

    def official(self, head: str, body: str):
        program = self.folder / "program.py"
        program.write_text(
            "import asyncio, json, os\nfrom mcp import ClientSession, StdioServerParameters\n"
            f"from mcp.client.stdio import stdio_client\n{head}\n"
            "async def main():\n    global session\n"
            f"    parameters = StdioServerParameters(command='node', args=[{str(SERVER)!r}], env=dict(os.environ))\n"
            "    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:\n"
            f"        await session.initialize()\n{body}"
            f"        print(json.dumps(out, default={PLAIN}))\n\nasyncio.run(main())\n",
            encoding="utf-8",
        )
        return last_json(ran([sys.executable, program]))

    def ipybox_python(self, calls):
        server = {"command": "node", "args": [str(SERVER)], "env": {"PATH": os.environ["PATH"]}}
        (self.folder / "servers.json").write_text(json.dumps({"odd": server}), encoding="utf-8")
        modules = ", ".join(self.functions[tool]["module"] for tool, _ in calls.values())
        text = self.python(calls, "{module}.{function}", await_=False)
        program = self.folder / "program.py"
        program.write_text(
            f"import json\nfrom mcptools.odd import {modules}\n{text}print(json.dumps(out, default={PLAIN}))\n",
            encoding="utf-8",
        )
        command = [str(python_of("ipybox")), str(PYTHON / "ipybox_server.py")]
        started = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)
        try:
            assert started.stdout is not None
            port = started.stdout.readline().strip()
            return last_json(ran([python_of("ipybox"), program], TOOL_SERVER_PORT=port))
        finally:
            started.terminate()
            started.wait()

    def anthropic_ptc_python(self, calls):
        """A container as the vendor describes it: each entry a function of one dictionary that gives a string."""
        tools = json.loads((self.folder / "tools.json").read_text("utf-8"))
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", tool["name"]) for tool in tools)
        by_name = {tool["name"]: tool for tool in tools}
        assert len(by_name) == len(tools)
        raw = {names["name"]: tool for tool, names in self.functions.items()}

        async def called():
            from mcp import ClientSession, StdioServerParameters
            from mcp.client.stdio import stdio_client

            out = {}
            server = StdioServerParameters(command="node", args=[str(SERVER)], env=dict(os.environ))
            async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
                await session.initialize()
                for key, (tool, given) in calls.items():
                    name = self.functions[tool]["name"]
                    result = await session.call_tool(raw[name], given)
                    text = "\n".join(part.text for part in result.content)
                    # The description says what the string is; a failure reaches the program as an error.
                    said = by_name[name]["description"]
                    value = json.loads(text) if "Returns a JSON string of this schema" in said else text
                    out[key] = {"failed": text} if result.is_error else value
            return out

        return asyncio.run(called())


PLAIN = "lambda one: one.model_dump()"


def parameter(key: str) -> str:
    return {"from": "from_", "cik-A": "cik_a", "id": "id_"}[key]


@pytest.fixture
def run(export, bridge):
    def exported(key: str) -> Run:
        host = HOSTS[key]
        form = next((form for form in ("prelude", "tree") if form in host.forms), "declarations")
        if key == "anthropic-ptc-python":
            form = "declarations"
        options = ["--host", host.name, "--form", form]
        if "manual" in host.variables:
            options += ["--host-option", "manual=desk"]
        if host.language == "typescript" and form == "tree":
            options += ["--import-suffix", "ts"]
        folder = export(host.language, *options, both=True, code=1 if LOST in PAIRS[key] else 0)
        names = json.loads((folder / "toolcat.lock.json").read_text("utf-8"))["tools"]
        return Run(key, folder, names, bridge)

    return exported


@pytest.mark.parametrize("key", sorted(HOSTS))
def test_the_hardest_tools(run, key):
    answer = run(key)(
        {
            "deleted": ("delete", {"from": "here", "cik-A": 3}),
            "omitted": ("delete", {"from": "here"}),
            "items": ("list_items", {}),
            "failed": ("fail", {}),
            "one": ("get_user", {"id": 1}),
            "other": ("get-user", {"id": 1}),
        }
    )
    assert {name: answer[name] for name in ("deleted", "omitted", "items")} == {
        name: EXPECTED[name] for name in ("deleted", "omitted", "items")
    }
    if key in UNTOLD:
        assert answer["failed"] == UNTOLD[key]
    else:
        assert "nothing of the kind" in str(answer["failed"]["failed"])
        if HOSTS[key].language == "typescript" and key != "pctx-typescript":
            assert answer["failed"]["failed"] == TOLD
    for name, wanted in zip(("one", "other"), PAIRS[key], strict=True):
        if wanted is LOST:
            assert LOST.search(str(answer[name]["failed"])), answer[name]
        else:
            assert answer[name] == wanted
