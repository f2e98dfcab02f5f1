"""Parsing YAML 1.2 (core schema) into JSON values, with bounded aliases and duplicate keys found.

The values are built straight from the parser's events: a tree of nodes would need seventy times the text's memory.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, cast

from ..codes import DUPLICATE_KEY, NOT_JSON
from ..documents import Document
from ..pointers import join
from ..text import quoted
from .json_text import DEEP_HELP, Defect, Parsed
from .text import Limits, Unreadable

if TYPE_CHECKING:
    from yaml.error import Mark
    from yaml.events import AliasEvent, CollectionEndEvent, Event, NodeEvent, ScalarEvent

_SKIPPED = object()
"""Stands for a key that JSON does not have: the value behind it is read and dropped."""


def parse_yaml(text: str, label: str, limits: Limits) -> Parsed:
    """Parse a YAML text to JSON values; shared aliases stay shared, plain keys of any kind become strings.

    Raises Unreadable, with the place, for what is no YAML, for aliases that contain themselves or add more values
    than the limit, and for nesting beyond the limit.
    """
    from ..yaml_core import YamlError

    builder = _Builder(text, limits)
    try:
        builder.read()
    except YamlError as error:
        raise _syntax(text, error) from None
    except RecursionError:
        raise Unreadable(f"nests deeper than {limits.depth:,} levels", DEEP_HELP) from None
    return Parsed(Document(label, text, "yaml", builder.root), builder.defects)


def _syntax(text: str, error: Exception) -> Unreadable:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    offset = getattr(mark, "index", None)
    if offset is None and isinstance(getattr(error, "position", None), int):
        offset = cast("int", getattr(error, "position"))  # noqa: B009 - a reader error has this and no mark
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error).partition("\n")[0]
    context = getattr(error, "context", None)
    what = f"{context}, {problem}" if context else str(problem)
    plain = None
    if "nesting depth" in what:
        what, help = "nests deeper than 1,000 levels", DEEP_HELP
    else:
        if offset is not None:
            began = getattr(getattr(error, "context_mark", None), "index", None)
            plain = _plain_words(text, min(offset, len(text)), what, began)
        if plain is not None:
            offset, what, help = plain
        else:
            help = "Correct it there."
        what = f"is not YAML: {what}"
    span = None if offset is None else (min(offset, len(text)), min(offset + 1, len(text)))
    return Unreadable(what, help, text=text, span=span)


def _plain_words(text: str, offset: int, what: str, began: int | None) -> tuple[int, str, str] | None:
    """Return where a mistake stands, what it is and what to do, in the words of authors; None if they are not known.

    The parser says what it did not find, and of what has no end only that the file has one.
    """
    sign = text[offset : offset + 1]
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if sign == "\t" or "found a tab character" in what:
        return offset, "a tab stands where YAML wants spaces", "Indent with spaces."
    if "cannot start any token" in what and sign in ("@", "`", "%"):
        return offset, f"a text without quotes cannot begin with `{sign}`", "Put it into quotes."
    if "cannot start any token" in what and sign in ("|", ">"):
        return offset, f"a block text (`{sign}`) cannot stand inside brackets", "Put the text into quotes."
    if "mapping values are not allowed" in what and ":" in line:
        help = "Put the text into quotes, or begin the key on a line of its own."
        return offset, "a second colon with a blank in one line", help
    if began is not None and "quoted scalar" in what and "end of stream" in what:
        return began, "the text that begins here never ends", "Close the quotes."
    if began is not None and "expected ',' or" in what and not text[offset:].strip():
        return began, "the bracket that opens here is never closed", "Close it."
    if "did not find expected key" in what or "expected <block end>" in what:
        if line.strip():
            return offset, "text stands behind what is complete", "Put all of it into quotes, or begin a new line."
        if re.match(r"-\s", text[offset : offset + 2]):
            return offset, "an entry of a list stands where a key is expected", "Indent the list, or give it a key."
        help = "Indent it as its neighbours are."
        return offset, "this line is indented neither as the one above nor as one of those it could belong to", help
    return None


class _Known:
    """What an anchor stands for: its value, its text if it is a scalar, and how much an alias of it adds."""

    __slots__ = ("depth", "is_open", "size", "text", "value")

    def __init__(self, value: object, text: str | None) -> None:
        self.value = value
        self.text = text
        self.size = 1
        self.depth = 0
        self.is_open = text is None


class _Frame:
    """A container that is being read; `token` is its own key or place in the container around it."""

    __slots__ = ("depth", "entries", "key", "keys", "known", "members", "size", "token")

    def __init__(
        self,
        members: dict[str, object] | None,
        entries: list[object] | None,
        known: _Known | None,
        token: str | int | None,
    ) -> None:
        self.token = token
        self.members = members
        self.entries = entries
        self.known = known
        self.key: str | object | None = None
        self.keys: dict[str, Mark] = {}
        self.size = 1
        self.depth = 1


class _Builder:
    """Turns the events of a text into JSON values; what has no JSON value is null and a defect."""

    def __init__(self, text: str, limits: Limits) -> None:
        from .. import yaml_core

        self._core = yaml_core
        self.root: object = None
        self.defects: list[Defect] = []
        self._text = text
        self._limits = limits
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Known] = {}
        self._aliased = 0
        self._has_document = False
        self._texts: dict[str, str] = {}

    def read(self) -> None:
        """Read the whole text into `root`; see parse_yaml for what is raised."""
        from yaml import events

        for event in self._core.parse_events(self._text):
            if isinstance(event, events.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, events.CollectionEndEvent):
                self._close(event)
            elif isinstance(event, events.AliasEvent):
                self._alias(event)
            elif isinstance(event, (events.MappingStartEvent, events.SequenceStartEvent)):
                self._open(event, is_mapping=isinstance(event, events.MappingStartEvent))
            elif isinstance(event, events.DocumentStartEvent):
                if self._has_document:
                    span = (event.start_mark.index, event.end_mark.index)
                    help = "Keep one document in a file."
                    raise Unreadable("holds several documents", help, text=self._text, span=span)
                self._has_document = True

    def _scalar(self, event: ScalarEvent) -> None:
        # Keys and words of schemas come again and again; one copy of each is enough.
        text = cast("str", event.value)
        text = self._texts.setdefault(text, text)
        top = self._stack[-1] if self._stack else None
        if event.anchor is not None:
            self._anchors[cast("str", event.anchor)] = known = _Known(None, text)
        else:
            known = None
        if top is not None and top.members is not None and top.key is None:
            self._key(top, text, event)
            return
        value = self._value(event, text)
        if known is not None:
            known.value = value
        self._put(value, 1, 0)

    def _key(self, top: _Frame, text: str, event: ScalarEvent | AliasEvent) -> None:
        if text == "<<" and not getattr(event, "style", None):
            help = "Write the keys out, or use the manifest's defaults."
            self._defect(event, "'<<' merges nothing in YAML 1.2", help)
            top.key = _SKIPPED
            return
        top.key = text
        first = top.keys.setdefault(text, event.start_mark)
        if first is not event.start_mark:
            self.defects.append(
                Defect(
                    DUPLICATE_KEY,
                    f"the key {quoted(text)} stands twice in one mapping: "
                    f"first at line {first.line + 1}, column {first.column + 1}",
                    "Keep one of the two.",
                    self._pointer(),
                    (event.start_mark.index, event.end_mark.index),
                )
            )

    def _put(self, value: object, size: int, depth: int) -> None:
        """Give a finished or an opened value to the container that is open."""
        if not self._stack:
            self.root = value
            return
        top = self._stack[-1]
        top.size += size
        top.depth = max(top.depth, depth + 1)
        if top.entries is not None:
            top.entries.append(value)
        elif isinstance(top.key, str) and top.members is not None:
            top.members[top.key] = value
            top.key = None
        else:
            top.key = None

    def _open(self, event: NodeEvent, *, is_mapping: bool) -> None:
        members: dict[str, object] | None = {} if is_mapping else None
        entries: list[object] | None = None if is_mapping else []
        value: object = members if is_mapping else entries
        tag = cast("str | None", getattr(event, "tag", None))
        if tag is not None and tag not in ("!", self._core.TAG + ("map" if is_mapping else "seq")):
            self._odd_tag(event, tag)
        known: _Known | None = None
        if event.anchor is not None:
            known = self._anchors[cast("str", event.anchor)] = _Known(value, None)
        top = self._stack[-1] if self._stack else None
        token = None if top is None else self._token(top)
        if top is not None and top.members is not None and top.key is None:
            self._defect(event, "a key is a list or a mapping, JSON has only strings", "Use a string.")
            top.key = _SKIPPED
        else:
            self._put(value, 0, 0)
        self._stack.append(_Frame(members, entries, known, token))
        if len(self._stack) > self._limits.depth:
            self._refuse_depth(event)

    def _refuse_depth(self, event: Event) -> None:
        span = (event.start_mark.index, event.start_mark.index + 1)
        raise Unreadable(f"nests deeper than {self._limits.depth:,} levels", DEEP_HELP, text=self._text, span=span)

    def _close(self, event: CollectionEndEvent) -> None:
        frame = self._stack.pop()
        if frame.known is not None:
            frame.known.is_open = False
            frame.known.size, frame.known.depth = frame.size, frame.depth
        if self._stack:
            top = self._stack[-1]
            top.size += frame.size
            top.depth = max(top.depth, frame.depth + 1)
            if top.depth > self._limits.depth:
                self._refuse_depth(event)

    def _alias(self, event: AliasEvent) -> None:
        name = cast("str", event.anchor)
        known = self._anchors.get(name)
        span = (event.start_mark.index, event.end_mark.index)
        if known is None:
            what = f"is not YAML: found undefined alias {quoted(name)}"
            raise Unreadable(what, "Correct it there.", text=self._text, span=span)
        if known.is_open:
            what, help = "has an alias that contains itself", "Write the value out; tools hold no circular values."
            raise Unreadable(what, help, text=self._text, span=span)
        self._aliased += known.size
        if self._aliased > self._limits.alias_values:
            raise Unreadable(
                f"has aliases that expand to more than {self._limits.alias_values:,} values",
                "Write the values out, or use fewer aliases of aliases.",
                text=self._text,
                span=span,
            )
        top = self._stack[-1] if self._stack else None
        if top is not None and top.members is not None and top.key is None:
            if known.text is None:
                self._defect(event, "a key is a list or a mapping, JSON has only strings", "Use a string.")
                top.key = _SKIPPED
            else:
                self._key(top, known.text, event)
            return
        self._put(known.value, known.size, known.depth)
        if top is not None and top.depth > self._limits.depth:
            self._refuse_depth(event)

    def _value(self, event: ScalarEvent, text: str) -> object:
        tag = self._core.scalar_tag(event)
        try:
            value = self._core.core_value(tag, text)
        except KeyError:
            self._odd_tag(event, tag)
            return None
        except ValueError:
            digits = text.lstrip("+-").removeprefix("0x").removeprefix("0o")
            if len(digits) > 3_000 and digits.isalnum():
                what, help = f"an integer of {len(digits):,} digits cannot be read", "Write it as a string."
            else:
                what, help = f"{quoted(text)} is no {tag.removeprefix(self._core.TAG)}", "Remove the tag."
            self._defect(event, what, help)
            return None
        if isinstance(value, float) and not isfinite(value):
            self._defect(event, f"{text} is no JSON value", "Write a number or null.")
        return value

    def _odd_tag(self, event: Event, tag: str) -> None:
        what = f"the tag {tag.replace(self._core.TAG, '!!')} has no JSON value"
        self._defect(event, what, "Remove the tag, or write a plain value.")

    def _defect(self, event: Event, message: str, help: str) -> None:
        span = (event.start_mark.index, event.end_mark.index)
        self.defects.append(Defect(NOT_JSON, message, help, self._pointer(), span))

    def _pointer(self) -> str:
        """Return the pointer of the value that is about to be read (of its container, if its key is none)."""
        if not self._stack:
            return ""
        path = [*(frame.token for frame in self._stack[1:]), self._token(self._stack[-1])]
        return join("", *(token for token in path if token is not None))

    @staticmethod
    def _token(frame: _Frame) -> str | int | None:
        """Return the key or place in a container of the value that is about to be read."""
        if frame.entries is not None:
            return len(frame.entries)
        return frame.key if isinstance(frame.key, str) else None
