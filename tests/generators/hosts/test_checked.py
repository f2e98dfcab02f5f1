"""What is exported for every host from real tools and odd ones, under a strict type checker or compiler."""

import json
import subprocess
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec, qualify
from toolcat.generators.hosts import load_hosts
from toolcat.generators.hosts.request import HostRequest
from toolcat.generators.python import export_python
from toolcat.generators.typescript import TypeScriptOptions, export_typescript

from .test_texts import specs as hostile

LISTS = ("line-bot", "mongodb", "redis", "everything")
ODD = Path(__file__).resolve().parent / "odd_types.json"
PYTHON = [host for host in load_hosts() if host.language == "python" and host.name != "anthropic-ptc"]
TREES = [host for host in PYTHON if "tree" in host.forms]


def real(corpus: Path) -> list[ToolSpec]:
    found = [
        (path.stem, tool)
        for path in (corpus / "tools" / f"{name}.json" for name in LISTS)
        for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]
    ]
    found += [(tool["server"], tool) for tool in json.loads(ODD.read_text(encoding="utf-8"))]
    return [
        ToolSpec(
            name=qualify(server, tool["name"]),
            tool=tool["name"],
            server=server,
            description=tool.get("description", ""),
            input_schema=tool["inputSchema"],
            output_schema=tool.get("outputSchema"),
        )
        for server, tool in found
    ]


@pytest.mark.parametrize("tools", ["real", "hostile"])
def test_python_texts_pass_the_strict_checker(corpus, tmp_path, strict, tools):
    specs = real(corpus) if tools == "real" else hostile()
    together = tmp_path / "together"
    together.mkdir()
    for host in PYTHON:
        for form in host.forms:
            for detail in ("names", "signatures", "full") if form != "tree" else ():
                folder = tmp_path / f"{host.name}-{form}-{detail}"
                export_python(specs, folder, host=HostRequest(host=host, form=form, detail=detail))
                (stub,) = folder.glob("*.pyi")
                name = f"{host.name}_{form}_{detail}".replace("-", "_")
                (together / f"{name}.pyi").write_text(stub.read_text("utf-8"), encoding="utf-8")
    assert strict(together) == []


@pytest.mark.parametrize("host", TREES, ids=lambda host: host.name)
def test_python_trees_pass_the_strict_checker(corpus, tmp_path, strict, host):
    folder = tmp_path / "out"
    export_python(real(corpus), folder, host=HostRequest(host=host, form="tree", index=True))
    assert strict(folder) == []


def test_typescript_of_real_tools_compiles_for_every_host(corpus, tmp_path, node_modules):
    """Declarations and preludes at each detail and trees, one run of the compiler for all, every strict flag on."""
    specs = real(corpus)
    together = tmp_path / "together"
    together.mkdir()
    (together / "globals.d.ts").write_text(globals_of(specs), encoding="utf-8")
    files = [together / "globals.d.ts"]
    for host in load_hosts():
        if host.language != "typescript":
            continue
        options = TypeScriptOptions(import_suffix=host.import_suffix or "js")
        for form in host.forms:
            for detail in ("names", "signatures", "full") if form != "tree" else ("full",):
                folder = together / f"{host.name}-{form}-{detail}"
                request = HostRequest(host=host, form=form, detail=detail, index=form == "tree")
                export_typescript(specs, folder, options, host=request)
                for path in folder.rglob("*"):
                    if path.suffix not in {".ts", ".js"}:
                        continue
                    if form != "tree":
                        # A module of its own, so that one run does for all.
                        path.write_text(path.read_text("utf-8") + "\nexport {};\n", encoding="utf-8")
                    files.append(path)
    flags = [
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "--types",
        "",
        "--allowJs",
        "--checkJs",
    ]
    flags += ["--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--allowImportingTsExtensions"]
    command = ["node", node_modules / "typescript7" / "bin" / "tsc", *flags, *files]
    done = subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[:3000]


def globals_of(specs: list[ToolSpec]) -> str:
    """Declare what the hosts of preludes give a program."""
    names = {host.names(spec).path[0] for host in load_hosts() if host.language == "typescript" for spec in specs}
    lines = [f"declare const {name}: any;" for name in sorted(names | {"callTool"}) if name.isidentifier()]
    call = "declare function callMCPTool<T>(call: { name: string; tool: string; arguments?: object }): Promise<T>;"
    return "\n".join([*lines, call]) + "\n"
