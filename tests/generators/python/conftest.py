"""Fixtures of the Python export."""

import json
import subprocess
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


@pytest.fixture(scope="session")
def strict(tmp_path_factory):
    """Check folders with basedpyright in strict mode: every finding, as one line each."""

    def run(*folders: Path, version: str = "3.11") -> list[str]:
        root = tmp_path_factory.mktemp("strict")
        settings = {
            "typeCheckingMode": "strict",
            "pythonVersion": version,
            "pythonPlatform": "Linux",
            "include": [str(folder) for folder in folders],
            "exclude": [],
        }
        (root / "pyrightconfig.json").write_text(json.dumps(settings))
        command = ["-m", "basedpyright", "--outputjson", "--project", str(root), "--pythonpath", sys.executable]
        done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)
        report = json.loads(done.stdout)
        assert report["summary"]["filesAnalyzed"] > 0
        return [
            f"{item['file']}:{item['range']['start']['line'] + 1}: {item['message']} ({item.get('rule')})"
            for item in report["generalDiagnostics"]
        ]

    return run
