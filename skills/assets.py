"""The assets of one skill on disk: a listing that follows no link, and a read that gives the whole file or nothing."""

from __future__ import annotations

import os
import stat
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .limits import MAX_ASSET_NAMES, MAX_ASSETS, MAX_VISITED
from .model import AssetRefusedError, SkillAsset, UnknownAssetError
from .names import asset_name_problem

if TYPE_CHECKING:
    from collections.abc import Iterable

MAIN = "SKILL.md"

_NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
_BINARY: int = getattr(os, "O_BINARY", 0)
_BY_DESCRIPTOR = os.open in os.supports_dir_fd and bool(_NOFOLLOW)


@dataclass(frozen=True, slots=True)
class Inventory:
    """The assets of a skill, sorted by name.

    `refused` says why there are none although there are files (too many, too long names, an unreadable folder);
    `bad_name` is the first invalid asset name, which makes a whole source invalid; `links` are what was skipped.
    """

    assets: tuple[SkillAsset, ...] = ()
    refused: str | None = None
    bad_name: str | None = None
    links: tuple[str, ...] = ()


def take_inventory(folder: str, top: Iterable[os.DirEntry[str]] | None = None) -> Inventory:
    """List the regular files below a skill's folder. Never raises.

    Links (also those that stay inside) and the skill's SKILL.md are left out; a SKILL.md further down is an asset.
    `top` are the folder's own entries, if they have been listed already.
    """
    found: list[SkillAsset] = []
    links: list[str] = []
    names = visited = 0
    todo = [("", folder)]
    while todo:
        prefix, path = todo.pop()
        try:
            with nullcontext(top) if top is not None and not prefix else os.scandir(path) as entries:
                for entry in entries:
                    visited += 1
                    if visited > MAX_VISITED:
                        return Inventory(refused=f"it has more than {MAX_VISITED} files and folders")
                    name = prefix + entry.name
                    if not prefix and name == MAIN:
                        continue
                    if _is_link(entry):
                        links.append(name)
                    elif entry.is_dir(follow_symlinks=False):
                        todo.append((name + "/", entry.path))
                    elif entry.is_file(follow_symlinks=False):
                        if asset_name_problem(name) is not None:
                            return Inventory(bad_name=name)
                        names += len(name.encode())
                        if len(found) == MAX_ASSETS:
                            return Inventory(refused=f"it has more than {MAX_ASSETS} assets")
                        if names > MAX_ASSET_NAMES:
                            return Inventory(refused=f"the names of its assets have more than {MAX_ASSET_NAMES} bytes")
                        status = entry.stat(follow_symlinks=False)
                        found.append(SkillAsset(name, status.st_size, bool(status.st_mode & 0o111)))
        except OSError:
            return Inventory(refused="a folder in it cannot be read")
    found.sort(key=lambda asset: asset.name)
    return Inventory(tuple(found), links=tuple(sorted(links)))


def _is_link(entry: os.DirEntry[str]) -> bool:
    is_junction = getattr(entry, "is_junction", None)
    return entry.is_symlink() or (is_junction is not None and bool(is_junction()))


def read_whole(folder: Path, name: str, limit: int | None) -> bytes:
    """Return the bytes of the regular file `name` below `folder`, reached through no link.

    Raises UnknownAssetError if it is gone, AssetRefusedError if it is no regular file (any more), lies behind a link,
    cannot be read, or has more than `limit` bytes (None: no limit). It is never given in part.
    """
    try:
        descriptor = _open_by_descriptor(folder, name) if _BY_DESCRIPTOR else _open_by_path(folder, name)
    except FileNotFoundError:
        raise UnknownAssetError("the asset is no longer there") from None
    except OSError:
        raise AssetRefusedError("the asset cannot be read, or lies behind a link") from None
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise AssetRefusedError("the asset is no regular file")
        try:
            data = file.read() if limit is None else file.read(limit + 1)
        except OSError:
            raise AssetRefusedError("the asset cannot be read") from None
    if limit is not None and len(data) > limit:
        raise AssetRefusedError(
            f"the asset has {max(status.st_size, len(data))} bytes; {limit} can be given, and it is never given in part"
        )
    return data


def _open_by_descriptor(folder: Path, name: str) -> int:
    """Open every folder on the way by its parent's descriptor, so that no link can be slipped in between."""
    *parents, last = name.split("/")
    at = os.open(folder, os.O_RDONLY)
    try:
        for parent in parents:
            below = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | _NOFOLLOW, dir_fd=at)
            os.close(at)
            at = below
        # Without O_NONBLOCK, opening a pipe put in the file's place would wait for a writer.
        return os.open(last, os.O_RDONLY | os.O_NONBLOCK | _NOFOLLOW, dir_fd=at)
    finally:
        os.close(at)


def _open_by_path(folder: Path, name: str) -> int:
    path = folder
    for part in name.split("/"):
        path = path / part
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0):
            raise PermissionError
    return os.open(path, os.O_RDONLY | _BINARY)
