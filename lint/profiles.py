"""Client profiles: what a vendor or an editor accepts of tools, read from `lint/clients/`."""

from __future__ import annotations

import pkgutil
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, cast

from ..catalog.findings import ToolcatError
from .units import as_object, as_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..catalog.spec import JsonObject

CLIENTS = (
    "anthropic",
    "claude-code",
    "openai",
    "openai-strict",
    "gemini",
    "cursor",
    "vscode",
    "bedrock",
    "directory",
)
"""The client profiles, in the order in which the matrix shows them."""

SKILL_PROFILES = ("portable", "spec", "claude-code", "claude-ai")
"""For whom skills are checked: every loader, the public specification to the letter, or that host."""


@dataclass(frozen=True, slots=True)
class Client:
    """A client profile: its name, what it is called in messages, and its data."""

    name: str
    title: str
    data: JsonObject

    def table(self, key: str) -> JsonObject:
        """Return a table of the data; empty if there is none."""
        return as_object(self.data.get(key))

    def number(self, table: str, key: str) -> int | None:
        """Return a number of a table, or None."""
        value = self.table(table).get(key)
        return value if isinstance(value, int) else None

    def words(self, table: str, key: str) -> tuple[str, ...]:
        """Return a list of words of a table."""
        value = self.table(table).get(key)
        return tuple(str(word) for word in cast("list[object]", value)) if isinstance(value, list) else ()

    def pattern(self, table: str) -> re.Pattern[str]:
        """Return the pattern that a name must match whole."""
        return re.compile(as_text(self.table(table).get("pattern")))

    def says(self, table: str) -> str:
        """Return the pattern in words."""
        return as_text(self.table(table).get("says"))


@cache
def client(name: str) -> Client:
    """Return a client profile by its name, one of `CLIENTS`."""
    # Not importlib.resources: a run of a few tools would spend a tenth of its time on importing that.
    raw = pkgutil.get_data(f"{__package__}.clients", f"{name}.toml")
    data = tomllib.loads((raw or b"").decode())
    return Client(name, str(data["title"]), data)


def check_clients(names: Iterable[str]) -> None:
    """Raise ToolcatError for a name that is no client profile and not `portable`."""
    for name in names:
        if name not in (*CLIENTS, "portable"):
            hint = f"there are portable (the default), {', '.join(CLIENTS)}"
            raise ToolcatError(f"no client profile is called {name!r}", hint=hint)
