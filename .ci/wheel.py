"""Build the sdist and the wheel from a clean copy, and check that the wheel holds the package and nothing else.

A clean copy holds what git knows or would add; folders left over from earlier builds cannot slip in. With `--install`
the wheel is put into a fresh environment (with its dependencies) and its commands are run there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path, PurePosixPath

OUTSIDE = {"tests", "docs", "examples", "benchmarks"}
"""The top-level folders that are no part of the package; folders that begin with a dot are none either."""

DIST_INFO = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt", "licenses/LICENSE"}


def tree_files(root: Path) -> list[PurePosixPath]:
    """Return the files of the tree that git knows or would add, relative to `root`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE).stdout
    paths = sorted({name for name in os.fsdecode(listed).split("\0") if name})
    return [PurePosixPath(path) for path in paths if (root / path).is_file()]


def package_files(files: list[PurePosixPath]) -> set[str]:
    """Return the files that belong into the wheel, by their names in it: all files in all folders of the package."""
    return {
        str(PurePosixPath("toolcat") / path)
        for path in files
        if len(path.parts) > 1 and path.parts[0] not in OUTSIDE and not path.parts[0].startswith(".")
    }


def clean_copy(root: Path, files: list[PurePosixPath], target: Path) -> None:
    """Copy `files` from `root` to `target`."""
    for path in files:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, target / path)


def build(copy: Path, output: Path, *, isolated: bool) -> Path:
    """Build an sdist of `copy` and a wheel from the sdist; return the wheel."""
    command = [sys.executable, "-m", "build", "--outdir", str(output), str(copy)]
    done = subprocess.run(
        command if isolated else [*command, "--no-isolation"],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}\nThe build failed.")
    (wheel,) = output.glob("*.whl")
    return wheel


def differences(root: Path, files: list[PurePosixPath], wheel: Path) -> list[str]:
    """Compare the wheel with the tree and say what differs, a line each."""
    expected = package_files(files)
    problems: list[str] = []
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        inside = {name for name in names if not name.partition("/")[0].endswith(".dist-info")}
        metadata = {name.partition("/")[2] for name in names if name not in inside}
        problems += [f"in the tree, not in the wheel: {name}" for name in sorted(expected - inside)]
        problems += [f"in the wheel, not in the tree: {name}" for name in sorted(inside - expected)]
        problems += [f"unexpected metadata in the wheel: {name}" for name in sorted(metadata - DIST_INFO)]
        problems += [f"missing metadata in the wheel: {name}" for name in sorted(DIST_INFO - metadata)]
        problems += [
            f"differs from the tree: {name}"
            for name in sorted(inside & expected)
            if archive.read(name) != (root / name.removeprefix("toolcat/")).read_bytes()
        ]
    if problems:
        problems.append("A new folder of the package is listed in pyproject.toml under [tool.setuptools].")
    return problems


def try_out(wheel: Path, folder: Path) -> None:
    """Install the wheel into a fresh environment in `folder` and run its commands there, away from the tree."""
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(scripts / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check", str(wheel)]
    subprocess.run(pip, check=True, cwd=folder)
    for command in (["tools", "--help"], ["skills", "--help"], ["toolcat", "--help"], ["toolcat", "--version"]):
        done = subprocess.run(
            [str(scripts / command[0]), *command[1:]],
            check=False,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"{done.stdout}\n`{' '.join(command)}` exited {done.returncode}.")
        first = next((line.strip() for line in done.stdout.splitlines() if line.strip()), "")
        print(f"  {' '.join(command):<18} {first}")


def main() -> int:
    """Build, compare, install and run; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1], help="the tree to build")
    parser.add_argument("--output", type=Path, help="where to leave the sdist and the wheel")
    parser.add_argument("--install", action="store_true", help="install into a fresh environment and run the commands")
    parser.add_argument("--no-isolation", action="store_true", help="build with the setuptools of this environment")
    options = parser.parse_args()

    root: Path = options.root.resolve()
    files = tree_files(root)
    with tempfile.TemporaryDirectory(prefix="toolcat-wheel-") as temporary:
        work = Path(temporary)
        clean_copy(root, files, work / "copy")
        wheel = build(work / "copy", work / "dist", isolated=not options.no_isolation)
        problems = differences(root, files, wheel)
        if problems:
            print("\n".join(problems), file=sys.stderr)
            return 1
        print(f"{wheel.name}: {len(package_files(files))} files, equal to the tree")
        if options.install:
            try_out(wheel, work / "environment")
        if options.output:
            shutil.copytree(work / "dist", options.output, dirs_exist_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
