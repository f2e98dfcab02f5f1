// What pctx gives a program, standing in for it: callMCPTool over a real MCP server, unwrapped as pctx does it.
type Part = { type: string; text: string };

export async function callMCPTool<T>(call: { name: string; tool: string; arguments?: object }): Promise<T> {
  if (call.name !== "odd") throw new Error(`no server ${call.name}`);
  const body = JSON.stringify({ name: call.tool, arguments: call.arguments });
  const answer = await fetch(`http://127.0.0.1:${Deno.env.get("BRIDGE")}/`, { method: "POST", body });
  const result = await answer.json();
  const text = result.content.map((part: Part) => part.text).join("\n");
  if (result.isError) throw new Error(text);
  if (result.structuredContent !== undefined) return result.structuredContent;
  try {
    return JSON.parse(text);
  } catch {
    return text as T;
  }
}
