"""Every real tool: the trees import, are strictly typed, and carry arguments to the server as they were meant."""

import contextlib
import importlib
import json
import os
import subprocess
import sys
import typing
from pathlib import Path

import jsonschema
import pytest
from python_values import values_of

from toolcat.catalog import ToolSpec, qualify

EACH = 2


@pytest.fixture(scope="module")
def specs(corpus):
    found = []
    for path in sorted((corpus / "tools").glob("*.json")):
        for tool in json.loads(path.read_bytes())["tools"]:
            annotations = tool.get("annotations") or {}
            found.append(
                ToolSpec(
                    name=qualify(path.stem, tool["name"]),
                    tool=tool["name"],
                    server=path.stem,
                    title=tool.get("title"),
                    description=tool.get("description") or "",
                    input_schema=tool["inputSchema"],
                    output_schema=tool.get("outputSchema"),
                    annotations=annotations,
                    read_only=annotations.get("readOnlyHint") is True,
                )
            )
    assert len(found) > 1000
    return found


@pytest.fixture(scope="module")
def meant(specs):
    """Arguments for every tool, valid under its schema."""
    found = {spec.name: values_of(spec.input_schema, EACH) for spec in specs}
    assert all(found.values())
    return found


@pytest.fixture(scope="module")
def trees(specs, tmp_path_factory):
    """The four trees: both kinds of models, async and sync; each pair differs in names and reading too."""
    from python_trees import Tree

    from toolcat.generators.python import PythonOptions

    folder = tmp_path_factory.mktemp("corpus")
    sys.path.insert(0, str(folder))
    options = {
        "typed_async": PythonOptions(models="typeddict"),
        "typed_sync": PythonOptions(models="typeddict", sync=True, names="preserve", reading="literal"),
        "models_async": PythonOptions(models="pydantic"),
        "models_sync": PythonOptions(models="pydantic", sync=True, names="preserve", reading="literal"),
    }
    return {name: Tree(folder / name, specs, chosen) for name, chosen in options.items()}


TREES = ["typed_async", "typed_sync", "models_async", "models_sync"]


def same(a, b) -> bool:
    """Whether two JSON values are equal: 1 and 1.0 are, 1 and true are not."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b and (type(a) is type(b) or {type(a), type(b)} == {int, float})


def run(result):
    """Run a coroutine that never waits, or pass on what a plain function returned."""
    if not hasattr(result, "send"):
        return result
    try:
        result.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it waits")


def modelled(tree, hint, value):
    """Return a value with models in place of dictionaries, where the annotation names a model."""
    if hasattr(hint, "model_validate"):
        return hint.model_validate_json(json.dumps(value), strict=True, by_alias=True, by_name=False)
    for option in typing.get_args(hint):
        try:
            if hasattr(option, "model_validate") and isinstance(value, dict):
                return modelled(tree, option, value)
        except ValueError:
            continue
        if (
            isinstance(value, list)
            and typing.get_origin(option) is not None
            and hasattr(typing.get_origin(option), "index")
        ):
            return [modelled(tree, typing.get_args(option)[0], item) for item in value]
    if isinstance(value, list) and typing.get_args(hint):
        return [modelled(tree, typing.get_args(hint)[0], item) for item in value]
    return value


@pytest.mark.parametrize("name", TREES)
def test_arguments_arrive_as_they_were_meant(trees, specs, meant, name):
    tree = trees[name]
    caller = tree.record if tree.options.sync else tree.record_async
    tree.package.bind(caller)
    calls = 0
    for spec in specs:
        function = tree.function(spec.name)
        prefix = "/inputSchema/properties/"
        renamed = tree.lock["tools"][spec.name].get("properties", {})
        known = spec.input_schema.get("properties") or {}
        hints = typing.get_type_hints(function) if tree.options.models == "pydantic" else {}
        validator = jsonschema.Draft202012Validator(spec.input_schema)
        for value in meant[spec.name]:
            named, extra = {}, {}
            for key, argument in value.items():
                if key in known:
                    named[renamed.get(prefix + key.replace("~", "~0").replace("/", "~1"), key)] = argument
                else:
                    extra[key] = argument
            ways = [named]
            if hints:
                ways.append({key: modelled(tree, hints[key], argument) for key, argument in named.items()})
            for arguments in ways:
                tree.sent.clear()
                # The recording caller answers with nothing, which some output schemas refuse.
                with contextlib.suppress(tree.package.ResultError):
                    run(function(*([extra] if extra else ()), **arguments))
                [(server, called, arrived)] = tree.sent
                assert (server, called) == (spec.server, spec.tool)
                assert same(arrived, value), spec.name
                assert validator.is_valid(json.loads(json.dumps(arrived))), spec.name
                calls += 1
    assert calls > len(specs)


@pytest.mark.parametrize("name", TREES)
def test_trees_import(trees, name):
    tree = trees[name]
    assert tree.result.degraded == [] or all("models" not in f.code for f in tree.result.degraded)
    for tool in tree.lock["tools"].values():
        importlib.import_module(f"{name}.{tool['files'][0].removesuffix('.py').replace('/', '.')}")


def interpreter(version):
    """The path of a Python, or None: on PATH, or beside a stand-in there that only knows where the real ones are."""
    for folder in os.get_exec_path():
        candidates = [Path(folder, f"python{version}"), *Path(folder).parent.glob(f"versions/{version}.*/bin/python")]
        for path in candidates:
            with contextlib.suppress(OSError):
                said = [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
                if subprocess.run(said, capture_output=True, text=True, check=False).stdout.strip() == version:
                    return str(path)
    return None


NEEDS_NOTHING = """
import importlib, pkgutil, sys
before = set(sys.modules)
sys.path.insert(0, sys.argv[1])
import little, typed_async
for module in pkgutil.walk_packages(typed_async.__path__, "typed_async."):
    importlib.import_module(module.name)

