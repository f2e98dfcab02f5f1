// Runs a program over a prelude in UTCP's real isolate, over a real MCP server: node --no-node-snapshot utcp.mjs PRELUDE PROGRAM SERVER [TOOLS TO LEAVE OUT]
import { readFileSync } from "node:fs";
import { CodeModeUtcpClient } from "@utcp/code-mode";
import "@utcp/mcp";

const [prelude, program, server, without = ""] = process.argv.slice(2);
const client = await CodeModeUtcpClient.create();
await client.registerManual({
  name: "desk",
  call_template_type: "mcp",
  config: {
    mcpServers: {
      odd: { transport: "stdio", command: process.execPath, args: [server], env: { ...process.env, WITHOUT: without } },
    },
  },
});
const { result, logs } = await client.callToolChain(`${readFileSync(prelude, "utf8")}\n${readFileSync(program, "utf8")}`);
console.log(JSON.stringify({ result, logs }));
// Its isolate keeps the process alive at exit.
process.stdout.write("", () => process.kill(process.pid, "SIGKILL"));
