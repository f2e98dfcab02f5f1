const out = {};
out.deleted = await oddDelete({ from: "here", "cik-A": 3 });
out.omitted = await oddDelete({ from: "here" });
out.items = await oddListItems();
out.user = await oddGetUser({ id: 1 });
try {
  await oddFail();
} catch (error) {
  out.failed = [error.name, error.message, error.tool];
}
return out;
