// Runs a program over a prelude in QuickJS, with imports refused and only the documented globals of a host given:
// node quickjs.mjs HOST PRELUDE PROGRAM [TOOLS TO LEAVE OUT]
import { readFileSync } from "node:fs";
import { getQuickJS } from "quickjs-emscripten";
import { connect, unwrapped } from "./client.mjs";

const [host, prelude, program, without = ""] = process.argv.slice(2);
const client = await connect(without);
const names = (await client.listTools()).tools.map((tool) => tool.name);
const safe = (name) => name.replace(/[^A-Za-z0-9_$]/g, "_");

// How each host names its tools, from its documentation; the program reaches `invoke` by these ways only.
const globals = {
  codex: (list) => `globalThis.tools = {${list.map((n) => `${JSON.stringify(`mcp__odd__${safe(n)}`)}: (input) => invoke(${JSON.stringify(n)}, input)`)}};`,
  opencode: (list) => `globalThis.tools = {odd: {${list.map((n) => `${JSON.stringify(n)}: (input) => invoke(${JSON.stringify(n)}, input)`)}}};`,
  openclaw: (list) => `globalThis.MCP = {odd: {${list.map((n) => `${JSON.stringify(safe(n))}: (input) => invoke(${JSON.stringify(n)}, input)`)}}};`,
  generic: () => `globalThis.callTool = (server, tool, input) => invoke(tool, input);`,
};

const context = (await getQuickJS()).newContext();
// A host that refuses imports loads no module, whatever its name.
context.runtime.setModuleLoader((name) => ({ error: new Error(`imports are rejected: ${name}`) }));
const invoke = context.newFunction("invokeHost", (name, input) => {
  const promise = context.newPromise();
  answered(context.getString(name), JSON.parse(context.getString(input))).then((answer) => {
    promise.resolve(context.newString(JSON.stringify(answer)));
    promise.settled.then(() => context.runtime.executePendingJobs());
  });
  return promise.handle;
});
async function answered(name, given) {
  try {
    const result = await client.callTool({ name, arguments: given });
    if (host === "codex") return failing(result);
    return { value: host === "generic" ? result : unwrapped(result) };
  } catch (error) {
    return { error: error.message };
  }
}
/** Codex rejects with a string where the tool fails, and else gives the raw result. */
function failing(result) {
  return result.isError ? { error: result.content.map((part) => part.text).join("\n") } : { value: result };
}
context.setProp(context.global, "invokeHost", invoke);
const rejects = host === "codex" ? "answer.error" : "new Error(answer.error)";
const setup = `
globalThis.invoke = async (name, input) => {
  const answer = JSON.parse(await invokeHost(name, JSON.stringify(input)));
  if ("error" in answer) throw ${rejects};
  return answer.value;
};
${globals[host](names)}`;
context.unwrapResult(context.evalCode(setup)).dispose();
const code = `${readFileSync(prelude, "utf8")}
(async () => {\n${readFileSync(program, "utf8")}\n})().then(
  (value) => { globalThis.answer = JSON.stringify({ result: value }); },
  (error) => { globalThis.answer = JSON.stringify({ error: String(error && error.message || error) }); },
);`;
context.unwrapResult(context.evalCode(code, "program.js")).dispose();
for (let turn = 0; turn < 1000; turn += 1) {
  const ran = context.runtime.executePendingJobs();
  if (ran.error !== undefined) throw context.dump(ran.error);
  if (context.dump(context.getProp(context.global, "answer")) !== undefined) break;
  await new Promise((next) => setTimeout(next, 5));
}
console.log(context.dump(context.getProp(context.global, "answer")));
await client.close();
process.exit(0);
