"""From what rules found to what is reported: severity, place, excerpt, fingerprint, order."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

from ..catalog.findings import Finding, Severity
from ..catalog.text import one_line
from .findings import LintFinding, LintResult, sort_key
from .registry import all_rules, severity_of

if TYPE_CHECKING:
    from .reading import Reading
    from .rule import Problem, Rule
    from .run import Crash, Run

CRASH = ("TL001", "rule-crashed")


def settle(run: Run, reading: Reading) -> LintResult:
    """Return the result of a run over what was read, with what reading it found."""
    findings = [_of_source(finding) for finding in reading.findings]
    seen: Counter[str] = Counter()
    for rule, problem in run.found:
        severity = severity_of(rule, run.context, problem.severity)
        if severity is not None:
            findings.append(_finding(rule, problem, severity, seen))
    findings += [_crash(crash) for crash in run.crashes]
    findings.sort(key=sort_key)
    return LintResult(
        findings=findings,
        labels=tuple(file.label for file in reading.files),
        units=sum(len(file.tools) for file in reading.files),
        skipped=reading.skipped,
        rules=all_rules(),
    )


def _of_source(finding: Finding) -> LintFinding:
    return LintFinding(
        code=finding.code,
        name=finding.name,
        severity=finding.severity,
        message=finding.message,
        help=finding.help,
        place=finding.place,
        tool=finding.tool,
        excerpt=finding.excerpt,
    )


def _finding(rule: type[Rule], problem: Problem, severity: Severity, seen: Counter[str]) -> LintFinding:
    place = problem.document.place(problem.pointer, key=problem.key)
    return LintFinding(
        code=rule.code,
        name=rule.name,
        severity=severity,
        message=problem.message,
        help=problem.help or rule.help,
        place=place,
        tool=problem.tool,
        excerpt=problem.document.excerpt(place),
        confidence=problem.confidence or rule.confidence,
        fix=problem.fix,
        fingerprint=_fingerprint(rule, problem, seen),
    )


def _fingerprint(rule: type[Rule], problem: Problem, seen: Counter[str]) -> str:
    """Return what identifies a finding when lines move: rule, tool, and where in the tool; then which of equal ones."""
    inside = problem.pointer.removeprefix(problem.base) if problem.tool else problem.pointer
    identity = f"{rule.code}\n{problem.document.label}\n{problem.tool or ''}\n{inside}"
    digest = hashlib.sha256(identity.encode("utf-8", "backslashreplace")).hexdigest()[:32]
    seen[digest] += 1
    return digest if seen[digest] == 1 else f"{digest}:{seen[digest]}"


def _crash(crash: Crash) -> LintFinding:
    place = crash.document.place(crash.pointer)
    text = one_line(str(crash.error))[:200]
    return LintFinding(
        code=CRASH[0],
        name=CRASH[1],
        severity=Severity.ERROR,
        message=f"the rule {crash.rule.code} ({crash.rule.name}) crashed here: {type(crash.error).__name__}: {text}",
        help=f"this is a fault of toolcat, please report it; --ignore {crash.rule.code} goes around it",
        place=place,
        tool=crash.tool,
        excerpt=crash.document.excerpt(place),
    )
