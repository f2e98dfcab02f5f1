// Counts tokens (o200k_base): reads a JSON object of texts from standard input, prints one of counts. argv: folder of node_modules.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(`${process.argv[2]}/`);
const { countTokens } = require("gpt-tokenizer/encoding/o200k_base");
const texts = JSON.parse(readFileSync(0, "utf8"));
const counts = Object.entries(texts).map(([key, text]) => [key, countTokens(text, { allowedSpecial: "all" })]);
console.log(JSON.stringify(Object.fromEntries(counts)));
