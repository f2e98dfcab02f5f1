// The host: starts the MCP servers of servers.json, binds the stubs to them, runs the agent program, stops the servers.
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { agent } from "./agent.js";
import { bind } from "./out/stubs/index.js";

type Servers = { mcpServers: Record<string, { command: string; args: string[] }> };

const sandbox = join("out", "sandbox");
await rm(sandbox, { recursive: true, force: true });
await mkdir(sandbox, { recursive: true });

const { mcpServers } = JSON.parse(await readFile("servers.json", "utf8")) as Servers;
const clients = new Map<string, Client>();
try {
  for (const [name, { command, args }] of Object.entries(mcpServers)) {
    const client = new Client({ name: "toolcat-demo", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
    clients.set(name, client);
    console.log(`started ${name}: ${client.getServerVersion()?.name ?? "a server"}`);
  }

  // All that the stubs need: a function that calls one tool of one server and returns the raw result.
  bind(async (server, tool, input) => {
    const client = server === null ? undefined : clients.get(server);
    if (client === undefined) throw new Error(`no server is running for ${server ?? "tools of no server"}`);
    return client.callTool({ name: tool, arguments: input });
  });

  await agent((line) => console.log(`  ${line}`));
} finally {
  await Promise.all([...clients.values()].map((client) => client.close()));
}
