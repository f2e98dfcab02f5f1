"""The matrix: for each tool and each client, whether the client takes it, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..catalog.findings import Severity
from .outcome import settle
from .profiles import CLIENTS, client
from .registry import all_rules
from .run import Run

if TYPE_CHECKING:
    from .context import LintOptions
    from .findings import LintFinding
    from .reading import Reading


@dataclass(frozen=True, slots=True)
class Cell:
    """Whether a client takes a tool: `yes`, `warns` or `no`, and the findings behind it."""

    verdict: str
    findings: tuple[LintFinding, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows of (file, tool, cells by client); `findings` are those that belong to no single tool, by client."""

    clients: tuple[str, ...]
    rows: tuple[tuple[str, str, dict[str, Cell]], ...]

    def to_json(self) -> dict[str, object]:
        """Return the matrix as `--matrix --format json` prints it."""
        return {
            "version": 1,
            "clients": list(self.clients),
            "tools": [
                {
                    "file": file,
                    "tool": tool,
                    "clients": {
                        name: {
                            "verdict": cell.verdict,
                            "reasons": [_reason(finding) for finding in cell.findings],
                        }
                        for name, cell in cells.items()
                    },
                }
                for file, tool, cells in self.rows
            ],
        }


def _reason(finding: LintFinding) -> dict[str, object]:
    return {"rule": finding.code, "message": finding.message, "pointer": finding.place.pointer}


def make_matrix(reading: Reading, options: LintOptions, clients: Sequence[str] = ()) -> Matrix:
    """Check every tool for every client (`clients`: some of them) and say which takes which.

    A rule counts for the clients that it is about; an error of any other rule counts for all of them.
    """
    names = tuple(clients) or CLIENTS
    by_code = {rule.code: rule for rule in all_rules()}
    wanted = replace(options, clients=names, fold=False, baseline=None)
    run = Run(wanted)
    run.check_files(reading.files)
    cells: dict[tuple[str, str], dict[str, list[LintFinding]]] = {}
    for name in names:
        for finding in settle(run.seen_by(name), reading).findings:
            rule = by_code.get(finding.code)
            is_about = rule is not None and (name in rule.clients or name in rule.client_severity)
            if finding.tool is not None and (is_about or finding.is_error):
                cells.setdefault((finding.place.file, finding.tool), {}).setdefault(name, []).append(finding)
    rows: list[tuple[str, str, dict[str, Cell]]] = []
    for file in reading.files:
        for tool in file.tools:
            found = cells.get((file.label, tool.catalog_name), {})
            rows.append((file.label, tool.catalog_name, {name: _cell(found.get(name, ())) for name in names}))
    return Matrix(names, tuple(rows))


def _cell(findings: Sequence[LintFinding]) -> Cell:
    severities = {finding.severity for finding in findings}
    verdict = "no" if Severity.ERROR in severities else "warns" if severities else "yes"
    return Cell(verdict, tuple(findings))


def titles(clients: Sequence[str]) -> list[str]:
    """Return what the clients are called."""
    return [client(name).title for name in clients]
