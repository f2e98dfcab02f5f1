"""Write docs/rules/ anew from the rules, or say what is stale (`--check`)."""

from __future__ import annotations

import sys
from pathlib import Path

from toolcat.lint.pages import rule_pages

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "rules"


def main() -> int:
    """Write or check the pages; return the exit code."""
    pages = rule_pages()
    stale = [name for name, text in pages.items() if not _is_fresh(name, text)]
    left = [path.name for path in FOLDER.glob("*.md") if path.name not in pages]
    if "--check" in sys.argv[1:]:
        for name in [*stale, *left]:
            print(f"docs/rules/{name} is stale: run python .ci/rule_pages.py", file=sys.stderr)
        return 1 if stale or left else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in stale:
        (FOLDER / name).write_text(pages[name], encoding="utf-8", newline="\n")
    for name in left:
        (FOLDER / name).unlink()
    print(f"docs/rules: {len(stale)} written, {len(left)} removed, {len(pages)} in all")
    return 0


def _is_fresh(name: str, text: str) -> bool:
    path = FOLDER / name
    return path.is_file() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
