"""Real tool lists: every type compiles under every strict flag, is sound, refuses mistakes, and is found in time."""

import json
import random
import re
import subprocess
from pathlib import Path

import jsonschema
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


# -- values


class Maker:
    """Values of plain schemas, and mistakes in them that a type can see."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def make(self, schema, full: bool):
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        for word in ("anyOf", "oneOf"):
            if word in schema:
                return self.make(self.random.choice(schema[word]), full)
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self.random.choice(kind)
        if kind == "object":
            needed = schema.get("required", [])
            return {k: self.make(s, full) for k, s in schema.get("properties", {}).items() if full or k in needed}
        if kind == "array":
            count = max(schema.get("minItems", 0), int(full))
            return [self.make(schema.get("items", {}), full) for _ in range(count)]
        return {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "null": None}.get(kind, "text")

    def spoil(self, value, schema):
        """Yield copies of an object with one mistake each: a key missing or added, a wrong primitive or constant."""
        if not isinstance(value, dict) or not isinstance(schema, dict) or schema.get("type") != "object":
            return
        for key, sub in schema.get("properties", {}).items():
            if key not in value or not isinstance(sub, dict):
                continue
            if key in schema.get("required", []):
                yield {k: v for k, v in value.items() if k != key}
            if "enum" in sub:
                yield value | {key: "no such member"}
            elif sub.get("type") in ("string", "boolean", "array", "object"):
                yield value | {key: 7}
            elif sub.get("type") in ("number", "integer"):
                yield value | {key: "seven"}
        if schema.get("additionalProperties") is False:
            yield value | {"no_such_key": 1}


def test_values_of_real_schemas(tools, judge):
    cases = []
    for name, tool in tools[::3]:
        for word in ("inputSchema", "outputSchema"):
            schema = tool.get(word)
            if not isinstance(schema, dict):
                continue
            validator = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)(schema)
            maker = Maker(name)
            made = [maker.make(schema, full) for full in (False, True)]
            spoilt = [s for value in made for s in maker.spoil(value, schema)]
            good = [v for v in made if validator.is_valid(v)]
            bad = [v for v in spoilt if not validator.is_valid(v)][:6]
            cases.append((name, schema, good, bad))
    verdicts = judge([(judge.source_of(schema, "literal"), good + bad) for _, schema, good, bad in cases])
    refused = 0
    for (name, _, good, bad), verdict in zip(cases, verdicts, strict=True):
        assert not any(verdict.fresh[: len(good)]), (name, verdict.fresh)
        assert not any(verdict.exact[: len(good)]), (name, verdict.exact)
        for value, errors in zip(bad, verdict.fresh[len(good) :], strict=True):
            assert errors, (name, value)
            refused += 1
    assert refused > 1000
