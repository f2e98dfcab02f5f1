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
EXAMPLES = HERE.parent
OUT = HERE / "out"


class Failed(Exception):
    """A step did not do what it should."""


def step(number: int, title: str) -> None:
    print(f"\n{number}. {title}\n", flush=True)


def show_lines(text: str, keep: int | None) -> None:
    lines = text.splitlines()
    for line in lines[:keep]:
        print(f"   {line}".rstrip())
    if keep is not None and len(lines) > keep:
        print(f"   ... {len(lines) - keep} more lines")


def run(*command: str, folder: Path = HERE, show: str | None = None, keep: int | None = None) -> str:
    """Run a command, print it and the first `keep` lines of what it says, and return its standard output."""
    print(f"   $ {show or ' '.join(command)}", flush=True)
    program = shutil.which(command[0], path=os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]))
    if program is None:
        raise Failed(f"{command[0]} is not installed")
    done = subprocess.run(
        [program, *command[1:]],
        check=False,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    show_lines(done.stdout, None if done.returncode else keep)
    show_lines(done.stderr, None)
    if done.returncode:
        raise Failed(f"`{' '.join(command)}` exited {done.returncode}")
    return done.stdout


def demo() -> None:
    step(1, "A catalog: a manifest, the tools/list results of two servers, a folder of .meta files (in examples/)")
    names = run("tools", "list", "--format", "names", folder=EXAMPLES, keep=4).split()
    if not {"disk_space", "mcp__desk__update_job", "mcp__files__read_text_file"}.issubset(names):
        raise Failed("the catalog lacks a tool")
    print("\n   A tool that only a .meta file describes, with its signature as a model sees it:\n")
    run("tools", "show", "disk_space", folder=EXAMPLES)

    step(2, "The catalog as a TypeScript tree: a typed function a tool, a folder a server")
    run("tools", "export-typescript", "--output", "demo/out/stubs", folder=EXAMPLES)
    print("\n   One of its files, from a tool that a server listed:\n")
    show_lines((OUT / "stubs" / "everything" / "getStructuredContent.ts").read_text(encoding="utf-8"), None)

    step(3, "The tree and an agent program that uses it, compiled under every strictness flag (in examples/demo/)")
    shutil.rmtree(OUT / "build", ignore_errors=True)
    run("node", "node_modules/typescript/bin/tsc", "--project", ".", show="npx tsc --project .")
    print("   no errors")

    step(4, "The program, run by Node: its calls reach real MCP servers through the official SDK")
    said = run("node", "out/build/host.js")
    if "ToolError from files.read_text_file" not in said:
        raise Failed("the tool error did not come back")

    step(5, "The same catalog as a Python package, and the same program in Python, through the official Python SDK")
    run("tools", "export-python", "--output", "demo/out/python", folder=EXAMPLES)
    said = run("python", "host.py")
    if "ToolError from files.read_text_file" not in said:
        raise Failed("the tool error did not come back")

    print("\nDone. The exported trees are examples/demo/out/stubs and out/python, the programs agent.ts and agent.py.")


def main() -> int:
    try:
        demo()
    except Failed as error:
        print(f"\ndemo failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
