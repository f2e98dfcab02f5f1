"""Declarations: what a program can call and with which types, as one text for a prompt; nothing in it runs.

A global, of the host or the namespace of a server, is declared with what programs call on it
(`declare const github: { … }`), a function that stands alone as that (`declare function …`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...catalog import ToolSpec
from ..hosts.detail import Detail, Details, first_sentence
from ..hosts.estimate import estimate_tokens
from ..text import clean, paragraphs, ts_comment, ts_string
from .compact import compact_declaration
from .flat import FlatTool, FlatTypes, remarks
from .stub import told
from .types import property_key

TOOL = "type Tool = (input?: object) => Promise<unknown>;"
RAW = "type CallToolResult<T> = { content?: unknown[]; structuredContent?: T; isError?: boolean };"


class Placed(NamedTuple):
    """A tool and the way to it: one step for a function, more for a member of an object or a namespace."""

    tool: FlatTool
    path: tuple[str, ...]


class DeclarationText:
    """Writes the declarations of a catalog at any level of detail.

    `raw`: a call gives a `CallToolResult`, which the host does not unwrap. Nothing is indented, and types are as short
    as the language has them: each of those spaces would be a token.
    """

    def __init__(self, types: FlatTypes, places: Sequence[tuple[str, ...]], *, raw: bool = False) -> None:
        """Take the tools of `types` with the way to each."""
        self._types = types
        self._placed = [Placed(tool, path) for tool, path in zip(types.tools, places, strict=True)]
        self._by_name = {one.tool.spec.name: one for one in self._placed}
        self._raw = raw
        self._texts: dict[tuple[str, Detail, bool], str] = {}

    def compose(self, details: Details) -> str:
        """Return the text in which each tool is said as much of as `details` asks for."""
        whole = [one for one in self._placed if details[one.tool.spec.name] != "names"]
        full = [one.tool for one in whole if details[one.tool.spec.name] == "full"]
        short = [one.tool for one in whole if details[one.tool.spec.name] == "signatures"]
        named = {one.name: compact_declaration(one) for one in self._types.used(full, full=True)}
        for declared in self._types.used(short, full=False):
            named.setdefault(declared.name, compact_declaration(declared))
        lines = [named[name] for name in sorted(named)]
        if len(whole) < len(self._placed):
            lines.append(TOOL)
        if self._raw and whole:
            lines.append(RAW)
        alone = [one for one in self._placed if len(one.path) == 1]
        members, names = self._members(alone, details, inside=False)
        lines += members
        if names:
            lines.append(f"declare const {', '.join(f'{one.path[-1]}: Tool' for one in names)};")
        by_global: dict[str, list[Placed]] = {}
        for one in self._placed:
            if len(one.path) > 1:
                by_global.setdefault(one.path[0], []).append(one)
        for name, placed in by_global.items():
            lines += [f"declare const {name}: {{", *self._within(placed, 1, details), "};"]
        return "\n".join(lines) + "\n"

    def cost(self, spec: ToolSpec, detail: Detail) -> int:
        """Estimate the tokens of one tool's own part of the text."""
        one = self._by_name[spec.name]
        return estimate_tokens(self._member(one, detail, bool(one.path[:-1])))

    def _within(self, placed: Sequence[Placed], depth: int, details: Details) -> list[str]:
        """Return the lines of an object's type: the tools on it, then the objects on it that hold others."""
        own = [one for one in placed if len(one.path) == depth + 1]
        lines, names = self._members(own, details, inside=True)
        if names:
            lines.append("; ".join(f"{property_key(one.path[-1])}: Tool" for one in names) + ";")
        deeper: dict[str, list[Placed]] = {}
        for one in placed:
            if len(one.path) > depth + 1:
                deeper.setdefault(one.path[depth], []).append(one)
        for step, inner in deeper.items():
            lines += [f"{property_key(step)}: {{", *self._within(inner, depth + 1, details), "};"]
        return lines

    def _members(self, placed: Sequence[Placed], details: Details, *, inside: bool) -> tuple[list[str], list[Placed]]:
        """Return the texts of the tools of which more than the name is said, and the others."""
        lines: list[str] = []
        names: list[Placed] = []
        for one in placed:
            detail = details[one.tool.spec.name]
            if detail == "names":
                names.append(one)
            else:
                lines.append(self._member(one, detail, inside))
        return lines, names

    def _member(self, one: Placed, detail: Detail, inside: bool) -> str:
        key = (one.tool.spec.name, detail, inside)
        known = self._texts.get(key)
        if known is None:
            known = self._texts[key] = self._written(one, detail, inside)
        return known

    def _written(self, one: Placed, detail: Detail, inside: bool) -> str:
        tool = one.tool
        name = one.path[-1]
        if detail == "names":
            return f"{property_key(name)}: Tool;"
        full = detail == "full"
        given = self._types.text(tool.input, full=full)
        got = "unknown" if tool.output is None else self._types.text(tool.output, full=full)
        if self._raw:
            got = f"CallToolResult<{got}>"
        doc = full_doc(tool) if full else short_doc(tool.spec)
        # A function may not be called as a reserved word, an object's member may.
        head = property_key(name) if inside else f"declare function {name}"
        return f"{doc}{head}(input{'?' if tool.optional else ''}:{given}): Promise<{got}>;"


def full_doc(tool: FlatTool) -> str:
    """Return everything that is said of a tool as a comment, with its line end: nothing of it is broken or aligned."""
    blocks, tags = told(tool.spec)
    lines = [ts_comment(paragraphs(block)) for block in blocks if block.strip()]
    said = [one for one in remarks(tool.input.doc) if one not in blocks]
    if said:
        lines.append(f"@param input {_joined(said)}")
    if tool.output is not None and (said := remarks(tool.output.doc)):
        lines.append(f"@returns {_joined(said)}")
    for tag in tags:
        name, _, rest = tag.partition(" ")
        lines.append(f"{name} {_joined([rest])}".rstrip())
    text = "\n".join(lines)
    return f"/** {text} */\n" if text else ""


def _joined(said: Sequence[str]) -> str:
    return ts_comment(" ".join(" ".join(clean(one).split()) for one in said))


def short_doc(spec: ToolSpec) -> str:
    """Return a tool's first sentence as a comment, with its line end."""
    # Two tokens less than a block comment, and nothing on a single line can end it; the compiler obeys `@ts-…` there.
    text = first_sentence(spec)
    if text.startswith("@ts-"):
        text = f"\\{text}"
    return f"// {text}\n" if text else ""


def call_path(path: Sequence[str]) -> str:
    """Return the expression that leads to a tool: `codemode.get_user`, `tools.github["raw-name"]`."""
    first, *rest = path
    steps = [f".{step}" if property_key(step) == step else f"[{ts_string(step)}]" for step in rest]
    return first + "".join(steps)
