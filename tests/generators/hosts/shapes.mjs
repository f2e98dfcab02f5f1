// What the functions of declarations take and give, whatever their types are called: reads from standard input
// { node_modules, texts: { key: source } }, prints { key: { "path.to.function": { input, output } } }, each a short text
// that two types share exactly if they are made of the same members, optional ones told apart, to any depth.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const given = JSON.parse(readFileSync(0, "utf8"));
const ts = createRequire(`${given.node_modules}/`)("typescript");
const options = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] };
const names = Object.keys(given.texts).map((key, at) => [`/${at}.ts`, key]);
const files = new Map(names.map(([path, key]) => [path, given.texts[key]]));
const host = ts.createCompilerHost(options);
const { getSourceFile, fileExists, readFile } = host;
host.fileExists = (path) => files.has(path) || fileExists(path);
host.readFile = (path) => files.get(path) ?? readFile(path);
host.getSourceFile = (path, version) =>
  files.has(path) ? ts.createSourceFile(path, files.get(path), version) : getSourceFile(path, version);
const program = ts.createProgram([...files.keys()], options, host);
const checker = program.getTypeChecker();

// Recursive types are told apart by what they unfold to in so many steps.
const DEPTH = 24;
const known = new Map();

const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

function shape(type, depth, node) {
  if (depth === 0) return "…";
  const key = `${type.id}/${depth}`;
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = written(type, depth, node)));
  return found;
}

function written(type, depth, node) {
  const inner = (one) => shape(one, depth - 1, node);
  const flags = type.flags;
  if (flags & ts.TypeFlags.Intersection) {
    // `& object` says nothing of members.
    const rest = type.types.filter((one) => !(one.flags & ts.TypeFlags.NonPrimitive));
    if (rest.length === 1) return shape(rest[0], depth, node);
  }
  if (flags & ts.TypeFlags.Union) return digest(`|${[...new Set(type.types.map(inner))].sort().join("|")}`);
  if (!(flags & ts.TypeFlags.Object)) return checker.typeToString(type);
  if (checker.isTupleType(type)) {
    const { target } = type;
    return digest(`tuple${checker.getTypeArguments(type).map((one, at) => `${target.elementFlags[at]}${inner(one)}`)}`);
  }
  if (checker.isArrayType(type)) return `${inner(checker.getTypeArguments(type)[0])}[]`;
  if (type.getCallSignatures().length > 0) return checker.typeToString(type);
  const members = checker.getPropertiesOfType(type).map((member) => {
    const optional = member.flags & ts.SymbolFlags.Optional ? "?" : "";
    return `${JSON.stringify(member.name)}${optional}:${inner(checker.getTypeOfSymbolAtLocation(member, node))}`;
  });
  const indexes = checker
    .getIndexInfosOfType(type)
    .map((info) => `[${checker.typeToString(info.keyType)}]:${inner(info.type)}`);
  return digest(`{${[...members, ...indexes].sort().join(";")}}`);
}

function gathered(symbols, path, node, out) {
  for (const symbol of symbols) {
    const type = checker.getTypeOfSymbolAtLocation(symbol, node);
    const [signature] = type.getCallSignatures();
    const way = [...path, symbol.name];
    if (signature === undefined) {
      gathered(checker.getPropertiesOfType(type), way, node, out);
      continue;
    }
    const [parameter] = signature.getParameters();
    const [result] = checker.getTypeArguments(signature.getReturnType());
    const optional = parameter.valueDeclaration.questionToken ? "?" : "";
    const taken = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, node));
    out[way.join(".")] = {
      input: optional + shape(taken, DEPTH, node),
      output: shape(result, DEPTH, node),
      keys: checker.getPropertiesOfType(taken).map((one) => one.name),
    };
  }
}

const answer = {};
for (const [path, key] of names) {
  const source = program.getSourceFile(path);
  const wrong = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  if (wrong.length > 0) {
    console.error(key, ts.flattenDiagnosticMessageText(wrong[0].messageText, "\n"), source.text.slice(wrong[0].start, wrong[0].start + 200));
    process.exit(1);
  }
  const out = (answer[key] = {});
  const values = source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map((one) => one.name);
    return ts.isFunctionDeclaration(statement) ? [statement.name] : [];
  });
  gathered(values.map((name) => checker.getSymbolAtLocation(name)), [], source, out);
}
console.log(JSON.stringify(answer));
