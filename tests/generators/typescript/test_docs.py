"""The documentation: its programs compile under every strictness flag, and it names every template."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec, qualify
from toolcat.generators.templating import Templates
from toolcat.generators.typescript import export_typescript

DOCS = (Path(__file__).resolve().parents[3] / "docs" / "export-typescript.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```ts\n(.*?)^```$", DOCS, re.MULTILINE | re.DOTALL)
SPECS = [
    ToolSpec(
        name=qualify("github", "search_repositories"),
        tool="search_repositories",
        server="github",
        input_schema={
            "type": "object",
            "properties": {"query": {"type": "string"}, "perPage": {"type": "integer"}},
            "required": ["query"],
        },
        output_schema={
            "type": "object",
            "properties": {"items": {"type": "array", "items": {"type": "object"}}},
            "required": ["items"],
        },
    ),
    ToolSpec(name=qualify("github", "get_me"), tool="get_me", server="github", input_schema={"type": "object"}),
]

# What the second program takes for granted, and a use of what it only shows.
AROUND = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { bind, github, type Caller } from "./stubs/index.js";
declare const alicesClient: Client;
declare const bobsClient: Client;
declare function callerOf(client: Client): Caller;
PROGRAM
await getMe();
"""


@pytest.mark.parametrize("compiler", ["typescript", "typescript7"])
def test_the_programs_compile(tmp_path: Path, tsc: Callable[..., None], compiler: str):
    source = tmp_path / "source"
    export_typescript(SPECS, source / "stubs")
    first, second = PROGRAMS
    (source / "first.ts").write_text(first, encoding="utf-8")
    (source / "second.ts").write_text(AROUND.replace("PROGRAM", second), encoding="utf-8")
    (source / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    tsc(source, compiler, sdk=True)


def test_every_template_is_named():
    names = [*Templates("typescript").names, *Templates("hosts").names]
    assert [name for name in names if f"`{name}`" not in DOCS and not name.endswith(".py.j2")] == []
