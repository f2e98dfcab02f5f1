"""What catalogs cost in tokens: the plain list, declarations at each detail, a first call with search."""

import argparse
import json
import statistics
import subprocess
from collections.abc import Mapping
from pathlib import Path

from toolcat.catalog import ToolSpec
from toolcat.catalog.loading import load, parse_source
from toolcat.generators.hosts import estimate_tokens, find_host
from toolcat.generators.hosts.request import HostRequest
from toolcat.generators.python import PythonOptions
from toolcat.generators.python.exporter import python_text
from toolcat.generators.typescript import TypeScriptOptions, export_typescript
from toolcat.generators.typescript.exporter import typescript_text

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / ".env"
PEER = HERE.parent / "tests" / "hosts" / "node"

CATALOGS = {
    "10, prose": ["brave-search", "server-brave-search"],
    "11, types": ["line-bot"],
    "about 100": ["mcp-atlassian"],
    # The first twenty lists of the corpus by name, then another mix.
    "first 20": [
        "aashari-jira", "antv-chart", "aws-cloudwatch", "aws-documentation", "aws-eks", "aws-iam", "brave-search",
        "chrome-devtools", "clickhouse", "cloudflare", "eslint", "everything", "excel", "filesystem", "firecrawl",
        "jupyter", "kubectl", "kubernetes", "line-bot", "mcp-atlassian",
    ],
    "about 500": [
        "zereight-gitlab", "cloudflare", "redis", "mongodb", "excel", "chrome-devtools", "kubernetes", "stripe",
    ],
    "all": [],
}  # fmt: skip
BARS = {"full": 75, "signatures": 20, "names": 3}

SEARCH = """/** Finds tools; each can be called as `call` after importing `file`. */
declare function searchTools(query: string, detail?: "names" | "signatures" | "full", limit?: number):
  Promise<{ call: string; file: string; text: string }[]>;
"""
# Two servers, three calls, one of which gives much that the program filters: the kind of task that code mode is for.
TASK_SERVERS = ["zereight-gitlab", "server-slack"]
TASK_QUERIES = ["list issues of a project", "post message to channel"]
PROGRAM = """const { gitlab, slack } = await import("./stubs/index.ts");
const issues = await gitlab.listIssues({ project_id: "42", state: "opened", per_page: "100" });
const late = issues.filter((issue) => issue.due_date !== null && issue.due_date < "2026-11-30");
const { channels } = await slack.slackListChannels({ limit: 200 });
const channel = channels.find((one) => one.name === "release").id;
await slack.slackPostMessage({ channel_id: channel, text: late.map((one) => one.title).join("\\n") });
return late.length;
"""


def issues() -> list[dict[str, object]]:
    """A hundred issues as GitLab gives them, made up."""
    return [
        {
            "id": 90_000 + n,
            "iid": n,
            "title": f"Widget {n} does not turn when the wheel is cold",
            "description": f"Steps: open the lid, wait {n} seconds, turn. It should move; it does not. " * 3,
            "state": "opened",
            "created_at": f"2026-10-{1 + n % 28:02}T09:00:00.000Z",
            "due_date": f"2026-12-{1 + n % 28:02}" if n % 9 else "2026-11-01",
            "labels": ["bug", f"area-{n % 7}"],
            "author": {"id": n % 13, "username": f"user{n % 13}", "web_url": f"https://gitlab.example/user{n % 13}"},
            "web_url": f"https://gitlab.example/desk/widgets/-/issues/{n}",
        }
        for n in range(100)
    ]


def counted(texts: Mapping[str, str]) -> dict[str, int]:
    """Count tokens with the real tokenizer."""
    command = ["node", str(HERE / "count_tokens.mjs"), str(ENVIRONMENT)]
    done = subprocess.run(
        command, input=json.dumps(texts), check=True, capture_output=True, text=True, encoding="utf-8"
    )
    return json.loads(done.stdout)


def peer(lists: Mapping[str, list[dict[str, object]]]) -> dict[str, str]:
    """Return what the peer declares, or nothing where it is not installed (`make test-hosts` installs it)."""
    if not (PEER / "node_modules" / "@cloudflare").is_dir():
        return {}
    command = ["node", str(HERE / "peer_tokens.mjs"), str(PEER)]
    done = subprocess.run(
        command, input=json.dumps(lists), check=True, capture_output=True, text=True, encoding="utf-8"
    )
    return json.loads(done.stdout)


