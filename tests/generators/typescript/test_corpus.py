"""Real `tools/list` results: every one is exported, all of it compiles under two compilers, and bytes are stable."""

import contextlib
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from toolcat.catalog import ToolcatError, ToolSpec, qualify
from toolcat.catalog.loading import SourceRequest, load
from toolcat.generators.typescript import ExportResult, TypeScriptOptions, check_typescript, export_typescript

CORPUS = Path(__file__).resolve().parents[4] / "shared" / "corpus" / "tools"
FORMATS = CORPUS.parent / "formats"
pytestmark = [
    pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here (../shared/corpus/tools)"),
    pytest.mark.xdist_group("typescript-corpus"),
]


@pytest.fixture(scope="module")
def specs() -> list[ToolSpec]:
    requests = [SourceRequest(str(path), path.stem) for path in sorted(CORPUS.glob("*.json"))]
    return load(requests).catalog.tools()


@pytest.fixture(scope="module")
def exported(specs: list[ToolSpec], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ExportResult]:
    tree = tmp_path_factory.mktemp("corpus") / "tree"
    return tree, export_typescript(specs, tree)


def of_other_formats() -> list[tuple[Path, list[ToolSpec]]]:
    """Return the files of other formats that are read; the others end in an error, which is their readers' affair."""
    found: list[tuple[Path, list[ToolSpec]]] = []
    for path in sorted(FORMATS.iterdir()):
        with contextlib.suppress(ToolcatError):
            found.append((path, load([SourceRequest(str(path))]).catalog.tools()))
    return found


def test_every_tool_is_there(specs: list[ToolSpec], exported: tuple[Path, ExportResult]):
    listed = [json.loads(path.read_text(encoding="utf-8"))["tools"] for path in sorted(CORPUS.glob("*.json"))]
    assert len(specs) == sum(map(len, listed)) > 0
    tree, result = exported
    assert result.tools == len(result.names) == len(specs)
    assert all((tree / tool.files[0]).is_file() for tool in result.names.values())
    assert result.degraded == [], "a schema of the corpus became unknown"


@pytest.mark.parametrize("compiler", ["typescript", "typescript7"])
def test_all_trees_compile_together(
    specs: list[ToolSpec], exported: tuple[Path, ExportResult], tmp_path: Path, tsc: Callable[..., None], compiler: str
):
    export_typescript(specs, tmp_path / "all" / "intended")
    if compiler == "typescript7":  # several times as fast
        export_typescript(specs, tmp_path / "all" / "literal", TypeScriptOptions(reading="literal", names="preserve"))
        export_typescript(specs, tmp_path / "all" / "flat", TypeScriptOptions(layout="flat"))
    for path, others in of_other_formats():
        export_typescript(others, tmp_path / "all" / path.stem)
    tsc(tmp_path / "all", compiler)


def test_no_type_is_any(exported: tuple[Path, ExportResult]):
    comment = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
    string = re.compile(r'"(?:[^"\\]|\\.)*"')
    for path in exported[0].rglob("*.ts"):
        code = string.sub('""', comment.sub("", path.read_text(encoding="utf-8")))
        code = re.sub(r"^\s*[\w$]+\??:", "", code, flags=re.MULTILINE)
        assert re.search(r"\bany\b", code) is None, path


def test_the_bytes_are_stable(
    specs: list[ToolSpec],
    exported: tuple[Path, ExportResult],
    tmp_path: Path,
    tree_of: Callable[[Path], dict[str, bytes]],
):
    wanted = tree_of(exported[0])
    shuffled = list(specs)
    random.Random(7).shuffle(shuffled)
    export_typescript(shuffled, tmp_path / "tree")
    assert tree_of(tmp_path / "tree") == wanted
    assert check_typescript(shuffled, tmp_path / "tree").differences == []
    again = export_typescript(shuffled, tmp_path / "tree")
    assert (again.written, again.removed) == ([], [])
    assert b"\r" not in b"".join(wanted.values())


@pytest.mark.parametrize("server", [None, "filesystem", "brand-new"])
def test_an_unrelated_tool_changes_only_its_own_files(
    specs: list[ToolSpec],
    exported: tuple[Path, ExportResult],
    tmp_path: Path,
    tree_of: Callable[[Path], dict[str, bytes]],
    server: str | None,
):
    added = ToolSpec(name=qualify(server, "zap_all"), tool="zap_all", server=server, description="Zap.")
    export_typescript([*specs, added], tmp_path / "tree")
    before, after = tree_of(exported[0]), tree_of(tmp_path / "tree")
    changed = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    own = {None: {"zapAll.ts"}, "filesystem": {"filesystem/zapAll.ts", "filesystem/index.ts"}}
    expected = own.get(server, {"brand-new/zapAll.ts", "brand-new/index.ts"}) | {"toolcat.lock.json"}
    barrel = set() if server == "filesystem" else {"index.ts"}
    assert changed == expected | barrel
