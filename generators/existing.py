"""What stands at the output of an export: nothing, an empty folder, a tree of ours, or what is not ours to replace."""

from __future__ import annotations

import errno
import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ..catalog import ToolcatError
from .drift import begins
from .lock import LOCK_NAME, Lock, parse
from .swap import is_temporary

State: TypeAlias = Literal["absent", "empty", "ours", "other"]


@dataclass(frozen=True, slots=True)
class Existing:
    """What stands at the output: nothing, an empty folder, a tree of ours with its lock, or something else (forced)."""

    folder: Path
    state: State
    lock: Lock | None = None
    lock_text: str = ""
    damage: str = ""


def inspect(folder: Path, target: str, mark: bytes, *, force: bool = False, tolerate_damage: bool = False) -> Existing:
    """Look at the output folder. `mark` is what our files for the target begin with.

    A folder without a lock in which every file is ours (an export into it was killed, or the lock was lost) is
    accepted. `force` accepts a folder that is not ours; `tolerate_damage` reports a lock that cannot be read in
    `damage`. Raises ToolcatError, which says what to do, for a file, a symbolic link, a folder that is not ours or of
    another target.
    """
    if folder.is_symlink():
        raise ToolcatError(
            f"{folder} is a symbolic link, and a tree is replaced as a whole",
            hint=f"give the folder itself: {os.path.realpath(folder)}",
        )
    try:
        names = {name for name in os.listdir(folder) if not is_temporary(name)}  # noqa: PTH208 - names are enough
    except FileNotFoundError:
        return Existing(folder, "absent")
    except NotADirectoryError:
        raise ToolcatError(f"{folder} is not a folder", hint="give a folder that is empty or new") from None
    except OSError as error:
        raise failure(error, folder) from error
    if not names:
        return Existing(folder, "empty")
    around = _tree_around(folder)
    if around is not None:
        raise ToolcatError(
            f"{folder} is part of the tree in {around}, and each export would overwrite the other's files",
            hint="give each export a folder of its own",
        )
    if LOCK_NAME not in names:
        if force or _holds_only_ours(folder, mark):
            return Existing(folder, "other")
        raise ToolcatError(
            f"{folder} is not empty and holds no tree of toolcat's",
            hint="give an empty or a new folder, or add --force to export into this one (no file of others is touched)",
        )
    where = folder / LOCK_NAME
    try:
        text = where.read_text("utf-8")
        lock = parse(text, str(where))
    except ValueError as error:
        damage = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
        if tolerate_damage or force:
            return Existing(folder, "other", damage=damage)
        raise ToolcatError(
            f"{where} cannot be read, it is damaged: {damage}",
            hint="if it is a merge conflict, or you want it written anew, export again with --force",
        ) from error
    except OSError as error:
        raise failure(error, where) from error
    if lock.target != target:
        raise ToolcatError(
            f"{folder} holds a {lock.target} tree, and this is an export for {target}",
            hint="give each export a folder of its own",
        )
    return Existing(folder, "ours", lock, text)


def _tree_around(folder: Path) -> Path | None:
    """Return the nearest folder above that holds a tree of ours with files in this one."""
    whole = Path(os.path.realpath(folder))
    for above in whole.parents:
        try:
            lock = parse((above / LOCK_NAME).read_text("utf-8"), "")
        except (OSError, ValueError, ToolcatError):
            continue
        inside = f"{whole.relative_to(above).as_posix()}/"
        if any(path.startswith(inside) for path in lock.files):
            return above
    return None


def is_plain(folder: Path) -> bool:
    """Whether a folder made in its place would be the same in what a mode does not say: owner, group, access lists."""
    if os.name != "posix":
        return True
    status = folder.stat()
    above = folder.parent.stat()
    group = above.st_gid if above.st_mode & stat.S_ISGID or sys.platform == "darwin" else os.getegid()
    special = stat.S_ISGID | stat.S_ISVTX
    inherited = above.st_mode & stat.S_ISGID
    if status.st_uid != os.geteuid() or status.st_gid != group or status.st_mode & special != inherited:
        return False
    try:
        attributes = os.listxattr(folder) if hasattr(os, "listxattr") else []
    except OSError:
        return True
    return not any(name.startswith(("system.posix_acl", "user.")) for name in attributes)


def _holds_only_ours(folder: Path, mark: bytes) -> bool:
    """Whether a folder holds a file that begins with our mark and none that is somebody else's."""
    found = False
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not is_temporary(name)]
        for name in names:
            path = Path(root) / name
            if path.is_symlink():
                return False
            if begins(path, mark):
                found = True
            # Two kinds of files of ours hold no comment: a package.json, and markers that are empty.
            elif path.stat().st_size and path != folder / "package.json":
                return False
    return found


def failure(error: OSError, path: Path) -> ToolcatError:
    """Return what to say of a path that the system refuses."""
    hints = {
        errno.EISDIR: "a file should stand there: move the folder away",
        errno.ELOOP: "its symbolic links lead in a circle: give another folder",
        errno.ENAMETOOLONG: "give a shorter path",
    }
    hint = hints.get(error.errno or 0, "check its permissions")
    return ToolcatError(f"cannot use {error.filename or path}: {error.strerror or error}", hint=hint)
