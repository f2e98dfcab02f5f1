"""The tree: what it holds, that it is the same everywhere, and what happens when something changes or fails."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from python_trees import spec, takes

from toolcat.catalog import ToolcatError
from toolcat.generators.python import PythonOptions, check_python, export_python
from toolcat.generators.python.canonical import Canonical
from toolcat.generators.python.model_types import ModelAnnotator
from toolcat.generators.python.pydantic_models import GeneratorError, Request, fields_of
from toolcat.generators.python.stub import build_module
from toolcat.generators.types import TypeRequest

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "python"

REPOSITORY = takes(
    {"full-name": {"type": "string"}, "private": {"type": "boolean"}, "owner": {"$ref": "#/$defs/User"}}, "full-name"
)
USER = takes(
    {"login": {"type": "string", "description": "The name to log in with."}, "type": {"enum": ["User", "Bot", None]}},
    "login",
)
SPECS = [
    spec(
        "search_repositories",
        takes(
            {
                "query": {"type": "string", "description": "Search query."},
                "perPage": {
                    "type": "integer",
                    "description": "Results per page.",
                    "default": 30,
                    "minimum": 1,
                    "maximum": 100,
                },
                "from": {"type": ["string", "null"], "format": "date"},
                "sort": takes(
                    {"by": {"enum": ["stars", "age"]}, "order": {"const": "desc"}}, "by", additionalProperties=False
                ),
            },
            "query",
        ),
        {
            **takes(
                {
                    "totalCount": {"type": "integer"},
                    "items": {"type": "array", "items": {"$ref": "#/$defs/Repository"}},
                },
                "totalCount",
                "items",
            ),
            "$defs": {"Repository": REPOSITORY, "User": USER},
        },
        server="github",
        description="Find repositories by name, topic or description.",
        usage_hint="Use it for names you do not know; to read a known one, call get_repository.",
        read_only=True,
        category="web",
    ),
    spec(
        "delete",
        takes(
            {"id": {"type": "integer"}, "tags": {"type": "object", "additionalProperties": {"type": "string"}}}, "id"
        ),
        server="github",
    ),
    spec("read", takes({"path": {"type": "string"}}, "path"), {"type": "string"}, server=None),
]
KINDS = {
    "pydantic": PythonOptions(),
    "typeddict": PythonOptions(models="typeddict"),
    "sync-preserve": PythonOptions(models="typeddict", sync=True, names="preserve", results="trust", reading="literal"),
}


def files(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.parametrize("kind", KINDS)
def test_golden(kind, tmp_path):
    """Set UPDATE_GOLDEN=1 to write the trees anew, and read the difference."""
    made = tmp_path / "tree"
    export_python(SPECS, made, KINDS[kind])
    found = files(made)
    found.pop("toolcat.lock.json")
    kept = GOLDEN / kind
    if os.environ.get("UPDATE_GOLDEN"):
        for name, text in found.items():
            path = kept / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
    assert found == files(kept)


def test_golden_trees_are_strictly_typed(strict):
    folders = [GOLDEN / kind for kind in KINDS]
    assert strict(*folders) == []
    assert strict(*folders, version="3.14") == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_catalog_gives_the_same_bytes(kind, tmp_path):
    """Whatever the order of the tools, the hash seed and the folder."""
    first, second = tmp_path / "one", tmp_path / "other" / "place"
    export_python(SPECS, first, KINDS[kind])
    export_python([*reversed(SPECS)], second, KINDS[kind])
    assert files(first) == files(second)
    program = (
        "import sys, pickle; from pathlib import Path; from toolcat.generators.python import export_python\n"
        "specs, options, folder = pickle.load(sys.stdin.buffer)\n"
        "export_python(specs, folder, options)\n"
    )
    import pickle

    third = tmp_path / "third"
    given = pickle.dumps((SPECS, KINDS[kind], third))
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "LC_ALL": "C"}
    subprocess.run([sys.executable, "-c", program], input=given, check=True, env=environment)
    assert files(first) == files(third)


def test_an_unrelated_tool_changes_no_other_name(tmp_path):
    export_python(SPECS, tmp_path / "a", KINDS["typeddict"])
    export_python(
        [*SPECS, spec("unrelated", server="github"), spec("other", server="new")], tmp_path / "b", KINDS["typeddict"]
    )
    before, after = (json.loads((tmp_path / x / "toolcat.lock.json").read_text("utf-8"))["tools"] for x in "ab")
    assert {name: after[name] for name in before} == before


def test_the_lock_says_what_was_renamed(tmp_path):
    export_python(SPECS, tmp_path / "tree")
    tools = json.loads((tmp_path / "tree" / "toolcat.lock.json").read_text("utf-8"))["tools"]
    found = tools["mcp__github__search_repositories"]
    assert found["names"] == {
        "function": "search_repositories",
        "module": "search_repositories",
        "output": "SearchRepositoriesOutput",
    }
    assert found["properties"] == {
        "/inputSchema/properties/from": "from_",
        "/inputSchema/properties/perPage": "per_page",
        "Repository/full-name": "full_name",
        "SearchRepositoriesOutput/totalCount": "total_count",
        "User/type": "type_",
    }


def test_an_unchanged_catalog_generates_nothing(tmp_path):
    tree = tmp_path / "tree"
    export_python(SPECS, tree)
    (tree / "github" / "delete.py").touch()
    again = export_python(SPECS, tree)
    assert (again.written, again.removed) == ([], [])
    program = (
        "import sys, pickle; from toolcat.generators.python import export_python\n"
        "specs, folder = pickle.load(sys.stdin.buffer)\n"
        "export_python(specs, folder)\n"
        "print('datamodel_code_generator' in sys.modules)\n"
    )
    import pickle

    done = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps((SPECS, tree)), check=True, capture_output=True
    )
    assert done.stdout.strip() == b"False"


def test_check_tells_each_kind_of_difference(tmp_path):
    tree = tmp_path / "tree"
    export_python(SPECS, tree)
    assert check_python(SPECS, tree).differences == []
    (tree / "github" / "delete.py").write_text("edited")
    (tree / "read.py").unlink()
    changed = [SPECS[0], spec("delete", takes({"id": {"type": "string"}}), server="github"), SPECS[2]]
    found = {one.kind for one in check_python(changed, tree, PythonOptions(sync=True)).differences}
    assert {"catalog-changed", "options-changed", "edited", "missing"} <= found


SHADOWING = ["importlib", "typing", "json", "sys", "asyncio", "import", "pydantic", "annotations", "collections"]


def test_servers_and_tools_called_as_modules_are_hide_none(export, strict):
    """Neither does our code get theirs in place of Python's, nor a program Python's in place of theirs."""
    one = takes({"from": {"type": "string"}})
    servers = [spec("f", one, one, server=name) for name in SHADOWING]
    tools = [spec("f", one, server="srv"), *(spec(name, one, one, server=None) for name in SHADOWING)]
    trees = [export(specs, models=models) for specs in (servers, tools) for models in ("pydantic", "typeddict")]
    for tree, specs in zip(trees, (servers, servers, tools, tools), strict=True):
        for each in specs:
            folder = tree.lock["tools"][each.name]["files"][0].rpartition("/")[0]
            if folder:
                assert getattr(tree.package, folder).__name__ == f"{tree.path.name}.{folder}"
            tree.answer = {"content": [], "structuredContent": {"from": "y"}}
            tree.call(each.name, from_="x")
        assert [sent[:2] for sent in tree.sent] == [(each.server, each.tool) for each in specs]
    assert strict(*(tree.path for tree in trees)) == []


def test_a_tree_of_another_language_is_refused(tmp_path):
    export_python(SPECS, tmp_path / "tree")
    from toolcat.generators.typescript import export_typescript

    with pytest.raises(ToolcatError, match="python tree"):
        export_typescript(SPECS, tmp_path / "tree")


def test_templates_replace_ours(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "tool.py.j2").write_text("{{ header }}\nNAME = {{ spec.tool | tojson }}\n")
    export_python(SPECS, tmp_path / "tree", PythonOptions(templates=tmp_path / "mine"))
    assert (tmp_path / "tree" / "read.py").read_text() == (
        '# Generated by toolcat. Do not edit: change the catalog and export again.\nNAME = "read"\n'
    )


def request(schema) -> Request:
    module = build_module([TypeRequest("T", schema, "output")], "intended", "snake", "pydantic")
    return Request(module, [*module.roots, *module.nested], ModelAnnotator())


def test_a_batch_that_the_generator_refuses_is_halved_until_the_cause_is_alone():
    good = [request(takes({f"a{n}": {"type": "string"}})) for n in range(5)]
    bad = request(takes({"x": {"type": "number"}, "y": {"type": "boolean"}}))
    bad.classes[0].settled = ["same", "same"]  # two members of one name: the answer has one member less
    found = fields_of([*good[:3], bad, *good[3:]])
    assert [isinstance(one, GeneratorError) for one in found] == [False, False, False, True, False, False]
    assert found[0]["T"].members == ["str"]


def test_what_the_generator_is_given_names_nothing_of_a_stranger():
    one = request(takes({"from": {"type": "string", "title": "Evil", "description": "evil"}, "n": {"type": "integer"}}))
    canonical = Canonical()
    canonical.add(one.classes[0], one.module, one.annotator.print)
    assert canonical.document()["$defs"]["C0"] == {
        "type": "object",
        "properties": {"from_": {"type": "string"}, "n": {"$ref": "#/$defs/H0"}},
        "required": ["from_", "n"],
        "additionalProperties": True,
    }
    assert canonical.holes == {"H0": "Integer"}
