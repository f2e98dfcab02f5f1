"""What a manifest says at its top: `server`, `categories`, `defaults`; and which documents are manifests."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..codes import FIELD_TYPE, UNKNOWN_CATEGORY, UNKNOWN_MANIFEST_KEY
from ..collect import Findings
from ..documents import Document
from ..pointers import join
from ..spec import CATEGORIES, JsonObject
from ..text import quoted
from .interface import HINTS, KNOWN_KEYS, as_list, as_object, kind_of
from .mcp import has_catalog_field

OWN_KEYS = ("server", "categories", "defaults")
_LIST_KEYS = ("tools", "nextCursor", "_meta", "ttlMs", "cacheScope", "resultType", "jsonrpc", "id", "$schema")
_KNOWN = frozenset((*OWN_KEYS, *_LIST_KEYS))

DEFAULT_KEYS = ("category", "keywords", "gate", "usageHint", "planOnly", "disclosure", "annotations")
"""What `defaults` may hold. A tool's own value replaces the default; `annotations` are merged hint by hint."""


@dataclass(slots=True)
class Manifest:
    """The top of a manifest.

    `is_unusable` if its defaults cannot be trusted, so that no tool may be built on them; `has_bad_server` if it names
    a server that nobody can read: its tools would be called by the wrong name.
    """

    server: str | None = None
    categories: tuple[str, ...] | None = None
    defaults: JsonObject = field(default_factory=dict[str, object])
    is_unusable: bool = False
    has_bad_server: bool = False


_RECORDED = frozenset(("ttlMs", "cacheScope", "resultType", "nextCursor", "jsonrpc"))
"""Keys that a server's answer has: a list with one was recorded, whatever its file is called."""

_NAMED = re.compile(r"\.tools\.(?:json|ya?ml|toml)$", re.IGNORECASE)


def is_manifest(document: Document, tools: list[object]) -> bool:
    """Whether a document is one of ours: by its name, by a key of ours at its top, or by a tool's catalog field."""
    top = as_object(document.data)
    if (
        top is not None
        and "tools" in top
        and (any(key in top for key in OWN_KEYS) or (_NAMED.search(document.label) and _RECORDED.isdisjoint(top)))
    ):
        return True
    return any((fields := as_object(tool)) is not None and has_catalog_field(fields) for tool in tools)


def read_manifest(document: Document, findings: Findings, *, is_ours: bool, around: tuple[str, ...] | None) -> Manifest:
    """Read the top of a document; one that is no manifest has nothing to say.

    `around` is the set of categories that holds if the manifest brings none.
    """
    made = Manifest()
    top = as_object(document.data)
    if top is None or "tools" not in top:
        return made
    server = top.get("server")
    if isinstance(server, str):
        made.server = server
    elif server is not None and is_ours:
        _wrong(
            document, findings, "/server", f"server is {kind_of(server)}, a string is expected: its tools are left out"
        )
        made.has_bad_server = True
    if not is_ours:
        return made
    made.categories = _categories(top.get("categories"), document, findings)
    made.defaults, has_bad_defaults = _defaults(
        top.get("defaults"), made.categories or around or CATEGORIES, document, findings
    )
    made.is_unusable |= has_bad_defaults
    for key in top:
        if key not in _KNOWN and not key.startswith("x-"):
            _unknown(document, findings, key, join("", key), (*OWN_KEYS, "tools"))
    return made


def _wrong(document: Document, findings: Findings, pointer: str, message: str, help: str = "Correct it.") -> None:
    findings.at(FIELD_TYPE, message, help, document, pointer)


def _unknown(document: Document, findings: Findings, key: str, pointer: str, known: tuple[str, ...]) -> None:
    from difflib import get_close_matches

    near = get_close_matches(key, known, n=1)
    help = (
        f"Did you mean {near[0]!r}?" if near else f"Known here are {', '.join(known)}; keys of your own begin with x-."
    )
    findings.at(UNKNOWN_MANIFEST_KEY, f"the key {quoted(key)} means nothing here", help, document, pointer, key=True)


