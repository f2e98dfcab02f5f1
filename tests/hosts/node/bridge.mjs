// Gives programs that are no Node programs a real MCP server over HTTP: prints its port, answers {name, arguments} with raw results.
import { createServer } from "node:http";
import { connect } from "./client.mjs";

const client = await connect(process.argv[2] ?? "");
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", async () => {
    const { name, arguments: given } = JSON.parse(body);
    response.end(JSON.stringify(await client.callTool({ name, arguments: given })));
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
