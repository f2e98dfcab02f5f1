"""Selection: which of a catalog's tools a command is about. Every command and exporter filters in this one way."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .catalog import Catalog
    from .spec import Mode, ToolSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Filters over a catalog; an empty one selects every tool whose gate is on.

    `categories`, `sources`, `include` and `exclude` are alternatives within themselves and must all hold together.
    `sources` are shell patterns over a tool's server name or the file it came from; `include` and `exclude` are shell
    patterns over the catalog name or the raw tool name. Patterns are case-sensitive on every system.
    """

    mode: Mode | None = None
    categories: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def apply(self, catalog: Catalog) -> list[ToolSpec]:
        """Return the selected specs, sorted by name in code-point order."""
        specs = catalog.available(self.mode)
        if not (self.categories or self.sources or self.include or self.exclude):
            return specs
        return [spec for spec in specs if self.selects(spec)]

    def selects(self, spec: ToolSpec) -> bool:
        """Whether the filters other than mode and gates let a spec through."""
        if self.categories and spec.category not in self.categories:
            return False
        if self.sources and not _matches_source(spec, self.sources):
            return False
        names = (spec.name, spec.tool)
        if self.include and not _matches(names, self.include):
            return False
        return not _matches(names, self.exclude)

    def unmatched(self, catalog: Catalog) -> list[str]:
        """Return, in words, each filter value that no tool of the catalog fits: most likely a slip of the pen."""
        specs = catalog.tools()
        tests: list[tuple[str, tuple[str, ...], Callable[[ToolSpec, str], bool]]] = [
            ("category", self.categories, lambda spec, value: spec.category == value),
            ("source", self.sources, lambda spec, value: _matches_source(spec, (value,))),
            ("include", self.include, lambda spec, value: _matches((spec.name, spec.tool), (value,))),
            ("exclude", self.exclude, lambda spec, value: _matches((spec.name, spec.tool), (value,))),
        ]
        return [
            f"--{option} {value}"
            for option, values, fits in tests
            for value in values
            if not any(fits(spec, value) for spec in specs)
        ]

    def describe(self, catalog: Catalog) -> dict[str, object]:
        """Return the filters that are set, and the switched gates, in a stable form for a lock file."""
        out: dict[str, object] = {}
        if self.mode is not None:
            out["mode"] = self.mode.value
        for name in ("categories", "sources", "include", "exclude"):
            values: tuple[str, ...] = getattr(self, name)
            if values:
                out[name] = sorted(set(values))
        off = sorted(gate for gate, on in catalog.gates.items() if not on)
        if off:
            out["gatesOff"] = off
        return out


def _matches(names: tuple[str, ...], patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)


def _matches_source(spec: ToolSpec, patterns: tuple[str, ...]) -> bool:
    names = () if spec.server is None else (spec.server,)
    if spec.origin is not None:
        label = spec.origin.document.label.replace("\\", "/")
        names = (*names, label, label.rsplit("/", 1)[-1])
    return _matches(names, patterns)
