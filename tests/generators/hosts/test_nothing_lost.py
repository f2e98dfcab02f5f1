"""Declarations of every real tool lose no parameter and no type: what they say is what the tree's own types say."""

import json
import subprocess
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec, qualify
from toolcat.generators.hosts import find_host
from toolcat.generators.hosts.request import HostRequest
from toolcat.generators.python import PythonOptions
from toolcat.generators.python.exporter import python_text
from toolcat.generators.python.naming import settle_tree as settle_python
from toolcat.generators.python.remarks import sentences
from toolcat.generators.python.stub import build, stub
from toolcat.generators.python.text import docstring_text
from toolcat.generators.text import clean, paragraphs, ts_comment
from toolcat.generators.types import Object, Ref, TypeRequest, translate
from toolcat.generators.types.parts import parts
from toolcat.generators.typescript import TypeScriptOptions
from toolcat.generators.typescript.exporter import typescript_text
from toolcat.generators.typescript.naming import settle_tree
from toolcat.generators.typescript.stub import build_stub

from .annotations import Shapes

SHAPES = Path(__file__).resolve().parent / "shapes.mjs"
ODD = Path(__file__).resolve().parent / "odd_types.json"
"""Tools whose types are shared, recursive, alike but for one thing, or called like what a text needs itself."""


@pytest.fixture(scope="module")
def specs(corpus: Path) -> list[ToolSpec]:
    """Every tool of the corpus, each list a server, and odd ones that the lists have none of."""
    found: list[ToolSpec] = []
    for path in sorted((corpus / "tools").glob("*.json")):
        for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]:
            found.append(spec(path.stem, tool["name"], tool["inputSchema"], tool.get("outputSchema")))
    made = json.loads(ODD.read_text(encoding="utf-8"))
    return [
        *found,
        *(spec(tool["server"], tool["name"], tool["inputSchema"], tool.get("outputSchema")) for tool in made),
    ]


def spec(server: str, tool: str, given: object, got: object) -> ToolSpec:
    return ToolSpec(
        name=qualify(server, tool),
        tool=tool,
        server=server,
        description=f"{tool}. More.",
        input_schema=given,
        output_schema=got,
    )  # type: ignore[arg-type]


