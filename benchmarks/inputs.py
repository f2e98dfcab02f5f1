"""The tools that are measured: real tools/list results, sampled or multiplied to the number asked for, always alike."""

import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

SEED = 2026


@dataclass(frozen=True, slots=True)
class Input:
    """Tools on disk: `lists` for toolcat, a file a server; `schemas` for the peer, a file an input schema."""

    tools: int
    config: Path
    """A toolcat.toml that names the lists and their servers."""
    lists: Path
    schemas: Path
    size: int
    """Bytes of the lists."""


def read_tools(folder: Path) -> list[tuple[str, dict[str, object]]]:
    """Return all tools of the lists in `folder`, each with the name of its server."""
    tools: list[tuple[str, dict[str, object]]] = []
    for path in sorted(folder.glob("*.json")):
        tools += [(path.stem, tool) for tool in json.loads(path.read_bytes())["tools"]]
    return tools


def draw(tools: list[tuple[str, dict[str, object]]], count: int) -> dict[str, list[dict[str, object]]]:
    """Draw `count` tools: whole copies of the collection under other server names, and a sample for the rest."""
    rounds, rest = divmod(count, len(tools))
    chosen = [(f"{server}-{number}", tool) for number in range(rounds) for server, tool in tools]
    sample = sorted(random.Random(SEED).sample(range(len(tools)), rest))
    chosen += [(f"{server}-{rounds}", tool) for server, tool in map(tools.__getitem__, sample)]
    servers: dict[str, list[dict[str, object]]] = {}
    for server, tool in chosen:
        servers.setdefault(server, []).append(tool)
    return servers


def write_input(servers: dict[str, list[dict[str, object]]], folder: Path) -> Input:
    """Write the drawn tools in both forms."""
    lists, schemas = folder / "lists", folder / "schemas"
    config = folder / "toolcat.toml"
    lists.mkdir(parents=True)
    schemas.mkdir()
    count = 0
    for server, tools in servers.items():
        text = json.dumps({"tools": tools}, ensure_ascii=False, separators=(",", ":"))
        (lists / f"{server}.json").write_text(text, encoding="utf-8")
        for tool in tools:
            count += 1
            name = re.sub(r"[^A-Za-z0-9_-]", "_", f"{server}-{tool['name']}")[:150]
            text = json.dumps(tool["inputSchema"], ensure_ascii=False, separators=(",", ":"))
            (schemas / f"{name}-{count}.json").write_text(text, encoding="utf-8")
    sources = [f'[[sources]]\npath = "lists/{server}.json"\nserver = "{server}"\n' for server in servers]
    config.write_text("\n".join(sources), encoding="utf-8")
    return Input(count, config, lists, schemas, sum(path.stat().st_size for path in lists.iterdir()))
