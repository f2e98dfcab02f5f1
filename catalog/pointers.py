"""JSON pointers (RFC 6901): building, splitting and comparing them."""

from __future__ import annotations


def escape(token: str) -> str:
    """Return one reference token as it stands in a pointer (`~` → `~0`, `/` → `~1`)."""
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def join(pointer: str, *tokens: str | int) -> str:
    """Return `pointer` with more (unescaped) tokens behind it."""
    return pointer + "".join(f"/{escape(token) if isinstance(token, str) else token}" for token in tokens)


def tokens(pointer: str) -> list[str]:
    """Return the unescaped tokens of a pointer; the empty pointer has none."""
    if not pointer:
        return []
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]


def is_within(pointer: str, root: str) -> bool:
    """Whether `pointer` is `root` or stands below it."""
    return pointer == root or pointer.startswith(f"{root}/")
