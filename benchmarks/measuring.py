"""What a command costs: CPU seconds and peak memory of whole processes, the median of several runs."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LAUNCH = Path(__file__).with_name("launch.py")


@dataclass(frozen=True, slots=True)
class Cost:
    """One run, or the medians of several: seconds of CPU (user and system), seconds by the clock, bytes at the peak."""

    cpu: float
    wall: float
    rss: float


def measure(command: Sequence[str], *, cwd: Path, codes: tuple[int, ...] = (0,)) -> Cost:
    """Run a command once. Its output goes to a file, as it would on a build machine."""
    program = shutil.which(command[0])
    if program is None:
        raise SystemExit(f"{command[0]} is not installed")
    with tempfile.TemporaryDirectory() as folder:
        result, log = Path(folder, "cost.json"), Path(folder, "log")
        with log.open("wb") as output:
            subprocess.run(
                [sys.executable, "-I", "-S", str(LAUNCH), str(result), program, *command[1:]],
                check=True,
                cwd=cwd,
                env={**os.environ, "NO_COLOR": "1"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        cost = json.loads(result.read_bytes())
        if cost["code"] not in codes:
            tail = log.read_text(encoding="utf-8", errors="replace")[-2000:]
            raise SystemExit(f"{tail}\n`{' '.join(command)}` exited {cost['code']}.")
    return Cost(cost["cpu"], cost["wall"], cost["rss"])


@dataclass(frozen=True, slots=True)
class Command:
    """A command to be measured, and the exit codes of a good run.

    The folder `fresh`, if it exists, is removed before each run.
    """

    words: Sequence[str]
    fresh: Path | None = None
    codes: tuple[int, ...] = (0,)


def in_turn(commands: Mapping[str, Command], *, runs: int, cwd: Path) -> dict[str, Cost]:
    """Run all commands one after the other, `runs` times over, and return the medians of each.

    In turn, so that what else the machine does in the meantime weighs on all of them alike.
    """
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for number in range(runs):
        print(f"  round {number + 1} of {runs}: {next(iter(commands))} ...", file=sys.stderr, flush=True)
        for name, command in commands.items():
            if command.fresh is not None:
                shutil.rmtree(command.fresh, ignore_errors=True)
            costs[name].append(measure(command.words, cwd=cwd, codes=command.codes))
    return {name: median(measured) for name, measured in costs.items()}


def median(costs: Sequence[Cost]) -> Cost:
    """Return the medians of several runs, each quantity by itself."""
    return Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in ("cpu", "wall", "rss")))
