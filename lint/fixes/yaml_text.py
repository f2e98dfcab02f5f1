"""Edits of YAML texts: comments, order, quotes and indentation stay as their author has them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, cast

from ...catalog.pointers import tokens
from ...catalog.positions import Span
from ..edits import Edit, Insert, Rename, Replace, Splice
from .data import NotFixable, split, value_at
from .strings import Change, changes, characters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yaml.nodes import Node

    _Pair = tuple[Node, Node]

_PLAIN = re.compile(r"[A-Za-z_$](?:[\w $/().+-]*[\w$/().+-])?")
_NOT_PLAIN = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null"])


def compose(text: str) -> Node | None:
    """Return the node tree of a YAML text, with its marks and styles; None for an empty one.

    Raises yaml.YAMLError for what is no YAML. What the scalars mean is not looked at.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return cast("Node | None", yaml.compose(text, Loader=loader))  # pyright: ignore[reportUnknownMemberType]


def node_span(node: Node, text: str) -> Span:
    """Return where a node stands; a block's end mark stands at the next token, so trailing white space is cut."""
    start, end = node.start_mark.index, node.end_mark.index
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


class YamlEditor:
    """Says edits of one YAML text as replaced characters."""

    def __init__(self, text: str, data: object) -> None:
        self._text = text
        self._data = data
        self._root = compose(text)
        self._newline = "\r\n" if "\r\n" in text else "\n"

    def splices(self, edit: Edit) -> list[Splice]:
        """Return the replaced characters of one edit. Raises NotFixable if it does not fit the text."""
        if isinstance(edit, Splice):
            return [edit]
        if isinstance(edit, Replace):
            return self._replace(edit)
        parent, last = split(edit.pointer)
        container = self._node(parent)
        if isinstance(edit, Insert):
            return [self._insert(container, last, edit.value)]
        place = _place(container, last)
        if isinstance(edit, Rename):
            key = _pairs(container)[place][0]
            return [Splice(*node_span(key, self._text), _in_style(edit.key, key))]
        return [self._remove(container, place)]

    def _node(self, pointer: str) -> Node:
        node = self._root
        if node is None:
            raise NotFixable("the text is empty")
        value_at(self._data, pointer)
        for token in tokens(pointer):
            place = _place(node, token)
            node = _pairs(node)[place][1] if _is_mapping(node) else _entries(node)[place]
        return node

    def _replace(self, edit: Replace) -> list[Splice]:
        node = self._node(edit.pointer)
        old = value_at(self._data, edit.pointer)
        span = node_span(node, self._text)
        if isinstance(old, str) and isinstance(edit.value, str) and old:
            differences, places = changes(old, edit.value), characters(self._text, span, old)
            if differences is not None and places is not None:
                out = self._spliced(span, node, differences, places)
                if out is not None:
                    return out
        instead = _in_style(edit.value, node) if isinstance(edit.value, str) else flow(edit.value)
        is_block = isinstance(node.value, list) and not _is_flow(node)
        mark = self._mark_before(edit.pointer, span[0]) if is_block else None
        if mark is None:
            return [Splice(*span, instead)]
        # A block may stand where a value in one line may not: it goes behind the colon or the dash.
        line_end = self._text.index("\n", mark)
        line_end -= self._text[line_end - 1] == "\r"
        if line_end == mark:
            return [Splice(mark, span[1], f" {instead}")]
        return [Splice(mark, mark, f" {instead}"), Splice(line_end, span[1], "")]

    def _mark_before(self, pointer: str, start: int) -> int | None:
        """Return the offset behind the colon (or dash) of a value that begins on a later line; None for any other."""
        if not pointer:
            return None
        parent, last = split(pointer)
        container = self._node(parent)
        place = _place(container, last)
        if _is_mapping(container):
            mark = self._text.find(":", node_span(_pairs(container)[place][0], self._text)[1], start)
        else:
            mark = self._text.rfind("-", 0, start)
        return mark + 1 if mark >= 0 and "\n" in self._text[mark:start] else None

    def _spliced(
        self, span: Span, node: Node, differences: Sequence[Change], places: list[Span]
    ) -> list[Splice] | None:
        """Return the differences of two strings as edits within the scalar, where its style allows it."""
        ends = [*places, (span[1] - (1 if _style(node) in ('"', "'") else 0),) * 2]
        out: list[Splice] = []
        for start, end, new in differences:
            written = _within(new, _style(node))
            if written is None:
                return None
            out.append(Splice(ends[start][0], ends[end - 1][1] if end > start else ends[start][0], written))
        return out

    def _remove(self, container: Node, place: int) -> Splice:
        text = self._text
        spans = _member_spans(container, text)
        start, end = spans[place]
        if _is_flow(container):
            return self._remove_from_flow(node_span(container, text), spans, place)
        if not _is_mapping(container):
            start = text.rfind("-", 0, start)
        if len(spans) == 1:
            return Splice(start, end, "{}" if _is_mapping(container) else "[]")
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", end) + 1 or len(text)
        if not text[line_start:start].strip():
            return Splice(line_start, line_end, "")
        if place + 1 < len(spans):
            return Splice(start, spans[place + 1][0], "")
        raise NotFixable("the member stands in a line with others")

    def _remove_from_flow(self, outer: Span, spans: Sequence[Span], place: int) -> Splice:
        """Remove a member of a collection in brackets, and the comma beside it; a comment beside it stays."""
        text = self._text
        start, end = spans[place]
        is_last = place + 1 == len(spans)
        before = spans[place - 1][1] if place else outer[0] + 1
        after = outer[1] - 1 if is_last else spans[place + 1][0]
        if is_last:
            if place and "#" not in text[before:start]:
                return Splice(before, end, "")
            if not place and "#" not in text[before:start] + text[end:after]:
                return Splice(before, after, "")
            if place or "," not in text[end:after].partition("#")[0]:
                return Splice(start, end, "")  # what is left may end in a comma
        elif "#" not in text[end:after]:
            return Splice(start, after, "")
        comma = text.find(",", end, after)
        if comma < 0 or text[end:comma].strip():
            raise NotFixable("a comment stands before the comma")
        return Splice(start, comma + 1, "")

    def _insert(self, container: Node, last: str, value: object) -> Splice:
        text = self._text
        spans = _member_spans(container, text)
        is_mapping = _is_mapping(container)
        written = f"{_key(last)}: {flow(value)}" if is_mapping else flow(value)
        if _is_flow(container) or not spans:
            outer = node_span(container, text)
            if text[outer[0] : outer[0] + 1] not in ("{", "["):
                raise NotFixable("there is no container")
            if not spans:
                if "#" in text[outer[0] + 1 : outer[1] - 1]:
                    raise NotFixable("a comment stands where the first member would")
                return Splice(outer[0] + 1, outer[1] - 1, written)
            gap = text[spans[-2][1] : spans[-1][0]] if len(spans) > 1 else ""
            if text[spans[0][0]] == '"' and is_mapping:
                written = f"{json.dumps(last)}: {json.dumps(value, ensure_ascii=False)}"
            return Splice(spans[-1][1], spans[-1][1], (gap if gap.strip() == "," else ", ") + written)
        first = spans[0][0] if is_mapping else text.rfind("-", 0, spans[0][0])
        indent = " " * (first - (text.rfind("\n", 0, first) + 1))
        end = text.find("\n", spans[-1][1])
        end = len(text) if end < 0 else end - (1 if text[end - 1] == "\r" else 0)
        return Splice(end, end, f"{self._newline}{indent}{'' if is_mapping else '- '}{written}")