def read(corpus: Path, stems: list[str]) -> tuple[list[ToolSpec], str, list[dict[str, object]]]:
    """Return the specs of some lists, the lists as one compact `tools/list` result, and their tools."""
    paths = sorted(corpus.glob("*.json")) if not stems else [corpus / f"{stem}.json" for stem in stems]
    specs = load([parse_source(f"{path.stem}={path}") for path in paths]).catalog.tools()
    tools = [tool for path in paths for tool in json.loads(path.read_text("utf-8"))["tools"]]
    return specs, json.dumps({"tools": tools}, ensure_ascii=False, separators=(",", ":")), tools


def task(corpus: Path, folder: Path) -> dict[str, str]:
    """Return what a model reads and writes for the task: all of it in `plain`, what it asks for in `ours`."""
    specs, plain, _ = read(corpus, TASK_SERVERS)
    request = HostRequest(host=find_host("generic", "typescript"), form="tree", index=True)
    export_typescript(specs, folder, TypeScriptOptions(import_suffix="ts"), host=request)
    script = "const { searchTools } = await import(process.argv[1]); const out = [];"
    script += "for (const query of JSON.parse(process.argv[2])) out.push(await searchTools(query, 'full', 3));"
    script += "console.log(JSON.stringify(out));"
    node = HERE.parent / "tests" / "hosts" / "utcp" / "node_modules" / ".bin" / "node"
    if not node.exists():
        return {}
    command = [str(node), "--no-warnings", "--input-type=module", "-e", script]
    command += [str(folder / "search-tools.ts"), json.dumps(TASK_QUERIES)]
    found = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    late = [one["title"] for one in issues() if str(one["due_date"]) < "2026-11-30"]
    channels = json.dumps({"channels": [{"id": f"C{n:08}", "name": f"room-{n}"} for n in range(60)]})
    calls = json.dumps([{"name": "list_issues"}, {"name": "slack_list_channels"}, {"name": "slack_post_message"}])
    return {
        "task plain": plain + json.dumps(issues()) + channels + calls + json.dumps(late),
        "task ours": SEARCH + json.dumps(TASK_QUERIES) + found + PROGRAM + str(len(late)),
        "first call": SEARCH + json.dumps(TASK_QUERIES[:1]) + json.dumps(json.loads(found)[0]),
    }


def main() -> None:
    """Print a table for each catalog, the task, and how far the estimator is off."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=HERE.parent.parent / "shared" / "corpus" / "tools")
    parser.add_argument("--json", type=Path, help="every figure to this file")
    given = parser.parse_args()
    texts: dict[str, str] = {}
    lists: dict[str, list[dict[str, object]]] = {}
    sizes: dict[str, int] = {}
    for name, stems in CATALOGS.items():
        specs, plain, lists[name] = read(given.corpus, stems)
        sizes[name] = len(specs)
        texts[f"{name} list"] = plain
        for detail in BARS:
            for language, render, options in (
                ("typescript", typescript_text, TypeScriptOptions()),
                ("python", python_text, PythonOptions()),
            ):
                host = find_host("generic", language)
                request = HostRequest(host=host, form="declarations", detail=detail)
                texts[f"{name} {language} {detail}"] = render(specs, options, request).text
    texts |= {f"{name} peer": text for name, text in peer(lists).items()}
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        texts |= task(given.corpus, Path(folder) / "tree")
    tokens = counted(texts)
    print(f"{'catalog':<10} {'tools':>5} {'list':>8}  {'':<10} {'full':>6} {'signatures':>10} {'names':>6} {'peer':>6}")
    for name in CATALOGS:
        whole = tokens[f"{name} list"]
        for language in ("typescript", "python"):
            shares = [100 * tokens[f"{name} {language} {detail}"] / whole for detail in BARS]
            misses = "".join(" MISS" for share, bar in zip(shares, BARS.values(), strict=True) if share > bar)
            against = f"{100 * tokens[f'{name} peer'] / whole:5.1f}%" if f"{name} peer" in tokens else "     -"
            row = f"{shares[0]:5.1f}% {shares[1]:9.1f}% {shares[2]:5.1f}% {against}"
            print(f"{name:<10} {sizes[name]:>5} {whole:>8,}  {language:<10} {row}{misses}")
    if "task ours" in tokens:
        plain, ours = tokens["task plain"], tokens["task ours"]
        print(f"task: {plain:,} tokens plain, {ours:,} with search and a program: {100 * (1 - ours / plain):.1f}% less")
        print(f"first useful call with search: {tokens['first call']:,} tokens")
    errors = [estimate_tokens(text) / tokens[key] - 1 for key, text in texts.items() if tokens[key] > 500]
    print(
        f"estimator over {len(errors)} texts: median {100 * statistics.median(errors):+.1f}%, "
        f"from {100 * min(errors):+.1f}% to {100 * max(errors):+.1f}%"
    )
    if given.json:
        given.json.write_text(json.dumps(tokens, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
