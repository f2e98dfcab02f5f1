"""Context and options: what a run is asked to check, as every rule may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..catalog.findings import Severity

if TYPE_CHECKING:
    from datetime import date

    from ..catalog.catalog import Catalog
    from ..catalog.config import Config
    from .rule import Rule
    from .suppressions import Suppression

PROTOCOLS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""The published versions of MCP, oldest first; as strings they compare by age."""

LATEST = PROTOCOLS[-1]

PORTABLE = "portable"
"""The client profile that is asked for unless another is: every client, as warnings."""

_NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class LintOptions:
    """What to check and how loudly. Rules are named by code, prefix of a code (`TX`), name or `ALL`.

    `select` replaces the rules of the profile, `extend_select` adds to them, `ignore` takes away (a longer prefix
    beats a shorter one, and between equals ignoring wins). `severity` gives rules another severity, `off` included.
    `clients` are client profiles (empty is `portable`), `protocol` a version of MCP (None is the latest, not pinned).
    `fail_on` is the severity from which on a run counts as failed (None: never). `rules` holds settings of single
    rules by code or name. With `fold`, the many findings of one rule in one file become one where the rule says so.
    `approvals` is the record of reviewed definitions, `trees` are exported trees that are checked.
    `today` decides what has expired (None: the day of the run). Patterns of files are relative to `root`, the config's
    folder, or to the working folder.
    """

    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    profile: str = "default"
    severity: Mapping[str, Severity | None] = field(default_factory=dict[str, Severity | None])
    clients: tuple[str, ...] = ()
    protocol: str | None = None
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    per_tool_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    suppress: tuple[Suppression, ...] = ()
    baseline: Path | None = None
    update_baseline: bool = False
    fail_on: Severity | None = Severity.ERROR
    fold: bool = True
    today: date | None = None
    rules: Mapping[str, Mapping[str, object]] = field(default_factory=dict[str, Mapping[str, object]])
    approvals: Path | None = None
    trees: tuple[Path, ...] = ()
    root: Path | None = None


class Context:
    """What a run is about, as rules see it: `self.context` of every rule.

    `catalog` is the whole catalog that was loaded (None where single files are looked at), `config` the config that
    was used, and `is_complete` whether all of its sources were read, so that what is missing is really missing.
    """

    def __init__(
        self,
        options: LintOptions,
        *,
        catalog: Catalog | None = None,
        config: Config | None = None,
        is_complete: bool = False,
    ) -> None:
        self.options = options
        self.catalog = catalog
        self.config = config
        self.is_complete = is_complete
        self.root = Path() if config is None else config.root
        self.protocol = options.protocol or LATEST
        self.pinned = options.protocol is not None
        self.clients = tuple(client for client in options.clients if client != PORTABLE)
        self.is_portable = not self.clients
        self._refused: dict[str, bool] = {}

    def wants(self, *clients: str) -> bool:
        """Whether one of these client profiles was asked for by name."""
        return any(client in self.clients for client in clients)

    def is_refused(self, keyword: str) -> bool:
        """Whether a client that was asked for by name takes no schema with this keyword: nobody should add it then."""
        known = self._refused.get(keyword)
        if known is None:
            from .profiles import client

            lists = [client(name).words("schema", "keywords") for name in self.clients]
            known = self._refused[keyword] = any(words and keyword not in words for words in lists)
        return known

    def rule_options(self, rule: Rule) -> Mapping[str, object]:
        """Return the settings that the config has for a rule."""
        given = self.options.rules
        return given.get(rule.name) or given.get(rule.code) or _NOTHING
