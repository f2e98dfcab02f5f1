"""Declarations: what a program can call and with which types, as one text for a prompt; nothing in it runs.

A host's own global is declared where programs call that (`declare const codemode: { … }`); where they call functions of
ours, those are (`declare namespace github { function … }`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...catalog import ToolSpec
from ..hosts.detail import Detail, Details, first_sentence
from ..hosts.estimate import estimate_tokens
from ..text import clean, paragraphs, ts_comment, ts_string
from .flat import WIDE, FlatTool, FlatTypes, remarks
from .naming import RESERVED
from .stub import told
from .types import print_declaration, property_key

TOOL = "type Tool = (input?: object) => Promise<unknown>;"
RAW = "type CallToolResult<T> = { content?: unknown[]; structuredContent?: T; isError?: boolean };"


class Placed(NamedTuple):
    """A tool and the way to it: one step for a function, more for a member of an object or a namespace."""

    tool: FlatTool
    path: tuple[str, ...]


class DeclarationText:
    """Writes the declarations of a catalog at any level of detail.

    `namespaces`: the way leads through namespaces, to functions of ours, not through objects of the host. `raw`: a call
    gives a `CallToolResult`, which the host does not unwrap.
    """

    def __init__(
        self, types: FlatTypes, places: Sequence[tuple[str, ...]], *, namespaces: bool = False, raw: bool = False
    ) -> None:
        """Take the tools of `types` with the way to each."""
        self._types = types
        self._placed = [Placed(tool, path) for tool, path in zip(types.tools, places, strict=True)]
        self._by_name = {one.tool.spec.name: one for one in self._placed}
        self._namespaces = namespaces
        self._raw = raw
        self._texts: dict[tuple[str, Detail, bool], str] = {}

    def compose(self, details: Details) -> str:
        """Return the text in which each tool is said as much of as `details` asks for."""
        whole = [one for one in self._placed if details[one.tool.spec.name] != "names"]
        full = [one.tool for one in whole if details[one.tool.spec.name] == "full"]
        short = [one.tool for one in whole if details[one.tool.spec.name] == "signatures"]
        named = {one.name: print_declaration(one, width=WIDE) for one in self._types.used(full, full=True)}
        for declared in self._types.used(short, full=False):
            named.setdefault(declared.name, f"type {declared.name} = {self._types.text(declared, full=False)};")
        lines = [named[name] for name in sorted(named)]
        if len(whole) < len(self._placed):
            lines.append(TOOL)
        if self._raw and whole:
            lines.append(RAW)
        groups: dict[tuple[str, ...], list[Placed]] = {}
        for one in self._placed:
            groups.setdefault(one.path[:-1], []).append(one)
        tops: dict[str, list[tuple[str, ...]]] = {}
        for group in groups:
            tops.setdefault(group[0] if group else "", []).append(group)
        for top, members in tops.items():
            lines += self._top(top, members, groups, details)
        return "\n".join(lines) + "\n"

    def cost(self, spec: ToolSpec, detail: Detail) -> int:
        """Estimate the tokens of one tool's own part of the text."""
        one = self._by_name[spec.name]
        return estimate_tokens(self._member(one, detail, bool(one.path[:-1])))

    def _top(
        self,
        top: str,
        members: list[tuple[str, ...]],
        groups: dict[tuple[str, ...], list[Placed]],
        details: Details,
    ) -> list[str]:
        """Return the statements for everything below one global."""
        if not top:
            shown = [self._member(one, details[one.tool.spec.name], False) for one in groups[()]]
            names = [one for one in groups[()] if details[one.tool.spec.name] == "names"]
            lines = [text for one, text in zip(groups[()], shown, strict=True) if one not in names]
            return [*lines, *([f"declare const {_listed(names, ', ')};"] if names else [])]
        if self._namespaces:
            lines = [f"declare namespace {'.'.join(members[0])} {{"]
            for group in members:
                lines += self._block(groups[group], details, "  ")
            return [*lines, "}"]
        lines = [f"declare const {top}: {{"]
        for group in members:
            opened = group[1:]
            pad = "  " * (len(opened) + 1)
            for depth, step in enumerate(opened):
                lines.append(f"{'  ' * (depth + 1)}{property_key(step)}: {{")
            lines += self._block(groups[group], details, pad)
            for depth in range(len(opened), 0, -1):
                lines.append(f"{'  ' * depth}}};")
        return [*lines, "};"]

    def _block(self, placed: Sequence[Placed], details: Details, pad: str) -> list[str]:
        names = [one for one in placed if details[one.tool.spec.name] == "names"]
        lines = [
            pad + self._member(one, details[one.tool.spec.name], True).replace("\n", f"\n{pad}")
            for one in placed
            if details[one.tool.spec.name] != "names"
        ]
        if names:
            lines.append(f"{pad}const {_listed(names, ', ')};" if self._namespaces else f"{pad}{_listed(names, '; ')};")
        return lines

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
        if self._namespaces or not inside:
            head = f"{'' if inside else 'declare '}function {name}"
        else:
            head = property_key(name)
        return f"{doc}{head}(input{'?' if tool.optional else ''}: {given}): Promise<{got}>;"


def _listed(placed: Sequence[Placed], mark: str) -> str:
    return mark.join(f"{property_key(one.path[-1])}: Tool" for one in placed)


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
    # Two tokens less than a block comment, and nothing on a single line can end it.
    text = first_sentence(spec)
    return f"// {text}\n" if text else ""


def call_path(path: Sequence[str]) -> str:
    """Return the expression that leads to a tool: `codemode.get_user`, `tools.github["raw-name"]`."""
    first, *rest = path
    steps = [f".{step}" if property_key(step) == step else f"[{ts_string(step)}]" for step in rest]
    return first + "".join(steps)


def is_free(name: str) -> bool:
    """Whether a name may be declared as a function or a namespace."""
    return property_key(name) == name and name not in RESERVED
