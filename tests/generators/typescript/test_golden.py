"""The golden tree: what an export looks like, for a reader; any change of it is a change to look at."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from toolcat.catalog.loading import SourceRequest, load
from toolcat.generators.typescript import export_typescript

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "typescript"
UPDATE = "TOOLCAT_UPDATE_GOLDEN"


def test_the_golden_tree(tmp_path: Path, tree_of: Callable[[Path], dict[str, bytes]], tsc: Callable[..., None]):
    loaded = load([SourceRequest(str(GOLDEN / "catalog.tools.yaml"))])
    assert [finding for finding in loaded.findings if finding.is_error] == []
    out = tmp_path / "tree"
    result = export_typescript(loaded.catalog.tools(), out)
    assert result.degraded == []
    lock = out / "toolcat.lock.json"
    # The one thing in a tree that a release changes.
    lock.write_bytes(re.sub(rb'"toolcat": "[^"]*"', b'"toolcat": "0"', lock.read_bytes()))
    if os.environ.get(UPDATE):
        shutil.rmtree(GOLDEN / "tree", ignore_errors=True)
        shutil.copytree(out, GOLDEN / "tree")
    found, wanted = tree_of(out), tree_of(GOLDEN / "tree")
    assert sorted(found) == sorted(wanted)
    for path, content in wanted.items():
        assert found[path].decode() == content.decode(), f"{path}: if this is meant, run again with {UPDATE}=1"
    tsc(out)
