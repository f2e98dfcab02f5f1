"""Puts the exported types to the official JSON Schema suite and to real tool lists, beside other generators.

usage: fidelity.py [--no-peers] [--no-real] [--shared FOLDER]

The suites, the judge and the peers' adapters are in `../shared/fidelity` beside the repository; the peers themselves
are installed once, into $FIDELITY_ENV or benchmarks/.env/fidelity. Exit 1 when one of this project's bars is missed.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ADAPTER = f"{shlex.quote(sys.executable)} {shlex.quote(str(HERE / 'fidelity_adapter.py'))} typescript"
OURS = {"literal": f"{ADAPTER} --reading literal", "intended": f"{ADAPTER} --reading intended"}
PEERS = ("codemode", "mcporter", "json2ts", "quicktype")


class Bar(NamedTuple):
    """What must be reached: a row of the table, in which suite and reading. `least` may be what a peer reaches."""

    suite: str
    reading: str
    row: str
    least: float | str


BARS = (
    Bar("draft2020-12", "literal", "accepted", 100.0),
    Bar("draft2020-12", "literal", "refused", 65.0),
    Bar("draft2020-12", "literal", "refused, no false refusal in the group", 65.0),
    Bar("draft2020-12", "intended", "accepted (exact), without tests of other types", 97.0),
    Bar("draft7", "literal", "accepted", 100.0),
    Bar("real tools", "literal", "accepted", 100.0),
    Bar("real tools", "literal", "of the core ceiling refused", 99.5),
    Bar("real tools", "intended", "accepted (exact)", 100.0),
    Bar("real tools", "intended", "of the core ceiling refused (exact)", "json2ts"),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-peers", action="store_true", help="measure this project alone")
    parser.add_argument("--no-real", action="store_true", help="leave out the real tool lists")
    parser.add_argument(
        "--shared", type=Path, default=HERE.parents[1] / "shared", help="where fidelity/ and corpus/ are"
    )
    options = parser.parse_args()
    harness = options.shared / "fidelity"
    if not (harness / "run.py").exists():
        print(f"no harness in {harness}: nothing was measured", file=sys.stderr)
        return 2
    env = prepare(harness)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        suites = [("draft2020-12", harness / "suite", "draft2020-12"), ("draft7", harness / "suite", "draft7")]
        if not options.no_real:
            real = Path(folder) / "real"
            python = Path(env["FIDELITY_ENV"]) / "venv" / "bin" / "python"
            run(
                [str(python), str(harness / "make_real_suite.py"), str(options.shared / "corpus" / "tools"), str(real)],
                env,
            )
            suites.append(("real tools", real, "draft2020-12"))
        for title, suite, draft in suites:
            adapters = dict(OURS)
            if not options.no_peers:
                adapters |= {peer: f"node {shlex.quote(str(harness / 'adapters' / peer))}.mjs" for peer in PEERS}
            columns = {
                name: measure(
                    harness, command, env | {"JSTS_DIR": str(suite), "JSTS_DRAFT": draft}, Path(folder) / "out"
                )
                for name, command in adapters.items()
            }
            show(title, columns)
            for bar in BARS:
                if bar.suite != title or (isinstance(bar.least, str) and bar.least not in columns):
                    continue
                least = columns[bar.least][bar.row] if isinstance(bar.least, str) else bar.least
                reached = columns[bar.reading][bar.row]
                if reached < least:
                    print(f"MISSED: {bar.reading}, {bar.row}: {reached:.2f} < {least:.2f}")
                    missed += 1
    return 1 if missed else 0


def prepare(harness: Path) -> dict[str, str]:
    env = dict(os.environ)
    home = Path(env.setdefault("FIDELITY_ENV", str(HERE / ".env" / "fidelity")))
    if not (home / "node_modules" / "typescript").is_dir() or not (home / "venv").is_dir():
        print(f"installing the judge and the peers into {home} (once) ...", file=sys.stderr)
        run(["sh", str(harness / "setup.sh")], env)
    return env


def run(command: list[str], env: dict[str, str]) -> None:
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{command[0]} failed: {(done.stderr or done.stdout)[-2000:]}")


def measure(harness: Path, adapter: str, env: dict[str, str], out: Path) -> dict[str, float]:
    """One generator on one suite, as rows of percentages, counts and milliseconds."""
    command = [sys.executable, str(harness / "run.py"), "--lang", "ts", "--adapter", adapter, "--json", str(out)]
    run(command, env)
    answer = json.loads(out.read_text(encoding="utf-8"))
    tests = [(g, t) for g in answer["groups"] for t in g["tests"]]
    valid = [t for _, t in tests if t["valid"]]
    core = [t for _, t in tests if not t["valid"] and t["ceiling"]["core"]]
    typed = [t for t in valid if "ignore" not in t["test"]]
    totals = answer["totals"]
    times = sorted(g["ms"] for g in answer["groups"] if isinstance(g["ms"], int | float))

    def share(part: float, whole: float) -> float:
        return 100 * part / whole if whole else 0.0

    def passing(rows: list[dict], variant: str) -> int:
        return sum(bool(t[variant]) for t in rows)

    def refused(rows: list[dict], variant: str) -> int:
        return sum(t[variant] is False for t in rows)

    invalid = [t for _, t in tests if not t["valid"]]
    return {
        "accepted": share(passing(valid, "fresh"), len(valid)),
        "refused": share(refused(invalid, "fresh"), len(invalid)),
        "refused, no false refusal in the group": share(totals["clean_reject"], len(invalid)),
        "of the core ceiling refused": share(refused(core, "fresh"), len(core)),
        "accepted (exact)": share(passing(valid, "exact"), len(valid)),
        "accepted (exact), without tests of other types": share(passing(typed, "exact"), len(typed)),
        "of the core ceiling refused (exact)": share(refused(core, "exact"), len(core)),
        "groups that crash": totals["crash_groups"],
        "groups with ill-typed source": totals["illtyped"],
        "groups typed unknown": totals["any_groups"],
        "median ms a schema, in process": times[len(times) // 2] if times else 0.0,
    }


def show(title: str, columns: dict[str, dict[str, float]]) -> None:
    rows = list(next(iter(columns.values())))
    width = max(map(len, rows))
    print(f"\n{title}\n{'':{width}}  " + "  ".join(f"{name:>9}" for name in columns))
    for row in rows:
        digits = 2 if "ms" in row else 0 if row.startswith("groups") else 1
        print(f"{row:{width}}  " + "  ".join(f"{columns[name][row]:9.{digits}f}" for name in columns))


if __name__ == "__main__":
    sys.exit(main())
