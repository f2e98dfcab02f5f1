"""The options that have to do with code-mode hosts, and how they are read."""

from __future__ import annotations

from collections.abc import Iterable

from ..catalog.findings import ToolcatError


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
