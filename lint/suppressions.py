"""Suppressions: findings that someone has looked at and accepts, with a reason and perhaps an end.

They stand in the config (`[[lint.suppress]]`), or as comments beside what they are about. One that is not used, has
expired or says too little is a finding itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from ..catalog.config import CONFIG_NAME
from ..catalog.findings import Place
from ..catalog.names import split
from ..catalog.pointers import is_within
from .candidates import Candidate, remark
from .comments import Comment, comments_of
from .registry import best_match, is_answered
from .reporters.paths import relative
from .rules.linter import (
    SuppressionExpired,
    SuppressionMalformed,
    SuppressionUnused,
    SuppressionWithoutReason,
)

if TYPE_CHECKING:
    from pathlib import Path

    from .context import LintOptions
    from .rule import Rule
    from .units import File


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """One `[[lint.suppress]]`: which rule (code, prefix or name), where (all that are given must hold), and why.

    `tool` is a shell pattern over catalog or raw names, `path` one over files; `pointer` covers what stands below it.
    `expires` is the last day on which it holds; `place` is where it stands itself.
    """

    rule: str
    reason: str
    tool: str | None = None
    path: str | None = None
    pointer: str | None = None
    expires: date | None = None
    place: Place | None = None

    def covers(self, candidate: Candidate, root: Path | None = None) -> bool:
        """Whether it is about this finding; its path is relative to `root` or to the working folder."""
        if not names_rule(self.rule, candidate):
            return False
        if self.tool is not None and not matches_tool(self.tool, candidate.tool):
            return False
        if self.path is not None and not matches_path(self.path, candidate.label, root):
            return False
        return self.pointer is None or is_within(candidate.pointer, self.pointer)


def names_rule(selector: str, candidate: Candidate) -> bool:
    """Whether a selector names the rule of a finding."""
    if candidate.rule is not None:
        return best_match((selector,), candidate.rule) > 0
    return selector == candidate.name or (selector.isalnum() and candidate.code.startswith(selector.upper()))


def matches_tool(pattern: str, tool: str | None) -> bool:
    """Whether a pattern matches a tool's catalog name or its raw name."""
    return tool is not None and (fnmatchcase(tool, pattern) or fnmatchcase(split(tool).tool, pattern))


def matches_path(pattern: str, label: str, root: Path | None = None) -> bool:
    """Whether a pattern matches a file: its path from the config's folder or the working folder, or its name."""
    path = relative(label)
    if fnmatchcase(path, pattern) or fnmatchcase(path.rpartition("/")[2], pattern):
        return True
    if root is None or label.startswith("<"):
        return False
    try:
        from_root = os.path.relpath(label, root)
    except ValueError:  # another drive
        return False
    return fnmatchcase(from_root.replace(os.sep, "/"), pattern)


class Control:
    """What holds findings back, and what became of it."""

    def __init__(
        self, options: LintOptions, files: Sequence[File], rules: Iterable[type[Rule]], *, is_complete: bool
    ) -> None:
        self._options = options
        self._files = files
        self._active = {rule.code: rule for rule in rules}
        self._is_complete = is_complete
        self._today = options.today or date.today()
        self._used: set[int] = set()
        self._comments: dict[str, list[Comment]] = {}
        for file in files:
            if file.document.format in ("yaml", "toml") and "toolcat:" in file.document.text:
                self._comments[file.label] = comments_of(file.document)
        self._path_ignores: dict[str, tuple[str, ...]] = {}

    def holds_back(self, candidate: Candidate) -> bool:
        """Whether a finding is not to be reported."""
        options = self._options
        if options.per_file_ignores and self._names_any(self._ignores_of(candidate.label), candidate):
            return True
        if options.per_tool_ignores and candidate.tool is not None:
            for pattern, selectors in options.per_tool_ignores.items():
                if matches_tool(pattern, candidate.tool) and self._names_any(selectors, candidate):
                    return True
        for place, suppression in enumerate(options.suppress):
            is_live = suppression.expires is None or suppression.expires >= self._today
            if is_live and suppression.covers(candidate, options.root):
                self._used.add(place)
                return True
        return self._is_commented(candidate)

    def _ignores_of(self, label: str) -> tuple[str, ...]:
        found = self._path_ignores.get(label)
        if found is None:
            given: Mapping[str, tuple[str, ...]] = self._options.per_file_ignores
            root = self._options.root
            found = tuple(s for pattern, each in given.items() if matches_path(pattern, label, root) for s in each)
            self._path_ignores[label] = found
        return found

    @staticmethod
    def _names_any(selectors: Sequence[str], candidate: Candidate) -> bool:
        return any(names_rule(selector, candidate) for selector in selectors)

    def _is_commented(self, candidate: Candidate) -> bool:
        for comment in self._comments.get(candidate.label, ()):
            if not self._names_any(comment.selectors, candidate):
                continue
            if candidate.is_security and not comment.reason:
                continue
            if comment.covers(candidate.pointer, candidate.where().line):
                comment.used.update(s for s in comment.selectors if names_rule(s, candidate))
                return True
        return False

    def remarks(self) -> list[Candidate]:
        """Return the findings about suppressions: unused, expired, without a reason, of no rule."""
        out: list[Candidate] = []
        for number, suppression in enumerate(self._options.suppress):
            out += self._about(suppression, number in self._used)
        for comments in self._comments.values():
            for comment in comments:
                out += self._about_comment(comment)
        return out

    def _about(self, suppression: Suppression, is_used: bool) -> Iterable[Candidate]:
        place = suppression.place or Place(CONFIG_NAME)
        rule, expires = suppression.rule, suppression.expires
        if expires is not None and expires < self._today:
            what = f"the suppression of {rule} ended on {expires}: {suppression.reason}"
            yield remark(SuppressionExpired, what, place)
        elif not is_used and self._should_have_been_used(suppression):
            yield remark(SuppressionUnused, f"the suppression of {rule} hides nothing", place)

    def _should_have_been_used(self, suppression: Suppression) -> bool:
        """Whether the run looked at everything that the suppression is about."""
        if not any(best_match((suppression.rule,), rule) for rule in self._active.values()):
            return False
        if self._is_complete:
            return True
        if suppression.path is not None:
            return any(matches_path(suppression.path, file.label, self._options.root) for file in self._files)
        if suppression.tool is not None:
            return any(matches_tool(suppression.tool, tool.catalog_name) for f in self._files for tool in f.tools)
        return False

    def _about_comment(self, comment: Comment) -> Iterable[Candidate]:
        if comment.problem:
            yield remark(SuppressionMalformed, comment.problem, comment.place)
            return
        for selector in comment.selectors:
            if not is_answered(selector):
                yield remark(SuppressionMalformed, f"no rule answers to `{selector}`", comment.place)
                continue
            rules = [rule for rule in self._active.values() if best_match((selector,), rule)]
            is_void = bool(rules) and rules[0].security and not comment.reason
            if selector not in comment.used and rules and not is_void:
                what = f"the comment ignores {selector}, of which there is nothing here"
                yield remark(SuppressionUnused, what, comment.place)
        if not comment.reason:
            yield remark(SuppressionWithoutReason, "the comment gives no reason", comment.place)
