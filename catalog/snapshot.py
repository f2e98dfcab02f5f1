"""Snapshots: what a live server listed, kept in a file that lint and export read; and what has changed since."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from .comparison import Change, Impact, ToolChange, compare_lists
from .findings import ToolcatError
from .live.listing import IDENTITY, listing
from .names import server_key

if TYPE_CHECKING:
    from .live.answers import Captured
    from .requests import SourceRequest
    from .spec import JsonObject

ENDING = ".json"


@dataclass(frozen=True, slots=True)
class Target:
    """A server to take a snapshot of, and the file for it (None: standard output)."""

    request: SourceRequest
    path: Path | None

    @property
    def name(self) -> str:
        """The server's name."""
        assert self.request.live is not None
        return self.request.live.name


def targets(requests: Sequence[SourceRequest], output: Path | None) -> list[Target]:
    """Say which file each server's snapshot goes to.

    `output` is a file for one server, a folder, in which each gets `<name>.json`, or `-`, standard output, for one
    server; without it, the path of its source, else standard output for a single server. Names of servers hold no
    separators, so that no file lies outside the folder. Raises ToolcatError if there is no place for one, or two would
    share one.
    """
    if output is not None and str(output) == "-":
        if len(requests) > 1:
            raise ToolcatError("standard output takes the list of one server", hint="Name a folder with --output.")
        return [Target(request, None) for request in requests]
    is_folder = output is not None and (
        output.is_dir() or len(requests) > 1 or str(output).endswith(("/", os.sep)) or not output.suffix
    )
    out: list[Target] = []
    taken: dict[str, str] = {}
    for request in requests:
        assert request.live is not None
        name = request.live.name
        if output is not None:
            path = output / (name + ENDING) if is_folder else output
        elif request.path:
            path = Path(request.path)
        elif len(requests) == 1:
            path = None
        else:
            raise ToolcatError(
                f"there is no file for the server {name!r}",
                hint="Name a folder with --output, or its path in the config.",
            )
        if path is not None:
            key = server_key(str(path))
            if key in taken:
                raise ToolcatError(f"the servers {taken[key]!r} and {name!r} would share {path}", hint="Rename one.")
            taken[key] = name
        out.append(Target(request, path))
    return out


def write(path: Path, text: str) -> bool:
    """Write a snapshot, whole or not at all; one that is the same already is not touched. Returns whether it changed.

    A link stays one: the file that it leads to is written. That file keeps its mode. Raises ToolcatError if it cannot
    be written, or if a file stands there that is no snapshot or list of tools.
    """
    data = text.encode()
    try:
        place = path.resolve()
        old = place.read_bytes() if place.exists() else None
        if old == data:
            return False
        if old is not None and not _may_be_replaced(old):
            raise ToolcatError(f"{path}: there is a file that is no list of tools", hint="Name another file.")
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f".{place.name}.{os.getpid()}.new")
        try:
            beside.write_bytes(data)
            if old is not None:
                beside.chmod(place.stat().st_mode & 0o7777)
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise ToolcatError(f"{path}: the snapshot cannot be written: {reason}", hint="Check the folder.") from None
    return True


def _may_be_replaced(old: bytes) -> bool:
    """Whether a file is empty, a list of tools, or what a merge or a crash has made of one."""
    if not old.strip():
        return True
    try:
        data: object = json.loads(old)
    except (ValueError, RecursionError):
        return b'"tools"' in old
    top = _object(data)
    return any(isinstance(each.get("tools"), list) for each in (top, _object(top.get("result"))))


def compare(path: Path, captured: Captured) -> list[ToolChange] | None:
    """Return what has changed on the server since its snapshot, tool by tool; None if there is no snapshot.

    What the server says of itself is compared too, under the name of no tool (""). The order of tools means nothing.
    Raises ToolcatError if the snapshot cannot be read.
    """
    if not path.exists():
        return None
    try:
        data: object = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        raise ToolcatError(f"{path}: the snapshot cannot be read", hint="Take it anew.") from None
    top = cast("dict[str, object]", data) if isinstance(data, dict) else {}
    listed = top.get("tools")
    if not isinstance(listed, list):
        raise ToolcatError(f"{path}: the file is no snapshot: it has no list of tools", hint="Take it anew.")
    now = listing(captured)
    out = _identity(_object(top.get(IDENTITY)), _object(now.get(IDENTITY)))
    return out + compare_lists(_by_name(cast("list[object]", listed)), _by_name(captured.tools))


def _by_name(tools: Sequence[object]) -> dict[str, JsonObject]:
    """Return tools by their raw names, the first of each; what is no tool goes by its place."""
    out: dict[str, JsonObject] = {}
    for place, tool in enumerate(tools):
        fields = _object(tool)
        name = fields.get("name")
        out.setdefault(name if isinstance(name, str) and name else f"#{place}", fields)
    return out


def _object(value: object) -> JsonObject:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _identity(before: JsonObject, after: JsonObject) -> list[ToolChange]:
    """Report what a server says of itself: its instructions steer the model, the rest is only told."""
    changes: list[Change] = []
    if before.get("instructions") != after.get("instructions"):
        changes.append(Change(Impact.DEGRADED, "the server's instructions changed", f"/{IDENTITY}/instructions"))
    for key, what in (("serverInfo", "name or version"), ("protocolVersion", "protocol version")):
        if before.get(key) != after.get(key):
            changes.append(Change(Impact.ADDITIVE, f"the server's {what} changed", f"/{IDENTITY}/{key}"))
    return [ToolChange("", "changed", tuple(changes))] if changes else []
