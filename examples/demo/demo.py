"""The demo: a catalog becomes a TypeScript tree, the tree compiles, and a program calls real MCP servers through it.

`make demo` prepares the environments and runs this file. It writes to `out/` beside it and nowhere else.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent
CONFIG = HERE.parent / "toolcat.toml"
OUT = HERE / "out"


class Failed(Exception):
    """A step did not do what it should."""


def step(number: int, title: str) -> None:
    print(f"\n{number}. {title}\n", flush=True)


def run(*command: str, show: str | None = None, keep: int | None = None) -> str:
    """Run a command in the demo's folder, print it and the first `keep` lines of what it says, and return all of it."""
    print(f"   $ {show or ' '.join(command)}", flush=True)
    program = shutil.which(command[0], path=os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]))
    if program is None:
        raise Failed(f"{command[0]} is not installed")
    done = subprocess.run(
        [program, *command[1:]],
        check=False,
        cwd=HERE,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    lines = done.stdout.splitlines()
    shown = lines if keep is None or done.returncode else lines[:keep]
    for line in shown:
        print(f"   {line}".rstrip())
    if len(shown) < len(lines):
        print(f"   ... {len(lines) - len(shown)} more lines")
    if done.returncode:
        raise Failed(f"`{' '.join(command)}` exited {done.returncode}")
    return done.stdout


def demo() -> None:
    config = os.path.relpath(CONFIG, HERE)
    step(1, "A catalog: a manifest, the tools/list results of two servers, and a folder of .meta files")
    names = run("tools", "list", "--config", config, "--format", "names", keep=4).split()
    if "disk_space" not in names or "mcp__desk__find_jobs" not in names:
        raise Failed("the catalog lacks a tool")
    print("\n   One tool of the manifest, and one that only a .meta file describes:\n")
    run("tools", "show", "mcp__desk__update_job", "--config", config, keep=12)
    run("tools", "show", "disk_space", "--config", config, keep=12)

    step(2, "The catalog as a TypeScript tree: a typed function a tool, a folder a server")
    run("tools", "export-typescript", "--config", config, "--output", "out/stubs")

    step(3, "The tree and an agent program that uses it, compiled under every strictness flag")
    shutil.rmtree(OUT / "build", ignore_errors=True)
    run("node", "node_modules/typescript/bin/tsc", "--project", ".", show="npx tsc --project .")
    print("   no errors")

    step(4, "The program, run by Node: its calls reach real MCP servers through the official SDK")
    said = run("node", "out/build/host.js")
    if "ToolError from files.read_text_file" not in said:
        raise Failed("the tool error did not come back")

    print("\nDone. The exported tree is examples/demo/out/stubs, the program examples/demo/agent.ts.")


def main() -> int:
    try:
        demo()
    except Failed as error:
        print(f"\ndemo failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
