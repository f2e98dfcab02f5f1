"""What is exported for every Python host from real tools and odd ones, under a strict type checker."""

import json
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec, qualify
from toolcat.generators.hosts import load_hosts
from toolcat.generators.hosts.request import HostRequest
from toolcat.generators.python import export_python

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
