"""Hostile names, keys and texts: trees compile, and every stub sends raw names and keys (asked of real Node)."""

import json
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec, qualify
from toolcat.catalog.text import UNSAFE
from toolcat.generators.names import fold
from toolcat.generators.typescript import ExportResult, TypeScriptOptions, export_typescript

pytestmark = pytest.mark.xdist_group("typescript-hostile")

KEYS = [
    *("constructor", "__proto__", "prototype", "toString", "orderBy", "order_by", "a-b", "with space", "名前", ""),
    *('"', "\\", "*/", "\u2028", "\u202e", "1", "-1", "default", "class", "$ref", "a.b", "\n", "${x}", "`"),
]
"""Property keys that must reach the wire as they are."""

NAMES = [
    *("get_user", "getUser", "GET_USER", "index", "delete", "constructor", "__proto__", "2fa", "a/b", "a_b", "a.b"),
    *("名前", "Foo", "foo", "FOO", "con", "AUX", "---", "...", "🚀", "🚀launch", "x" * 256, "名" * 85, "then", "call"),
    *("bind", "ToolError", "Caller", "search", "SearchInput", "search_input", "é", "e\u0301", "default", "import"),
    *("await", "arguments", "eval", "static", "yield", "Promise", "Record", "Array", "String", "Object", "undefined"),
    *("runtime", "my tool", 'quo"te', "back\\slash", "`${x}`", "*/", "https://a/b", "../../escape", "exports", "async"),
    *("type", "as", "of", "\u3164", "a\ufe0fb", "toString", "hasOwnProperty", "NaN", "globalThis", "require", "module"),
]
"""Raw tool names that an identifier, a module, a file system or a reader could trip over."""

SERVERS = ["my-server", "default", "import", "Con", "foo", "index", "runtime", "then", "x_1"]


def hostile_spec(server: str | None, tool: str) -> ToolSpec:
    return ToolSpec(
        name=qualify(server, tool),
        tool=tool,
        server=server,
        description=f"{tool} */ \u202eevil\u202c @deprecated `x` {{@link y}} \\ \"\"\" '''\n@param z\u2028//\U000e0041",
        usage_hint="*/ process.exit(1) /*",
        category="*/web",
        keywords=("*/", "@x", "a\nb"),
        input_schema={
            "type": "object",
            "properties": {key: {"type": "string", "description": f"{key} */ \u202e @deprecated"} for key in KEYS},
            "required": ["orderBy"],
        },
        read_only=True,
    )


SPECS = [hostile_spec(server, tool) for server in (None, "my-server") for tool in NAMES]
SPECS += [hostile_spec(server, "get_user") for server in SERVERS if server != "my-server"]

VARIANTS = {
    "server-camel": TypeScriptOptions(),
    "server-preserve": TypeScriptOptions(names="preserve"),
    "flat-camel": TypeScriptOptions(layout="flat"),
    "flat-preserve": TypeScriptOptions(layout="flat", names="preserve"),
}

