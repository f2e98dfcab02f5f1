"""TG005, TG006: lists and documents that name tools which are not there, or leave out tools that are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from ..examples import Example
from ..rule import Problem, Rule, Severity

if TYPE_CHECKING:
    from ..units import File


class AllowListStale(Rule):
    code = "TG005"
    name = "allow-list-stale"
    severity = Severity.WARNING
    what = (
        "A pattern under `per-tool-ignores` in the config matches no tool. (Include and exclude patterns and overrides "
        "that match none are CF001 and CF002.)"
    )
    why = "It is misspelt, or its tool is gone; a tool that gets the name later is excused without a look."
    source = "toolcat."
    help = "Correct or remove it."
    bad = ()
    good = (Example("name: get_order", options={"per_tool_ignores": {"get_*": ("TD001",)}}),)

    def check_catalog(self, files: Sequence[File]) -> Iterator[Problem]:
        if not self.context.is_complete or not files:
            return
        names = {name for file in files for tool in file.tools for name in (tool.name, tool.catalog_name)}
        config = self.context.config
        for pattern in self.context.options.per_tool_ignores:
            if config is not None and not any(fnmatchcase(name, pattern) for name in names):
                token = pattern.replace("~", "~0").replace("/", "~1")
                yield Problem(
                    message=f"the pattern `{pattern}` under per-tool-ignores matches no tool",
                    document=config.document,
                    pointer=f"{config.prefix}/lint/per-tool-ignores/{token}",
                    key=True,
                )


class DocDrift(Rule):
    code = "TG006"
    name = "doc-drift"
    severity = Severity.WARNING
    fold = 3
    options = {"files": ()}  # noqa: RUF012 - read only
    what = "A tool is not named, as a whole word, in a document that the config says names them all."
    why = "Readers of the document do not learn of the tool; routing instructions do not reach it."
    source = "toolcat; of the surface drift test of clawtool."
    help = "Name the tool there, or take the document out of `files` under [lint.rules.doc-drift]."
    bad = (
        Example(
            "name: get_order",
            at="/name",
            files={"tools.md": "Use `get_orders` for lists.\n"},
            not_sources=("tools.md",),
            options={"rules": {"doc-drift": {"files": ["tools.md"]}}},
        ),
    )
    good = (
        Example(
            "name: get_order",
            files={"tools.md": "Use `get_order` for one.\n"},
            not_sources=("tools.md",),
            options={"rules": {"doc-drift": {"files": ["tools.md"]}}},
        ),
    )

    def check_catalog(self, files: Sequence[File]) -> Iterator[Problem]:
        root = self.context.root
        for name in self.words("files"):
            try:
                text = Path(root, name).read_text(encoding="utf-8", errors="replace")
            except OSError as error:
                if files:
                    yield files[0].problem(f"the document {name} cannot be read: {error.strerror}")
                continue
            said = set(re.findall(r"[\w.-]*\w", text))
            for file in files:
                for tool in file.tools:
                    if tool.name and tool.name not in said and tool.catalog_name not in said:
                        yield tool.problem(f"the tool is not named in {name}", "name")
