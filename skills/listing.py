"""A discovery as rows: what is in force, what is invalid and why, what is shadowed by what, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .loaders import Candidate, Loader, Verdict, judge
from .model import Tier
from .scan import read_bounded
from .tokens import estimate

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..catalog.findings import Finding
    from .scan import FoundSkill, InvalidSkill
    from .tiers import Discovery, Shadowed

Status = Literal["ok", "warning", "shadowed", "invalid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One skill as it is listed. `file` is its SKILL.md as the user would name it.

    `listing_tokens` is what name and description cost in every prompt, `body_tokens` what activation adds. `winner` is
    the file of the skill that shadows this one; `verdict` what a loader makes of it, if one was asked about.
    """

    name: str
    tier: Tier
    status: Status
    file: str
    description: str = ""
    listing_tokens: int = 0
    body_tokens: int = 0
    assets: int = 0
    findings: tuple[Finding, ...] = ()
    winner: str = ""
    is_copy: bool = False
    verdict: Verdict | None = None

    def as_json(self) -> dict[str, object]:
        """Return the row as JSON data; what does not apply is left out."""
        out: dict[str, object] = {"name": self.name, "tier": self.tier.value, "status": self.status, "file": self.file}
        if self.status != "invalid":
            out["description"] = self.description
            out["tokens"] = {"listing": self.listing_tokens, "body": self.body_tokens}
            out["assets"] = self.assets
        if self.winner:
            out["shadowedBy"] = self.winner
            out["identical"] = self.is_copy
        if self.findings:
            out["findings"] = [_finding(finding) for finding in self.findings]
        if self.verdict is not None:
            out["loader"] = _verdict(self.verdict)
        return out


def _finding(finding: Finding) -> dict[str, object]:
    out: dict[str, object] = {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "message": finding.message,
        "help": finding.help,
    }
    if finding.place.line is not None:
        out["line"], out["column"] = finding.place.line, finding.place.column
    return out


def _verdict(verdict: Verdict) -> dict[str, object]:
    out: dict[str, object] = {"name": verdict.loader.value, "loads": verdict.loads, "basis": verdict.basis}
    if verdict.loads:
        out["as"] = verdict.name
        out["description"] = verdict.description
    if verdict.reasons:
        out["reasons"] = list(verdict.reasons)
    if verdict.notes:
        out["notes"] = list(verdict.notes)
    return out


@dataclass(slots=True)
class Listing:
    """All rows of a discovery, each kind sorted by name and then by precedence."""

    skills: list[Row]
    invalid: list[Row]
    shadowed: list[Row]

    @property
    def rows(self) -> list[Row]:
        """All rows: in force, invalid, shadowed."""
        return [*self.skills, *self.invalid, *self.shadowed]


def make_listing(found: Discovery, tiers: Collection[Tier] = (), loader: Loader | None = None) -> Listing:
    """Return the rows of a discovery: of these tiers (none given: of all), with the verdict of a loader, if any."""

    def wanted(tier: Tier) -> bool:
        return not tiers or tier in tiers

    return Listing(
        [_valid(skill, loader) for _, skill in sorted(found.skills.items()) if wanted(skill.meta.origin)],
        sorted((_invalid(skill, loader) for skill in found.invalid if wanted(skill.tier)), key=lambda row: row.name),
        sorted(
            (_shadowed(pair, loader) for pair in found.shadowed if wanted(pair.loser.meta.origin)),
            key=lambda row: row.name,
        ),
    )


def _valid(skill: FoundSkill, loader: Loader | None) -> Row:
    meta = skill.meta
    return Row(
        name=meta.name,
        tier=meta.origin,
        status="warning" if any(finding.severity != "info" for finding in skill.warnings) else "ok",
        file=skill.label,
        description=meta.description,
        listing_tokens=estimate(meta.name + meta.description),
        body_tokens=estimate(skill.body),
        assets=len(skill.assets),
        findings=skill.warnings,
        verdict=None if loader is None else _judge(loader, skill.path, skill.folder.name),
    )


def _invalid(skill: InvalidSkill, loader: Loader | None) -> Row:
    return Row(
        name=skill.name,
        tier=skill.tier,
        status="invalid",
        file=skill.label,
        findings=(skill.finding,),
        verdict=None if loader is None else _judge(loader, skill.path, skill.name),
    )


def _shadowed(pair: Shadowed, loader: Loader | None) -> Row:
    row = _valid(pair.loser, loader)
    return Row(
        name=row.name,
        tier=row.tier,
        status="shadowed",
        file=row.file,
        description=row.description,
        listing_tokens=row.listing_tokens,
        body_tokens=row.body_tokens,
        assets=row.assets,
        findings=row.findings,
        winner=pair.winner.label,
        is_copy=pair.is_copy,
        verdict=row.verdict,
    )


def _judge(loader: Loader, path: str, folder: str) -> Verdict:
    raw = read_bounded(path)
    if not isinstance(raw, bytes):
        return Verdict(loader, False, reasons=(raw.message,))
    file = path.replace("\\", "/").rpartition("/")[2]
    return judge(loader, Candidate(raw, folder, file))
