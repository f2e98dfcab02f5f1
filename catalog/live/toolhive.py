"""ToolHive: the workloads that are already running, as servers. Nothing is started, stopped or changed."""

from __future__ import annotations

import json
import subprocess
from typing import cast

from ..findings import ToolcatError
from ..names import server_name_problem
from .servers import HttpServer, LiveServer

PROGRAM = "thv"
SECONDS = 20


def running_workloads() -> list[LiveServer]:
    """Return the running workloads, by name, as `thv list` tells them.

    Raises ToolcatError if ToolHive is not installed or does not answer.
    """
    import shutil

    # The whole path: Windows would otherwise look into the working folder first.
    program = shutil.which(PROGRAM)
    if program is None:
        raise ToolcatError("--toolhive: there is no program 'thv' on PATH", hint="Install ToolHive, or leave it out.")
    try:
        done = subprocess.run(
            [program, "list", "--format", "json"],
            check=False,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        raise ToolcatError("--toolhive: `thv list` did not answer", hint="Run it by hand to see why.") from None
    if done.returncode:
        raise ToolcatError(
            f"--toolhive: `thv list` failed with exit code {done.returncode}", hint="Run it by hand to see why."
        )
    return workloads_of(done.stdout)


def workloads_of(data: bytes) -> list[LiveServer]:
    """Return the running workloads of what `thv list --format json` printed, sorted by name.

    Raises ToolcatError if it is no list of workloads.
    """
    try:
        value: object = json.loads(data) if data.strip() else []
    except ValueError:
        value = {}
    if value is None:
        value = []
    if not isinstance(value, list):
        raise ToolcatError("--toolhive: `thv list` printed no list of workloads", hint="Update ToolHive.")
    out: dict[str, LiveServer] = {}
    for entry in cast("list[object]", value):
        fields = cast("dict[str, object]", entry) if isinstance(entry, dict) else {}
        name, url = fields.get("name"), fields.get("url")
        if not isinstance(name, str) or fields.get("status", "running") != "running":
            continue
        problem = server_name_problem(name)
        if not isinstance(url, str) or not url:
            problem = problem or "it has no URL"
            url = ""
        elif "/sse" in url:
            problem = problem or "its proxy speaks HTTP+SSE; run it with --proxy-mode streamable-http"
        transport = None if problem else HttpServer(url.partition("#")[0], reads_token=False)
        out[name] = LiveServer(name, transport, "ToolHive", problem=problem)
    return [out[name] for name in sorted(out)]
