// The official MCP client of a server that is started over stdio.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

export const ODD = new URL("./odd-server.mjs", import.meta.url).pathname;

export async function connect(without = "") {
  const client = new Client({ name: "toolcat-tests", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [ODD], env: { ...process.env, WITHOUT: without } }),
  );
  return client;
}

/** What hosts that unwrap results do with one. */
export function unwrapped(result) {
  if (result.isError) throw new Error(result.content.map((part) => part.text).join("\n"));
  return result.structuredContent ?? result.content.map((part) => part.text).join("\n");
}
