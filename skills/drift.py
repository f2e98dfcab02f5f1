"""Surface drift: whether a routing skill names every live tool, and whatever names a tool names a live one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..catalog.findings import Finding, Place, Severity
from .fields import allowed_tools
from .frontmatter import SkillText
from .yamltext import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

HOST_TOOLS = frozenset(
    {
        *("Agent", "AskUserQuestion", "Bash", "BashOutput", "Edit", "ExitPlanMode", "Glob", "Grep", "KillShell", "LS"),
        *("MultiEdit", "NotebookEdit", "NotebookRead", "Read", "Shell", "Skill", "SlashCommand", "Task", "TodoWrite"),
        *("WebFetch", "WebSearch", "Write"),
    }
)
"""Tools that coding hosts bring themselves; `allowed-tools` may name them though no catalog has them."""

_MENTION = re.compile(r"(?<![\w-])mcp__[A-Za-z0-9_-]*[A-Za-z0-9](?:\*|__\*)?")
_WILD = re.compile(r"\*+$")


@dataclass(frozen=True, slots=True)
class LiveTool:
    """A tool of the catalog: its catalog name and the name it has on its server."""

    name: str
    raw: str


@dataclass(slots=True)
class Surfaces:
    """What must agree: the live tools, the routing skill, the command files, and the tools let off with a reason.

    `allowed_places` says where each of these stands, if in a file; `host_tools` are names that `allowed-tools` may have
    beside those of the catalog.
    """

    tools: Sequence[LiveTool]
    skill: SkillText
    commands: Sequence[SkillText] = ()
    allowed: Mapping[str, str] = field(default_factory=dict[str, str])
    allowed_label: str = "--allow"
    allowed_places: Mapping[str, Place] = field(default_factory=dict[str, Place])
    host_tools: frozenset[str] = HOST_TOOLS


def find_drift(surfaces: Surfaces) -> list[Finding]:
    """Return what does not agree, in the order: tools without a route, the allow-list, the skill, the command files."""
    names = _Names(surfaces.tools)
    out = list(_unrouted(surfaces, names))
    out += _allow_list(surfaces, names)
    for file in (surfaces.skill, *surfaces.commands):
        out += _stale_entries(file, names, surfaces.host_tools)
        out += _stale_mentions(file, names)
    return out


class _Names:
    """The live names: catalog names, and raw names with how many tools have each."""

    def __init__(self, tools: Sequence[LiveTool]) -> None:
        self.catalog = {tool.name for tool in tools}
        self.counts: dict[str, int] = {}
        for tool in tools:
            self.counts[tool.raw] = self.counts.get(tool.raw, 0) + 1

    def has(self, name: str) -> bool:
        return name in self.catalog or name in self.counts

    def covers(self, pattern: str) -> bool:
        """Whether a name, `prefix*`, or `mcp__server` alone stands for a live tool."""
        if _WILD.search(pattern):
            prefix = _WILD.sub("", pattern)
            return any(name.startswith(prefix) for name in (*self.catalog, *self.counts))
        if self.has(pattern):
            return True
        return pattern.startswith("mcp__") and any(name.startswith(f"{pattern}__") for name in self.catalog)


def names_tool(text: str, name: str) -> bool:
    """Whether the text has the name as a whole word: nothing beside it that a name could hold, no part of `a.b`."""
    if name not in text:
        return False
    pattern = rf"(?<![\w-])(?<!\w[./]){re.escape(name)}(?![\w-])(?![./]\w)"
    return re.search(pattern, text) is not None


def _unrouted(surfaces: Surfaces, names: _Names) -> Iterable[Finding]:
    skill = surfaces.skill
    description = skill.get("description")
    text = skill.body_text if description is None else f"{description.value.text}\n{skill.body_text}"
    for tool in sorted(surfaces.tools, key=lambda tool: tool.name):
        # A raw name that several servers share says nothing of any one of them.
        spellings = [tool.name, *([tool.raw] if names.counts[tool.raw] == 1 else [])]
        if any(spelling in surfaces.allowed for spelling in spellings):
            continue
        if not any(names_tool(text, spelling) for spelling in spellings):
            yield Finding(
                "SX001",
                "tool-not-routed",
                Severity.ERROR,
                f"the skill does not name the tool {tool.name}",
                "say in the skill when to use it, or let it off with --allow NAME=REASON",
                skill.place(),
                tool.name,
            )


def _allow_list(surfaces: Surfaces, names: _Names) -> Iterable[Finding]:
    for name, reason in surfaces.allowed.items():
        place = surfaces.allowed_places.get(name) or Place(surfaces.allowed_label)
        if not names.has(name):
            yield Finding(
                "SX002",
                "allow-stale",
                Severity.ERROR,
                f"the allow-list lets off {name}, which is no live tool",
                "remove the entry",
                place,
            )
        elif not reason.strip():
            yield Finding(
                "SX003",
                "allow-no-reason",
                Severity.ERROR,
                f"the allow-list gives no reason for {name}",
                "say why the skill need not name it",
                place,
                name,
            )


def _stale_entries(file: SkillText, names: _Names, host_tools: frozenset[str]) -> Iterable[Finding]:
    entry_field = file.get("allowed-tools")
    if entry_field is None:
        return
    for entry in allowed_tools(entry_field):
        tool = entry.partition("(")[0]
        if tool in host_tools or tool == "*" or names.covers(tool):
            continue
        yield Finding(
            "SX004",
            "allowed-tool-stale",
            Severity.ERROR,
            f"allowed-tools names {tool}, which is no live tool and none of a host's own",
            "remove or rename the entry",
            file.place(_find(file, entry_field.value.span, tool), "/allowed-tools"),
        )


def _find(file: SkillText, span: Span, word: str) -> Span:
    at = file.text.find(word, span.start, span.end)
    return span if at < 0 else Span(at, at + len(word))


def _stale_mentions(file: SkillText, names: _Names) -> Iterable[Finding]:
    for match in _MENTION.finditer(file.text, file.body.start, file.body.end):
        name = match[0]
        if not names.covers(name):
            yield Finding(
                "SX005",
                "mentioned-tool-stale",
                Severity.ERROR,
                f"the text names {name}, which is no live tool",
                "remove or rename it",
                file.place(Span(*match.span())),
            )
