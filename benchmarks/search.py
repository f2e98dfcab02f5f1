"""How well `tools search` ranks: 30 questions, the tool a person would want, and where each way of searching has it.

Measured is the mean reciprocal rank (1 if the wanted tool always comes first, 0.5 if always second, 0 where it is not
found) beside two plain substring searches: of the whole query (what a catalog's built-in tool search commonly does),
and of all its words. Run it with a folder of tools/list results, one file a server:

    python benchmarks/search.py ../shared/corpus/tools
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from toolcat.catalog.loading import SourceRequest, load
from toolcat.catalog.search import search
from toolcat.catalog.spec import ToolSpec

WANTED = {
    "open an issue in gitlab": ("zereight-gitlab/create_issue", "server-gitlab/create_issue"),
    "jira ticket change status": ("mcp-atlassian/jira_transition_issue",),
    "log time on a jira issue": ("mcp-atlassian/jira_add_worklog",),
    "send an email": ("ms-365/send-mail",),
    "find a free slot for a meeting": ("ms-365/find-meeting-times",),
    "post to a slack channel": ("server-slack/slack_post_message",),
    "rename or move a file": ("filesystem/move_file",),
    "search files by name pattern": ("filesystem/search_files",),
    "word cloud": ("antv-chart/generate_word_cloud_chart",),
    "pie chart": ("antv-chart/generate_pie_chart",),
    "refund a payment": ("stripe/create_refund",),
    "account balance": ("stripe/retrieve_balance",),
    "screenshot of the web page": ("chrome-devtools/take_screenshot", "puppeteer/puppeteer_screenshot"),
    "console errors in browser": ("chrome-devtools/list_console_messages",),
    "crawl a whole website": ("firecrawl/firecrawl_crawl", "tavily/tavily_crawl"),
    "search research papers": ("firecrawl/firecrawl_research_search_papers",),
    "news search": ("brave-search/brave_news_search",),
    "who changed this line": ("zereight-gitlab/get_file_blame",),
    "retry failed pipeline": ("zereight-gitlab/retry_pipeline",),
    "merge the merge request": ("zereight-gitlab/merge_merge_request",),
    "roll back helm release": ("kubectl/helm_rollback",),
    "pod logs": ("aws-eks/get_pod_logs", "kubernetes/kubectl_logs", "kubectl/kubectl_logs"),
    "scale deployment replicas": ("kubernetes/kubectl_scale", "kubectl/kubectl_scale"),
    "create IAM role": ("aws-iam/create_role",),
    "build pivot table": ("excel/create_pivot_table",),
    "convert word document to pdf": ("office-word/convert_to_pdf",),
    "add a footnote": ("office-word/add_footnote_to_document",),
    "push value onto redis list": ("redis/lpush", "redis/rpush"),
    "mongodb aggregation pipeline": ("mongodb/aggregate",),
    "run SQL on cloudflare database": ("cloudflare/d1_query",),
}


def substring(specs: list[ToolSpec], query: str) -> list[ToolSpec]:
    """The whole query, trimmed and in lower case, in the name or the description; by name."""
    text = query.strip().lower()
    return [spec for spec in specs if text in spec.name.lower() or text in spec.description.lower()]


def all_words(specs: list[ToolSpec], query: str) -> list[ToolSpec]:
    """Every word of the query somewhere in the name or the description; by name."""
    words = query.lower().split()
    return [spec for spec in specs if all(word in f"{spec.name} {spec.description}".lower() for word in words)]


def ranked(specs: list[ToolSpec], query: str) -> list[ToolSpec]:
    """What `tools search` gives."""
    return [hit.spec for hit in search(specs, query, limit=None)]


WAYS: dict[str, Callable[[list[ToolSpec], str], list[ToolSpec]]] = {
    "tools search": ranked,
    "substring": substring,
    "all words": all_words,
}


def rank(found: list[ToolSpec], wanted: tuple[str, ...]) -> int | None:
    """The place of the first wanted tool, from 1."""
    for place, spec in enumerate(found, 1):
        if f"{spec.server}/{spec.tool}" in wanted:
            return place
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("lists", type=Path, help="a folder of tools/list results, one file a server")
    folder = parser.parse_args().lists
    requests = [SourceRequest(str(path), path.stem) for path in sorted(folder.glob("*.json"))]
    specs = load(requests).catalog.tools()
    known = {f"{spec.server}/{spec.tool}" for spec in specs}
    unknown = sorted(tool for tools in WANTED.values() for tool in tools if tool not in known)
    if unknown:
        print(f"these tools are not in {folder}: {', '.join(unknown)}", file=sys.stderr)
        return 2
    sums = dict.fromkeys(WAYS, 0.0)
    print(f"{'query':34}" + "".join(f"{name:>14}" for name in WAYS))
    for query, wanted in WANTED.items():
        places = {name: rank(find(specs, query), wanted) for name, find in WAYS.items()}
        for name, place in places.items():
            sums[name] += 0 if place is None else 1 / place
        print(f"{query:34}" + "".join(f"{place or '-':>14}" for place in places.values()))
    print(f"{'mean reciprocal rank':34}" + "".join(f"{total / len(WANTED):>14.3f}" for total in sums.values()))
    start = time.process_time()
    search(specs, "send an email")
    print(f"{len(specs):,} tools, one search with its index: {1_000 * (time.process_time() - start):.0f} ms of CPU")
    return 0


if __name__ == "__main__":
    sys.exit(main())
