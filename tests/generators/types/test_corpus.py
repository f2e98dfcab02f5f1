"""Real tool lists: every type compiles under every strict flag, and none is unknown that says something."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from toolcat.generators.types import UNKNOWN, Array, Object, TypeRequest, Union, translate
from toolcat.generators.typescript.types import print_declarations

FLAGS = {
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "noPropertyAccessFromIndexSignature": True,
    "verbatimModuleSyntax": True,
    "isolatedModules": True,
    "erasableSyntaxOnly": True,
    "noEmit": True,
    "module": "esnext",
    "moduleResolution": "bundler",
    "target": "es2022",
    "lib": ["es2022"],
    "types": [],
}


@pytest.fixture(scope="session")
def tools(corpus: Path) -> list[tuple[str, dict]]:
    return [
        (f"{file.stem}/{tool['name']}", tool)
        for file in sorted((corpus / "tools").glob("*.json"))
        for tool in json.loads(file.read_text(encoding="utf-8"))["tools"]
    ]


def requests(tool: dict) -> list[TypeRequest]:
    found = [TypeRequest("Input", tool["inputSchema"], "input")]
    if isinstance(tool.get("outputSchema"), dict):
        found.append(TypeRequest("Output", tool["outputSchema"], "output"))
    return found


@pytest.mark.parametrize("compiler", ["typescript", "typescript7"])
def test_compiles(tools, node_modules, tmp_path, compiler):
    for i, (_, tool) in enumerate(tools):
        for reading in ("intended", "literal"):
            lines = print_declarations(translate(requests(tool), reading=reading))
            source = "\n".join(lines) + "\n"
            assert not re.search(
                r"[:<|(\s]any[;>|)\s\[]", re.sub(r'/\*\*.*?\*/|"(\\.|[^"\\])*"', "", source, flags=re.DOTALL)
            )
            (tmp_path / f"{reading}{i}.ts").write_text(source, encoding="utf-8")
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": FLAGS}), encoding="utf-8")
    tsc = node_modules / compiler / "bin" / "tsc"
    done = subprocess.run(["node", str(tsc), "-p", str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[:3000]


def test_the_same_again(tools):
    for _, tool in tools[::7]:
        before = json.dumps(tool)
        once = print_declarations(translate(requests(tool)))
        assert print_declarations(translate(requests(json.loads(before)))) == once
        assert json.dumps(tool) == before


def test_an_unrelated_member_renames_nothing(tools):
    unrelated = {"type": "object", "properties": {"zz1": {"type": "string"}, "zz2": {"type": "number"}}}
    for name, tool in tools[::2]:
        wanted = requests(tool)
        more = [
            TypeRequest(
                r.name, {**r.schema, "properties": {"zz": unrelated, **r.schema.get("properties", {})}}, r.direction
            )
            for r in wanted
        ]
        before, after = ({d.name for d in translate(r).declarations} for r in (wanted, more))
        assert before <= after, name


def unknown_members(type_, schema, at=""):
    """Members typed unknown whose schema says something of what they are."""
    says = {"type", "enum", "const", "properties", "items", "$ref", "anyOf", "oneOf", "allOf", "format", "pattern"}
    if isinstance(type_, Object) and isinstance(schema, dict):
        for member in type_.properties:
            sub = schema.get("properties", {}).get(member.key)
            if member.type is UNKNOWN and isinstance(sub, dict) and says & set(sub) and not _says_nothing(sub):
                yield f"{at}/{member.key}"
            yield from unknown_members(member.type, sub, f"{at}/{member.key}")
    elif isinstance(type_, Array) and isinstance(schema, dict):
        yield from unknown_members(type_.items, schema.get("items"), f"{at}/items")
    elif isinstance(type_, Union):
        for member in type_.members:
            yield from unknown_members(member, schema, at)


def _says_nothing(schema: dict) -> bool:
    """Any of these would be lost on the reader: a union with a branch that says nothing."""
    for word in ("anyOf", "oneOf"):
        if any(not (set(b) - {"description", "title", "default"}) for b in schema.get(word, []) if isinstance(b, dict)):
            return True
    return False


def test_nothing_that_says_something_is_unknown(tools):
    found = [
        f"{name}{at}"
        for name, tool in tools
        for request, declaration in zip(requests(tool), translate(requests(tool)).declarations, strict=False)
        for at in unknown_members(declaration.type, request.schema)
    ]
    assert found == []
