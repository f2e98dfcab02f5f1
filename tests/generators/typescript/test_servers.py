"""Real MCP servers, called through the official client as the bound caller, by a program that imports the stubs."""

import json
from collections.abc import Callable
from pathlib import Path

from toolcat.catalog.loading import SourceRequest, load
from toolcat.generators.typescript import export_typescript

# Starts a server and writes what it answers to tools/list.
LIST = """
import { writeFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const [target, ...args] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
writeFileSync(target, JSON.stringify(await client.listTools()));
await client.close();
"""

# Compiled with every strictness flag: `client.callTool` is a caller, and the results are typed.
PROGRAM = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { bind, everything, myFiles, ToolError } from "./tree/index.js";

const [sandbox, ...paths] = process.argv.slice(2) as [string, string, string];
const connect = async (...args: string[]): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  return client;
};
const clients: { [server: string]: Client | undefined } = {
  everything: await connect(paths[0] as string, "stdio"),
  "my-files": await connect(paths[1] as string, sandbox),
};
bind((server, tool, input) => {
  const client = clients[server ?? ""];
  if (client === undefined) throw new Error("no such server");
  return client.callTool({ name: tool, arguments: input });
});

const report: unknown[] = [];
report.push(await everything.echo({ message: "hello" }));
const weather = await everything.getStructuredContent({ location: "Chicago" });
const temperature: number = weather.temperature;
report.push(typeof temperature, typeof weather.conditions);
report.push(Array.isArray(await everything.getTinyImage()));
const path = `${sandbox}/note.txt`;
await myFiles.writeFile({ path, content: "one\\ntwo\\nthree\\n" });
const { content }: { content: string } = await myFiles.readTextFile({ path, head: 2 });
report.push(content);
try {
  await myFiles.readTextFile({ path: "/nowhere/else" });
} catch (error) {
  if (!(error instanceof ToolError)) throw error;
  report.push([error.server, error.tool, error.message.length > 0, error.content.length]);
}
try {
  // @ts-expect-error: the argument is called `message`
  await everything.echo({ massage: "hello" });
} catch (error) {
  report.push(error instanceof ToolError && error.tool);
}
console.log(JSON.stringify(report));
await Promise.all(Object.values(clients).map((client) => client?.close()));
"""


def test_a_program_calls_real_servers(
    tmp_path: Path, node_modules: Path, node: Callable[..., str], tsc: Callable[..., None]
):
    sandbox = tmp_path / "sandbox"
    sandbox.mkdir()
    packages = node_modules / "@modelcontextprotocol"
    everything = packages / "server-everything" / "dist" / "index.js"
    files = packages / "server-filesystem" / "dist" / "index.js"
    (tmp_path / "node_modules").symlink_to(node_modules, target_is_directory=True)
    (tmp_path / "list.mjs").write_text(LIST, encoding="utf-8")
    requests: list[SourceRequest] = []
    for name, server in (("everything", [everything, "stdio"]), ("my-files", [files, sandbox])):
        target = tmp_path / f"{name}.json"
        node(tmp_path / "list.mjs", str(target), *map(str, server))
        requests.append(SourceRequest(str(target), name))
    catalog = load(requests).catalog

    source, out = tmp_path / "src", tmp_path / "out"
    export_typescript(catalog.tools(), source / "tree")
    (source / "main.ts").write_text(PROGRAM, encoding="utf-8")
    (source / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    tsc(source, emit=out, sdk=True)
    (out / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    report = json.loads(node(out / "main.js", str(sandbox), str(everything), str(files)))
    assert report == [
        "Echo: hello",
        "number",
        "string",
        True,
        "one\ntwo",
        ["my-files", "read_text_file", True, 1],
        "echo",
    ]
    assert (sandbox / "note.txt").read_text() == "one\ntwo\nthree\n"
