"""What an export or a check comes to, in the form that commands print and programs use."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ..catalog import Finding

Kind: TypeAlias = Literal["catalog-changed", "options-changed", "toolcat-changed", "edited", "missing", "stale"]
"""Why a tree is not what an export would leave:

the first three say what it was made from, the others what became of it.
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: its kind, the path (relative to the tree, `/`), the tool (its catalog name), and details."""

    kind: Kind
    path: str
    tool: str | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The differences between a tree and what an export would leave; none means that it is up to date."""

    differences: list[Difference] = field(default_factory=list[Difference])

    def to_json(self) -> dict[str, object]:
        """Return the result as `--check --format json` prints it."""
        return {
            "upToDate": not self.differences,
            "differences": [
                {"kind": one.kind, "path": one.path, "tool": one.tool, "detail": one.detail} for one in self.differences
            ],
        }


@dataclass(frozen=True, slots=True)
class ExportedTool:
    """Where one tool went: its settled names (in TypeScript `function`, `input`, `output`) and its files."""

    names: dict[str, str]
    files: list[str]


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What an export did, or would do: paths are relative to the tree, with `/`, in code-point order.

    `bytes` is the size of all files of the tree, the lock included. `kept` are files of ours that no tool needs any
    more but that somebody edited, or that do not look like ours: they stay. `overwritten` are the ones of `written`
    that somebody had edited. `degraded` are parts of schemas that became `unknown`. `names` is by catalog name.
    """

    tools: int
    written: list[str]
    unchanged: list[str]
    removed: list[str]
    kept: list[str]
    bytes: int
    degraded: list[Finding]
    names: dict[str, ExportedTool]
    dry_run: bool = False
    overwritten: list[str] = field(default_factory=list[str])

    def to_json(self) -> dict[str, object]:
        """Return the result as `--format json` prints it."""
        return {
            "tools": self.tools,
            "dryRun": self.dry_run,
            "written": self.written,
            "unchanged": self.unchanged,
            "removed": self.removed,
            "kept": self.kept,
            "overwritten": self.overwritten,
            "bytes": self.bytes,
            "degraded": [
                {
                    "tool": finding.tool,
                    "code": finding.code,
                    "message": finding.message,
                    "file": finding.place.file,
                    "line": finding.place.line,
                    "column": finding.place.column,
                    "pointer": finding.place.pointer,
                }
                for finding in self.degraded
            ],
            "names": {name: {**tool.names, "files": tool.files} for name, tool in sorted(self.names.items())},
        }
