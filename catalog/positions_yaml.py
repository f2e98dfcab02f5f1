"""The places of the values of a YAML text, from the marks of its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .pointers import join, tokens

if TYPE_CHECKING:
    from yaml.events import Event

    from .positions import Span


class _Node:
    """Where a value and its key stand, and what is in it: members by name, or entries; a scalar has none."""

    __slots__ = ("below", "end", "key_end", "key_start", "next_key", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.key_start = self.key_end = -1
        self.below: dict[str, _Node] | list[_Node] | None = None
        self.next_key: tuple[str, int, int] | None = None
        """While a mapping is being read: the key whose value comes next, and where it stands."""


class YamlIndex:
    """The places of one YAML text; it is parsed anew for the first question and its places are kept for the next.

    An alias has the place of what it stands for: that is where its values are written.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._root: _Node | None = None
        self._stack: list[_Node] = []
        self._anchors: dict[str, _Node] = {}
        self._names: dict[str, str] = {}
        self._read()

    def _read(self) -> None:
        from yaml import events

        from .yaml_core import parse_events

        for event in parse_events(self._text):
            if isinstance(event, events.NodeEvent):
                node = _Node(event.start_mark.index, event.end_mark.index)
                anchor = cast("str | None", event.anchor)
                if isinstance(event, events.AliasEvent):
                    known = self._anchors.get(anchor or "", node)
                    node.start, node.end, node.below = known.start, known.end, known.below
                elif anchor is not None:
                    self._anchors[anchor] = node
                self._place(event, node)
                if isinstance(event, events.CollectionStartEvent):
                    node.below = {} if isinstance(event, events.MappingStartEvent) else []
                    self._stack.append(node)
            elif isinstance(event, events.CollectionEndEvent):
                self._stack.pop().end = event.end_mark.index
        self._anchors.clear()
        self._names.clear()

    def _place(self, event: Event, node: _Node) -> None:
        """Give a node to the container that is open: as an entry, as a key, or as the value of the key before it."""
        if not self._stack:
            self._root = self._root or node
            return
        top = self._stack[-1]
        if isinstance(top.below, list):
            top.below.append(node)
        elif top.next_key is None:
            text = cast("str", getattr(event, "value", None) or "")
            top.next_key = (self._names.setdefault(text, text), node.start, node.end)
        elif top.below is not None:
            name, node.key_start, node.key_end = top.next_key
            top.below[name] = node
            top.next_key = None

    def span(self, pointer: str, *, key: bool = False) -> Span | None:
        """See PlaceIndex."""
        node = self._root
        if node is None:
            return None
        for token in tokens(pointer):
            below: _Node | None = None
            if isinstance(node.below, dict):
                below = node.below.get(token)
            elif node.below is not None and token.isascii() and token.isdigit() and int(token) < len(node.below):
                below = node.below[int(token)]
            if below is None:
                return self._trimmed(node)
            node = below
        if key and pointer and node.key_start >= 0:
            return node.key_start, node.key_end
        return self._trimmed(node)

    def _trimmed(self, node: _Node) -> Span:
        """Return a node's span; a block's end mark stands at the next token, so trailing white space is cut."""
        end = node.end
        while end > node.start and self._text[end - 1].isspace():
            end -= 1
        return node.start, end

    def pointer_at(self, offset: int) -> str:
        """See PlaceIndex."""
        node, pointer = self._root, ""
        while node is not None:
            below: _Node | None = None
            items = node.below.items() if isinstance(node.below, dict) else enumerate(node.below or ())
            for token, value in items:
                start = value.start if value.key_start < 0 else value.key_start
                if start <= offset < max(value.end, value.key_end):
                    pointer, below = join(pointer, token), value
                    break
            node = below
        return pointer
