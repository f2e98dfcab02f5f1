"""Any text as the rules about texts of tools see it, so that skills are held to the same phrases and shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .nodes import Text
    from .rule import Problem


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


def hits(check: Callable[[Text], Iterable[Problem]], value: str) -> list[Hit]:
    """Return what a check of texts finds in a value."""
    return [cast("Hit", cast("object", each)) for each in check(cast("Text", cast("object", _Passage(value))))]
