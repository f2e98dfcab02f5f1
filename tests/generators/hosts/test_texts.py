"""Every host gets output that is parsed or compiled under its documented rules, odd and hostile tools included."""

import ast
import io
import json
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec, qualify
from toolcat.generators.hosts import find_host, load_hosts
from toolcat.generators.hosts.request import HostRequest
from toolcat.generators.python import check_python, export_python
from toolcat.generators.typescript import TypeScriptOptions, check_typescript, export_typescript

USER = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "tags": {"type": "array", "items": {"enum": ["a", "b"]}}},
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"
NODE = {"type": "object", "properties": {"next": {"$ref": "#"}, "*/ x": {"const": "*/"}}}


FROM = {"from": {"type": "string", "description": "From */ where."}, "cik-A": {"type": ["integer", "null"]}}
DELETE = {"type": "object", "properties": FROM, "required": ["from"]}
GET = {"type": "object", "properties": {"a*/b": USER, "class": {"anyOf": [USER, {"type": "null"}]}}}
TRAP = {"type": "object", "properties": {"self": {"type": "string"}, "input": {"type": "string"}}}


def specs() -> list[ToolSpec]:
    found = [
        ("delete", 'Delete */ it. Then """ more.\n@param {x} y\\', DELETE, USER),
        ("get_user", "Get.", GET, {"$schema": DIALECT, "type": "array", "items": USER}),
        ("get-user", "", {"type": "object"}, None),
        ("2fa", 'Ends in "', {"type": "object", "additionalProperties": {"type": "number"}}, {"type": "string"}),
        ("walk", "Walk.", NODE, NODE),
        ("broken", "Broken.", {"$ref": "#/nowhere"}, False),
        ("constructor", "A trap.", TRAP, True),
    ]
    made = [(server, *one) for server in ("odd", "class", None) for one in found]
    return [
        ToolSpec(
            name=qualify(server, tool),
            tool=tool,
            server=server,
            description=said,
            input_schema=given,
            output_schema=got,
        )  # type: ignore[arg-type]
        for server, tool, said, given, got in made
    ]


FLAT = [(host, form) for host in load_hosts() for form in host.forms if form != "tree"]
TREES = [host for host in load_hosts() if "tree" in host.forms]


def exported(host, form, folder: Path, **options: object):
    request = HostRequest(host=host, form=form, **options)  # type: ignore[arg-type]
    export, check = (
        (export_typescript, check_typescript) if host.language == "typescript" else (export_python, check_python)
    )
    given = {}
    if host.language == "typescript":
        given["options"] = TypeScriptOptions(import_suffix=host.import_suffix or "js")
    result = export(specs(), folder, host=request, **given)
    assert check(specs(), folder, host=request, **given).differences == []
    assert len(result.names) == len(specs())
    return result


GLOBALS = """
declare const codemode: any, odd: any, class_: any, manual: any, tools: any, MCP: any, callTool: any;
declare function callMCPTool<T>(call: { name: string; tool: string; arguments?: object }): Promise<T>;
"""


@pytest.mark.parametrize("detail", ["names", "signatures", "full"])
def test_typescript_texts_compile(tmp_path, node_modules, detail):
    """Declarations by the compiler, as TypeScript; preludes as JavaScript whose JSDoc types are checked."""
    together = tmp_path / "together"
    together.mkdir()
    (together / "globals.d.ts").write_text(GLOBALS, encoding="utf-8")
    for host, form in FLAT:
        if host.language != "typescript":
            continue
        folder = tmp_path / f"{host.name}-{form}"
        exported(host, form, folder, detail=detail)
        for path in folder.iterdir():
            if path.suffix in {".ts", ".js"}:
                # As a module of its own, so that one run of the compiler does for all.
                kind = path.name.partition(".")[2]
                text = path.read_text("utf-8") + "\nexport {};\n"
                (together / f"{host.name}-{form}-{kind.replace('.', '-')}.{kind}").write_text(text, encoding="utf-8")
    options = ["--noEmit", "--strict", "--target", "es2022", "--types", "", "--allowJs", "--checkJs"]
    command = ["node", node_modules / "typescript7" / "bin" / "tsc", *options, *together.iterdir()]
    done = subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[:3000]


def test_preludes_have_nothing_that_a_host_does_not_parse(tmp_path):
    for host, form in FLAT:
        if form != "prelude":
            continue
        folder = tmp_path / f"{host.language}-{host.name}"
        exported(host, form, folder)
        if host.language == "typescript":
            text = next(folder.glob("prelude.[jt]s")).read_text("utf-8")
            assert not re.search(r"^\s*(import|class|export default)\b", text, re.MULTILINE), host.name
            continue
        tree = ast.parse((folder / "prelude.py").read_text("utf-8"))
        found = {type(node).__name__ for node in ast.walk(tree)}
        assert not found & {"ClassDef", "Yield", "AnnAssign"}, host.name
        if host.name == "utcp-python":
            refused = {"For", "While", "Subscript", "ListComp", "AsyncFunctionDef", "Await", "Import", "Try"}
            assert not found & refused
            assert all(call.keywords == [] for call in ast.walk(tree) if isinstance(call, ast.Call))
            assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id.startswith("_")]


@pytest.mark.parametrize("detail", ["names", "signatures", "full"])
def test_python_texts_parse(tmp_path, detail):
    for host, form in FLAT:
        if host.language != "python" or host.name == "anthropic-ptc":
            continue
        folder = tmp_path / f"{host.name}-{form}"
        exported(host, form, folder, detail=detail)
        for path in [*folder.glob("*.py"), *folder.glob("*.pyi")]:
            ast.parse(path.read_text("utf-8"))