async def caller(server, tool, arguments):
    return {"structuredContent": arguments["answer"]}

def count(answer):
    try:
        with little.bind(caller):
            little.count(answer=answer).send(None)
    except little.ResultError as error:
        return str(error).rpartition(": ")[2]
    except StopIteration as end:
        return end.value

names = {name.partition(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names
print(sorted(names), sys.version_info[:2], count({"total": 1.0, "tags": ["a"]}), count({"total": "x"}))
"""
"""What every Python runs: all modules of a tree are imported, and results are read by their types."""


@pytest.fixture(scope="module")
def typed_folder(trees):
    """The folder of the TypedDict trees, with a small one that is called."""
    from python_trees import spec, takes

    from toolcat.generators.python import PythonOptions, export_python

    folder = trees["typed_async"].path.parent
    answers = takes({"total": {"type": "integer"}, "tags": {"items": {"enum": ["a", "b"]}, "type": "array"}}, "total")
    tool = spec("count", takes({"answer": {}}, "answer"), answers, server=None)
    export_python([tool], folder / "little", PythonOptions(models="typeddict"))
    return folder


@pytest.mark.parametrize("version", ["this", "3.11", "3.12", "3.13"])
def test_typeddict_trees_need_nothing(typed_folder, version):
    python = sys.executable if version == "this" else interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    command = [python, "-I", "-S", "-c", NEEDS_NOTHING, str(typed_folder)]
    assert_needs_nothing(subprocess.run(command, capture_output=True, text=True, check=False), version)


def test_typeddict_trees_need_nothing_under_python_3_14(typed_folder, node_modules):
    """By WebAssembly where no other Python 3.14 can be had; it reads annotations when they are asked for (PEP 649)."""
    script = Path(__file__).with_name("python_3_14.mjs")
    command = ["node", str(script), str(node_modules / "pyodide"), str(typed_folder)]
    done = subprocess.run(command, input=NEEDS_NOTHING, capture_output=True, text=True, check=False)
    assert_needs_nothing(done, "3.14")


def assert_needs_nothing(done, version):
    major, minor = sys.version_info[:2] if version == "this" else map(int, version.split("."))
    said = "['little', 'typed_async'] ({}, {}) {{'total': 1, 'tags': ['a']}} /total is a string, not a whole number"
    assert (done.stdout.strip(), done.stderr) == (said.format(major, minor), "")


def test_trees_are_strictly_typed(trees, strict):
    """Each package in either kind of models, by turns asynchronous and synchronous: the checker takes its time."""
    folders = []
    for kind in ("typed", "models"):
        for turn, way in enumerate(("async", "sync")):
            tree = trees[f"{kind}_{way}"].path
            packages = sorted(path.parent for path in tree.glob("*/__init__.py"))
            folders += [*packages[turn::2], *tree.glob("*.py")]
    assert strict(*folders) == []
