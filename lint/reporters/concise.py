"""`concise`: one line a finding, as compilers print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog.text import one_line

if TYPE_CHECKING:
    from ..findings import LintFinding, LintResult


def report(result: LintResult) -> str:
    """Return `file:line:column: severity CODE message`, and `[*]` where --fix helps, `[?]` with --unsafe-fixes."""
    return "".join(
        f"{one_line(str(f.place))}: {f.severity} {f.code} {one_line(f.message)}{_mark(f)}\n" for f in result.findings
    )


def _mark(finding: LintFinding) -> str:
    return "" if finding.fix is None else " [*]" if finding.fix.safety == "safe" else " [?]"
