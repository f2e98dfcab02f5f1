// What lootbox gives a program, standing in for it: a global `tools` over a real MCP server, raw results.
async function call(name: string, input: object): Promise<unknown> {
  const body = JSON.stringify({ name, arguments: input });
  return await (await fetch(`http://127.0.0.1:${Deno.env.get("BRIDGE")}/`, { method: "POST", body })).json();
}
const names = ["delete", "get_user", "list_items", "fail"];
const odd = Object.fromEntries(names.map((name) => [name, (input: object) => call(name, input)]));
(globalThis as unknown as { tools: object }).tools = { mcp_odd: odd };
