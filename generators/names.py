"""Names: raw names become identifiers and file names, injectively and settled together before anything is written.

Two steps. A *wish* depends on one raw name only (`camel`, `preserved`, `file_stem`); `settle` then looks at a whole
pool and lets wishes that meet step aside by a hash of their raw name, never by an ordinal. So a name depends on
nothing but its own raw name and the raw names whose wishes meet it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from ..catalog.text import UNSAFE

HASH_STEP = 4
MAX_STEM_CHARACTERS = 100
MAX_STEM_BYTES = 200
"""File systems take 255 bytes a name; suffixes, hashes and temporary names need some of them."""

_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")
_LEADING_CAPITALS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]")
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"]
    + [f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"]
)
"""Names that Windows keeps for devices, whatever follows a dot."""


def digest(raw: str, length: int = HASH_STEP) -> str:
    """Return the first `length` hex digits of the SHA-256 of a raw name (an unpaired surrogate is hashed as it is)."""
    return sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()[:length]


@lru_cache(maxsize=4096)
def _is_word_character(char: str) -> bool:
    """Whether a non-ASCII character may stand in an identifier of JavaScript and of Python, on every machine.

    Only characters of Unicode 3.2 count: a newer Python knows more letters than an older one or than a compiler, and
    the same catalog must give the same names everywhere. Invisible letters (fillers, selectors) do not count.
    """
    return ("a" + char).isidentifier() and unicodedata.ucd_3_2_0.category(char) != "Cn" and UNSAFE.match(char) is None


def words(raw: str) -> list[str]:
    """Split a raw name at everything that is no letter, digit or combining mark (`_` splits too); NFC throughout."""
    if raw.isascii():
        return _ASCII_WORD.findall(raw)
    text = unicodedata.normalize("NFC", raw)
    kept = "".join(char if (char.isalnum() if char.isascii() else _is_word_character(char)) else " " for char in text)
    return kept.split()


def fallback(raw: str) -> str:
    """Return the wish of a raw name in which nothing can be said aloud (punctuation, emoji): `tool_` and its hash."""
    return f"tool_{digest(raw)}"


def camel(raw: str) -> str:
    """Return the camelCase wish of a raw name: `get_user` → `getUser`, `HTTPServer` → `httpServer`, `2fa` → `_2fa`.

    A name that already is one comes back as it is (`getURL`). A name in capitals only is read as words
    (`GET_USER` → `getUser`); digits that would run together keep an underscore (`v1_2`).
    """
    parts = words(raw)
    if not parts:
        return fallback(raw)
    joined = "".join(parts)
    if joined == joined.upper() and joined != joined.lower():
        parts = [part.lower() for part in parts]
    first = _lower_first(parts[0])
    out = [_started(first)]
    for before, part in pairwise([first, *parts[1:]]):
        out.append("_" + part if part[0].isdigit() and before[-1].isdigit() else upper_first(part))
    return "".join(out)


def preserved(raw: str) -> str:
    """Return the wish that changes least: an identifier stays, what cannot stand in one becomes `_` (`a/b` → `a_b`)."""
    text = unicodedata.normalize("NFC", raw)
    if not words(text):
        return raw if raw.isascii() and raw.isidentifier() else fallback(raw)
    kept: list[str] = []
    for char in text:
        fits = char == "_" or (char.isalnum() if char.isascii() else _is_word_character(char))
        if fits:
            kept.append(char)
        elif not kept or kept[-1] != "\0":
            kept.append("\0")
    return _started("".join(kept).strip("\0").replace("\0", "_"))


def upper_first(name: str) -> str:
    """Return `name` with its first letter in upper case, where that still is one."""
    upper = name[:1].upper()
    return upper + name[1:] if len(upper) == 1 else name


def _lower_first(part: str) -> str:
    """Lower the leading capital or abbreviation: `GetUser` → `getUser`, `HTTPServer` → `httpServer`."""
    capitals = _LEADING_CAPITALS.match(part)
    return part if capitals is None else part[: capitals.end()].lower() + part[capitals.end() :]


def _started(name: str) -> str:
    """Return `name`, behind a `_` where its first character (a digit, a combining mark) cannot start an identifier."""
    return name if name[0].isidentifier() else "_" + name


def fold(name: str) -> str:
    """Return the form in which file names meet on some file system: case, compatibility and composition set aside."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).upper().casefold())


def file_stem(name: str, raw: str, reserved: Collection[str] = ()) -> str:
    """Return the wish for the file (without its suffix) of something called `name` whose raw name is `raw`.

    `name` is an identifier, so it holds no separator and no dot. Names of Windows devices and `reserved` ones (given in
    lower case) get a `_`; one that is too long is cut and always carries the hash of `raw`.
    """
    if len(name) > MAX_STEM_CHARACTERS or len(name.encode()) > MAX_STEM_BYTES:
        room = MAX_STEM_BYTES - HASH_STEP - 1
        cut = name[: MAX_STEM_CHARACTERS - HASH_STEP - 1].encode()[:room].decode("utf-8", "ignore")
        return f"{cut}_{digest(raw)}"
    key = fold(name)
    return f"{name}_" if key in _DEVICES or key in reserved else name


class Wish(NamedTuple):
    """A name somebody wants: whose (the raw name), which, and whether it goes first where wishes meet."""

    raw: str
    name: str
    first: bool


def settle(wishes: Sequence[Wish], *, taken: Iterable[str] = (), key: Callable[[str], str] = str) -> list[str]:
    """Settle one pool of names, the raw names in it being distinct. Returns the names in the order of the wishes.

    A wish that meets no other (equal under `key`, for instance `fold`) is granted. Of those that meet, the one that
    goes first keeps it, if it is the only such one: a raw name that already is the wished name. Every other gets `_`
    and four hex digits of its raw name's hash, more where four still collide. `taken` are names of the same pool that
    were settled before and win. The order of the wishes has no influence.
    """
    used = {key(name) for name in taken}
    groups: dict[str, list[int]] = {}
    for index, wish in enumerate(wishes):
        groups.setdefault(key(wish.name), []).append(index)
    names = [wish.name for wish in wishes]
    aside: list[int] = []
    for wanted, group in groups.items():
        if len(group) == 1 and wanted not in used:
            continue
        keepers = [] if wanted in used else [index for index in group if wishes[index].first]
        aside += group if len(keepers) != 1 else [index for index in group if index != keepers[0]]
    used.update(groups)
    length = HASH_STEP
    while aside:
        counts: dict[str, int] = {}
        for index in aside:
            names[index] = f"{wishes[index].name}_{digest(wishes[index].raw, length)}"
            meets = key(names[index])
            counts[meets] = counts.get(meets, 0) + 1
        clashing = [index for index in aside if counts[key(names[index])] > 1 or key(names[index]) in used]
        used.update(counts)
        aside = clashing
        length += HASH_STEP
    return names