def test_no_parameter_is_lost_in_signatures(tmp_path):
    for name in ("generic", "cloudflare", "codex"):
        folder = tmp_path / name
        exported(find_host(name, "typescript"), "declarations", folder, detail="signatures")
        text = (folder / "declarations.d.ts").read_text("utf-8")
        assert text.count("from:string") == 3
        assert text.count('"cik-A"?:number|null') == 3


def test_the_tools_array(tmp_path):
    exported(find_host("anthropic-ptc"), "declarations", tmp_path / "out")
    tools = json.loads((tmp_path / "out" / "tools.json").read_text("utf-8"))
    assert len({tool["name"] for tool in tools}) == len(tools) == len(specs())
    for tool in tools:
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", tool["name"])
        assert tool["input_schema"]["type"] == "object"
        assert tool["allowed_callers"] == ["code_execution_20260120"]
        assert "Returns a" in tool["description"]


@pytest.mark.parametrize("host", [host for host in TREES if host.language == "typescript"], ids=lambda host: host.name)
def test_typescript_trees_compile(tmp_path, node_modules, host):
    folder = tmp_path / "out"
    exported(host, "tree", folder, index=True)
    options = [
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "--types",
        "",
        "--verbatimModuleSyntax",
    ]
    options += [
        "--exactOptionalPropertyTypes",
        "--noUnusedLocals",
        "--noUnusedParameters",
        "--allowImportingTsExtensions",
    ]
    command = ["node", node_modules / "typescript7" / "bin" / "tsc", *options, *folder.rglob("*.ts")]
    done = subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[:3000]
    entries = json.loads((folder / "index.json").read_text("utf-8"))["tools"]
    assert {(folder / entry["file"]).is_file() for entry in entries} == {True}


@pytest.mark.parametrize("host", [host for host in TREES if host.language == "python"], ids=lambda host: host.name)
def test_python_trees_parse(tmp_path, host):
    folder = tmp_path / "out"
    exported(host, "tree", folder, index=True)
    for path in folder.rglob("*.py"):
        ast.parse(path.read_text("utf-8"))
    entries = json.loads((folder / host.root / "_index.json").read_text("utf-8"))["tools"]
    assert {(folder / entry["file"]).is_file() for entry in entries} == {True}


@pytest.mark.parametrize(
    ("host", "note"),
    [
        ("ipybox", "# Each tool is a module: from mcptools.SERVER import TOOL"),
        ("fastmcp", "# These are functions of the prelude"),
        ("anthropic", '// import { SERVER } from "./servers/index.js";'),
    ],
)
def test_declarations_say_what_a_program_has_to_do_first(tmp_path, host, note):
    exported(find_host(host), "declarations", tmp_path / "out", detail="names")
    (text,) = (*(tmp_path / "out").glob("*.pyi"), *(tmp_path / "out").glob("*.d.ts"))
    assert text.read_text("utf-8").splitlines()[1].startswith(note)


def test_the_tools_array_says_no_dialect(tmp_path):
    exported(find_host("anthropic-ptc"), "declarations", tmp_path / "out")
    tools = json.loads((tmp_path / "out" / "tools.json").read_text("utf-8"))
    assert not any("$schema" in tool["description"] for tool in tools)


HOSTILE_NOTES = [
    "@ts-expect-error",
    "@ts-ignore x",
    "@ts-nocheck",
    "type: ignore",
    "pyright: basic",
    "a # type: ignore",
    "mypy: ignore-errors",
]


@pytest.mark.parametrize("said", HOSTILE_NOTES)
def test_no_description_is_an_instruction_to_a_checker(tmp_path, said):
    """A comment that a compiler or a type checker obeys would hide what is wrong, or be wrong itself."""
    properties = {"a": {"type": "object", "properties": {"b": {"type": "string", "description": said}}}}
    schema = {"type": "object", "properties": properties}
    tool = ToolSpec(name="t", tool="t", server=None, description=f"{said}\n\n{said}", input_schema=schema)
    for language, export in (("typescript", export_typescript), ("python", export_python)):
        for detail in ("signatures", "full"):
            request = HostRequest(host=find_host("generic", language), form="declarations", detail=detail)  # type: ignore[arg-type]
            folder = tmp_path / f"{language}-{detail}"
            export([tool], folder, host=request)
            (path,) = folder.glob("declarations.*")
            text = path.read_text("utf-8")
            assert not re.search(r"//\s*@ts-", text), text
            if language == "python":
                tokens = tokenize.generate_tokens(io.StringIO(text).readline)
                noted = [token.string for token in tokens if token.type == tokenize.COMMENT]
                assert not [one for one in noted if re.search(r"#\s*(type|pyright|mypy)\s*:", one)], noted
            assert re.sub(r"\W", "", said) in re.sub(r"\W", "", text)


@pytest.mark.parametrize("detail", ["names", "signatures", "full"])
@pytest.mark.parametrize("name", ["cloudflare", "codex", "openclaw", "utcp"])
def test_no_tool_is_declared_by_a_name_that_leads_to_another(tmp_path, name, detail):
    """Which of two tools of one name a program would reach is not known: neither is declared as one to be called."""
    host = find_host(name)
    tools = [
        ToolSpec(name=qualify("odd", tool), tool=tool, server="odd", description=f"{tool}.", input_schema=TRAP)  # type: ignore[arg-type]
        for tool in ("get_user", "get-user", "other")
    ]
    export_typescript(tools, tmp_path / "out", host=HostRequest(host=host, form="declarations", detail=detail))  # type: ignore[arg-type]
    text = (tmp_path / "out" / "declarations.d.ts").read_text("utf-8")
    assert text.count('get_user (not callable: see tools compat)"') == 1
    assert text.count('get-user (not callable: see tools compat)"') == 1
    assert not re.search(r"get_user[(:]", text), text
    assert re.search(r"other[(:]", text)
