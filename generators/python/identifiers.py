"""Raw names as Python identifiers: what they wish to be called, and which names are not theirs to have."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from ..names import Wish, digest, preserved, settle, words
from .reserved import ANNOTATION_BUILTINS, BUILTINS, KEYWORDS, MODEL_ATTRIBUTES, MODULE_NAMES

Style: TypeAlias = Literal["snake", "preserve"]

_ALWAYS = KEYWORDS | ANNOTATION_BUILTINS | MODEL_ATTRIBUTES | MODULE_NAMES | {"self", "cls"}
RESERVED: dict[Style, frozenset[str]] = {"snake": _ALWAYS | BUILTINS, "preserve": _ALWAYS}
"""Identifiers that no function, parameter, field or module of a tree may have; a wish for one gets a `_`."""

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*\Z")


def snake(raw: str, prefix: str) -> str:
    """Return the snake_case wish of a raw name: `getUser` → `get_user`, `HTTPServer` → `http_server`.

    A name that already is one comes back as it is. What cannot start an identifier gets `prefix` and a `_`, as does a
    raw name in which nothing can be said aloud, with its hash: a leading underscore would make it private.
    """
    if _SNAKE.match(raw):
        return raw
    parts = words(raw)
    if not parts:
        return f"{prefix}_{digest(raw)}"
    name = "_".join(hump.lower() for part in parts for hump in _HUMPS.split(part))
    name = name if name.isascii() else unicodedata.normalize("NFKC", name)
    return name if name.isidentifier() else f"{prefix}_{name}"


def kept(raw: str, prefix: str) -> str:
    """Return the wish that changes least: an identifier stays, but for a leading underscore."""
    if raw.isascii() and raw.isidentifier() and raw[0] != "_":
        return raw
    name = preserved(raw).lstrip("_")
    if not words(raw):
        return f"{prefix}_{digest(raw)}"
    name = unicodedata.normalize("NFKC", name)
    return name if name.isidentifier() else f"{prefix}_{name}"


@lru_cache(maxsize=65536)
def wish(raw: str, style: Style, prefix: str) -> str:
    """Return what a raw name wants to be called in Python, reserved names avoided."""
    name = snake(raw, prefix) if style == "snake" else kept(raw, prefix)
    return f"{name}_" if name in RESERVED[style] else name


def identifiers(raws: Sequence[str], style: Style, *, prefix: str = "key", taken: Iterable[str] = ()) -> list[str]:
    """Return the identifiers of raw names that share one scope, injectively and in their order."""
    wishes = [wish(raw, style, prefix) for raw in raws]
    if not taken and len(set(wishes)) == len(wishes):
        return wishes
    return settle([Wish(raw, name, first=name == raw) for raw, name in zip(raws, wishes, strict=True)], taken=taken)


def class_base(function: str, raw: str) -> str:
    """Return what the types of a function begin with: `get_user` → `GetUser`, `delete_` → `Delete`."""
    name = "".join(part[0].upper() + part[1:] for part in function.split("_") if part)
    # A capital may be two characters that are one again when Python reads the name.
    name = name if name.isascii() else unicodedata.normalize("NFKC", name)
    return name if name.isidentifier() else f"Tool{digest(raw)}"
