"""Names of nested types: PascalCase, injective, and the same whatever else the document holds."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from .words import TYPED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from ...catalog.jsonschema import Path
    from .model import Definition

_BREAK = re.compile(r"[^\w]+|_+")
_FALLBACK = "Nested"


@lru_cache(maxsize=16384)
def pascal(raw: str) -> str:
    """Return a raw name as a PascalCase identifier of TypeScript and Python; one that is so already stays as it is.

    Python reads identifiers in NFKC, so that two names that are one there are one here.
    """
    if raw.isidentifier() and raw[0].isupper() and "_" not in raw:
        return raw if raw.isascii() else unicodedata.normalize("NFKC", raw)
    words = [w for w in _BREAK.split(raw) if w]
    name = "".join(w[0].upper() + w[1:] for w in words)
    name = "".join(c for c in name if ("_" + c).isidentifier())
    name = name if name.isascii() else unicodedata.normalize("NFKC", name)
    if not name:
        return _FALLBACK
    return name if name.isidentifier() else "_" + name


def raw_name(path: Path) -> str:
    """Return the name that an author gave to a place: its key in `$defs` or `properties`, or that of what is around.

    A key that is no keyword, in something that is none either, is a name too: `/components/schemas/Cat`.
    """
    while path is not None:
        path, key = path
        if not isinstance(key, str):
            continue
        if path is not None and path[1] in _NAMED:
            return key
        if key not in _KEYWORDS and (path is None or (isinstance(path[1], str) and path[1] not in _KEYWORDS)):
            return key
    return ""


_NAMED = frozenset({"properties", "$defs", "definitions", "dependentSchemas"})
_KEYWORDS = TYPED | _NAMED


def settle(definitions: Sequence[Definition], taken: AbstractSet[str]) -> None:
    """Name all definitions of one module at once.

    A definition has the name it wants unless that is taken or wanted by others too: then whoever wrote it exactly so
    keeps it (an earlier request before a later one), and the rest add four hex digits of what identifies them.
    """
    groups: dict[str, list[Definition]] = {}
    for definition in definitions:
        groups.setdefault(pascal(definition.raw) if definition.raw else _FALLBACK, []).append(definition)
    used = set(taken)
    rest: list[tuple[str, Definition]] = []
    for wanted, group in groups.items():
        keeper = _keeper(wanted, group) if wanted not in used else None
        if keeper is not None:
            keeper.name = wanted
            used.add(wanted)
        rest.extend((wanted, d) for d in group if d is not keeper)
    for wanted, definition in rest:
        identity = f"{definition.request}#{definition.pointer}"
        digits = 4
        name = ""
        while not name or name in used:
            name = f"{wanted}_{hashlib.sha256(identity.encode('utf-8', 'surrogatepass')).hexdigest()[:digits]}"
            digits += 1
        definition.name = name
        used.add(name)


def _keeper(wanted: str, group: list[Definition]) -> Definition | None:
    if len(group) == 1:
        return group[0]
    exact = [d for d in group if d.raw == wanted] or group
    first = min(d.request for d in exact)
    candidates = [d for d in exact if d.request == first]
    return candidates[0] if len(candidates) == 1 else None
