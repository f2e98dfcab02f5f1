"""Adding a host is adding a file and a template: made-up hosts in a copy of the package, nothing else of it changed."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MADE = Path(__file__).resolve().parent / "made"
ROOMS = ("cli", "catalog", "generators", "lint", "schemas", "skills", "templates")
FILES = {
    "tern.toml": "generators/hosts",
    "prelude.tern.js.j2": "templates/hosts",
    "wren.toml": "generators/hosts",
    "runtime.wren.ts.j2": "templates/typescript",
    "finch.toml": "generators/hosts",
    "prelude.finch.py.j2": "templates/hosts",
    "robin.toml": "generators/hosts",
    "_robin.py.j2": "templates/python",
}
LIST = {
    "server": "desk",
    "tools": [
        {
            "name": "add-up",
            "description": "Add two numbers.",
            "inputSchema": {
                "type": "object",
                "properties": {"from": {"type": "integer"}, "to": {"type": "integer"}},
                "required": ["from", "to"],
            },
            "outputSchema": {
                "type": "object",
                "properties": {"sum": {"type": "integer"}},
                "required": ["sum"],
            },
        }
    ],
}


@pytest.fixture(scope="module")
def toolcat(tmp_path_factory):
    """A copy of the package with the made-up hosts; `toolcat(command, …)` runs it and returns what it prints."""
    root = tmp_path_factory.mktemp("copy")
    for room in ROOMS:
        shutil.copytree(ROOT / room, root / "toolcat" / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name, folder in FILES.items():
        shutil.copy(MADE / name, root / "toolcat" / folder / name)
    (root / "desk.tools.json").write_text(json.dumps(LIST), encoding="utf-8")

    def run(*command: str, code: int = 0) -> str:
        start = f"import sys; sys.path.insert(0, {str(root)!r}); from toolcat.cli.main import tools_main; tools_main()"
        done = subprocess.run(
            [sys.executable, "-c", start, *command], capture_output=True, text=True, check=False, cwd=root
        )
        assert done.returncode == code, done.stderr
        return done.stdout

    run.root = root
    return run


def exported(toolcat, host: str, language: str, *options: str) -> Path:
    given = [f"export-{language}", "desk.tools.json", "--no-config", "--host", host, "-o", f"out-{host}", *options]
    toolcat(*given)
    toolcat(*given, "--check")
    return toolcat.root / f"out-{host}"


def test_the_hosts_are_there(toolcat):
    names = toolcat("hosts", "--format", "names").split()
    assert {"tern", "wren", "finch", "robin"} < set(names)
    assert "codex" in names
    verdicts = json.loads(toolcat("compat", "desk.tools.json", "--host", "tern", "--format", "json", "--all"))[
        "verdicts"
    ]
    assert verdicts[0]["path"] == ["deck", "desk", "add_up"]
    shown = toolcat("export-typescript", "desk.tools.json", "--host", "tern", "--form", "declarations", "-o", "-")
    assert "declare const deck: {\ndesk: {" in shown


def test_a_flat_host_of_typescript(toolcat):
    folder = exported(toolcat, "tern", "typescript")
    text = (folder / "tern.js").read_text("utf-8")
    program = f"""
globalThis.deck = {{ desk: {{ add_up: async (input) => ({{ sum: input.from + input.to }}) }} }};
{text}
console.log(JSON.stringify([await deskAddUp({{ from: 1, to: 2 }}), tern]));
"""
    done = subprocess.run(
        ["node", "--input-type=module", "-e", program], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert json.loads(done.stdout) == [{"sum": 3}, "of the template"]


def test_a_tree_of_typescript(toolcat, node_modules):
    folder = exported(toolcat, "wren", "typescript")
    assert (folder / "nest" / "desk" / "addUp.ts").is_file()
    (folder / "main.ts").write_text(
        'import { desk } from "./nest/index.js";\n'
        "const sent: unknown[] = [];\n"
        "(globalThis as any).perch = async (way: unknown, input: any) => {\n"
        "  sent.push(way);\n"
        "  return { structuredContent: { sum: input.from + input.to } };\n"
        "};\n"
        "desk.addUp({ from: 1, to: 2 }).then((value) => console.log(JSON.stringify([value, sent])));\n",
        encoding="utf-8",
    )
    tsc = ["node", str(node_modules / "typescript7" / "bin" / "tsc"), "--strict", "--target", "es2022"]
    options = ["--module", "nodenext", "--types", "node", "--typeRoots", str(node_modules / "@types")]
    built = [*tsc, *options, "--outDir", str(folder / "built"), *map(str, folder.rglob("*.ts"))]
    done = subprocess.run(built, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    (folder / "built" / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    ran = subprocess.run(["node", str(folder / "built" / "main.js")], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [{"sum": 3}, [["roost", "desk", "add-up"]]]


def test_a_flat_host_of_python(toolcat):
    folder = exported(toolcat, "finch", "python")
    text = (folder / "finch.py").read_text("utf-8")
    scope = {"desk_add_up__": lambda given: {"sum": given["from"] + given["to"]}}
    exec(text, scope)
    assert scope["desk_add_up"](from_=1, to=2) == {"sum": 3}
    assert scope["FINCH"] == "of the template"
    assert "def desk_add_up(*, from_:int, to:int)" in (folder / "prelude.pyi").read_text("utf-8")


def test_a_tree_of_python(toolcat):
    exported(toolcat, "robin", "python", "--models", "typeddict")
    program = """
import sys
sys.path.insert(0, "out-robin")
from bush import _robin
from bush.desk import add_up
_robin.perch = lambda way, given: {"structuredContent": {"sum": given["from"] + given["to"]}, "way": way}
print(add_up(from_=1, to=2), _robin.seen)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=toolcat.root
    )
    assert done.stdout.strip() == "{'sum': 3} [['roost', 'desk', 'add-up']]", done.stderr
