"""Declarations: what a program can call and with which types, as one `.pyi` text for a prompt; nothing in it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...catalog import ToolSpec
from ..hosts.detail import LEVELS, Detail, Details, first_sentence
from ..hosts.estimate import estimate_tokens
from ..text import paragraphs
from ..types import NEVER, Type
from .compact import CompactAnnotator, CompactTypes
from .flat import FlatTool, FlatTypes
from .remarks import joined, sentences
from .text import docstring_text, string
from .wrappers import extra_name

TOOL = "Tool = Callable[..., {result}]"
INDENT = " "
"""As little as the language asks for: the usual four are a token more where a line begins with a text."""
SYNC_RESULT, ASYNC_RESULT = "Any", "Awaitable[Any]"


class DeclarationText:
    """Writes the declarations of a catalog at any level of detail.

    `spaces` is, for each tool, its server's package, or empty for a function of the top. A package is declared as an
    object of a class, which `classes` names: a call of a method looks like that of a function of a module.
    """

    def __init__(
        self, types: FlatTypes, spaces: Sequence[str], *, classes: Mapping[str, str] = {}, sync: bool = False
    ) -> None:
        """Take the tools of `types` with the space of each."""
        self._classes = classes
        self._types = types
        self._sync = sync
        self._annotator = CompactAnnotator()
        self._placed = list(zip(types.tools, spaces, strict=True))
        self._by_name = {tool.spec.name: (tool, space) for tool, space in self._placed}

    def compose(self, details: Details) -> str:
        """Return the text in which each tool is said as much of as `details` asks for."""
        self._annotator.used.clear()
        said = {detail: [tool for tool, _ in self._placed if details[tool.spec.name] == detail] for detail in LEVELS}
        printer = CompactTypes(self._annotator)
        named = {one.name: printer.print(one) for one in self._types.used(said["full"], full=True)}
        for declared in self._types.used(said["signatures"], full=False):
            if declared.name not in named:
                named[declared.name] = printer.print(declared)
        lines = [named[name] for name in sorted(named)]
        used = {"Any"} if any(tool.output is None for tool in (*said["full"], *said["signatures"])) else set[str]()
        if said["names"]:
            lines.append(TOOL.format(result=SYNC_RESULT if self._sync else ASYNC_RESULT))
            used |= {"Any", "Callable"} if self._sync else {"Any", "Awaitable", "Callable"}
        for space in dict.fromkeys(space for _, space in self._placed):
            pad = INDENT if space else ""
            if space:
                lines.append(f"class {self._classes[space]}:")
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
            if space:
                lines.append(f"{space}: {self._classes[space]}")
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
        full = detail == "full"

        def show(type_: Type) -> str:
            return self._annotator.print(self._types.type(type_, full=full))

        parts = ["self"] if inside else []
        if given.extra is not NEVER:
            parts += [f"{extra_name(given)}:dict[str, {show(given.extra)}]=..."]
        if given.parameters:
            parts.append("*")
        parts += [f"{p.name}:{show(p.type)}{'' if p.required else '=...'}" for p in given.parameters]
        returns = "Any" if tool.output is None else show(tool.output.type)
        head = f"{'' if self._sync else 'async '}def {tool.function}({', '.join(parts)}) -> {returns}:"
        doc = full_doc(tool) if full else docstring_text(first_sentence(tool.spec))
        if not doc:
            return f"{head} ..."
        if "\n" not in doc and '"' not in doc:
            return f'{head}"{doc}"'
        return f'{head}\n{INDENT}"""{_closed(doc)}"""'


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
    if tool.output is not None and (said := sentences(tool.output.doc)):
        lines.append(docstring_text(f"Returns: {paragraphs(said)}"))
    return "\n".join(lines).replace("\n", f"\n{INDENT}")
