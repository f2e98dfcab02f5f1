// A real MCP server over stdio with odd tools: the names and results that hosts stumble over.
import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const { tools } = JSON.parse(readFileSync(new URL("../odd.tools.json", import.meta.url), "utf8"));
const without = new Set((process.env.WITHOUT ?? "").split(","));
const text = (value) => ({ type: "text", text: value });

const server = new Server({ name: "odd", version: "1.0.0" }, { capabilities: { tools: {} } });
// Clients of today refuse a list in which the schema of a result is no object: such a server leaves it out for them.
const shown = ({ outputSchema, ...tool }) => (outputSchema?.type === "object" ? { ...tool, outputSchema } : tool);
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: tools.filter((tool) => !without.has(tool.name)).map(shown),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
  switch (name) {
    case "delete":
      return { content: [text(JSON.stringify({ got: given }))], structuredContent: { got: given } };
    case "get_user":
      return { content: [text("Ada")] };
    case "get-user":
      return { content: [text("Grace")] };
    case "list_items":
      return { content: [text('[{"id": 1}, {"id": 2}]')] };
    default:
      return { isError: true, content: [text("nothing of the kind")] };
  }
});
await server.connect(new StdioServerTransport());
process.stdin.on("end", () => process.exit(0));
