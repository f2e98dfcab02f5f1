"""Catalog: the name → spec map that everything passes through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .names import tool_name_problem
from .spec import Mode, ToolSpec


class DuplicateToolError(ValueError):
    """A name was registered twice; the first stays. The message names both places."""

    def __init__(self, kept: ToolSpec, refused: ToolSpec) -> None:
        super().__init__(
            f"the tool {refused.name!r} is already registered: first {_place(kept)}, again {_place(refused)}"
        )
        self.kept = kept
        self.refused = refused


class InvalidToolError(ValueError):
    """A spec whose name is not valid was registered."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A tool that lost its name to an earlier source."""

    refused: ToolSpec
    kept: ToolSpec


def _place(spec: ToolSpec) -> str:
    return "in code" if spec.origin is None else f"at {spec.origin.place}"


class Catalog:
    """Tool specs by name. Names are unique and case-sensitive; every listing is in code-point order of the names.

    `gates` says which gates are switched, by gate name: a gate that is not mentioned is on. Several tools may share a
    gate. Switched-off tools are in the catalog (`lookup`, `tools`) and absent from every mode's listing.
    """

    def __init__(self, specs: Iterable[ToolSpec] = (), *, gates: Mapping[str, bool] | None = None) -> None:
        self.gates: dict[str, bool] = dict(gates or {})
        self._specs: dict[str, ToolSpec] = {}
        self._sorted: list[ToolSpec] | None = None
        for spec in specs:
            self.register(spec)

    def __len__(self) -> int:
        return len(self._specs)

    def __contains__(self, name: object) -> bool:
        return name in self._specs

    def register(self, spec: ToolSpec) -> None:
        """Add a spec.

        Raises DuplicateToolError if the name is taken (the first stays) and InvalidToolError if it is not a name.
        """
        kept = self._specs.get(spec.name)
        if kept is not None:
            raise DuplicateToolError(kept, spec)
        problem = tool_name_problem(spec.name)
        if problem:
            raise InvalidToolError(problem)
        self._specs[spec.name] = spec
        self._sorted = None

    def merge(self, specs: Iterable[ToolSpec]) -> list[Skipped]:
        """Add the specs of a later source; a name that is taken stays with the earlier one (first wins).

        Returns the skipped specs in their order, each with the one that won. Raises InvalidToolError for a bad name.
        """
        skipped: list[Skipped] = []
        for spec in specs:
            try:
                self.register(spec)
            except DuplicateToolError as error:
                skipped.append(Skipped(spec, error.kept))
        return skipped

    def lookup(self, name: str) -> ToolSpec | None:
        """Return the spec of exactly this name (case-sensitive), or None."""
        return self._specs.get(name)

    def tools(self) -> list[ToolSpec]:
        """Return every spec, sorted by name in code-point order."""
        if self._sorted is None:
            self._sorted = [self._specs[name] for name in sorted(self._specs)]
        return list(self._sorted)

    def is_on(self, spec: ToolSpec) -> bool:
        """Whether the spec's gate is on; a tool without a gate is always on."""
        return spec.gate is None or self.gates.get(spec.gate, True)

    def available(self, mode: Mode | None = None) -> list[ToolSpec]:
        """Return the specs that may be used in `mode` (None: every mode) and whose gate is on, sorted by name."""
        return [spec for spec in self.tools() if self.is_on(spec) and spec.available(mode)]

    def specs(self, mode: Mode | None = None) -> list[dict[str, object]]:
        """Return the available specs as MCP `Tool` objects with the catalog fields, sorted by name."""
        return [spec.to_mcp() for spec in self.available(mode)]

    def advertised_specs(self, mode: Mode | None = None) -> list[dict[str, object]]:
        """Return the available specs, in their light form where the spec asks for it, sorted by name.

        Without a tool of `disclosure: advertised` this equals `specs(mode)`.
        """
        return [spec.listed(advertised=True) for spec in self.available(mode)]