def _categories(value: object, document: Document, findings: Findings) -> tuple[str, ...] | None:
    if value is None:
        return None
    listed = as_list(value)
    if listed is None:
        _wrong(document, findings, "/categories", f"categories is {kind_of(value)}, a list is expected: it is ignored")
        return None
    if not listed:
        help = "Remove it for the eight of toolcat, or list your own."
        _wrong(document, findings, "/categories", "categories is empty: it is ignored", help)
        return None
    good: list[str] = []
    for place, each in enumerate(listed):
        if isinstance(each, str) and each.strip():
            good.append(each)
        else:
            what = f"categories holds {kind_of(each)}, names are expected: it is ignored"
            _wrong(document, findings, f"/categories/{place}", what)
    return tuple(dict.fromkeys(good))


def _defaults(
    value: object, categories: tuple[str, ...], document: Document, findings: Findings
) -> tuple[JsonObject, bool]:
    """Return the defaults and whether they are unusable: a wrong one would be wrong for every tool."""
    if value is None:
        return {}, False
    help = "Correct it; until then no tool of this manifest is read."
    given = as_object(value)
    if given is None:
        _wrong(document, findings, "/defaults", f"defaults is {kind_of(value)}, an object is expected", help)
        return {}, True
    good: dict[str, object] = {}
    bad = False
    for key, each in given.items():
        pointer = join("/defaults", key)
        if key in KNOWN_KEYS and key not in DEFAULT_KEYS:
            bad = True
            what = f"{key} cannot be a default: it is each tool's own"
            _wrong(document, findings, pointer, what, f"Write it at the tools; {help[0].lower()}{help[1:]}")
            continue
        if key not in DEFAULT_KEYS:
            _unknown(document, findings, key, pointer, DEFAULT_KEYS)
            continue
        if each is None:
            continue
        expected = _expected(key, each)
        if expected is not None:
            bad = True
            _wrong(document, findings, pointer, f"{key} is {_shown(each)}, {expected} is expected", help)
        elif key == "annotations" and (hints := _bad_hints(each)):
            bad = True
            for hint, given_hint in hints.items():
                what = f"{hint} is {kind_of(given_hint)}, true or false is expected"
                _wrong(document, findings, join(pointer, hint), what, help)
        elif key == "category" and each not in categories:
            bad = True
            findings.at(
                UNKNOWN_CATEGORY,
                f"the category {quoted(each)} is not known",
                f"Use one of {', '.join(categories)}; or list your own under `categories`.",
                document,
                pointer,
            )
        else:
            good[key] = each
    return good, bad


def _bad_hints(annotations: object) -> dict[str, object]:
    given = as_object(annotations) or {}
    return {key: given[key] for key in HINTS if given.get(key) is not None and not isinstance(given[key], bool)}


def _shown(value: object) -> str:
    """Return what a default is, in words; of a list, what may be wrong in it."""
    words = as_list(value)
    if not words:
        return quoted(value) if isinstance(value, str) else kind_of(value)
    bad = next((word for word in words if not isinstance(word, str) or not word.strip()), None)
    return f"a list with {quoted(bad)}"


def _expected(key: str, value: object) -> str | None:
    """Return what a default should be, or None if it is that."""
    if key in ("category", "gate", "usageHint"):
        return None if isinstance(value, str) and value.strip() else "a string"
    if key == "planOnly":
        return None if isinstance(value, bool) else "true or false"
    if key == "disclosure":
        return None if value in ("full", "advertised") else "full or advertised"
    if key == "annotations":
        return None if isinstance(value, dict) else "an object"
    words = as_list(value)
    return (
        None
        if words is not None and all(isinstance(word, str) and word.strip() for word in words)
        else "a list of words"
    )
