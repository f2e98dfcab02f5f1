"""Trees of Python, exported, imported and called: what the tests of this folder share."""

import asyncio
import importlib
import inspect
import itertools
import json
from pathlib import Path

from toolcat.catalog import ToolSpec
from toolcat.generators.python import PythonOptions, export_python

COUNTER = itertools.count()


def spec(name: str, input_schema=None, output_schema=None, *, server="srv", **fields) -> ToolSpec:
    """A tool, of the server `srv` unless another (or None) is given."""
    schema = {"type": "object"} if input_schema is None else input_schema
    qualified = name if server is None else f"mcp__{server}__{name}"
    return ToolSpec(
        name=qualified, tool=name, server=server, input_schema=schema, output_schema=output_schema, **fields
    )


def takes(properties: dict, *required: str, **more) -> dict:
    """The schema of an object."""
    return {"type": "object", "properties": properties, "required": list(required), **more}


class Tree:
    """An exported tree, imported under a name of its own, with a caller that records what arrives."""

    def __init__(self, folder: Path, specs, options: PythonOptions) -> None:
        self.path = folder
        self.options = options
        self.result = export_python(specs, folder, options)
        self.lock = json.loads((folder / "toolcat.lock.json").read_text("utf-8"))
        self.package = importlib.import_module(folder.name)
        self.sent = []
        self.answer = {"content": [], "structuredContent": None}

    def record(self, server, tool, arguments):
        self.sent.append((server, tool, arguments))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    async def record_async(self, server, tool, arguments):
        return self.record(server, tool, arguments)

    def function(self, name: str):
        """The wrapper of a tool, by its catalog name."""
        entry = self.lock["tools"][name]
        folder = entry["files"][0].rpartition("/")[0]
        package = self.package if not folder else getattr(self.package, folder)
        return getattr(package, entry["names"]["function"])

    def call(self, name: str, *args, **kwargs):
        """Call a tool's wrapper, and return what it returns."""
        caller = self.record if self.options.sync else self.record_async
        with self.package.bind(caller):
            done = self.function(name)(*args, **kwargs)
            return asyncio.run(done) if inspect.iscoroutine(done) else done

    def module(self, name: str):
        """The module of a tool, by its catalog name."""
        path = self.lock["tools"][name]["files"][0].removesuffix(".py").replace("/", ".")
        return importlib.import_module(f"{self.path.name}.{path}")
