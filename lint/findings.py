"""What a run returns: findings as rules give them, and the counts beside them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..catalog.findings import Finding, Severity
from .rule import Confidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .baseline import Baseline
    from .edits import Fix
    from .rule import Rule

RANK = {Severity.ERROR: 2, Severity.WARNING: 1, Severity.INFO: 0}
"""Severities by weight."""


@dataclass(frozen=True, slots=True)
class LintFinding(Finding):
    """A finding of lint: also how sure it is, how to fix it, and a fingerprint that does not depend on line numbers."""

    confidence: Confidence = Confidence.HIGH
    fix: Fix | None = None
    fingerprint: str = ""

    @property
    def is_fixable(self) -> bool:
        """Whether there is a fix, safe or unsafe."""
        return self.fix is not None


@dataclass(slots=True)
class LintResult:
    """The findings of a run, sorted by file, line and code, and what was looked at.

    `labels` are the files that were checked, `units` counts what was checked in them (`tools` or `skills`, as `noun`
    says), `suppressed` the findings that suppressions, ignores by file or tool, and the baseline hold back, `skipped`
    the files that could not be read. `rules` are all rules of the domain, whether they ran or not. `counts` says how
    many findings each rule (code, name) has, those folded into one included; `fixes` all fixes by file.
    """

    findings: list[LintFinding] = field(default_factory=list[LintFinding])
    labels: tuple[str, ...] = ()
    units: int = 0
    suppressed: int = 0
    skipped: int = 0
    rules: tuple[type[Rule], ...] = ()
    noun: str = "tool"
    counts: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    fixes: Mapping[str, Sequence[Fix]] = field(default_factory=dict[str, "Sequence[Fix]"])
    baseline: Baseline | None = None

    def count(self, severity: Severity) -> int:
        """Return how many findings have this severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def fixable(self) -> int:
        """How many findings have a fix, safe or unsafe."""
        return sum(finding.fix is not None for finding in self.findings)

    def fails(self, threshold: Severity | None = Severity.ERROR) -> bool:
        """Whether any finding is at least as severe as `threshold` (None: never)."""
        return threshold is not None and any(RANK[f.severity] >= RANK[threshold] for f in self.findings)


def sort_key(finding: Finding) -> tuple[str, int, int, str, str]:
    """Return the order of findings: file, line, column, code, message."""
    place = finding.place
    return (place.file, place.line or 0, place.column or 0, finding.code, finding.message)


def worst(severities: Iterable[Severity]) -> Severity:
    """Return the heaviest of some severities; info if there are none."""
    return max(severities, key=RANK.__getitem__, default=Severity.INFO)
