"""What an export for a host is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...catalog import Finding, ToolcatError, ToolSpec
from ..lock import NAME, Degraded
from .compat import compatibility
from .detail import Detail
from .host import Form, Host

LOST = "host-name"
"""The code of a finding: a tool that the host cannot call by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRequest:
    """A host, one of its forms (None: its default), how much a flat text says, and whether a tree has an index."""

    host: Host
    form: Form | None = None
    detail: Detail = "full"
    budget: int | None = None
    index: bool = False

    @property
    def settled_form(self) -> Form:
        """The form that is exported. Raises ToolcatError for one that the host has not."""
        form = self.form or self.host.forms[0]
        if form not in self.host.forms:
            raise ToolcatError(
                f"the host {self.host.name} takes no {form}",
                hint=f"its forms are {', '.join(self.host.forms)}; `tools hosts {self.host.name}` says more",
            )
        if form == "tree" and (self.detail != "full" or self.budget is not None):
            raise ToolcatError(
                "--detail and --budget are for a prelude or declarations",
                hint="of a tree, a program reads the files it needs; --index adds searchTools over an index of it",
            )
        if self.host.settings.emit == "tools-json" and (self.detail != "full" or self.budget is not None):
            raise ToolcatError(
                f"--detail and --budget are not for {self.host.name}",
                hint="the vendor makes its prompt of the whole array; export fewer tools instead (--include)",
            )
        if form != "tree" and self.index:
            raise ToolcatError("--index is for a tree", hint="leave it out, or add --form tree")
        return form

    def recorded(self) -> dict[str, object]:
        """Return the request as a lock records it."""
        return {
            "host": self.host.name,
            "hostOptions": dict(self.host.variables),
            "form": self.settled_form,
            "detail": self.detail,
            "budget": self.budget,
            "index": self.index,
        }


class HostText(NamedTuple):
    """A flat text for a host: its estimated tokens (of the declarations, which a model reads), and what to tell of it.

    `lowered` are the tools with less detail than was asked for, `degraded` what a written export would report: types
    that say less than their schema, and tools that the host cannot call.
    """

    text: str
    tokens: int
    lowered: Mapping[str, Detail]
    degraded: Sequence[Finding] = ()


def lost_tools(specs: list[ToolSpec], host: Host) -> dict[str, Degraded]:
    """Return, by catalog name, what to tell of the tools that a program cannot reach by their names in the host."""
    found: dict[str, Degraded] = {}
    for verdict in compatibility(specs, [host]):
        if verdict.lost:
            beside = f" ({', '.join(verdict.beside[:3])})" if verdict.beside else ""
            found[verdict.tool] = Degraded(NAME, "", LOST, f"cannot be called on {host.name}: {verdict.why}{beside}")
    return found
