"""PhraseRule: the base of rules that look for phrases in the texts of tools, however they are dressed up."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from .folding import Screen, fold, instructions
from .rule import Problem, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .nodes import Text
    from .units import File, Tool


class PhraseRule(Rule):
    """A rule that looks for phrases in folded text. `hints` are parts of the phrases without their white space."""

    security = True
    hints: ClassVar[tuple[str, ...]]

    def check_file(self, file: File) -> Iterator[Problem]:
        """Check what a recorded session says of its server."""
        for text in instructions(file):
            yield from self.check_phrases(text, fold(text.value))

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        """Check the texts of a tool that hold a hint."""
        for text, held in _screen().suspects(tool):
            if not held.isdisjoint(self.hints):
                yield from self.check_phrases(text, fold(text.value))

    def check_phrases(self, text: Text, folded: str) -> Iterator[Problem]:
        """Check one text and its folded form."""
        raise NotImplementedError

    @staticmethod
    def problem(
        text: Text, folded: str, span: tuple[int, int], message: str, severity: Severity | None = None
    ) -> Problem:
        """Return a problem at a span of the folded text, if its places are those of the text."""
        exact = text.value.isascii() and len(folded) == len(text.value)
        return text.problem(message, span=span if exact else None, severity=severity)


@lru_cache(maxsize=1)
def _screen() -> Screen:
    """Return the one screen for the hints of all phrase rules: made when the first asks, and they are all loaded."""
    return Screen(hint for rule in PhraseRule.__subclasses__() for hint in rule.hints)
