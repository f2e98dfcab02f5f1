"""Checking the optional fields of a tool: each is of its type, or is reported and left out (or leaves the tool out)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, cast

from ..codes import FIELD_TYPE, UNKNOWN_CATEGORY, Code
from ..spec import EMPTY, Disclosure, JsonObject, Schema
from ..text import quoted
from .interface import HINTS, kind_of

if TYPE_CHECKING:
    from .build import SpecBuilder

_TEXTS = ("title", "description", "usageHint", "summary", "command")


class LeftOut(Exception):
    """The tool cannot be used; the finding has been made."""


class Checker:
    """Checks the optional fields of one tool; null is the same as absent, as many programs write it."""

    __slots__ = ("_builder", "_is_checked", "_paths", "_pointer", "fields", "tool")

    def __init__(
        self,
        builder: SpecBuilder,
        fields: JsonObject,
        pointer: str,
        paths: Mapping[str, str],
        tool: str,
        *,
        is_checked: bool = False,
    ) -> None:
        """Take the fields; `is_checked` says that what `every` finds has been reported already."""
        self._builder = builder
        self.fields = fields
        self._pointer = pointer
        self._paths = paths
        self._is_checked = is_checked
        self.tool = tool

    def report(
        self, code: Code, message: str, help: str, field: str, *, below: str = "", is_error: bool = False
    ) -> None:
        """Add a finding about a field of this tool."""
        if self._is_checked and (is_error or code in (FIELD_TYPE, UNKNOWN_CATEGORY)):
            return
        self._builder.report(
            code, message, help, self._pointer, field, paths=self._paths, tool=self.tool, below=below, is_error=is_error
        )

    def _wrong(self, field: str, expected: str, consequence: str = "it is ignored") -> None:
        value = self.fields[field]
        self.report(
            FIELD_TYPE, f"{field} is {kind_of(value)}, {expected} is expected: {consequence}", "Correct it.", field
        )

    def text(self, field: str) -> str | None:
        """Return a string field, or None."""
        value = self.fields.get(field)
        if value is None or isinstance(value, str):
            return value
        self._wrong(field, "a string")
        return None

    def object(self, field: str) -> JsonObject | None:
        """Return an object field, or None."""
        value = self.fields.get(field)
        if value is None:
            return None
        if isinstance(value, dict):
            return cast("JsonObject", value)
        self._wrong(field, "an object")
        return None

    def hints(self, annotations: JsonObject) -> JsonObject:
        """Return annotations without the hints that are neither true nor false: they decide what may be called."""
        bad = [key for key in HINTS if annotations.get(key) is not None and not isinstance(annotations[key], bool)]
        for key in bad:
            what = f"{key} is {kind_of(annotations[key])}, true or false is expected: it is ignored"
            self.report(FIELD_TYPE, what, "Write true or false.", "annotations", below=f"/{key}")
        return {key: value for key, value in annotations.items() if key not in bad} if bad else annotations

    def schema(self, field: str) -> Schema | None:
        """Return a schema field, or None."""
        value = self.fields.get(field)
        if value is None or isinstance(value, (dict, bool)):
            return cast("Schema | None", value)
        self._wrong(field, "a JSON Schema")
        return None

    def list(self, field: str) -> list[object]:
        """Return a list field; empty if it is absent."""
        value = self.fields.get(field)
        if value is None:
            return []
        if isinstance(value, list):
            return cast("list[object]", value)
        self._wrong(field, "a list")
        return []

    def words(self, field: str) -> list[str]:
        """Return a list of words; what is none in it is reported and left out."""
        words: list[str] = []
        for place, value in enumerate(self.list(field)):
            if isinstance(value, str) and value.strip():
                words.append(value)
            else:
                kind = "a blank" if isinstance(value, str) else kind_of(value)
                what = f"{field} holds {kind}, words are expected: it is ignored"
                self.report(FIELD_TYPE, what, "Correct it.", field, below=f"/{place}")
        return words

    def flag(self, field: str) -> bool:
        """Return a boolean field. Any other value leaves the tool out: it might be offered where it must not be."""
        value = self.fields.get(field)
        if value is None or isinstance(value, bool):
            return value is True
        self._wrong(field, "true or false", "the tool is left out")
        raise LeftOut

    def gate(self) -> str | None:
        """Return the gate's name. Any other value leaves the tool out: it might be on where it must be off."""
        value = self.fields.get("gate")
        if value is None or (isinstance(value, str) and value.strip()):
            return value
        self._wrong("gate", "a gate's name", "the tool is left out")
        raise LeftOut

    def disclosure(self) -> Disclosure:
        """Return `full` or `advertised`."""
        value = self.fields.get("disclosure")
        if value == "advertised":
            return "advertised"
        if value is not None and value != "full":
            what = quoted(value) if isinstance(value, str) else kind_of(value)
            self.report(FIELD_TYPE, f"disclosure is {what}: it is ignored", "Write full or advertised.", "disclosure")
        return "full"

    def every(self, categories: Collection[str]) -> None:
        """Check each field that is there, for its own sake."""
        for field in _TEXTS:
            self.text(field)
        for field in ("inputSchema", "outputSchema"):
            self.schema(field)
        for field in ("execution", "_meta"):
            self.object(field)
        self.hints(self.object("annotations") or EMPTY)
        self.list("icons")
        self.words("keywords")
        self.disclosure()
        for check in (partial(self.flag, "planOnly"), self.gate, partial(self.category, categories, custom=False)):
            with suppress(LeftOut):
                check()

    def category(self, allowed: Collection[str], custom: bool) -> str | None:
        """Return the category; one outside the closed set leaves the tool out."""
        value = self.fields.get("category")
        if value is None or (isinstance(value, str) and value and (value in allowed or custom)):
            return value
        what = (
            f"the category {quoted(value)} is not known" if isinstance(value, str) else f"category is {kind_of(value)}"
        )
        self.report(
            UNKNOWN_CATEGORY,
            f"{what}: the tool is left out",
            f"Use one of {', '.join(allowed)}; or list your own under `categories` at the top of the manifest.",
            "category",
        )
        raise LeftOut
