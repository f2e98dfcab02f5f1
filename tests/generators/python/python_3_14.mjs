// Runs a program from standard input under Python 3.14, which Pyodide brings as WebAssembly.
// node python_3_14.mjs PYODIDE FOLDER: the folder is /trees there, and the program's only argument.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { loadPyodide } = await import(pathToFileURL(`${process.argv[2]}/pyodide.mjs`).href);
const python = await loadPyodide({ args: ["", "/trees"] });
python.mountNodeFS("/trees", process.argv[3]);
python.runPython(readFileSync(0, "utf8"));
