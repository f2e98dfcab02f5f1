// What lootbox gives a program, standing in for it: a global `tools` over a real MCP server, raw results.
async function call(name: string, input: object): Promise<unknown> {
  const body = JSON.stringify({ name, arguments: input });
  return await (await fetch(`http://127.0.0.1:${Deno.env.get("BRIDGE")}/`, { method: "POST", body })).json();
}
const without = (Deno.env.get("WITHOUT") ?? "").split(",");
const names = ["delete", "fail", "get-user", "get_user", "list_items"].filter((name) => !without.includes(name));
const odd: { [name: string]: (input: object) => Promise<unknown> } = {};
// The first tool of a name has it.
for (const name of names) odd[name.replace(/[^A-Za-z0-9_]/g, "_")] ??= (input) => call(name, input);
(globalThis as unknown as { tools: object }).tools = { mcp_odd: odd };
