"""TypeScript and JavaScript hosts: a program over what was exported for each calls a real MCP server through it."""

import json
from pathlib import Path

import pytest

from .conftest import DENO, EXPECTED, HERE, MODERN_NODE, NODE, PROGRAM, SERVER, UTCP, last_json, ran

FAILED = {"failed": ["ToolError", "nothing of the kind", "fail"]}


def test_cloudflare(export):
    folder = export("typescript", "--host", "cloudflare", "--form", "prelude")
    answer = last_json(ran(["node", NODE / "cloudflare.mjs", folder / "prelude.js", PROGRAM, "get-user"]))
    assert answer["result"] == EXPECTED | FAILED


def test_cloudflare_refuses_what_we_say_it_refuses(export):
    folder = export("typescript", "--host", "cloudflare", "--form", "prelude", both=True, code=1)
    answer = last_json(ran(["node", NODE / "cloudflare.mjs", folder / "prelude.js", PROGRAM]))
    assert "both sanitize to" in answer["error"]


@pytest.mark.parametrize("host", ["codex", "opencode", "openclaw", "generic"])
def test_hosts_without_imports(export, host):
    folder = export("typescript", "--host", host, "--form", "prelude")
    answer = last_json(ran(["node", NODE / "quickjs.mjs", host, folder / "prelude.js", PROGRAM, "get-user"]))
    assert answer["result"] == EXPECTED | FAILED


def test_opencode_keeps_raw_names_apart(export):
    folder = export("typescript", "--host", "opencode", "--form", "prelude", both=True)
    names = json.loads((folder / "toolcat.lock.json").read_text("utf-8"))["tools"]
    function = {name: tool["names"]["function"] for name, tool in names.items()}
    program = folder / "program.js"
    calls = [f"await {function[f'mcp__odd__{tool}']}({{id: 1}})" for tool in ("get_user", "get-user")]
    program.write_text(f"return [{', '.join(calls)}];", encoding="utf-8")
    answer = last_json(ran(["node", NODE / "quickjs.mjs", "opencode", folder / "prelude.js", program]))
    assert answer["result"] == ["Ada", "Grace"]


def test_utcp(export):
    folder = export("typescript", "--host", "utcp", "--host-option", "manual=desk", "--form", "prelude")
    command = [MODERN_NODE, "--no-node-snapshot", UTCP / "utcp.mjs", folder / "prelude.js", PROGRAM, SERVER, "get-user"]
    # The host's isolate does not let the process end: it kills itself when it has printed.
    answer = last_json(ran(command, code=-9))
    # Its MCP plugin gives the text of a failed result as a value: nothing tells a program that the tool failed.
    assert answer["result"] == EXPECTED


def test_mcporter(export):
    folder = export("typescript", "--host", "mcporter", "--import-suffix", "ts", both=True)
    answer = last_json(ran([MODERN_NODE, "--no-warnings", NODE / "mcporter.mjs", folder]))
    result = answer["result"]
    assert result["said"] == ["Ada", "Grace"]
    assert result["failed"] == [*FAILED["failed"], True]
    assert {key: result[key] for key in ("deleted", "omitted", "items")} == {
        key: EXPECTED[key] for key in ("deleted", "omitted", "items")
    }


def test_pctx(export, bridge):
    folder = export("typescript", "--host", "pctx", both=True)
    text = (folder / "prelude.ts").read_text("utf-8") + (HERE / "deno" / "program.pctx.ts").read_text("utf-8")
    (folder / "run.ts").write_text(f'import {{ callMCPTool }} from "{HERE}/deno/pctx.ts";\n{text}', encoding="utf-8")
    main = 'import run from "./run.ts";\nconsole.log(JSON.stringify({ result: await run() }));\n'
    (folder / "main.ts").write_text(main, encoding="utf-8")
    answer = last_json(ran([DENO, "run", "--check", "-A", "--no-lock", folder / "main.ts"], BRIDGE=bridge("")))
    assert answer["result"] == {**EXPECTED, "user": "Grace", "failed": "nothing of the kind"}


def test_pctx_refuses_a_wrong_argument(export):
    folder = export("typescript", "--host", "pctx", both=True)
    text = (folder / "prelude.ts").read_text("utf-8") + "\nOdd.delete_({ form: 1 });\n"
    (folder / "run.ts").write_text(f'import {{ callMCPTool }} from "{HERE}/deno/pctx.ts";\n{text}', encoding="utf-8")
    ran([DENO, "check", "--no-lock", folder / "run.ts"], code=1)


def test_lootbox(export, bridge):
    folder = export("typescript", "--host", "lootbox", "--index")
    text = (HERE / "deno" / "program.lootbox.ts").read_text("utf-8")
    text = text.replace("LOOTBOX", f"{HERE}/deno/lootbox.ts").replace("TREE", str(folder))
    (folder / "main.ts").write_text(text, encoding="utf-8")
    command = [DENO, "run", "--check", "-A", "--no-lock", folder / "main.ts"]
    answer = last_json(ran(command, BRIDGE=bridge("get-user"), WITHOUT="get-user"))
    assert answer["result"] == EXPECTED | FAILED | {"found": ["odd.listItems"]}


@pytest.mark.parametrize(("host", "index"), [("anthropic", "servers/index.ts"), ("mcp-execution", "index.ts")])
def test_trees_over_the_official_client(export, host, index):
    folder = export("typescript", "--host", host, "--import-suffix", "ts", "--index")
    program: Path = folder / "main.ts"
    program.write_text(
        f"""
import {{ connect }} from "{NODE}/client.mjs";
import {{ bind, odd }} from "./{index}";
import {{ searchTools }} from "./search-tools.ts";
const client = await connect("get-user");
bind((server, tool, input) => client.callTool({{ name: tool, arguments: input }}));
const out = {{}} as any;
out.deleted = await odd.delete_({{ from: "here", "cik-A": 3 }});
out.omitted = await odd.delete_({{ from: "here" }});
out.items = await odd.listItems();
out.user = await odd.getUser({{ id: 1 }});
try {{ await odd.fail(); }} catch (error: any) {{ out.failed = [error.name, error.message, error.tool]; }}
out.found = (await searchTools("list the items", "names", 1)).map((one) => one.call);
console.log(JSON.stringify({{ result: out }}));
await client.close();
""",
        encoding="utf-8",
    )
    answer = last_json(ran([MODERN_NODE, "--no-warnings", program]))
    assert answer["result"] == EXPECTED | FAILED | {"found": ["odd.listItems"]}
