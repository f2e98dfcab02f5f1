// Runs a program over a tree with the real runtime of mcporter: node mcporter.mjs TREE
import { createRuntime } from "mcporter";
import { ODD } from "./client.mjs";

const tree = process.argv[2];
const { bind, ToolError, odd } = await import(`${tree}/index.ts`);
const { createMcporterCall } = await import(`${tree}/mcporter-caller.ts`);
const runtime = await createRuntime({
  servers: [{ name: "odd", command: { kind: "stdio", command: process.execPath, args: [ODD], cwd: process.cwd() } }],
});
bind(createMcporterCall(runtime));
const out = {};
out.deleted = await odd.delete_({ from: "here", "cik-A": 3 });
out.omitted = await odd.delete_({ from: "here" });
out.items = await odd.listItems();
out.users = Object.keys(odd).filter((name) => name.startsWith("getUser"));
out.said = (await Promise.all(out.users.map((name) => odd[name]({ id: 1 })))).sort();
try {
  await odd.fail();
} catch (error) {
  out.failed = [error.name, error.message, error.tool, error instanceof ToolError];
}
console.log(JSON.stringify({ result: out }));
await runtime.close();
process.exit(0);
