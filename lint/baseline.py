"""The baseline: findings that were there when a team began to lint, so that only new ones are reported.

A JSON file of findings by what does not move (rule, file, tool, place in the tool). Findings of security rules are
only held back if their entry has a `reason`. `--update-baseline` writes it anew: what is gone is pruned, reasons stay.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..catalog.findings import ToolcatError
from ..catalog.text import json_safe

if TYPE_CHECKING:
    from .candidates import Candidate

_Key = tuple[str, str, str, str]
_FIELDS = ("rule", "file", "tool", "pointer")


class Baseline:
    """A baseline file as it was read, and which of its entries were met."""

    def __init__(self, path: Path, entries: list[dict[str, str]] | None = None) -> None:
        self.path = path
        self.entries = entries or []
        self._left: Counter[_Key] = Counter()
        self._reasons: dict[_Key, str] = {}
        for entry in self.entries:
            key = _key(entry)
            self._left[key] += 1
            if entry.get("reason"):
                self._reasons[key] = entry["reason"]
        self.seen: list[Candidate] = []

    def holds_back(self, candidate: Candidate) -> bool:
        """Whether the finding was there before. Each entry holds back one finding."""
        self.seen.append(candidate)
        key = self.key_of(candidate)
        if not self._left[key] or (candidate.is_security and key not in self._reasons):
            return False
        self._left[key] -= 1
        return True

    def stale(self) -> int:
        """Return how many entries no finding answers to any more."""
        return sum(self._left.values())

    def unreasoned(self) -> int:
        """Return how many findings of security rules stand in the baseline without a reason."""
        return sum(
            candidate.is_security and self._left[key] > 0 and key not in self._reasons
            for candidate in self.seen
            for key in (self.key_of(candidate),)
        )

    def key_of(self, candidate: Candidate) -> _Key:
        """Return what identifies a finding in the file; its path is relative to the baseline's folder."""
        code, label, tool, inside = candidate.identity
        return code, _relative(label, self.path), tool, inside

    def updated(self) -> str:
        """Return the text of the file with the findings of this run: what is gone is pruned, reasons stay."""
        entries: list[dict[str, str]] = []
        for candidate in self.seen:
            key = self.key_of(candidate)
            entry = {name: part for name, part in zip(_FIELDS, key, strict=True) if part}
            entry["message"] = candidate.message
            if key in self._reasons:
                entry["reason"] = self._reasons[key]
            elif candidate.is_security:
                entry["reason"] = ""
            entries.append(entry)
        entries.sort(key=lambda entry: (*_key(entry), entry["message"]))
        return json_safe(json.dumps({"version": 1, "findings": entries}, ensure_ascii=False, indent=2)) + "\n"


def _key(entry: dict[str, str]) -> _Key:
    return (entry.get("rule", ""), entry.get("file", ""), entry.get("tool", ""), entry.get("pointer", ""))


def _relative(label: str, baseline: Path) -> str:
    if label.startswith("<"):
        return label
    try:
        return Path(os.path.relpath(label, baseline.parent)).as_posix()
    except ValueError:  # another drive
        return Path(label).as_posix()


def read_baseline(path: Path, *, may_be_missing: bool = False) -> Baseline:
    """Read a baseline file. Raises ToolcatError if it cannot be read or is none."""
    try:
        data: object = json.loads(path.read_bytes())
    except FileNotFoundError:
        if may_be_missing:
            return Baseline(path)
        raise ToolcatError(f"there is no baseline {path}", hint="--update-baseline writes it") from None
    except OSError as error:
        raise ToolcatError(f"the baseline {path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise ToolcatError(f"the baseline {path} is no JSON", hint="--update-baseline writes it anew") from None
    found = cast("dict[str, object]", data).get("findings") if isinstance(data, dict) else None
    if not isinstance(found, list):
        raise ToolcatError(f"the file {path} is no baseline", hint='it holds {"version": 1, "findings": […]}')
    entries: list[dict[str, str]] = []
    for item in cast("list[object]", found):
        if isinstance(item, dict):
            entries.append({str(key): str(value) for key, value in cast("dict[str, object]", item).items()})
    return Baseline(path, entries)
