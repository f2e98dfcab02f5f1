"""Measure `tools lint` beside other linters of tool definitions, in one run on the same lists: lint_peers.py LIST...

The peers come from PyPI, into an environment of their own: `pip install agnix mcp-tool-card-linter agent-friend`;
`--peers FOLDER` is its folder of scripts. CPU seconds of whole processes, medians.
"""

import argparse
import json
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

from measuring import Command, in_turn

TOOLS = str(Path(sysconfig.get_path("scripts")) / "tools")
ANY = (0, 1, 2)
"""Exit codes of a run that found something, whatever a linter makes of it."""


def commands(given: Path, folder: Path, scripts: str | None) -> dict[str, Command]:
    """Return the commands for one list, as each linter wants it: agnix a project, agent-friend a bare array."""
    data = json.loads(given.read_bytes())
    bare = folder / "bare.json"
    bare.write_text(json.dumps(data["tools"]), encoding="utf-8")
    project = folder / "project"
    project.mkdir(exist_ok=True)
    shutil.copyfile(given, project / "mcp.json")
    asked = {
        "agnix": [str(project)],
        "mcp-tool-card-linter": ["lint", "--tools-file", str(given)],
        "agent-friend": ["validate", str(bare)],
    }
    found = {
        "python -c 'import typer'": Command([sys.executable, "-c", "import typer"]),
        "tools lint": Command([TOOLS, "lint", "--no-config", str(given)], codes=ANY),
    }
    for name, words in asked.items():
        program = shutil.which(name, path=scripts)
        if program is None:
            print(f"{name} is not in {scripts or 'the PATH'}", file=sys.stderr)
        else:
            found[name] = Command([program, *words], codes=ANY)
    return found


def main() -> int:
    """Measure and print a table for each list."""
    parser = argparse.ArgumentParser(description="Measure tools lint beside other linters of tool definitions.")
    parser.add_argument("lists", type=Path, nargs="+", metavar="LIST", help="tools/list results")
    parser.add_argument("--peers", default="", metavar="FOLDER", help="where the peers' scripts are (the PATH)")
    parser.add_argument("--runs", type=int, default=5, help="how often each command runs (5)")
    options = parser.parse_args()
    for given in options.lists:
        count = len(json.loads(given.read_bytes())["tools"])
        with tempfile.TemporaryDirectory(prefix="toolcat-bench-") as temporary:
            costs = in_turn(
                commands(given.resolve(), Path(temporary), options.peers or None),
                runs=options.runs,
                cwd=Path(temporary),
            )
        base = costs["python -c 'import typer'"].cpu
        print(f"\n{given.name}: {count} tools, {given.stat().st_size / 1e3:,.0f} KB")
        for name, cost in costs.items():
            print(f"  {name:<26} {cost.cpu:6.2f} s CPU  {cost.cpu / base:6.1f} x typer  {cost.rss / 1e6:5.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
