"""Candidates: findings on their way, before it is settled whether they are reported, and before places are computed."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..catalog.findings import Finding, Place, Severity
from .findings import LintFinding
from .fixes.strings import characters
from .rule import Confidence

if TYPE_CHECKING:
    from ..catalog.documents import Document
    from .edits import Fix
    from .rule import Problem, Rule


@dataclass(slots=True, kw_only=True)
class Candidate:
    """A finding that may be reported. `inside` is its pointer within the tool, or within the file if it has none.

    `place` is only known from the start where reading a file found it.
    """

    rule: type[Rule] | None
    code: str
    name: str
    severity: Severity
    message: str
    help: str
    label: str
    pointer: str = ""
    inside: str = ""
    tool: str | None = None
    document: Document | None = None
    confidence: Confidence = Confidence.HIGH
    fix: Fix | None = None
    key: bool = False
    span: tuple[int, int] | None = None
    place: Place | None = None
    excerpt: str | None = None

    @property
    def is_security(self) -> bool:
        """Whether hiding it needs a reason."""
        return self.rule is not None and self.rule.security

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """What stays the same when lines move and other tools come and go: rule, file, tool, place in the tool."""
        if self.rule is not None and self.rule.about_list:
            return (self.code, self.label, "", "")
        return (self.code, self.label, self.tool or "", self.inside)

    def where(self) -> Place:
        """Return the place, computed when first asked for."""
        if self.place is None:
            if self.document is None:
                self.place = Place(self.label, pointer=self.pointer)
            else:
                self.place = _place(self.document, self.pointer, self.key, self.span)
                self.excerpt = self.document.excerpt(self.place)
        return self.place

    def finding(self, fingerprint: str, *, placed: bool = True) -> LintFinding:
        """Return the finding that is reported; one that nobody is shown needs no line, and is left with its pointer."""
        place = self.where() if placed else Place(self.label, pointer=self.pointer)
        return LintFinding(
            code=self.code,
            name=self.name,
            severity=self.severity,
            message=self.message,
            help=self.help,
            place=place,
            tool=self.tool,
            excerpt=self.excerpt,
            confidence=self.confidence,
            fix=self.fix,
            fingerprint=fingerprint,
        )


def of_problem(rule: type[Rule], problem: Problem, severity: Severity) -> Candidate:
    """Return what a rule yielded as a candidate."""
    fix = problem.fix if problem.document.format != "toml" else None
    return Candidate(
        rule=rule,
        code=rule.code,
        name=rule.name,
        severity=severity,
        message=problem.message,
        help=problem.help or rule.help,
        label=problem.document.label,
        pointer=problem.pointer,
        inside=problem.pointer.removeprefix(problem.base) if problem.tool else problem.pointer,
        tool=problem.tool,
        document=problem.document,
        confidence=problem.confidence or rule.confidence,
        fix=fix,
        key=problem.key,
        span=problem.span,
    )


def of_finding(finding: Finding, rule: type[Rule] | None, severity: Severity) -> Candidate:
    """Return what reading a file found as a candidate."""
    return Candidate(
        rule=rule,
        code=finding.code,
        name=finding.name,
        severity=severity,
        message=finding.message,
        help=finding.help[:1].upper() + finding.help[1:],  # a sentence, as those of rules are
        label=finding.place.file,
        pointer=finding.place.pointer or "",
        inside=finding.place.pointer or "",
        tool=finding.tool,
        place=finding.place,
        excerpt=finding.excerpt,
    )


def remark(rule: type[Rule], message: str, place: Place) -> Candidate:
    """Return a remark of the engine itself, about a suppression or a baseline."""
    return Candidate(
        rule=rule,
        code=rule.code,
        name=rule.name,
        severity=rule.severity,
        message=message,
        help=rule.help,
        label=place.file,
        pointer=place.pointer or "",
        inside=place.pointer or str(place.line or ""),
        place=place,
    )


def _place(document: Document, pointer: str, key: bool, span: tuple[int, int] | None) -> Place:
    """Return the place of a value, or of some characters of a string value where they can be found."""
    place = document.place(pointer, key=key)
    if span is None:
        return place
    from .fixes.data import NotFixable, value_at

    try:
        value = value_at(document.data, pointer)
    except NotFixable:
        return place
    whole = document.span(pointer, key=key)
    if whole is None or not isinstance(value, str) or document.format == "toml" or not 0 <= span[0] < len(value):
        return place
    text, start = document.text, whole[0]
    start += text[start] in "\"'"
    if text.startswith(value, start):  # written as it reads: no need to follow it through escapes and folded lines
        return document.place_of((start + span[0], start + max(span[0] + 1, min(span[1], len(value)))), pointer)
    places = characters(text, whole, value)
    if places is None:
        return place
    last = places[max(span[0], min(span[1], len(value)) - 1)]
    return document.place_of((places[span[0]][0], last[1]), pointer)


class Fingerprints:
    """Stable names of findings: a hash of what does not move, and a number where several would be alike."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def of(self, candidate: Candidate) -> str:
        """Return the fingerprint of the next finding."""
        text = "\n".join(candidate.identity)
        digest = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:32]
        self._seen[digest] += 1
        return digest if self._seen[digest] == 1 else f"{digest}-{self._seen[digest]}"
