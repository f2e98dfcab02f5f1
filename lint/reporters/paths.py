"""How other programs name files: relative to the working folder, with forward slashes."""

from __future__ import annotations

import re
from pathlib import Path, PurePath
from urllib.parse import quote

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


def relative(label: str) -> str:
    """Return a path as CI services want it: relative to the working folder if it is below it, with `/`."""
    path = PurePath(label)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except ValueError:
            return path.as_posix()
    text = path.as_posix() if "\\" not in label or not _DRIVE.match(label) else label
    return text.replace("\\", "/")


def uri(label: str) -> str:
    """Return a path as a URI reference (RFC 3986): relative where `relative` is, else `file://`."""
    path = relative(label)
    if path.startswith("/"):
        return "file://" + quote(path, errors="replace")
    # A colon in the first segment would read as a scheme.
    return quote(path, safe="/~", errors="replace")
