"""Fixtures of the Python export."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # the helpers beside this file are plain modules

from python_trees import COUNTER, Tree

from toolcat.generators.python import PythonOptions


@pytest.fixture
def export(tmp_path, monkeypatch):
    """Export specs and import the tree: `export(specs, models="typeddict")`."""
    monkeypatch.syspath_prepend(str(tmp_path))
    made = []

    def run(specs, **options) -> Tree:
        folder = tmp_path / f"tree{next(COUNTER)}"
        made.append(folder.name)
        return Tree(folder, list(specs), PythonOptions(**options))

    yield run
    for name in [name for name in sys.modules if name.partition(".")[0] in made]:
        del sys.modules[name]


@pytest.fixture(params=["pydantic", "typeddict"])
def models(request):
    """Either kind of models."""
    return request.param
