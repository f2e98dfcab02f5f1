"""Collecting findings while a catalog is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .findings import Finding, Place, Severity

if TYPE_CHECKING:
    from .codes import Code
    from .documents import Document
    from .positions import Span


MAX_OF_A_KIND = 1_000


class Findings:
    """The findings of one load, in the order in which they were met."""

    def __init__(self) -> None:
        self.all: list[Finding] = []
        self._counts: dict[tuple[str, str], int] = {}

    def at(
        self,
        code: Code,
        message: str,
        help: str,
        document: Document,
        pointer: str = "",
        *,
        key: bool = False,
        span: Span | None = None,
        tool: str | None = None,
        severity: Severity | None = None,
    ) -> None:
        """Add a finding about a value of a document, or about a span of its text.

        The thousandth of one code in one document is the last: a list of a million numbers is one mistake.
        """
        kind = (document.label, code.code)
        count = self._counts[kind] = self._counts.get(kind, 0) + 1
        if count > MAX_OF_A_KIND:
            return
        if count == MAX_OF_A_KIND:
            message += f" (the {MAX_OF_A_KIND:,}th of this kind in this file: more of them are not listed)"
        place = document.place(pointer, key=key) if span is None else document.place_of(span, pointer)
        self.add(code, message, help, place, tool=tool, severity=severity, excerpt=document.excerpt(place))

    def add(
        self,
        code: Code,
        message: str,
        help: str,
        place: Place,
        *,
        tool: str | None = None,
        severity: Severity | None = None,
        excerpt: str | None = None,
    ) -> None:
        """Add a finding about a place (a file that could not be read, a folder)."""
        # The tool may be one whose name no UTF-8 text can hold; a finding must be printable all the same.
        named = tool if tool is None or tool.isascii() else tool.encode("utf-8", "backslashreplace").decode()
        self.all.append(
            Finding(code.code, code.name, severity or code.severity, message, help, place, tool=named, excerpt=excerpt)
        )

    def is_full(self, code: Code, document: Document) -> bool:
        """Whether no more findings of a kind are taken, so that their words need not be made."""
        return self._counts.get((document.label, code.code), 0) >= MAX_OF_A_KIND

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.is_error for finding in self.all)
