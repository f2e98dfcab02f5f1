"""Findings: what is wrong, where it stands in a file, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is: an error leaves something out or would break a client, a warning and an info do not."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file.

    `file` is the path as the user named it (or `<stdin>`); `line` and `column` are 1-based and count characters
    (not bytes), `end_line` and `end_column` stand just behind the last character; all four are None where a file has
    no such place (a folder, a file that cannot be decoded). `pointer` is a JSON pointer (RFC 6901) into the document.
    """

    file: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    pointer: str | None = None

    def __str__(self) -> str:
        """`file:line:column`, as far as it is known."""
        if self.line is None:
            return self.file
        return f"{self.file}:{self.line}" if self.column is None else f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem: a stable rule `code` and kebab-case `name`, what is wrong, what to do (`help`), and where.

    `tool` is the catalog name of the tool concerned, if any; `excerpt` is the source line at the place, if it is known.
    """

    code: str
    name: str
    severity: Severity
    message: str
    help: str
    place: Place
    tool: str | None = None
    excerpt: str | None = None

    @property
    def is_error(self) -> bool:
        """Whether the severity is error."""
        return self.severity is Severity.ERROR


class ToolcatError(Exception):
    """The input as a whole, the config or the command line is wrong: one clear line, exit code 2.

    `hint` says what to do; `findings` are the problems that led here, to be printed first.
    """

    def __init__(self, message: str, *, hint: str = "", findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.findings = findings
