// The program of a test, which imports the tree: checked by Deno.
import "LOOTBOX";
import { odd, ToolError } from "TREE/index.ts";
import { searchTools } from "TREE/search-tools.ts";

const deleted: { got: { [key: string]: unknown } } = await odd.delete_({ from: "here", "cik-A": 3 });
const omitted = await odd.delete_({ from: "here" });
const items: { id?: number }[] = await odd.listItems();
const user = await odd.getUser({ id: 1 });
let failed: unknown;
try {
  await odd.fail();
} catch (error) {
  failed = error instanceof ToolError ? [error.name, error.message, error.tool] : String(error);
}
const found = (await searchTools("list the items", "names", 1)).map((one) => one.call);
console.log(JSON.stringify({ result: { deleted, omitted, items, user, failed, found } }));
