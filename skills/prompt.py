"""The block that is always in a model's context: name and description of every skill, as XML, Markdown or JSON."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .tokens import estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

PromptFormat = Literal["xml", "markdown", "json"]


@dataclass(frozen=True, slots=True)
class PromptEntry:
    """One skill of the block; `location` is where its SKILL.md lies, empty to leave it out."""

    name: str
    description: str
    location: str = ""


def prompt_block(entries: Sequence[PromptEntry], form: PromptFormat = "xml") -> str:
    """Return the block without a final newline. The XML is what `skills-ref to-prompt` prints for the same skills."""
    if form == "json":
        return json.dumps([_object(entry) for entry in entries], ensure_ascii=False, indent=2)
    if form == "markdown":
        return "\n".join(_markdown(entry) for entry in entries)
    lines = ["<available_skills>"]
    for entry in entries:
        lines += ["<skill>", *_element("name", entry.name), *_element("description", entry.description)]
        if entry.location:
            lines += _element("location", entry.location)
        lines.append("</skill>")
    return "\n".join([*lines, "</available_skills>"])


def _element(name: str, text: str) -> list[str]:
    return [f"<{name}>", html.escape(text), f"</{name}>"]


def _object(entry: PromptEntry) -> dict[str, str]:
    out = {"name": entry.name, "description": entry.description}
    return {**out, "location": entry.location} if entry.location else out


def _markdown(entry: PromptEntry) -> str:
    text = " ".join(entry.description.split())
    return f"- **{entry.name}**: {text}" + (f" (`{entry.location}`)" if entry.location else "")


def largest(entries: Sequence[PromptEntry], count: int = 5) -> list[tuple[str, int]]:
    """Return the skills that cost most of the block, with their estimated tokens, the most expensive first."""
    costs = [(entry.name, estimate(entry.name + entry.description)) for entry in entries]
    return sorted(costs, key=lambda cost: (-cost[1], cost[0]))[:count]
