"""Measure toolcat against its peers and against the floor, in one run, as ratios: `make bench`.

Seconds depend on the machine and on what else it does; ratios of commands that ran in turn on the same input depend on
them far less. CPU seconds are user and system of whole processes, start included; each figure is a median.
"""

import argparse
import itertools
import json
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from inputs import Input, draw, read_tools, write_input
from measuring import Command, Cost, in_turn, measure

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CORPUS = ROOT.parent / "shared" / "corpus" / "tools"
EXAMPLES = ROOT / "examples" / "servers"
PEER = HERE / ".env" / "node_modules" / "json-schema-to-typescript" / "dist" / "src" / "cli.js"
FLOOR = HERE / "floor.py"
SCRIPTS = Path(sysconfig.get_path("scripts"))
TOOLS = str(SCRIPTS / "tools")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a ratio and the most it should be; without a target it is there to be known."""

    what: str
    value: float
    unit: str
    target: float | None = None

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        return "pass" if self.value <= self.target else "MISS"


@dataclass(slots=True)
class Report:
    """What was measured, in order."""

    runs: int
    rows: list[Row] = field(default_factory=list)
    costs: dict[str, Cost] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def measure(self, commands: Mapping[str, Command], work: Path, *, runs: int = 0) -> list[Cost]:
        """Measure commands in turn and keep their costs under their names."""
        costs = in_turn(commands, runs=max(runs, self.runs), cwd=work)
        self.costs.update(costs)
        return [costs[name] for name in commands]


def startup(report: Report, work: Path) -> None:
    """Measure what every command pays before it begins."""
    commands = {
        "python -c pass": Command([sys.executable, "-c", "pass"]),
        "python -c 'import typer'": Command([sys.executable, "-c", "import typer"]),
        "tools --help": Command([TOOLS, "--help"]),
    }
    bare, typer, shown = report.measure(commands, work, runs=9)
    report.rows += [
        Row("tools --help / python -c 'import typer'", shown.cpu / typer.cpu, "x", 2),
        Row("tools --help / python -c pass", shown.cpu / bare.cpu, "x"),
    ]


def tree_sizes(tree: Path) -> dict[str, int]:
    """Return the sizes of all files of an exported tree."""
    return {str(path.relative_to(tree)): path.stat().st_size for path in sorted(tree.rglob("*")) if path.is_file()}


def catalog(report: Report, given: Input, work: Path, *, peer: bool) -> None:
    """Measure listing, exporting and linting an input, beside the peer and the floor."""
    count = f"{given.tools:,}"
    tree, sizes, copy, types = work / "stubs", work / "sizes.json", work / "floor", work / "json2ts"
    python = work / "python"
    config = ["--config", str(given.config)]
    exporting = [TOOLS, "export-typescript", *config, "--output", str(tree), "--quiet"]
    json2ts = ["node", str(PEER), "-i", str(given.schemas), "-o", str(types)]

    measure(exporting, cwd=work)
    files = tree_sizes(tree)
    if len(files) < given.tools:
        raise SystemExit(f"only {len(files)} files were exported for {count} tools")
    sizes.write_text(json.dumps(files), encoding="utf-8")

    commands = {
        f"tools list, {count}": Command([TOOLS, "list", *config, "--format", "json"]),
        f"tools export-typescript, {count}": Command(exporting, fresh=tree),
        f"tools export-typescript, {count}, unchanged": Command(exporting),
        f"floor, {count}": Command([sys.executable, str(FLOOR), str(given.lists), str(sizes), str(copy)], fresh=copy),
    }
    commands[f"tools lint, {count}"] = Command([TOOLS, "lint", *config], codes=(0, 1))
    commands[f"tools lint --quiet, {count}"] = Command([TOOLS, "lint", *config, "--quiet"], codes=(0, 1))
    commands[f"tools export-python, {count}"] = Command(
        [TOOLS, "export-python", *config, "--output", str(python), "--models", "typeddict", "--quiet"], fresh=python
    )
    if peer:
        commands[f"json2ts, {count}"] = Command(json2ts, fresh=types)
        commands[f"json2ts --no-format, {count}"] = Command([*json2ts, "--no-format"], fresh=types)
    listing, ours, again, floor, lint, quiet, pythons, *theirs = report.measure(commands, work)

    # Below this, the interpreter with its libraries outweighs any catalog.
    memory = 10 if given.tools >= 10_000 else None
    if theirs:
        report.rows += [
            Row(f"export, {count} tools / json2ts on their input schemas", ours.cpu / theirs[0].cpu, "x", 1 / 5),
            Row(f"export, {count} tools / json2ts --no-format", ours.cpu / theirs[1].cpu, "x"),
        ]
    report.rows += [
        Row(f"export, {count} tools / floor", ours.cpu / floor.cpu, "x", 5),
        Row(f"export again, nothing changed, {count} tools / export", again.cpu / ours.cpu, "x"),
        Row(f"list --format json, {count} tools / floor", listing.cpu / floor.cpu, "x"),
        Row(f"lint, {count} tools, for each 1,000", lint.cpu / given.tools * 1000, "s", 1),
        Row(f"lint --quiet (errors only), {count} tools, for each 1,000", quiet.cpu / given.tools * 1000, "s", 1),
        Row(f"lint, {count} tools / floor", lint.cpu / floor.cpu, "x"),
        Row(f"export-python --models typeddict, {count} tools / floor", pythons.cpu / floor.cpu, "x"),
        Row(f"export, {count} tools: peak memory / size of the lists", ours.rss / given.size, "x", memory),
        Row(f"list, {count} tools: peak memory / size of the lists", listing.rss / given.size, "x", memory),
        Row(f"lint, {count} tools: peak memory / size of the lists", lint.rss / given.size, "x", memory),
    ]
    report.notes.append(
        f"{count} tools in {given.size / 1e6:.1f} MB of lists; "
        f"a tree of {len(files):,} files, {sum(files.values()) / 1e6:.1f} MB; "
        f"export {ours.cpu:.2f} s CPU ({ours.cpu / given.tools * 1e3:.2f} ms a tool), peak {ours.rss / 1e6:.0f} MB; "
        f"floor {floor.cpu:.2f} s"
    )


def linear(report: Report, what: str, small: int, large: int) -> None:
    """Add how much more the larger input cost, beyond the factor between the inputs."""
    a, b = report.costs[f"{what}, {small:,}"], report.costs[f"{what}, {large:,}"]
    growth = (b.cpu / a.cpu) / (large / small)
    report.rows.append(Row(f"{what}: {small:,} -> {large:,} tools, growth / {large // small}", growth, "x", 1.1))


def print_report(report: Report) -> None:
    """Print the table and what it rests on."""
    width = max(len(row.what) for row in report.rows)
    print(f"\n{'':<{width}}  measured    target")
    for row in report.rows:
        target = "" if row.target is None else f"<= {row.target:g} {row.unit}"
        print(f"{row.what:<{width}}  {row.value:6.2f} {row.unit}  {target:>9}  {row.verdict}".rstrip())
    print(f"\n{'':<{width}}  CPU s   clock s  peak MB")
    for name, cost in report.costs.items():
        print(f"{name:<{width}}  {cost.cpu:6.2f}  {cost.wall:6.2f}  {cost.rss / 1e6:7.0f}")
    print()
    for note in report.notes:
        print(note)


def main() -> int:
    """Measure and print; a missed target is said, and is no failure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3, help="how often each command runs (3)")
    parser.add_argument("--counts", default="1000,10000", help="numbers of tools, ascending (1000,10000)")
    parser.add_argument("--large", action="store_true", help="also 100,000 tools, without the peer")
    parser.add_argument("--peer-limit", type=int, default=10_000, help="the largest count the peer is run on (10000)")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="a folder of tools/list results")
    parser.add_argument("--work", type=Path, help="where to write, e.g. on a disk in memory (a temporary folder)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file")
    options = parser.parse_args()

    corpus: Path = options.corpus
    report = Report(options.runs)
    if not any(corpus.glob("*.json")):
        corpus = EXAMPLES
        report.notes.append("The corpus is not there: the tools of examples/servers were multiplied instead.")
    tools = read_tools(corpus)
    counts = [int(count) for count in options.counts.split(",")] + [100_000] * options.large
    report.notes.append(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}; "
        f"{len(tools):,} real tools; medians of {options.runs} runs."
    )
    if options.work is not None:
        options.work.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="toolcat-bench-", dir=options.work) as temporary:
        work = Path(temporary)
        startup(report, work)
        for count in counts:
            folder = work / str(count)
            given = write_input(draw(tools, count), folder)
            catalog(report, given, folder, peer=PEER.is_file() and count <= options.peer_limit)
            shutil.rmtree(folder)
    for small, large in itertools.pairwise(counts):
        linear(report, "tools list", small, large)
        linear(report, "tools export-typescript", small, large)
        linear(report, "tools lint", small, large)
    print_report(report)
    if options.json:
        data = {
            "rows": [{**asdict(row), "verdict": row.verdict} for row in report.rows],
            "costs": {name: asdict(cost) for name, cost in report.costs.items()},
            "notes": report.notes,
        }
        options.json.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
