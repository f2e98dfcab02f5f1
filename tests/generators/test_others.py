"""Two exports into one folder: the one that loses says so, and the tree is the other's."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from toolcat.catalog import ToolcatError, ToolSpec
from toolcat.generators import tree
from toolcat.generators.typescript import check_typescript, export_typescript


def specs(*tools: str, text: str = "") -> list[ToolSpec]:
    return [ToolSpec(name=f"mcp__kit__{tool}", tool=tool, server="kit", description=text) for tool in tools]


MINE, OTHERS = specs("a", "b", "z", text="mine"), specs("a", "c", text="others'")


def once(act: Callable[[], object]) -> Callable[[int, int], None]:
    """Return a progress callback that acts while the first tool is exported."""
    return lambda done, _: act() if done == 1 else None  # pyright: ignore[reportReturnType]


@pytest.mark.parametrize("way", ["switched", "one by one"])
@pytest.mark.parametrize("before", [None, specs("a", "b", "z")], ids=["absent", "old"])
def test_the_loser_says_that_another_export_is_running(
    tmp_path: Path, before: list[ToolSpec] | None, way: str, monkeypatch: pytest.MonkeyPatch
):
    if way == "one by one":
        monkeypatch.setattr(tree, "exchange", lambda one, other: False)
    out = tmp_path / "out"
    if before is not None:
        export_typescript(before, out)
    with pytest.raises(ToolcatError, match=r"another export is running in .*out") as caught:
        export_typescript(MINE, out, progress=once(lambda: export_typescript(OTHERS, out)))
    assert "run it again" in caught.value.hint
    assert "permission" not in caught.value.message + caught.value.hint
    assert check_typescript(OTHERS, out).differences == []
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    export_typescript(MINE, out)
    assert check_typescript(MINE, out).differences == []


@pytest.mark.parametrize("running", [True, False])
def test_an_export_that_has_not_written_yet_is_seen_as_well(tmp_path: Path, running: bool):
    out = tmp_path / "out"

    def lose_own_work() -> None:
        for path in tmp_path.glob(f".out.toolcat-{os.getpid()}-*"):
            shutil.rmtree(path)

    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        pid = other.pid if running else 999_999_999
        (tmp_path / f".out.toolcat-{pid}-0123abcd").mkdir()
        with pytest.raises(ToolcatError) as caught:
            export_typescript(MINE, out, progress=once(lose_own_work))
        other.communicate(b"\n")
    assert ("another export is running" in caught.value.message) is running
    assert ("permissions" in caught.value.hint) is not running
