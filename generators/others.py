"""Other exports into a folder: what is left of killed ones, and whether a live one is in the way."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from pathlib import Path

from .lock import LOCK_NAME
from .swap import INSIDE, MARK, is_abandoned, is_temporary


def tidy(output: Path) -> None:
    """Remove the temporary folders of exports into `output` that were killed."""
    for place, start in ((output.parent, f".{output.name}{MARK}"), (output, f".{INSIDE}{MARK}")):
        try:
            names = os.listdir(place)  # noqa: PTH208 - names are enough
        except OSError:
            continue
        for name in names:
            folder = place / name
            if not (name.startswith(start) and is_temporary(name)):
                continue
            if folder.is_dir() and not folder.is_symlink() and is_abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def is_contended(output: Path, lock_text: str | None, error: OSError) -> bool:
    """Whether an export into `output` failed, with `error`, because another one works there, or did so meanwhile.

    `lock_text` is the lock as the failed export found it, None if it could not be read. To be asked when its temporary
    folder is gone.
    """
    refused = {errno.ENOSPC, errno.EROFS} | ({errno.EACCES, errno.EPERM} if os.name == "posix" else set[int]())
    if error.errno in refused:
        return False
    own = f"{MARK}{os.getpid()}-"
    for place, start in ((output.parent, f".{output.name}{MARK}"), (output, f".{INSIDE}{MARK}")):
        with contextlib.suppress(OSError):
            for path in place.iterdir():
                other = path.name.startswith(start) and is_temporary(path.name) and own not in path.name
                if other and not is_abandoned(path):
                    return True
    if lock_text is None:
        return False
    try:
        return (output / LOCK_NAME).read_text("utf-8") != lock_text
    except (OSError, ValueError):
        return False
