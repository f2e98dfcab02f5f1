"""Which skill names and asset names are valid. Nothing is repaired; matches are whole and ASCII."""

from __future__ import annotations

import re

from .limits import MAX_NAME

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_SPEC_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_BAD_IN_ASSET = re.compile("[\x00-\x1f\x7f-\x9f\\\\\u2028\u2029\ud800-\udfff]")


def skill_name_problem(name: str) -> str | None:
    """Say why `name` is no skill name, or None if it is one. The message never repeats the name.

    The source takes lower-case letters, digits, `-` and `_`, first a letter or digit, 1 to 64 characters. The
    underscore is on purpose: the public specification (`is_portable_name`) is stricter.
    """
    if not name:
        return "the name is empty"
    if not _NAME.fullmatch(name):
        return "the name must be lower-case ASCII letters, digits, '-' and '_', and begin with a letter or digit"
    if len(name) > MAX_NAME:
        return f"the name has {len(name)} characters, {MAX_NAME} are allowed"
    return None


def is_portable_name(name: str) -> bool:
    """Whether the public specification takes the name everywhere: `[a-z0-9]+(-[a-z0-9]+)*`, at most 64."""
    return len(name) <= MAX_NAME and _SPEC_NAME.fullmatch(name) is not None


def asset_name_problem(name: str) -> str | None:
    """Say why `name` is no asset name, or None if it is one. The message never repeats the name.

    An asset name is relative and slash-separated, without empty, `.` or `..` segments, backslashes, control
    characters (C0, DEL, C1), U+2028, U+2029 or anything that is not UTF-8.
    """
    if not name:
        return "the name is empty"
    if _BAD_IN_ASSET.search(name):
        return "the name has a backslash, a control character, a line separator or bytes that are not UTF-8"
    if any(part in ("", ".", "..") for part in name.split("/")):
        return "the name is absolute or has an empty, '.' or '..' segment"
    return None