def shapes(node_modules: Path, texts: dict[str, str]) -> dict[str, dict[str, dict[str, object]]]:
    done = subprocess.run(
        ["node", str(SHAPES)],
        input=json.dumps({"node_modules": str(node_modules), "texts": texts}),
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def typescript(specs, node_modules) -> dict[str, dict[str, dict[str, object]]]:
    """What the tree's types say, tool by tool, and what the declarations of the whole catalog say at each detail."""
    host = find_host("generic", "typescript")
    names = settle_tree(specs)
    spaces = {index: server.namespace for server in names.servers for index in server.tools}
    texts: dict[str, str] = {}
    for index, (one, tool) in enumerate(zip(specs, names.tools, strict=True)):
        stub = build_stub(one, tool, "intended")
        function = f"declare function {stub.function}({stub.parameters}): Promise<{stub.result}>;"
        texts[f"tree {spaces[index]}"] = "\n".join([*stub.declarations, function, "export {};"])
        texts[f"tree {spaces[index]}.{tool.function}"] = texts.pop(f"tree {spaces[index]}")
    for detail in ("signatures", "full"):
        request = HostRequest(host=host, form="declarations", detail=detail)
        texts[detail] = typescript_text(specs, TypeScriptOptions(), request).text + "export {};\n"
    lowered = typescript_text(specs, TypeScriptOptions(), HostRequest(host=host, form="declarations", budget=200_000))
    assert 0 < len(lowered.lowered) < len(specs)
    texts["lowered"] = lowered.text + "export {};\n"
    found = shapes(node_modules, texts)
    tree = {
        key.removeprefix("tree "): next(iter(one.values())) for key, one in found.items() if key.startswith("tree ")
    }
    return {"tree": tree, **{detail: found[detail] for detail in ("signatures", "lowered", "full")}}


@pytest.mark.parametrize("detail", ["signatures", "lowered", "full"])
def test_typescript_declarations_lose_nothing(typescript, specs, detail):
    assert len(typescript["tree"]) == len(specs)
    assert typescript[detail].keys() == typescript["tree"].keys()
    different = {name for name, one in typescript[detail].items() if one != typescript["tree"][name]}
    assert not different, sorted(different)[:10]


def test_typescript_parameters_are_those_of_the_schemas(typescript, specs):
    names = settle_tree(specs)
    spaces = {index: server.namespace for server in names.servers for index in server.tools}
    for index, (one, tool) in enumerate(zip(specs, names.tools, strict=True)):
        known = typescript["signatures"][f"{spaces[index]}.{tool.function}"]["keys"]
        assert set(one.input_schema.get("properties", {})) <= set(known), one.name


def comments(type_, seen: set[int]):
    """Every doc of a type's members, and of the named types that it leads to."""
    if isinstance(type_, Ref):
        if id(type_.definition) not in seen:
            seen.add(id(type_.definition))
            yield type_.definition.doc
            yield from comments(type_.definition.type, seen)
        return
    if isinstance(type_, Object):
        yield from (p.doc for p in type_.properties)
    for part in parts(type_):
        yield from comments(part, seen)


def docs(specs):
    """Every doc that the types of a catalog have, with the tool's name."""
    for one in specs:
        schemas = [("I", one.input_schema, "input"), ("O", one.output_schema, "output")]
        requests = [TypeRequest(*schema) for schema in schemas if schema[1] is not None]
        for declared in translate(requests, reading="intended").declarations:
            for doc in comments(declared.type, set()):
                yield one.name, doc


def test_full_detail_has_every_description(specs):
    """The authors' texts as they stand, and their tags, of every member of every type."""
    request = HostRequest(host=find_host("generic", "typescript"), form="declarations", detail="full")
    flat = " ".join(typescript_text(specs, TypeScriptOptions(), request).text.split())
    count = 0
    for name, doc in docs(specs):
        said = [paragraphs(doc.summary), *(f"@{tag.name} {clean(tag.text)}" for tag in doc.tags)]
        for part in said:
            count += 1
            text = part[0] + ts_comment(part[1:]) if part.startswith("@") else ts_comment(part)
            assert " ".join(text.split()) in flat, (name, part)
    assert count > 5_000


def test_full_detail_has_every_description_in_python(specs):
    request = HostRequest(host=find_host("generic", "python"), form="declarations", detail="full")
    lines = python_text(specs, PythonOptions(), request).text.split("\n")
    flat = " ".join(" ".join(line.strip().removeprefix("#") for line in lines).split())
    count = 0
    for name, doc in docs(specs):
        text = paragraphs(sentences(doc))
        count += 1
        # In a docstring some characters are escaped, in a comment none.
        shown = [" ".join(one.split()) for one in (text, docstring_text(text))]
        assert shown[0] in flat or shown[1] in flat, (name, text)
    assert count > 5_000


@pytest.fixture(scope="module")
def python(specs) -> dict[str, Shapes]:
    host = find_host("generic", "python")
    found: dict[str, Shapes] = {}
    for detail, budget in (("signatures", None), ("lowered", 200_000), ("full", None)):
        request = HostRequest(host=host, form="declarations", detail="full" if budget else detail, budget=budget)
        found[detail] = Shapes(python_text(specs, PythonOptions(), request).text)
    return found


@pytest.mark.parametrize("detail", ["signatures", "lowered", "full"])
def test_python_declarations_lose_nothing(python, specs, detail):
    names = settle_python(specs)
    packages = {index: server.package for server in names.servers for index in server.tools}
    compared = 0
    for index, (one, tool) in enumerate(zip(specs, names.tools, strict=True)):
        call = f"{packages[index]}.{tool.function}"
        if detail == "lowered" and call not in python[detail].functions:
            continue
        made = stub(build(one, tool, PythonOptions(models="typeddict")), PythonOptions(models="typeddict"), ".")
        tree = Shapes("\n".join([*made.declarations, made.function]))
        assert python[detail].signature(call) == tree.signature(tool.function), one.name
        compared += 1
    assert compared == len(specs) or detail == "lowered"
    assert compared > 100
