"""`concise`: one line a finding, as compilers print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog.text import one_line

if TYPE_CHECKING:
    from ..findings import LintResult


def report(result: LintResult) -> str:
    """Return `file:line:column: severity CODE message [*]`, the star where --fix helps."""
    return "".join(
        f"{one_line(str(f.place))}: {f.severity} {f.code} {one_line(f.message)}{' [*]' if f.fix else ''}\n"
        for f in result.findings
    )
