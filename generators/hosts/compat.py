"""The compatibility report: what becomes of every tool of a catalog in every host, under that host's own names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ...catalog import ToolSpec
from .host import Host

Status: TypeAlias = Literal["ok", "renamed", "merged", "hidden", "refused"]
LOST = frozenset({"merged", "hidden", "refused"})


class Verdict(NamedTuple):
    """What becomes of one tool in one host: its way there, and why that is not simply its name.

    `merged`: its name leads to another tool, or another's to it. `hidden`: it cannot be called. `refused`: the host
    does not take the name, or nothing at all because of it. `beside` are the catalog names of the tools that it meets.
    """

    host: str
    tool: str
    status: Status
    path: tuple[str, ...]
    why: str = ""
    beside: tuple[str, ...] = ()

    @property
    def lost(self) -> bool:
        """Whether a program cannot reach the tool by its name there."""
        return self.status in LOST

    def to_json(self) -> dict[str, object]:
        """Return the verdict as `tools compat --format json` prints it."""
        return {
            "host": self.host,
            "tool": self.tool,
            "status": self.status,
            "path": list(self.path),
            "why": self.why,
            "beside": list(self.beside),
        }


_WHY = {
    "merged": "the host keeps one tool a name, and the last one wins",
    "hidden": "the host leaves out names that are not clear",
    "first": "the host keeps the first tool of a name, whichever it is given first",
    "refused": "the host refuses tools whose names meet",
}


def compatibility(specs: Iterable[ToolSpec], hosts: Sequence[Host]) -> list[Verdict]:
    """Return a verdict for each host and tool, hosts in the given order, tools by catalog name."""
    ordered = sorted(specs, key=lambda spec: spec.name)
    return [verdict for host in hosts for verdict in _verdicts(ordered, host)]


def _verdicts(specs: Sequence[ToolSpec], host: Host) -> Iterable[Verdict]:
    names = [host.names(spec) for spec in specs]
    places: dict[tuple[str, ...], list[int]] = {}
    for index, name in enumerate(names):
        places.setdefault(name.path, []).append(index)
    for index, (spec, name) in enumerate(zip(specs, names, strict=True)):
        group = places[name.path]
        beside = tuple(specs[other].name for other in group if other != index)
        status: Status = "ok"
        why = ""
        if name.problem is not None and host.collision != "settled":
            status, why = "refused", name.problem
        elif beside and host.collision != "settled":
            # Which tool is first, or last, is settled where the host runs: none is sure to be the one that is meant.
            status = "hidden" if host.collision == "first" else host.collision
            why = _WHY[host.collision]
        if status == "ok" and (name.renamed or (beside and host.collision == "settled")):
            apart = "names that meet there are told apart by a hash in the export"
            status, why = "renamed", name.problem or (apart if beside else name.reason)
        yield Verdict(host.name, spec.name, status, name.path, why, beside)
