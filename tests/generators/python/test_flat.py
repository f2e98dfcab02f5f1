"""Flat texts name parameters as the functions do that are called, and no parameter hides what its function uses."""

import asyncio
import inspect
import json
import re

import pytest
from python_trees import Tree, spec, takes

from toolcat.generators.hosts import find_host
from toolcat.generators.hosts.request import HostRequest
from toolcat.generators.python import PythonOptions, export_python
from toolcat.generators.python.exporter import python_text

PRESERVE = PythonOptions(models="typeddict", names="preserve")
NAMESAKE = spec("search", takes({"search": {"type": "string"}, "q": {"type": "string"}}, "search"))


def text(specs, form, host="generic", options=PRESERVE):
    return python_text(specs, options, HostRequest(host=find_host(host, "python", {}), form=form)).text


def test_a_parameter_called_as_its_tool_keeps_that_name_wherever_a_tree_is_told_of(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    tree = Tree(tmp_path / "tree_with_namesake", [NAMESAKE], PRESERVE)
    assert list(inspect.signature(tree.function(NAMESAKE.name)).parameters) == ["search", "q"]
    assert re.search(r"def search\(self, \*, search:str, q:str=", text([NAMESAKE], "declarations"))
    request = HostRequest(host=find_host("generic", "python", {}), form="tree", index=True)
    export_python([NAMESAKE], tmp_path / "indexed", PRESERVE, host=request)
    (entry,) = json.loads((tmp_path / "indexed/_index.json").read_text("utf-8"))["tools"]
    assert "search:" in entry["full"]
    assert "search_" not in entry["full"]


@pytest.mark.parametrize("key", ["search", "srv_search", "call_tool", "toolcat_read", "toolcat_result", "OMIT", "json"])
@pytest.mark.parametrize("names", ["snake", "preserve"])
def test_no_parameter_of_a_prelude_hides_what_its_function_uses(key, names):
    tool = spec("search", takes({key: {"type": "string"}}, key))
    source = text([tool], "prelude", options=PythonOptions(models="typeddict", names=names))
    sent = []

    async def call_tool(server, name, arguments):
        sent.append(arguments)
        return {"content": [{"type": "text", "text": "[1]"}]}

    scope = {"call_tool": call_tool}
    exec(source, scope)
    (parameter,) = inspect.signature(scope["srv_search"]).parameters
    assert asyncio.run(scope["srv_search"](**{parameter: "x"})) == [1]
    assert sent == [{key: "x"}]
