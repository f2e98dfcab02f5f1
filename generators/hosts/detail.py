"""Detail: how much a flat text says of each tool, and how it is cut down to a budget without losing a tool."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ...catalog import ToolcatError, ToolSpec
from ..text import clean
from .estimate import estimate_tokens

Detail: TypeAlias = Literal["names", "signatures", "full"]
LEVELS: tuple[Detail, ...] = ("full", "signatures", "names")
LONGEST_SENTENCE = 200
_END = re.compile(r"[.!?](?= )|。")
# A bullet, a number, a table, a fence, a heading or a label: what begins so does not go on with a sentence.
_NEW = re.compile(r"[-*•+|#>~=]|```|\d+[.)]|[\w ]{1,30}:(?:\s|$)")
_ABBREVIATIONS = ("e.g.", "i.e.", "etc.", "vs.", "approx.", "incl.")

Details = Mapping[str, Detail]
"""How much is said of each tool, by catalog name."""


class Fitted(NamedTuple):
    """What came of a budget: the text, its estimated tokens, and the tools that are said less of than was asked for."""

    text: str
    tokens: int
    details: Details
    lowered: dict[str, Detail]


def fit(
    specs: Sequence[ToolSpec],
    compose: Callable[[Details], str],
    cost: Callable[[ToolSpec, Detail], int],
    *,
    detail: Detail,
    budget: int | None,
) -> Fitted:
    """Return the text at `detail`, or with as few tools lowered as the budget asks for.

    The order is fixed: first tools go from full to signatures, the one whose text shrinks most before the others (by
    name where equal); when all have, they go from signatures to names, likewise. `compose` writes the text, `cost`
    estimates one tool's part of it. Raises ToolcatError if names alone are more than the budget: no tool is dropped.
    """
    start: dict[str, Detail] = {spec.name: detail for spec in specs}
    text = compose(start)
    tokens = estimate_tokens(text)
    if budget is None or tokens <= budget:
        return Fitted(text, tokens, start, {})
    steps: list[tuple[str, Detail]] = []
    at = LEVELS.index(detail)
    for before, after in zip(LEVELS[at:], LEVELS[at + 1 :], strict=False):
        for _, name in sorted((cost(spec, after) - cost(spec, before), spec.name) for spec in specs):
            steps.append((name, after))

    def at_step(count: int) -> tuple[dict[str, Detail], str, int]:
        details: dict[str, Detail] = {**start}
        details.update(steps[:count])
        composed = compose(details)
        return details, composed, estimate_tokens(composed)

    low, high = 0, len(steps)
    details, text, tokens = at_step(high)
    if tokens > budget:
        raise ToolcatError(
            f"the names alone are about {tokens:,} tokens, more than the budget of {budget:,}",
            hint="raise --budget, export fewer tools (--include, --category), or a tree with --index",
        )
    while high - low > 1:
        middle = (low + high) // 2
        tried = at_step(middle)
        if tried[2] <= budget:
            high = middle
            details, text, tokens = tried
        else:
            low = middle
    return Fitted(text, tokens, details, {name: details[name] for name, _ in steps[:high]})


def first_sentence(spec: ToolSpec) -> str:
    """Return the first sentence of a tool's advertised line, or of its description; clean, on one line, not escaped.

    A sentence goes on over the lines that its author has broken by hand.
    """
    line = " ".join(clean(spec.summary or _first_lines(spec.description) or spec.title or "").split())
    for match in _END.finditer(line):
        head = line[: match.end()]
        if len(head) > 4 and not head.endswith(_ABBREVIATIONS):
            line = head
            break
    if len(line) > LONGEST_SENTENCE:
        at = line.rfind(" ", 0, LONGEST_SENTENCE)
        line = f"{line[:at]} …" if at > 0 else f"{line[:LONGEST_SENTENCE]}…"
    return line


def _first_lines(text: str) -> str:
    """Return the first line that says something, with those that go on in the middle of its sentence."""
    lines = text.strip().splitlines()
    found = lines[0].strip() if lines else ""
    for line in lines[1:]:
        following = line.strip()
        if not following or found.endswith((".", "!", "?", "。")) or _NEW.match(following):
            break
        is_open = found.count("(") > found.count(")")
        if not (is_open or found.endswith((",", "—", "–")) or following[0].islower() or following[0] in "`(\"'"):
            break
        found = f"{found} {following}"
    return found
