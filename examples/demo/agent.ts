// An agent program: what a model writes in a code-mode host. It knows the stubs and nothing else: not which servers
// there are, not how they are reached.
import assert from "node:assert/strict";

import { everything, files, ToolError } from "./out/stubs/index.js";

export async function agent(say: (line: string) => void): Promise<void> {
  // A typed result: `temperature` is a number because the tool's output schema says so, so it can be reckoned with.
  const cities = ["New York", "Chicago", "Los Angeles"] as const;
  const weather = await Promise.all(
    cities.map(async (location) => ({ location, ...(await everything.getStructuredContent({ location })) })),
  );
  for (const { location, temperature, conditions } of weather) {
    say(`everything.getStructuredContent  ${location}: ${temperature} degrees, ${conditions.toLowerCase()}`);
  }
  const mean = weather.reduce((sum, { temperature }) => sum + temperature, 0) / weather.length;
  const warmest = weather.reduce((a, b) => (b.temperature > a.temperature ? b : a));
  say(`computed from typed results      mean ${mean.toFixed(1)}, warmest in ${warmest.location}`);

  // This tool has no output schema of its own; the catalog's override says that its text is a string.
  const sentence = await everything.getSum({ a: Math.round(mean), b: weather.length });
  say(`everything.getSum                ${sentence}`);

  // Another server, the same way of calling. Its paths start at the one folder that it may touch.
  const path = "weather.md";
  await files.writeFile({ path, content: `Warmest: ${warmest.location}\nMean: ${mean.toFixed(1)}\n` });
  await files.editFile({ path, edits: [{ oldText: "Mean", newText: "Mean temperature" }] });
  const { content } = await files.readTextFile({ path, head: 2 });
  say(`files.writeFile, editFile        ${path}`);
  say(`files.readTextFile               ${JSON.stringify(content)}`);
  assert.equal(content.trimEnd(), `Warmest: ${warmest.location}\nMean temperature: ${mean.toFixed(1)}`);

  // A misspelt argument does not compile.
  // @ts-expect-error: it is `head`, not `heads`
  const misspelt: Parameters<typeof files.readTextFile>[0] = { path, heads: 2 };
  assert.ok(misspelt);

  // A tool that fails throws, and the error says which tool of which server it was.
  try {
    await files.readTextFile({ path: "../../package.json" });
    assert.fail("the server let us out of its folder");
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    say(`ToolError from ${error.server}.${error.tool}  ${error.message.split(" - ")[0]}`);
  }
}
