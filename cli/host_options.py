"""The options that have to do with code-mode hosts, and how they are read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError

if TYPE_CHECKING:
    from ..generators.hosts.host import Language
    from ..generators.hosts.request import HostRequest


class HostForm(StrEnum):
    """What is exported for a host."""

    TREE = "tree"
    PRELUDE = "prelude"
    DECLARATIONS = "declarations"


class DetailLevel(StrEnum):
    """How much a flat text says of a tool."""

    NAMES = "names"
    SIGNATURES = "signatures"
    FULL = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostOptions:
    """The options that say for which host an export is, and in which form."""

    host: Annotated[
        str | None, typer.Option("--host", metavar="NAME", help="Export for this code-mode host (see tools hosts).")
    ] = None
    host_form: Annotated[
        HostForm | None,
        typer.Option(
            "--form",
            help="tree: files to import. prelude: one flat text of functions. declarations: types for a prompt. "
            "The host has a default.",
        ),
    ] = None
    host_option: Annotated[
        list[str] | None,
        typer.Option("--host-option", metavar="KEY=VALUE", help="An option of the host. Repeatable."),
    ] = None
    detail: Annotated[
        DetailLevel, typer.Option("--detail", help="How much a prelude's or prompt's declarations say of each tool.")
    ] = DetailLevel.FULL
    budget: Annotated[
        int | None,
        typer.Option("--budget", metavar="TOKENS", min=1, help="Lower the detail of tools until the text fits."),
    ] = None
    index: Annotated[bool, typer.Option("--index", help="Add searchTools over an index of the tree.")] = False

    def request(self, language: Language) -> HostRequest | None:
        """Return what is asked for; None for a plain tree. Raises ToolcatError for what does not fit together."""
        if self.host is None and self.host_form is None and not self.index:
            if self.host_option or self.budget is not None or self.detail is not DetailLevel.FULL:
                raise ToolcatError(
                    "--detail, --budget and --host-option are for a prelude or declarations",
                    hint="add --form declarations, or --host NAME",
                )
            return None
        from ..generators.hosts import find_host
        from ..generators.hosts.request import HostRequest

        host = find_host(self.host or "generic", language, pairs(self.host_option))
        request = HostRequest(
            host=host,
            form=None if self.host_form is None else self.host_form.value,
            detail=self.detail.value,
            budget=self.budget,
            index=self.index,
        )
        _ = request.settled_form
        return request


def host_names(values: Iterable[str]) -> list[str]:
    """Return the names of hosts in values that may hold several with commas between them, each once.

    Raises ToolcatError for a host that is not known, and for values without any.
    """
    from ..generators.hosts import find_host

    values = list(values)
    names = list(dict.fromkeys(part.strip() for value in values for part in value.split(",") if part.strip()))
    if values and not names:
        raise ToolcatError("no host is named", hint="`tools hosts` lists them")
    for name in names:
        find_host(name)
    return names


def pairs(values: Iterable[str] | None) -> dict[str, str]:
    """Return the pairs of `--host-option KEY=VALUE`. Raises ToolcatError for a value that is none."""
    out: dict[str, str] = {}
    for value in values or ():
        key, found, rest = value.partition("=")
        if not found or not key:
            raise ToolcatError(
                f"--host-option takes KEY=VALUE, not {value!r}", hint="for example --host-option manual=github"
            )
        out[key] = rest
    return out
