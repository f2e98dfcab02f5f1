"""`sarif`: SARIF 2.1.0 (OASIS), for GitHub code scanning and other viewers.

Every rule is listed, also those that found nothing: a viewer then closes alerts that are gone.
"""

from __future__ import annotations

from importlib.metadata import version
from json import dumps
from typing import TYPE_CHECKING

from ...catalog.findings import Severity
from .paths import uri

if TYPE_CHECKING:
    from ..findings import LintFinding, LintResult
    from ..rule import Rule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_PRECISION = {"high": "very-high", "medium": "high", "low": "medium"}


def report(result: LintResult) -> str:
    """Return the log, with one run."""
    rules = [_rule(rule, f"{result.noun}s") for rule in result.rules]
    places = {str(rule["id"]): place for place, rule in enumerate(rules)}
    for finding in result.findings:
        if finding.code not in places:
            places[finding.code] = len(rules)
            rules.append({"id": finding.code, "name": finding.name})
    run = {
        "tool": {"driver": {"name": "toolcat", "version": version("toolcat"), "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The folder in which toolcat ran."}}},
        "results": [_result(finding, places[finding.code]) for finding in result.findings],
    }
    return dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule: type[Rule], tag: str) -> dict[str, object]:
    properties: dict[str, object] = {"precision": _PRECISION[rule.confidence.value], "tags": [tag]}
    if rule.security:
        properties["tags"] = [tag, "security"]
        properties["security-severity"] = {"error": "8.0", "warning": "5.0", "info": "2.0"}[rule.severity.value]
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.what},
        "fullDescription": {"text": f"{rule.what} {rule.why}"},
        "help": {"text": f"{rule.why}\n\nWhat to do: {rule.help}\n\nSource: {rule.source}"},
        "defaultConfiguration": {"level": _LEVELS[rule.severity], "enabled": not rule.off},
        "properties": properties,
    }


def _result(finding: LintFinding, index: int) -> dict[str, object]:
    place = finding.place
    artifact: dict[str, object] = {"uri": uri(place.file)}
    if not str(artifact["uri"]).startswith("file:"):
        artifact["uriBaseId"] = "SRCROOT"
    physical: dict[str, object] = {"artifactLocation": artifact, "region": _region(finding)}
    location: dict[str, object] = {"physicalLocation": physical}
    names = [{"name": finding.tool, "kind": "function"}] if finding.tool else []
    if place.pointer:
        logical: dict[str, object] = {"fullyQualifiedName": place.pointer, "kind": "object"}
        location["logicalLocations"] = [*names, logical]
    elif names:
        location["logicalLocations"] = names
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{finding.message}\n{finding.help}".strip()},
        "locations": [location],
        "partialFingerprints": {"toolcat/v1": finding.fingerprint},
        "properties": {"confidence": finding.confidence.value},
    }


def _region(finding: LintFinding) -> dict[str, object]:
    place = finding.place
    region: dict[str, object] = {"startLine": place.line or 1}
    if place.line is not None and place.column is not None:
        region["startColumn"] = place.column
        if place.end_line is not None and place.end_column is not None:
            region["endLine"], region["endColumn"] = place.end_line, place.end_column
    if finding.excerpt is not None:
        region["snippet"] = {"text": finding.excerpt}
    return region
