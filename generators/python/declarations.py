"""Declarations: what a program can call and with which types, as one `.pyi` text for a prompt; nothing in it runs."""

from __future__ import annotations

from collections.abc import Sequence

from ...catalog import ToolSpec
from ..hosts.detail import Detail, Details, first_sentence
from ..hosts.estimate import estimate_tokens
from ..text import paragraphs
from ..types import NEVER
from .annotations import Annotator
from .flat import FlatTool, FlatTypes
from .remarks import joined, sentences
from .text import docstring_text, string
from .typeddicts import TypedDicts
from .wrappers import extra_name

TOOL = "Tool = Callable[..., {result}]"
SYNC_RESULT, ASYNC_RESULT = "Any", "Awaitable[Any]"


class DeclarationText:
    """Writes the declarations of a catalog at any level of detail.

    `spaces` is, for each tool, the class that stands for its server's package, or empty for a function of the top.
    """

    def __init__(self, types: FlatTypes, spaces: Sequence[str], *, sync: bool = False) -> None:
        """Take the tools of `types` with the space of each."""
        self._types = types
        self._sync = sync
        self._annotator = Annotator()
        self._placed = list(zip(types.tools, spaces, strict=True))
        self._by_name = {tool.spec.name: (tool, space) for tool, space in self._placed}

    def compose(self, details: Details) -> str:
        """Return the text in which each tool is said as much of as `details` asks for."""
        self._annotator.used.clear()
        whole = [tool for tool, _ in self._placed if details[tool.spec.name] != "names"]
        full = {named.name for named in self._types.used([t for t in whole if details[t.spec.name] == "full"])}
        named = [one if one.name in full else self._types.bare(one) for one in self._types.used(whole)]
        lines = TypedDicts(self._annotator).print(named)
        used = {"Any"} if any(tool.output is None for tool in whole) else set[str]()
        if len(whole) < len(self._placed):
            lines.append(TOOL.format(result=SYNC_RESULT if self._sync else ASYNC_RESULT))
            used |= {"Any", "Callable"} if self._sync else {"Any", "Awaitable", "Callable"}
        for space in dict.fromkeys(space for _, space in self._placed):
            pad = "    " if space else ""
            if space:
                lines.append(f"class {space}:")
            listed: list[str] = []
            for tool, own in self._placed:
                if own != space:
                    continue
                detail = details[tool.spec.name]
                if detail == "names":
                    listed.append(f"{tool.function}: Tool")
                else:
                    text = self._written(tool, detail, inside=bool(space))
                    lines.append("\n".join(pad + line if line else "" for line in text.split("\n")))
            if listed:
                lines.append(pad + "; ".join(listed))
        imports = sorted(self._annotator.used | used)
        head = f"from typing import {', '.join(imports)}\n" if imports else ""
        return head + "\n".join(lines) + "\n"

    def cost(self, spec: ToolSpec, detail: Detail) -> int:
        """Estimate the tokens of one tool's own part of the text."""
        tool, space = self._by_name[spec.name]
        if detail == "names":
            return estimate_tokens(f"{tool.function}: Tool; ")
        return estimate_tokens(self._written(tool, detail, inside=bool(space)))

    def _written(self, tool: FlatTool, detail: Detail, *, inside: bool) -> str:
        given = tool.signature
        show = self._annotator.print
        parts: list[str] = []
        if given.extra is not NEVER:
            parts += [f"{extra_name(given)}: dict[str, {show(given.extra)}] = ..."]
        if given.parameters:
            parts.append("*")
        parts += [f"{p.name}: {show(p.type)}{'' if p.required else ' = ...'}" for p in given.parameters]
        returns = "Any" if tool.output is None else tool.output.name
        if tool.output is not None and not tool.output.is_class:
            returns = show(tool.output.type)
        head = f"{'' if self._sync else 'async '}def {tool.function}({', '.join(parts)}) -> {returns}:"
        if inside:
            head = f"@staticmethod\n{head}"
        doc = full_doc(tool) if detail == "full" else docstring_text(first_sentence(tool.spec))
        return f'{head}\n    """{_closed(doc)}"""' if doc else f"{head} ..."


def _closed(doc: str) -> str:
    """Return a docstring's text that does not run into the quotes behind it."""
    return f"{doc} " if doc.endswith('"') else doc


def full_doc(tool: FlatTool) -> str:
    """Return everything that is said of a tool, escaped: its description, its arguments, its result."""
    spec = tool.spec
    blocks = [paragraphs(block) for block in (spec.description or spec.title or "", spec.usage_hint or "")]
    lines = [docstring_text(block) for block in blocks if block]
    if spec.read_only:
        lines.append("Read-only.")
    for p in tool.signature.parameters:
        said = sentences(p.doc)
        if p.name != p.key:
            said = joined(said, f"Sent as {string(p.key)}.")
        if said:
            lines.append(docstring_text(f"{p.name}: {paragraphs(said)}"))
    if tool.output is not None and not tool.output.is_class and (said := sentences(tool.output.doc)):
        lines.append(docstring_text(f"Returns: {paragraphs(said)}"))
    return "\n".join(lines).replace("\n", "\n    ")
