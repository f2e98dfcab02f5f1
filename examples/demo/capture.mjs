// Captures what the demo's MCP servers answer to tools/list, as they send it: node capture.mjs DIR
// writes DIR/<server>.json for each server of servers.json. The files in ../servers were made this way.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2];
if (target === undefined) {
  console.error("usage: node capture.mjs DIR");
  process.exit(2);
}

/** All tools of a server, page by page. The SDK may drop keys that it does not know, so the answer is read on its way. */
async function capture({ command, args }) {
  const transport = new StdioClientTransport({ command, args, cwd: here, stderr: "ignore" });
  const client = new Client({ name: "toolcat-capture", version: "1.0.0" });
  await client.connect(transport);
  const tools = [];
  const forward = transport.onmessage;
  transport.onmessage = (message, ...rest) => {
    tools.push(...structuredClone(message.result?.tools ?? []));
    forward?.(message, ...rest);
  };
  let cursor;
  do {
    ({ nextCursor: cursor } = await client.listTools(cursor === undefined ? {} : { cursor }));
  } while (cursor !== undefined);
  await client.close();
  return { tools };
}

const { mcpServers } = JSON.parse(await readFile(join(here, "servers.json"), "utf8"));
await mkdir(join(here, "out", "sandbox"), { recursive: true });
await mkdir(target, { recursive: true });
for (const [name, server] of Object.entries(mcpServers)) {
  const result = await capture(server);
  const file = resolve(target, `${name}.json`);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`${name}: ${result.tools.length} tools`);
}