def _is_mapping(node: Node) -> bool:
    from yaml.nodes import MappingNode

    return isinstance(node, MappingNode)


def _style(node: Node) -> str | None:
    """Return a scalar's quotes or block mark; None for a plain scalar and for what is none."""
    return cast("str | None", getattr(node, "style", None))


def _is_flow(node: Node) -> bool:
    return bool(getattr(node, "flow_style", False))


def _pairs(node: Node) -> list[_Pair]:
    return cast("list[_Pair]", node.value)


def _entries(node: Node) -> list[Node]:
    return cast("list[Node]", node.value)


def _place(node: Node, token: str) -> int:
    """Return the place of a member. Raises NotFixable if it is not there just once."""
    from yaml.nodes import SequenceNode

    if _is_mapping(node):
        places = [place for place, (key, _) in enumerate(_pairs(node)) if key.value == token]
        if len(places) == 1:
            return places[0]
    elif isinstance(node, SequenceNode) and token.isascii() and token.isdigit() and int(token) < len(_entries(node)):
        return int(token)
    raise NotFixable("the key is not there just once")


def _member_spans(node: Node, text: str) -> list[Span]:
    if _is_mapping(node):
        return [
            (key.start_mark.index, max(node_span(value, text)[1], node_span(key, text)[1]))
            for key, value in _pairs(node)
        ]
    return [node_span(entry, text) for entry in _entries(node)] if isinstance(node.value, list) else []


def _is_plain(text: str) -> bool:
    from ...catalog.yaml_core import TAG, core_tag

    return bool(_PLAIN.fullmatch(text)) and text.lower() not in _NOT_PLAIN and core_tag(text) == TAG + "str"


def _key(text: str) -> str:
    return text if _is_plain(text) else json.dumps(text, ensure_ascii=False)


def _within(text: str, style: str | None) -> str | None:
    """Return a piece of a string as it stands within a scalar of this style; None if it cannot stand there."""
    if style == '"':
        return json.dumps(text, ensure_ascii=False)[1:-1]
    if style == "'":
        return text.replace("'", "''")
    if not text or (style == "|" and "\n" not in text) or re.fullmatch(r"[\w $/().+-]*", text):
        return text
    return None


def _in_style(text: str, node: Node) -> str:
    """Return a string in the quotes that a scalar had, or in double ones where those cannot hold it."""
    if _style(node) == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    if _style(node) != '"' and _is_plain(text):
        return text
    return json.dumps(text, ensure_ascii=False)


def flow(value: object) -> str:
    """Return a JSON value as YAML in one line."""
    if isinstance(value, str):
        return _key(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)}: {flow(v)}" for k, v in cast("dict[str, object]", value).items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(item) for item in cast("list[object]", value)) + "]"
    return json.dumps(value)
