// Puts values to types with the TypeScript compiler, all in one program.
// stdin: {typescript: folder, flags: {}, cases: [{source, name, values: [{fresh, exact}]}]}
// stdout: [{errors: [...], values: [[fresh errors, exact errors], ...]}]
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const input = JSON.parse(readFileSync(0, 'utf8'));
const ts = createRequire(join(input.typescript, 'package.json'))('typescript');
const options = {
  strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true, isolatedModules: true, erasableSyntaxOnly: true, noEmit: true, skipLibCheck: true,
  target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts'], types: [], module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler, ...input.flags,
};
const files = new Map();
input.cases.forEach((c, i) => {
  files.set(`/t/type${i}.ts`, c.source);
  const lines = [`import type { ${c.name} as T } from './type${i}';`];
  for (const v of c.values) {
    lines.push(`export const f${lines.length}: T = ${v.fresh};`);
    lines.push(`declare const s${lines.length}: ${v.exact}; export const e${lines.length}: T = s${lines.length};`);
  }
  files.set(`/t/value${i}.ts`, lines.join('\n'));
});
const base = ts.createCompilerHost(options, true);
const host = {
  ...base,
  getCurrentDirectory: () => '/t',
  fileExists: (f) => files.has(f) || (!f.startsWith('/t/') && base.fileExists(f)),
  readFile: (f) => files.get(f) ?? base.readFile(f),
  directoryExists: (d) => d === '/t' || base.directoryExists(d),
  getDirectories: () => [],
  getSourceFile: (f, v) => (files.has(f) ? ts.createSourceFile(f, files.get(f), v, true) : base.getSourceFile(f, v)),
};
const program = ts.createProgram([...files.keys()], options, host);
const said = (d) => `TS${d.code} ${ts.flattenDiagnosticMessageText(d.messageText, ' | ').slice(0, 300)}`;
const problems = (f) => {
  const file = program.getSourceFile(f);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((d) => [
    file.getLineAndCharacterOfPosition(d.start ?? 0).line, said(d)]);
};
const answers = input.cases.map((c, i) => {
  const values = c.values.map(() => [[], []]);
  const errors = problems(`/t/type${i}.ts`).map((p) => p[1]);
  for (const [line, text] of problems(`/t/value${i}.ts`)) {
    if (line === 0) errors.push(text);
    else values[(line - 1) >> 1][(line - 1) & 1].push(text);
  }
  return { errors, values };
});
process.stdout.write(JSON.stringify(answers));
