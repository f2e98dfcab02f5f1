"""Any text as the rules about texts of tools see it, so that skills are held to the same phrases and shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .nodes import Text
    from .rule import Problem, Rule
    from .units import Tool


class Hit(NamedTuple):
    """What a rule found in a text: its message, and the characters (None: the whole)."""

    message: str
    span: tuple[int, int] | None


class _Passage:
    """Has what those rules use of a `Text`: its value, its kind, and `problem`."""

    kind = "description"

    def __init__(self, value: str) -> None:
        self.value = value

    def problem(self, message: str, *, span: tuple[int, int] | None = None, **others: object) -> Hit:
        """Return the message and the place instead of a problem of a tool."""
        del others
        return Hit(message, span)


class _Holder:
    """Has what those rules use of a `Tool`: its texts."""

    def __init__(self, value: str) -> None:
        self.texts = [_Passage(value)]


def hits(check: Callable[[Text], Iterable[Problem]], value: str) -> list[Hit]:
    """Return what a check of single texts finds in a value."""
    return [_hit(each) for each in check(cast("Text", cast("object", _Passage(value))))]


def rule_hits(rule: Rule, value: str) -> list[Hit]:
    """Return what a rule about the texts of tools finds in a value."""
    found = rule.check_tool(cast("Tool", cast("object", _Holder(value))))
    return [*map(_hit, found), *hits(rule.check_text, value)]


def _hit(each: Problem) -> Hit:
    return cast("Hit", cast("object", each))
