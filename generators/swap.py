"""Putting a finished folder in the place of another in one step, where the system can do that."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

MARK = ".toolcat-"
"""What the names of our temporary folders contain: `.<name>.toolcat-<process>-<random>`."""

INSIDE = "tree"
"""What a temporary folder inside the output is named after; one beside it is named after the output."""

_TEMPORARY = re.compile(rf"\..*{re.escape(MARK)}\d+-[0-9a-f]{{8}}", re.DOTALL)

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # Linux: renameat2(2)
_RENAME_SWAP = 2  # macOS: renamex_np(2)


def can_exchange() -> bool:
    """Whether this system has a call for `exchange`; whether it works is up to the file system."""
    return sys.platform.startswith(("linux", "darwin"))


def exchange(one: Path, other: Path) -> bool:
    """Let two folders of one file system change places atomically; return whether that was done.

    False means that nothing happened: the system has no such call (Windows), or the file system or a mount refuses.
    """
    if not can_exchange():
        return False
    import ctypes

    try:
        library = ctypes.CDLL(None, use_errno=True)
        first, second = os.fsencode(one), os.fsencode(other)
        if sys.platform.startswith("darwin"):
            return library.renamex_np(first, second, ctypes.c_uint(_RENAME_SWAP)) == 0
        return library.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, ctypes.c_uint(_RENAME_EXCHANGE)) == 0
    except (OSError, AttributeError):  # no C library to ask, or one without the call
        return False


def temporary_name(name: str) -> str:
    """Return a fresh name for a temporary folder beside or inside the folder called `name`."""
    return f".{name}{MARK}{os.getpid()}-{os.urandom(4).hex()}"


def is_temporary(name: str) -> bool:
    """Whether a name is one that `temporary_name` gives."""
    return _TEMPORARY.fullmatch(name) is not None


def is_abandoned(folder: Path) -> bool:
    """Whether the process that made a temporary folder is gone.

    On Windows, where `os.kill` would end it rather than ask, the folder counts as abandoned when it is an hour old.
    """
    try:
        process = int(folder.name.rpartition(MARK)[2].partition("-")[0])
        if os.name == "posix":
            os.kill(process, 0)
            return False
        return time.time() - folder.stat().st_mtime > 3600
    except ProcessLookupError:
        return True
    except (OSError, ValueError, OverflowError):
        return False
