"""The baseline: findings that were there when a team began to lint, so that only new ones are reported.

A JSON file of findings by what does not move (rule, file, tool, place in the tool). Findings of security rules are
only held back if their entry has a `reason`. `--update-baseline` writes it anew: what is gone is pruned, reasons stay,
and so does what the run did not look at: one file serves `tools lint` and `skills lint`, and runs over parts.
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
    from collections.abc import Collection, Iterable

    from .candidates import Candidate

_Key = tuple[str, str, str, str]
_FIELDS = ("rule", "file", "tool", "pointer")
VERSION = 1


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
        self._read: frozenset[str] = frozenset()
        self._codes: frozenset[str] = frozenset()
        self._is_complete = False

    def look_at(self, labels: Iterable[str], codes: Collection[str], *, is_complete: bool) -> None:
        """Say what the run looks at: these files, with rules of these codes; `is_complete`: at all that there is."""
        self._read = frozenset(_relative(label, self.path) for label in labels)
        self._codes = frozenset(codes)
        self._is_complete = is_complete

    def _is_looked_at(self, key: _Key) -> bool:
        """Whether the run would have met a finding if it were still there."""
        code, file = key[:2]
        if code not in self._codes and _is_known(code):
            return False
        if self._is_complete or file in self._read or self._is_above_what_is_read(file):
            return True
        return not file.startswith("<") and not (self.path.parent / file).exists()

    def _is_above_what_is_read(self, file: str) -> bool:
        return file == "." or any(each.startswith(f"{file}/") for each in self._read)

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
        return sum(left for key, left in self._left.items() if left and self._is_looked_at(key))

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

    def renewed(self) -> list[dict[str, str]]:
        """Return the entries of this run's findings, with reasons kept, and those that it did not look at."""
        entries = [entry for entry in self.entries if not self._is_looked_at(_key(entry))]
        for candidate in self.seen:
            key = self.key_of(candidate)
            entry = {name: part for name, part in zip(_FIELDS, key, strict=True) if part}
            entry["message"] = candidate.message
            if key in self._reasons:
                entry["reason"] = self._reasons[key]
            elif candidate.is_security:
                entry["reason"] = ""
            entries.append(entry)
        return sorted(entries, key=lambda entry: (*_key(entry), entry.get("message", "")))

    def updated(self) -> str:
        """Return the text of the file with the entries of `renewed`."""
        data = {"version": VERSION, "findings": self.renewed()}
        return json_safe(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"


def _is_known(code: str) -> bool:
    """Whether a code is that of a rule of any command: that of a rule which is gone is nobody's."""
    from .registry import SKILLS, all_rules

    return any(rule.code == code for domain in ("tools", SKILLS) for rule in all_rules(domain))


def _key(entry: dict[str, str]) -> _Key:
    return (entry.get("rule", ""), entry.get("file", ""), entry.get("tool", ""), entry.get("pointer", ""))


def _relative(label: str, baseline: Path) -> str:
    if label.startswith("<"):
        return label
    try:
        return Path(os.path.relpath(label, baseline.parent)).as_posix()
    except ValueError:  # another drive
        return Path(label).as_posix()


def read_baseline(path: Path, *, is_update: bool = False) -> Baseline:
    """Read a baseline file. For an update it may be missing; what is no baseline is not written over.

    Raises ToolcatError if it cannot be read or is none.
    """
    hint = "name another file with --baseline, or remove this one" if is_update else "--update-baseline writes one"
    try:
        data: object = json.loads(path.read_bytes())
    except FileNotFoundError:
        if is_update:
            return Baseline(path)
        raise ToolcatError(f"there is no baseline {path}", hint="--update-baseline writes it") from None
    except OSError as error:
        hint = "name another file with --baseline" if path.is_dir() else "check its permissions"
        raise ToolcatError(f"the baseline {path} cannot be read: {error.strerror}", hint=hint) from None
    except (ValueError, RecursionError):
        raise ToolcatError(f"the file {path} is no baseline: it is no JSON", hint=hint) from None
    top = cast("dict[str, object]", data) if isinstance(data, dict) else {}
    found = top.get("findings")
    if not isinstance(found, list):
        raise ToolcatError(f"the file {path} is no baseline: it has no list of findings", hint=hint)
    if top.get("version") != VERSION:
        raise ToolcatError(f"the baseline {path} has version {top.get('version')!r}, {VERSION} is known", hint=hint)
    entries: list[dict[str, str]] = []
    for number, item in enumerate(cast("list[object]", found)):
        entry = cast("dict[str, object]", item) if isinstance(item, dict) else {}
        if not isinstance(entry.get("rule"), str) or not all(isinstance(value, str) for value in entry.values()):
            what = f"/findings/{number} is no object of texts with a rule"
            raise ToolcatError(f"the file {path} is no baseline: {what}", hint=hint)
        entries.append(cast("dict[str, str]", entry))
    return Baseline(path, entries)