# Calls every stub through its own file, its barrel and the root barrel, with every key, and says what was sent.
DRIVER = """
import { readFileSync } from "node:fs";
const [out, plan] = process.argv.slice(2);
const { bind } = await import(`${out}/runtime.js`);
const root = await import(`${out}/index.js`);
const { tools, keys } = JSON.parse(readFileSync(plan, "utf8"));
bind((server, tool, input) => ({ structuredContent: { server, tool, input: Object.entries(input) } }));
const input = Object.fromEntries(keys.map((key) => [key, `value of ${key}`]));
const report = [];
for (const [name, { function: stub, files, server }] of Object.entries(tools)) {
  const file = await import(`${out}/${files[0].replace(/\\.ts$/, ".js")}`);
  const folder = files[0].includes("/") ? files[0].split("/")[0] : null;
  const barrel = folder === null ? root : await import(`${out}/${folder}/index.js`);
  const spaces = Object.keys(root).filter((key) => typeof root[key] === "object" && root[key][stub] === file[stub]);
  report.push([name, {
    sent: await file[stub](input),
    exports: Object.keys(file),
    inBarrel: barrel[stub] === file[stub],
    namespaces: folder === null ? null : spaces,
  }]);
}
console.log(JSON.stringify({ report, root: Object.keys(root), thenable: typeof root.then }));
"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, ExportResult]]:
    base = tmp_path_factory.mktemp("hostile")
    return {name: (base / name, export_typescript(SPECS, base / name, options)) for name, options in VARIANTS.items()}


@pytest.fixture(scope="module")
def reports(
    exported: dict[str, tuple[Path, ExportResult]], tsc: Callable[..., None], node: Callable[..., str]
) -> dict[str, dict]:
    """Compile each variant to JavaScript, run the driver on it, and return what it says."""
    found: dict[str, dict] = {}
    for variant, (tree, result) in exported.items():
        out = tree.parent / f"{variant}.out"
        tsc(tree, emit=out)
        (out / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        plan = tree.parent / f"{variant}.json"
        tools = {name: {**tool.names, "files": tool.files} for name, tool in result.names.items()}
        plan.write_text(json.dumps({"tools": tools, "keys": KEYS}), encoding="utf-8")
        script = tree.parent / "driver.mjs"
        script.write_text(DRIVER, encoding="utf-8")
        found[variant] = json.loads(node(script, out.as_uri(), str(plan)))
        found[variant]["report"] = dict(found[variant]["report"])
    return found


@pytest.mark.parametrize("compiler", ["typescript", "typescript7"])
def test_the_trees_compile(exported, tmp_path: Path, tsc, compiler: str):
    for tree, _ in exported.values():
        (tmp_path / "all" / tree.name).parent.mkdir(exist_ok=True)
        shutil.copytree(tree, tmp_path / "all" / tree.name)
    tsc(tmp_path / "all", compiler)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: ascii(spec.name)[:40])
def test_the_stub_sends_raw_names_and_keys(reports, exported, variant: str, spec: ToolSpec):
    said = reports[variant]["report"][spec.name]
    sent = said["sent"]
    assert (sent["server"], sent["tool"]) == (spec.server, spec.tool)
    assert dict(sent["input"]) == {key: f"value of {key}" for key in KEYS}
    assert said["exports"] == [exported[variant][1].names[spec.name].names["function"]]
    assert said["inBarrel"]
    if said["namespaces"] is not None:
        assert len(said["namespaces"]) == 1, "the root barrel holds it in one namespace"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_name_is_its_own_in_the_root_barrel(reports, variant: str):
    assert reports[variant]["thenable"] == "undefined", "a module with `then` is taken for a promise"
    expected = {"bind", "ToolError"}
    assert expected <= set(reports[variant]["root"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_files_live_together_on_every_file_system(exported, variant: str):
    tree, _ = exported[variant]
    paths = [path.relative_to(tree).as_posix() for path in tree.rglob("*")]
    assert len({fold(path) for path in paths}) == len(paths)
    for path in tree.rglob("*"):
        stem = path.name.split(".")[0]
        assert len(path.name) < 120
        assert len(path.name.encode()) <= 240
        assert stem.lower() not in {"con", "aux", "nul", "prn", "com1", "lpt1"}
        assert not path.name.endswith((".", " "))
        assert unicodedata.normalize("NFC", path.name) == path.name
        assert path.resolve().is_relative_to(tree.resolve())


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_text_is_obeyed_or_hidden(exported, variant: str):
    tree, result = exported[variant]
    for tool in result.names.values():
        text = (tree / tool.files[0]).read_text(encoding="utf-8")
        assert UNSAFE.search(text) is None
        assert "\r" not in text
        code = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(("*", "/*")))
        assert "process.exit" not in code
        tags = [line.strip() for line in text.split("\n") if line.startswith(" * @")]
        assert [tag.split()[1] for tag in tags] == ["@category", "@keywords", "@readOnly"]


def test_the_named_cases(exported):
    """The cases that the names of real catalogs bring, by what they became."""
    names = {name: tool.names["function"] for name, tool in exported["server-camel"][1].names.items()}
    files = {name: tool.files[0] for name, tool in exported["server-camel"][1].names.items()}
    assert names["getUser"] == "getUser"
    assert names["get_user"] == "getUser_bf1e"
    assert (names["index"], files["index"]) == ("index_1bc0", "index_1bc0.ts"), "a server has that name"
    assert names["mcp__my-server__index"] == "index"
    assert files["mcp__my-server__index"] == "my-server/index_.ts"
    assert names["delete"] == "delete_"
    assert names["constructor"] == "constructor"
    assert names["__proto__"] == "proto"
    assert names["2fa"] == "_2fa"
    assert names["名前"] == "名前"
    assert names["mcp__my-server__con"] == "con"
    assert files["mcp__my-server__con"] == "my-server/con_.ts"
    assert len({names["a/b"], names["a_b"], names["a.b"]}) == 3
    assert len({names["Foo"], names["foo"], names["FOO"]}) == 3
    assert len({names["é"], names["e\u0301"]}) == 2
