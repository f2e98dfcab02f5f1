"""The page about types says what the code says."""

from pathlib import Path

import pytest

from toolcat.generators.types import ASSUMPTIONS, DEGRADATIONS, Limits

PAGE = Path(__file__).resolve().parents[3] / "docs" / "types.md"


def table(head: str, entries: dict[str, str]) -> str:
    """What stands on the page between the two marks: paste it there when an entry changes."""
    rows = [f"| note | {head} |", "| --- | --- |", *(f"| `{code}` | {text} |" for code, text in entries.items())]
    return "\n" + "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    ("name", "head", "entries"),
    [("assumptions", "what is assumed", ASSUMPTIONS), ("degradations", "what happened", DEGRADATIONS)],
)
def test_the_tables_are_fresh(name, head, entries):
    start = f"<!-- {name}: from generators/types/notes.py -->\n"
    text = PAGE.read_text(encoding="utf-8")
    assert text.count(start) == 1
    assert text.split(start)[1].split("<!-- end -->")[0] == table(head, entries) + "\n"


def test_the_limits_are_those_of_the_code():
    limits = Limits()
    told = f"Depth {limits.depth}, {limits.nodes:,} subschemas, {limits.alternatives} alternatives"
    assert told in PAGE.read_text(encoding="utf-8")
