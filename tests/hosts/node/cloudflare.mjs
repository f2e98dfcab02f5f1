// Runs a program over a prelude in the real executor of @cloudflare/codemode, under miniflare: node cloudflare.mjs PRELUDE PROGRAM [TOOLS TO LEAVE OUT]
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { connect, unwrapped } from "./client.mjs";

const [prelude, program, without = ""] = process.argv.slice(2);
const worker = `
import { DynamicWorkerExecutor, resolveProvider } from "@cloudflare/codemode";
export default {
  async fetch(request, env) {
    const { code, names } = await request.json();
    const call = (name) => async (input) => {
      const answer = await env.MCP.fetch("http://mcp/", { method: "POST", body: JSON.stringify({ name, input }) });
      const { value, error } = await answer.json();
      if (error !== undefined) throw new Error(error);
      return value;
    };
    const tools = Object.fromEntries(names.map((name) => [name, { description: name, execute: call(name) }]));
    const executor = new DynamicWorkerExecutor({ loader: env.LOADER });
    try {
      return Response.json(await executor.execute(code, [resolveProvider({ name: "odd", tools })]));
    } catch (error) {
      return Response.json({ error: String(error) });
    }
  },
};`;
const bundled = await build({
  stdin: { contents: worker, resolveDir: import.meta.dirname ?? new URL(".", import.meta.url).pathname },
  bundle: true,
  format: "esm",
  write: false,
  external: ["cloudflare:*", "node:*"],
  conditions: ["workerd", "worker", "import"],
});
const client = await connect(without);
const names = (await client.listTools()).tools.map((tool) => tool.name);
const flare = new Miniflare({
  modules: true,
  script: bundled.outputFiles[0].text,
  compatibilityDate: "2026-04-01",
  compatibilityFlags: ["nodejs_compat"],
  workerLoaders: { LOADER: {} },
  serviceBindings: {
    async MCP(request) {
      const { name, input } = await request.json();
      try {
        const value = unwrapped(await client.callTool({ name, arguments: input }));
        let parsed = value;
        // As the host does with results that are only text.
        if (typeof value === "string") try { parsed = JSON.parse(value); } catch {}
        return Response.json({ value: parsed });
      } catch (error) {
        return Response.json({ error: error.message });
      }
    },
  },
});
const code = `async () => {\n${readFileSync(prelude, "utf8")}\n${readFileSync(program, "utf8")}\n}`;
const answer = await flare.dispatchFetch("http://worker/", { method: "POST", body: JSON.stringify({ code, names }) });
console.log(await answer.text());
await flare.dispose();
await client.close();
