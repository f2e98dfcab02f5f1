"""Edits: what a fix changes, said in terms of the data (JSON pointers), not of the text."""

from __future__ import annotations

from dataclasses import dataclass

from .rule import Safety


@dataclass(frozen=True, slots=True)
class Replace:
    """Put another value at a pointer; the rest of the text stays as it is."""

    pointer: str
    value: object


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a member of an object or an item of a list out, with its comma and its line."""

    pointer: str


@dataclass(frozen=True, slots=True)
class Insert:
    """Add a member to an object, behind its last one, or an item to a list (its pointer ends in `-`)."""

    pointer: str
    value: object


@dataclass(frozen=True, slots=True)
class Rename:
    """Give the member at a pointer another key; its value stays."""

    pointer: str
    key: str


@dataclass(frozen=True, slots=True)
class Splice:
    """Replace the characters from `start` to `end` of the file's text: for what is no question of data."""

    start: int
    end: int
    text: str


Edit = Replace | Remove | Insert | Rename | Splice


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to mend a problem: what it does in a few words ("remove the entry"), and the edits, all or none."""

    message: str
    edits: tuple[Edit, ...]
    safety: Safety = Safety.SAFE

    @classmethod
    def safe(cls, message: str, *edits: Edit) -> Fix:
        """Return a fix that keeps the meaning."""
        return cls(message, edits)

    @classmethod
    def unsafe(cls, message: str, *edits: Edit) -> Fix:
        """Return a fix that may change the meaning; it is only applied with --unsafe-fixes."""
        return cls(message, edits, Safety.UNSAFE)
