"""Slips in a manifest: fields of a tool that are nearly ours, and fields of a variant that do nothing.

Only manifests are looked at: what other programs list may have fields of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..codes import IDLE_FIELD
from ..pointers import join
from ..spec import JsonObject
from ..text import quoted
from .interface import HINTS, KNOWN_KEYS, as_list, as_object

if TYPE_CHECKING:
    from ..collect import Findings
    from ..documents import Document

_PLAIN = {key.lower(): key for key in sorted(KNOWN_KEYS)}
_HINTS = {**{hint.lower(): hint for hint in HINTS}, "readonly": "readOnlyHint", "destructive": "destructiveHint"}
_MAX_KEY = 40
"""A longer key is no slip of ours, and comparing it would cost its length."""

_OF_VARIANTS = KNOWN_KEYS - {"name", "variants"} | {"match"}


class Slips:
    """Reports the slips of one manifest."""

    def __init__(self, document: Document, findings: Findings) -> None:
        self._document = document
        self._findings = findings
        self._meant: dict[str, str | None] = {}

    def report_tool(self, fields: JsonObject, pointer: str, tool: str) -> None:
        """Report fields of a tool whose names are near misses."""
        for key in fields.keys() - KNOWN_KEYS:
            help = self._help(key)
            if help is not None:
                self._report(f"the field {quoted(key)} does nothing", help, join(pointer, key), tool)

    def report_variants(self, variants: object, pointer: str, tool: str) -> None:
        """Report fields that a variant cannot set, or that nobody knows: variants are ours, and hold nothing else."""
        for place, each in enumerate(as_list(variants) or []):
            for key in (as_object(each) or {}).keys() - _OF_VARIANTS:
                at = join(pointer, "variants", place, key)
                if key == "name":
                    help = "Remove it; write a second tool for another name."
                    self._report("a variant cannot set the name: it is ignored", help, at, tool)
                elif key != "variants" and not key.startswith("x-"):
                    help = self._help(key) or "Correct or remove it; keys of your own begin with x-."
                    self._report(f"the field {quoted(key)} does nothing in a variant", help, at, tool)

    def _report(self, message: str, help: str, at: str, tool: str) -> None:
        self._findings.at(IDLE_FIELD, message, help, self._document, at, key=True, tool=tool)

    def _help(self, key: str) -> str | None:
        if key not in self._meant:
            self._meant[key] = _meant(key)
        return self._meant[key]


def _meant(key: str) -> str | None:
    """Say what was meant by a key; None if it is none of ours."""
    if len(key) > _MAX_KEY or key.startswith("x-"):
        return None
    plain = key.lower().replace("_", "").replace("-", "")
    if plain in _HINTS:
        return f"Write annotations: {{{_HINTS[plain]}: true}} (or false)."
    from difflib import get_close_matches

    near = get_close_matches(plain, _PLAIN, n=1, cutoff=0.8)
    return f"Did you mean {_PLAIN[near[0]]!r}?" if near else None
