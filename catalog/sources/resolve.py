"""Resolving a tool's variants: checking them, choosing the first that matches, and saying why none does."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, cast

from ..codes import (
    EMPTY_OVERRIDE,
    MATCH_KEY,
    MATCH_PLATFORM,
    MATCH_VALUE,
    NESTED_VARIANTS,
    NO_MATCH,
    VARIANT_SHAPE,
)
from ..collect import Findings
from ..documents import Document
from ..pointers import join
from ..spec import JsonObject
from ..text import quoted
from .interface import as_list, as_object, kind_of
from .variants import ARCHITECTURES, MATCH_KEYS, OPERATING_SYSTEMS, Facts, failing_condition, is_empty, merge


class Resolved(NamedTuple):
    """A tool's fields with those of the variant that was taken, and where the latter stand below the tool."""

    fields: dict[str, object]
    paths: dict[str, str]


class VariantResolver:
    """Resolves the variants of the tools of one document."""

    def __init__(self, document: Document, findings: Findings, facts: Facts, folder: Path) -> None:
        self._document = document
        self._findings = findings
        self._facts = facts
        self._folder = folder

    def resolve(self, fields: JsonObject, pointer: str, tool: str) -> Resolved | None:
        """Return the tool's fields with its first matching variant over them, without `variants` and `match`.

        None if no variant matches: the tool is hidden here. A variant with a mistake in it never matches and is
        reported; a tool whose `variants` are no list of objects is hidden too, since nobody knows what it needs.
        """
        variants = as_list(fields["variants"])
        at = join(pointer, "variants")
        if variants is None:
            self._findings.at(
                VARIANT_SHAPE,
                f"variants are {kind_of(fields['variants'])}, a list is expected",
                "Write a list of objects, each with a match.",
                self._document,
                at,
                tool=tool,
            )
            self._hide(fields, [], tool, "its variants are no list")
            return None
        # All are checked, also those behind the one that matches here: elsewhere it is another one.
        matches = [self._checked_match(variant, join(at, place), tool) for place, variant in enumerate(variants)]
        failed: list[str] = []
        for place, (variant, match) in enumerate(zip(variants, matches, strict=True)):
            if match is None:
                failed.append(f"variant {place + 1} is not valid")
                continue
            why = failing_condition(match, self._facts, self._folder)
            if why is None:
                chosen = cast("dict[str, object]", variant)
                self._report_empty(chosen, join(at, place), tool)
                below = join("/variants", place)
                taken = {key: join(below, key) for key, value in chosen.items() if not is_empty(value)}
                return Resolved(merge(fields, chosen), taken)
            failed.append(why)
        why = "; ".join(failed) or "it lists none"
        self._hide(fields, variants, tool, f"no variant matches here ({why})")
        self._findings.at(
            NO_MATCH,
            f"the tool {tool!r} is hidden: no variant matches here ({why})",
            "Nothing, if it is not meant for this machine; --platform and --assume show it for another.",
            self._document,
            at,
            tool=tool,
        )
        return None

    def _hide(self, fields: JsonObject, variants: list[object], tool: str, why: str) -> None:
        self._facts.hidden[tool] = why
        gates = [
            fields.get("gate"),
            *(entry.get("gate") for each in variants if (entry := as_object(each)) is not None),
        ]
        self._facts.hidden_gates.update(gate for gate in gates if isinstance(gate, str))

    def _checked_match(self, variant: object, at: str, tool: str) -> JsonObject | None:
        """Return a variant's conditions, or None if it cannot be trusted; every mistake is reported."""
        entry = as_object(variant)
        conditions = None if entry is None else as_object(entry.get("match"))
        if entry is None or conditions is None:
            what = f"a variant is {kind_of(variant)}, an object is expected"
            if entry is not None:
                given = f"match is {kind_of(entry.get('match'))}, an object is expected"
                what = given if "match" in entry else "a variant has no match"
            self._findings.at(
                VARIANT_SHAPE,
                what,
                "Write an object with a match; an empty match holds everywhere.",
                self._document,
                at,
                tool=tool,
            )
            return None
        if "variants" in entry:
            self._findings.at(
                NESTED_VARIANTS,
                "a variant has variants of its own",
                "List all variants in one row; the first that matches is taken.",
                self._document,
                join(at, "variants"),
                key=True,
                tool=tool,
            )
            return None
        # A list, so that every mistake is reported and not only the first.
        good = [self._check_condition(key, value, join(at, "match", key), tool) for key, value in conditions.items()]
        return conditions if all(good) else None

    def _check_condition(self, key: str, value: object, at: str, tool: str) -> bool:
        if key not in MATCH_KEYS:
            self._findings.at(
                MATCH_KEY,
                f"the condition {quoted(key)} is not known, so this variant never matches",
                f"Use one of {', '.join(MATCH_KEYS)}.",
                self._document,
                at,
                key=True,
                tool=tool,
            )
            return False
        values = as_list(value)
        values = [value] if values is None else values
        if not values or not all(isinstance(each, str) and each for each in values):
            self._findings.at(
                MATCH_VALUE,
                f"the condition {quoted(key)} has no value that can be compared, so this variant never matches",
                "Write a string, or a list of strings that are alternatives.",
                self._document,
                at,
                tool=tool,
            )
            return False
        known = {"os": OPERATING_SYSTEMS, "arch": ARCHITECTURES}.get(key)
        unknown = [] if known is None else [each for each in cast("list[str]", values) if each not in known]
        if unknown:
            self._findings.at(
                MATCH_PLATFORM,
                f"{key} {quoted(unknown[0])} is no name that Go knows, so it matches nowhere",
                "Use Go's names: darwin, linux, windows, …; amd64, arm64, …",
                self._document,
                at,
                tool=tool,
            )
        return True

    def _report_empty(self, variant: JsonObject, at: str, tool: str) -> None:
        for key, value in variant.items():
            if key != "match" and is_empty(value):
                self._findings.at(
                    EMPTY_OVERRIDE,
                    f"the variant's empty {quoted(key)} has no effect",
                    "Remove it, or give it a value; an empty value never replaces one.",
                    self._document,
                    join(at, key),
                    key=True,
                    tool=tool,
                )
