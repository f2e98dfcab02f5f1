// The program of a test in TypeScript, checked by Deno: appended to pctx's prelude.
export default async function run() {
  const deleted: { got: { [key: string]: unknown } } = await Odd.delete_({ from: "here", "cik-A": 3 });
  const omitted = await Odd.delete_({ from: "here" });
  const items: { id?: number }[] = await Odd.listItems();
  const user = await Odd.getUser_5d95({ id: 1 });
  let failed: unknown;
  try {
    await Odd.fail();
  } catch (error) {
    failed = error instanceof Error ? error.message : error;
  }
  return { deleted, omitted, items, user, failed };
}
