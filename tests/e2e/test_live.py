"""Real servers: snapshot, lint, export, compile; and the demo's programs from a snapshot.

`make test` asks the two servers that the tests have anyway. `make servers` installs a dozen more, and asks them all.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = shutil.which("tools", path=sysconfig.get_path("scripts")) or "tools"
SERVERS = Path(__file__).parent / "servers"
FAULTY = ROOT / "tests" / "catalog" / "live" / "server.py"
OLD = ROOT / ".venv-servers" / ("Scripts" if os.name == "nt" else "bin")
EXAMPLES = ROOT / "examples"


def tools(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [TOOLS, *args], check=False, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=300
    )


def write_config(folder: Path, servers: dict[str, list[str]], **env: str) -> None:
    lines: list[str] = []
    for name, command in servers.items():
        lines += [
            "[[sources]]",
            f'server = "{name}"',
            f"command = {json.dumps(command)}",
            f'path = "lists/{name}.json"',
        ]
        if name in env:
            lines.append(f'env = {{ {env[name]} = "not-a-real-token" }}')
    (folder / "toolcat.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def lists(folder: Path) -> dict[str, bytes]:
    return {path.stem: path.read_bytes() for path in sorted((folder / "lists").iterdir())}


def lint_export_compile(folder: Path, compiler: list[str]) -> None:
    """From the snapshots on nothing is asked: the servers' commands are no longer there."""
    assert tools(folder, "lint", "--no-config", "--fail-on", "never", "lists").returncode == 0
    done = tools(folder, "export-typescript", "--no-config", "--output", "stubs", "lists")
    assert done.returncode == 0, done.stderr
    again = tools(folder, "export-typescript", "--no-config", "--output", "stubs", "--check", "lists")
    assert again.returncode == 0, again.stdout + again.stderr
    strict = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--skipLibCheck"]
    done = subprocess.run(
        [*compiler, *strict, "stubs/index.ts"], check=False, cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_two_servers_from_snapshot_to_compiler(node_modules, tmp_path):
    official = node_modules / "@modelcontextprotocol"
    write_config(
        tmp_path,
        {
            "everything": ["node", str(official / "server-everything" / "dist" / "index.js")],
            "files": ["node", str(official / "server-filesystem" / "dist" / "index.js"), str(tmp_path)],
        },
    )
    done = tools(tmp_path, "snapshot")
    assert done.returncode == 0, done.stderr
    first = lists(tmp_path)
    done = tools(tmp_path, "snapshot", "--check", "--twice", "--fail-on", "additive")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    assert lists(tmp_path) == first
    assert str(tmp_path).encode() not in b"".join(first.values())
    lint_export_compile(tmp_path, ["node", str(node_modules / "typescript" / "bin" / "tsc")])


def test_the_demo_runs_from_a_snapshot(tmp_path):
    if not (EXAMPLES / "demo" / "node_modules").is_dir():
        pytest.skip("the demo's npm packages are not installed")
    copy = tmp_path / "examples"
    shutil.copytree(EXAMPLES, copy, ignore=shutil.ignore_patterns("node_modules", "out", "__pycache__"))
    (copy / "demo" / "node_modules").symlink_to(EXAMPLES / "demo" / "node_modules", target_is_directory=True)
    (copy / "demo" / "out" / "sandbox").mkdir(parents=True)
    done = tools(copy / "demo", "snapshot", "--no-config", "servers.json", "-o", "../servers")
    assert done.returncode == 0, done.stderr
    for name in ("everything", "files"):
        taken = json.loads((copy / "servers" / f"{name}.json").read_bytes())
        kept = json.loads((EXAMPLES / "servers" / f"{name}.json").read_bytes())
        assert taken["tools"] == kept["tools"]
    shutil.rmtree(copy / "demo" / "out")
    done = subprocess.run(
        [sys.executable, "demo.py"], check=False, cwd=copy / "demo", capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Done. " in done.stdout


def real_servers(folder: Path) -> dict[str, list[str]]:
    binaries = SERVERS / "node_modules" / ".bin"
    return {
        "chart": [str(binaries / "mcp-server-chart")],
        "commands": [str(binaries / "mcp-server-commands")],
        "context7": [str(binaries / "context7-mcp")],
        "everything": [str(binaries / "mcp-server-everything")],
        "fetch": [str(OLD / "mcp-server-fetch")],
        "files": [str(binaries / "mcp-server-filesystem"), str(folder)],
        "git": [str(OLD / "mcp-server-git")],
        "gitlab": [str(binaries / "mcp-gitlab")],
        "memory": [str(binaries / "mcp-server-memory")],
        "notion": [str(binaries / "notion-mcp-server")],
        "sqlite": [str(OLD / "mcp-server-sqlite"), "--db-path", str(folder / "x.db")],
        "tavily": [str(binaries / "tavily-mcp")],
        "thinking": [str(binaries / "mcp-server-sequential-thinking")],
        "time": [str(OLD / "mcp-server-time")],
    }


@pytest.mark.skipif("TOOLCAT_SERVERS" not in os.environ, reason="`make servers` installs and asks them")
def test_many_real_servers(tmp_path):
    faulty = {name: [sys.executable, str(FAULTY), name] for name in ("junk", "slow", "empty", "dies")}
    real = real_servers(tmp_path)
    write_config(tmp_path, {**real, **faulty}, gitlab="GITLAB_PERSONAL_ACCESS_TOKEN", tavily="TAVILY_API_KEY")
    done = tools(tmp_path, "snapshot", "--timeout", "90")
    print(done.stderr)
    assert done.returncode == 1
    first = lists(tmp_path)
    assert set(first) == {*real, *faulty} - {"dies"}
    assert b"not-a-real-token" not in b"".join(first.values())
    counts = {name: len(json.loads(text)["tools"]) for name, text in first.items()}
    print(counts)
    assert counts["gitlab"] > 100
    assert counts["empty"] == 0
    assert all(counts[name] > 0 for name in first if name != "empty")
    versions = {json.loads(text)["x-snapshot"]["protocolVersion"] for text in first.values()}
    print("protocol versions:", sorted(versions))
    assert len(versions) > 2
    done = tools(tmp_path, "snapshot", *(set(first) - {"empty"}), "--check", "--twice", "--timeout", "90")
    print(done.stdout, done.stderr)
    unstable = "TS025" in done.stderr
    assert done.returncode == int(unstable)
    assert lists(tmp_path) == first
    (tmp_path / "lists" / "empty.json").unlink()
    lint_export_compile(tmp_path, ["node", str(SERVERS / "node_modules" / "typescript" / "bin" / "tsc")])
