"""Measure the Python export of all real tools against one datamodel-code-generator call per schema, in one run.

usage: python_export.py [--every N] [--runs N] [--corpus DIR] [--work DIR]

The peer takes a minute or more for the whole corpus: by default it is given each tenth schema, and its time beyond its
start and first schema is multiplied by ten; `--every 1` gives it all. CPU seconds are of whole processes, start
included. Trees are written below a temporary folder, or below `--work`: on some disks creating a file costs more than
all else.
"""

import argparse
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

from measuring import measure

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parent.parent / "shared" / "corpus" / "tools"
TOOLS = str(Path(sysconfig.get_path("scripts")) / "tools")
PEER = HERE / "dcg_per_tool.py"
ALL = 1_000_000
"""More schemas than there are: the peer is given the first one only."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--every", type=int, default=10, help="of how many schemas the peer gets one (10)")
    parser.add_argument("--runs", type=int, default=3, help="how often each command runs; the median counts (3)")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="a folder of tools/list results")
    parser.add_argument("--work", type=Path, help="where to write, e.g. on a disk in memory (a temporary folder)")
    options = parser.parse_args()
    lists = sorted(options.corpus.glob("*.json"))
    if not lists:
        raise SystemExit(f"there are no lists in {options.corpus}")
    sources = [f"{path.stem}={path}" for path in lists]

    if options.work is not None:
        options.work.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="toolcat-bench-", dir=options.work) as temporary:
        work = Path(temporary)

        def cpu(*command: str, fresh: Path | None = None) -> float:
            found = []
            for _ in range(options.runs):
                if fresh is not None:
                    shutil.rmtree(fresh, ignore_errors=True)
                found.append(measure(command, cwd=work).cpu)
            return sorted(found)[len(found) // 2]

        def export(models: str, *, anew: bool) -> float:
            tree = work / models
            arguments = ["--models", models, "--output", str(tree), "--no-config", "--quiet"]
            return cpu(TOOLS, "export-python", *sources, *arguments, fresh=tree if anew else None)

        def peer_cpu(every: int) -> float:
            return cpu(sys.executable, str(PEER), str(options.corpus), str(every))

        start = peer_cpu(ALL)
        peer = start + (peer_cpu(options.every) - start) * options.every
        typed, models = export("typeddict", anew=True), export("pydantic", anew=True)
        again = max(export("typeddict", anew=False), export("pydantic", anew=False))
        listing = cpu(TOOLS, "list", *sources, "--no-config", "--format", "json")

    rows = [
        ("one datamodel-code-generator call per schema / export, pydantic", peer / models, ">=", 8.0),
        ("one datamodel-code-generator call per schema / export, typeddict", peer / typed, ">=", 100.0),
        ("export again, nothing changed / tools list", again / listing, "<=", 1.5),
    ]
    for what, ratio, sign, target in rows:
        met = ratio >= target if sign == ">=" else ratio <= target
        print(f"{what:<66}  {ratio:6.1f} x  {sign} {target:g}  {'pass' if met else 'MISS'}")
    print(
        f"CPU s: peer {peer:.1f}{f' (from each {options.every}th schema)' if options.every > 1 else ''}, "
        f"pydantic {models:.2f}, typeddict {typed:.2f}, again {again:.2f}, list {listing:.2f}"
    )


if __name__ == "__main__":
    main()
