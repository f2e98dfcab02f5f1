"""Tools and servers that are called like what our own output, or its language, calls something."""

import json
import subprocess
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec, qualify
from toolcat.generators.hosts import find_host, load_hosts
from toolcat.generators.hosts.request import HostRequest
from toolcat.generators.typescript import TypeScriptOptions, export_typescript

TOOLS = [
    "callMCPTool",
    "callTool",
    "globalThis",
    "undefined",
    "名前",
    "é2",
    "ﬁx",
    "search",
    "JSON",
    "Promise",
    "Record",
]
SERVERS = ["odd", "promise", "record", "string", "array", None]
# In a host that keeps a server as a global, `Promise` is that global: there, its name is not ours to choose.
OWN_GLOBALS = {"cloudflare", "utcp"}
GLOBALS = """
declare const codemode: any, manual: any, tools: any, MCP: any, callTool: any;
declare const odd: any, array: any, string: any, record: any, promise: any;
declare function callMCPTool<T>(call: { name: string; tool: string; arguments?: object }): Promise<T>;
"""


def specs() -> list[ToolSpec]:
    schema = {"type": "object", "properties": {"a": {"type": "object", "additionalProperties": {"type": "string"}}}}
    return [
        ToolSpec(name=qualify(server, tool), tool=tool, server=server, input_schema=schema, output_schema=schema)
        for server in SERVERS
        for tool in TOOLS
    ]


def export(host, form, folder: Path, names: str, **options: object):
    given = TypeScriptOptions(import_suffix=host.import_suffix or "js", names=names)  # type: ignore[arg-type]
    return export_typescript(specs(), folder, given, host=HostRequest(host=host, form=form, **options))  # type: ignore[arg-type]


def compiled(node_modules, paths, *options: str) -> str:
    tsc = node_modules / "typescript7" / "bin" / "tsc"
    given = ["--noEmit", "--strict", "--target", "es2022", "--types", "", *options]
    done = subprocess.run(["node", tsc, *given, *paths], check=False, capture_output=True, text=True)
    return done.stdout[:3000]


@pytest.mark.parametrize("names", ["camel", "preserve"])
def test_texts_compile_whatever_tools_are_called(tmp_path, node_modules, names):
    files = [tmp_path / "globals.d.ts"]
    files[0].write_text(GLOBALS, encoding="utf-8")
    for host in load_hosts():
        if host.language != "typescript":
            continue
        for form in host.forms:
            for detail in ("names", "full"):
                folder = tmp_path / f"{host.name}-{form}-{detail}"
                if form == "tree" or (form == "declarations" and host.name in OWN_GLOBALS):
                    continue
                export(host, form, folder, names, detail=detail)
                for path in [*folder.glob("*.ts"), *folder.glob("*.js")]:
                    kind = path.name.partition(".")[2]
                    files.append(tmp_path / f"{folder.name}-{kind.replace('.', '-')}.{kind}")
                    files[-1].write_text(path.read_text("utf-8") + "\nexport {};\n", encoding="utf-8")
    assert compiled(node_modules, files, "--allowJs", "--checkJs", "--lib", "es2022") == ""


@pytest.mark.parametrize("names", ["camel", "preserve"])
@pytest.mark.parametrize("host", ["generic", "anthropic", "mcp-execution", "mcporter", "lootbox"])
def test_trees_compile_whatever_tools_are_called(tmp_path, node_modules, host, names):
    export(find_host(host, "typescript"), "tree", tmp_path / "out", names)
    options = ["--module", "nodenext", "--allowImportingTsExtensions", "--noUnusedLocals"]
    assert compiled(node_modules, (tmp_path / "out").rglob("*.ts"), *options) == ""


def test_a_tool_of_no_server_keeps_its_name_where_the_host_has_no_such_global(tmp_path):
    given = [ToolSpec(name=tool, tool=tool, input_schema={"type": "object"}) for tool in ("search", "read")]
    result = export_typescript(
        given,
        tmp_path / "out",
        TypeScriptOptions(),
        host=HostRequest(host=find_host("generic", "typescript"), form="prelude"),
    )
    assert sorted(one.names["function"] for one in result.names.values()) == ["read", "search"]


JSON_PRELUDE = """
const seen = [];
const callTool = async (server, tool, input) => {
  seen.push(tool);
  return { content: [{ type: "text", text: '{"a": {}}' }] };
};
"""


def test_a_prelude_works_whatever_tools_are_called(tmp_path):
    """What a tool is called takes nothing away that the prelude itself needs."""
    given = [one for one in specs() if one.server is None]
    host = HostRequest(host=find_host("generic", "typescript"), form="prelude")
    result = export_typescript(given, tmp_path / "out", TypeScriptOptions(names="preserve"), host=host)
    functions = {name: one.names["function"] for name, one in result.names.items()}
    calls = "\n".join(f"got.push(await {function}({{ a: {{}} }}));" for function in functions.values())
    text = (tmp_path / "out" / "prelude.js").read_text("utf-8")
    told = "console.log(globalThis.JSON.stringify([seen, got]));"
    program = f"{JSON_PRELUDE}{text}\n(async () => {{ const got = [];\n{calls}\n{told} }})();\n"
    (tmp_path / "program.js").write_text(program, encoding="utf-8")
    done = subprocess.run(["node", tmp_path / "program.js"], check=False, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    seen, got = json.loads(done.stdout)
    assert seen == list(functions)
    assert got == [{"a": {}}] * len(functions)
