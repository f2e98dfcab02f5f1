"""From what rules found to what is reported: severity, what is held back, folding, places, order."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from ..catalog.findings import Place, Severity, ToolcatError
from ..catalog.text import one_line
from .baseline import Baseline, read_baseline
from .candidates import Candidate, Fingerprints, of_finding, of_problem, remark
from .findings import RANK, LintFinding, LintResult, sort_key
from .gathering import gathered
from .reading import is_ignored_hint
from .registry import all_rules, best_match, is_selected, severity_of
from .reporters.text import count
from .rules.linter import BaselineStale, BaselineWithoutReason, RuleCrashed
from .suppressions import Control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..catalog.findings import Finding
    from .edits import Fix
    from .reading import Reading
    from .run import Crash, Run


def settle(run: Run, reading: Reading, *, shown_from: Severity = Severity.INFO) -> LintResult:
    """Return the result of a run over what was read, with what reading it found.

    Findings below `shown_from` are counted, and have no line.
    """
    options = run.context.options
    rules = all_rules(run.domain)
    control = Control(options, reading.files, [type(rule) for rule in run.rules], is_complete=run.context.is_complete)
    baseline = None
    if options.baseline is not None:
        baseline = read_baseline(options.baseline, is_update=options.update_baseline)
        labels = [file.label for file in reading.files]
        baseline.look_at(labels, [rule.code for rule in rules], is_complete=run.context.is_complete)
    candidates = _candidates(run, reading)
    kept: list[Candidate] = []
    suppressed = 0
    for candidate in candidates:
        if control.holds_back(candidate) or (baseline is not None and baseline.holds_back(candidate)):
            suppressed += 1
        else:
            kept.append(candidate)
    kept += _wanted(control.remarks(), run)
    if baseline is not None and not options.update_baseline:
        kept += _wanted(_about_baseline(baseline), run)
    fixes: dict[str, list[Fix]] = defaultdict(list)
    for candidate in kept:
        if candidate.fix is not None:
            fixes[candidate.label].append(candidate.fix)
    counts = Counter((candidate.code, candidate.name) for candidate in kept)
    found = _findings(gathered(kept, run.context), shown_from)
    found.sort(key=sort_key)
    return LintResult(
        findings=found,
        labels=tuple(file.label for file in reading.files),
        units=sum(len(file.tools) for file in reading.files),
        suppressed=suppressed,
        skipped=reading.skipped,
        rules=rules,
        counts=counts,
        fixes=fixes,
        baseline=baseline,
    )


def _findings(candidates: Sequence[Candidate], shown_from: Severity) -> list[LintFinding]:
    """Return the candidates as findings, file by file, so that the places of one file are in memory at a time."""
    least = RANK[shown_from]
    fingerprints = Fingerprints()
    by_file: dict[str, list[tuple[Candidate, str]]] = defaultdict(list)
    for candidate in candidates:
        by_file[candidate.label].append((candidate, fingerprints.of(candidate)))
    out: list[LintFinding] = []
    for group in by_file.values():
        out += [each.finding(fingerprint, placed=RANK[each.severity] >= least) for each, fingerprint in group]
        documents = {id(each.document): each.document for each, _ in group if each.document is not None}
        for document in documents.values():
            document.rest()
    return out


def _candidates(run: Run, reading: Reading) -> list[Candidate]:
    """Return all findings that the options ask for."""
    out: list[Candidate] = []
    by_code = {rule.code: rule for rule in all_rules(run.domain)}
    documents = {file.label: file.document for file in reading.files}
    entries = {
        file.label: frozenset(tool.entry_pointer for tool in file.tools)
        for file in (reading.files if reading.findings else ())
    }
    for finding in _untold(reading.findings, run):
        rule = by_code.get(finding.code)
        severity: Severity | None = finding.severity
        if rule is not None:
            if not (rule.always or finding.is_error or is_selected(rule, run.context.options)):
                continue
            if best_match(run.context.options.ignore, rule) and not is_selected(rule, run.context.options):
                continue
            severity = severity_of(rule, run.context, finding.severity)
        if severity is not None:
            candidate = of_finding(finding, rule, severity)
            candidate.inside = _inside(candidate, entries.get(candidate.label, frozenset()))
            document = documents.get(candidate.label)
            if rule is not None and document is not None and document.format != "toml":
                candidate.fix = rule.mend(document, candidate.pointer)
            out.append(candidate)
    for rule, problem in run.found:
        severity = severity_of(rule, run.context, problem.severity)
        if severity is not None:
            out.append(of_problem(rule, problem, severity))
    for crash in run.crashes:
        if isinstance(crash.error, ToolcatError):  # a file that the options name, and no fault of the rule
            raise crash.error
        out.append(_crash(crash))
    return out


def _untold(findings: Sequence[Finding], run: Run) -> list[Finding]:
    """Return what reading found without the hints of which a rule tells, or would if it were wanted.

    The rule does not look at every shape, nor at every version of the protocol: there the word of reading counts.
    """
    if not any(map(is_ignored_hint, findings)):
        return list(findings)
    from .rules.annotations import AnnotationType

    if not is_selected(AnnotationType, run.context.options):
        return [finding for finding in findings if not is_ignored_hint(finding)]
    told = {(each.document.label, each.pointer) for rule, each in run.found if rule is AnnotationType}
    return [
        finding
        for finding in findings
        if not is_ignored_hint(finding) or (finding.place.file, finding.place.pointer) not in told
    ]


def _inside(candidate: Candidate, entries: frozenset[str]) -> str:
    """Return where a finding stands within its tool: that stays the same when tools are added before it."""
    above = candidate.pointer
    while candidate.tool and above:
        if above in entries:
            return candidate.pointer[len(above) :]
        above = above.rpartition("/")[0]
    return candidate.pointer


def _wanted(remarks: Sequence[Candidate], run: Run) -> list[Candidate]:
    """Return the engine's own remarks, as far as the options ask for their rules."""
    out: list[Candidate] = []
    for each in remarks:
        if each.rule is not None and is_selected(each.rule, run.context.options):
            severity = severity_of(each.rule, run.context)
            if severity is not None:
                each.severity = severity
                out.append(each)
    return out


def _about_baseline(baseline: Baseline) -> list[Candidate]:
    out: list[Candidate] = []
    place = Place(str(baseline.path))
    without = baseline.unreasoned()
    stale = baseline.stale() - without
    if stale:
        what = f"the baseline holds {count(stale, 'finding')} that {'is' if stale == 1 else 'are'} gone"
        out.append(remark(BaselineStale, what, place))
    if without:
        what = f"the baseline holds {count(without, 'security finding')} without a reason"
        out.append(remark(BaselineWithoutReason, what, place))
    return out


def _crash(crash: Crash) -> Candidate:
    text = one_line(str(crash.error))[:200]
    return Candidate(
        rule=RuleCrashed,
        code=RuleCrashed.code,
        name=RuleCrashed.name,
        severity=RuleCrashed.severity,
        message=f"the rule {crash.rule.code} ({crash.rule.name}) crashed here: {type(crash.error).__name__}: {text}",
        help=f"This is a fault of toolcat, please report it; --ignore {crash.rule.code} goes around it.",
        label=crash.document.label,
        pointer=crash.pointer,
        inside=crash.rule.code,
        tool=crash.tool,
        document=crash.document,
    )
