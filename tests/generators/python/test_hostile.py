"""Strangers' text everywhere: it is data in the tree, never code, and never what it pretends to be."""

import ast
import inspect
import itertools

import pytest
from python_trees import Tree, spec, takes

from toolcat.generators.python import PythonOptions

EVIL = [
    '"""\nimport os  # noqa\n"""',
    "'''",
    "\\",
    'ends in a quote"',
    "ends in a backslash\\",
    "{{ 7 * 7 }} {% include 'x' %}",
    "\u202egnp.exe\u202c",
    "a\u200bb\ufeffc",
    "nul\x00 bell\x07 esc\x1b[31m",
    "line\u2028separator\u2029",
    "\r\nraise SystemExit\r\n",
    "\U000e0041\U000e0042",
    "*/ -->",
    "lone \ud800 surrogate",
    "#}",
    "f'{x}'",
    "x" * 400,
    "",
    " ",
]
INVISIBLE = set("\u202e\u202c\u200b\ufeff\x00\x07\x1b\u2028\u2029\U000e0041\U000e0042\ud800")


MEMBERS = {text: {"type": "string", "description": text, "default": text, "pattern": text} for text in EVIL}
INNER = takes(MEMBERS, *EVIL[:5], description=EVIL[0], title=EVIL[1])
SPECS = [
    spec(
        f"t {text}",
        takes({"o": INNER, "k": {"enum": EVIL}, "c": {"const": EVIL[0]}, **MEMBERS}, description=EVIL[3]),
        takes({"r": INNER, "k": {"enum": EVIL}}),
        description=text,
        usage_hint=text,
        server=server,
    )
    for text, server in zip(EVIL, itertools.cycle(["srv", 'a"b\\', None]), strict=False)
    if "\x00" not in text
]


@pytest.fixture(scope="module")
def trees(tmp_path_factory):
    """The trees of the texts, by their models and names: made once, so that the type checker starts once."""
    folder = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield {
            (models, style): Tree(
                folder / f"hostile_{models}_{style}", SPECS, PythonOptions(models=models, names=style)
            )
            for models in ("pydantic", "typeddict")
            for style in ("snake", "preserve")
        }


def test_trees_of_hostile_text_are_strictly_typed(trees, strict):
    assert strict(*(tree.path for tree in trees.values())) == []


@pytest.mark.parametrize("style", ["snake", "preserve"])
def test_text_everywhere(trees, models, style):
    tree = trees[models, style]
    for path in tree.path.rglob("*.py"):
        source = path.read_text("utf-8")
        assert INVISIBLE.isdisjoint(source), path
        ast.parse(source)
    for one in SPECS:
        doc = inspect.getdoc(tree.function(one.name))
        assert doc is not None
        assert "Raises:" in doc
        module = ast.parse(inspect.getsource(tree.module(one.name)))
        statements = (ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.ClassDef, ast.AsyncFunctionDef, ast.If)
        assert all(isinstance(node, statements) for node in module.body)
        values = {text: f"v{index}" for index, text in enumerate(EVIL)}
        renamed = tree.lock["tools"][one.name]["properties"]
        pointer = "/inputSchema/properties/"
        by_name = {renamed.get(pointer + k.replace("~", "~0").replace("/", "~1"), k): v for k, v in values.items()}
        tree.sent.clear()
        said = {k: v for k, v in values.items() if "\ud800" not in k}  # no server can say that one in UTF-8
        tree.answer = {"content": [], "structuredContent": {"r": said, "k": EVIL[2]}}
        known = inspect.signature(tree.function(one.name)).parameters
        # What UTF-8 cannot hold is no member of a model: it goes the way of arguments without a name.
        extra = {k: v for k, v in by_name.items() if k not in known}
        assert set(extra) <= {"lone \ud800 surrogate"}
        by_name = {k: v for k, v in by_name.items() if k in known}
        tree.call(one.name, *([extra] if extra else []), o=values, k=EVIL[0], c=EVIL[0], **by_name)
        assert tree.sent == [(one.server, one.tool, {"o": values, "k": EVIL[0], "c": EVIL[0], **values})]


@pytest.mark.parametrize("depth", [150, 400])
def test_deep_schemas_export(export, models, depth):
    objects, arrays = {"type": "string"}, {"type": "string"}
    for _ in range(depth):
        objects = takes({"n": objects})
        arrays = {"type": "array", "items": arrays}
    tree = export([spec("f", takes({"o": objects, "a": arrays}), takes({"o": objects, "a": arrays}))], models=models)
    tree.answer = {"content": [], "structuredContent": {"a": [[]], "o": {"n": {}}}}
    tree.call("mcp__srv__f", a=[[]])
    assert tree.sent[0][2] == {"a": [[]]}


def test_many_members_and_large_enums(export, models):
    members = {f"key{index}": {"type": "string", "enum": [f"{index}-{n}" for n in range(50)]} for index in range(400)}
    tree = export([spec("f", takes(members), takes(members))], models=models)
    tree.answer = {"content": [], "structuredContent": {"key7": "7-3"}}
    tree.call("mcp__srv__f", key399="399-1")
    assert tree.sent[0][2] == {"key399": "399-1"}
