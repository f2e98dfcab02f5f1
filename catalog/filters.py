"""Include and exclude patterns on tool names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import translate
from typing import TYPE_CHECKING

from .codes import UNMATCHED_FILTER
from .findings import Place

if TYPE_CHECKING:
    from .collect import Findings
    from .config import Config
    from .requests import SourceRequest
    from .spec import ToolSpec


class NameFilter:
    """Selects tools by patterns on their raw and their catalog name; remembers which patterns matched something."""

    def __init__(self, include: tuple[str, ...], exclude: tuple[str, ...]) -> None:
        self._include = [(pattern, re.compile(translate(pattern))) for pattern in include]
        self._exclude = [(pattern, re.compile(translate(pattern))) for pattern in exclude]
        self._matched: set[str] = set()

    def select(self, specs: Iterable[ToolSpec]) -> Iterable[ToolSpec]:
        """Return the specs that are wanted, in their order."""
        if not self._include and not self._exclude:
            return specs
        return [spec for spec in specs if self._wants(spec)]

    def _wants(self, spec: ToolSpec) -> bool:
        # Both lists are always tried whole, so that a pattern counts as used though another one decided.
        included = self._any(self._include, spec, "+")
        excluded = self._any(self._exclude, spec, "-")
        return (included or not self._include) and not excluded

    def _any(self, patterns: list[tuple[str, re.Pattern[str]]], spec: ToolSpec, sign: str) -> bool:
        found = False
        for pattern, compiled in patterns:
            if compiled.match(spec.tool) or compiled.match(spec.name):
                self._matched.add(sign + pattern)
                found = True
        return found

    def report_unmatched(self, findings: Findings, request: SourceRequest, config: Config | None) -> None:
        """Report the patterns that matched no tool of the source: most are misspelt or outlived their tool."""
        for word, sign, patterns in (("include", "+", self._include), ("exclude", "-", self._exclude)):
            for pattern, _ in patterns:
                if sign + pattern in self._matched:
                    continue
                message = f"the {word} pattern {pattern!r} matches no tool of {request.path}"
                help = "Correct or remove it; patterns are held against the raw and the catalog name."
                if config is not None and request.pointer is not None:
                    at = f"{request.pointer}/{word}"
                    findings.at(UNMATCHED_FILTER, message, help, config.document, at)
                else:
                    findings.add(UNMATCHED_FILTER, message, help, Place(request.path))
