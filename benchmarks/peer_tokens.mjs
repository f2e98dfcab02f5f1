// What Cloudflare's codemode declares for lists of tools: reads {name: tools}, prints {name: text}. argv: its folder.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const folder = process.argv[2];
const { build } = createRequire(`${folder}/`)("esbuild");
// It is made for a worker: outside of one, what it imports of the platform is left empty.
const empty = {
  name: "empty",
  setup(built) {
    built.onResolve({ filter: /^cloudflare:/ }, ({ path }) => ({ path, namespace: "empty" }));
    built.onLoad({ filter: /.*/, namespace: "empty" }, () => ({
      contents: "export class RpcTarget {} export class WorkerEntrypoint {} export class DurableObject {} export const env = {};",
    }));
  },
};
const bundled = await build({
  stdin: { contents: 'export { generateTypesFromJsonSchema } from "@cloudflare/codemode";', resolveDir: folder },
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
  plugins: [empty],
});
const source = Buffer.from(bundled.outputFiles[0].text).toString("base64");
const { generateTypesFromJsonSchema } = await import(`data:text/javascript;base64,${source}`);
const out = {};
for (const [name, tools] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
  const described = tools.map((tool, at) => [
    // Tools of several servers may share a name: an object would keep one of them.
    tools.findIndex((other) => other.name === tool.name) === at ? tool.name : `${tool.name}_${at}`,
    { description: tool.description, inputSchema: tool.inputSchema, outputSchema: tool.outputSchema },
  ]);
  out[name] = generateTypesFromJsonSchema(Object.fromEntries(described));
}
console.log(JSON.stringify(out));
