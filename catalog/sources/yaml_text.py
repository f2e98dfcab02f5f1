"""Parsing YAML 1.2 (core schema) into JSON values, with bounded aliases and duplicate keys found."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, cast

from ..codes import DUPLICATE_KEY, NOT_JSON
from ..documents import Document
from ..pointers import join
from ..positions_yaml import TAG, compose, node_span
from ..text import quoted
from .json_text import DEEP_HELP, Defect, Parsed
from .text import Limits, Unreadable

if TYPE_CHECKING:
    from yaml.nodes import Node


def parse_yaml(text: str, label: str, limits: Limits) -> Parsed:
    """Parse a YAML text to JSON values; shared aliases stay shared, plain keys of any kind become strings.

    Raises Unreadable, with the place, for what is no YAML, for aliases that contain themselves or add more values
    than the limit, and for nesting beyond the limit.
    """
    from ..yaml_core import YamlError

    try:
        root = compose(text)
    except YamlError as error:
        raise _syntax(text, error) from None
    except RecursionError:
        raise Unreadable(f"nests deeper than {limits.depth:,} levels", DEEP_HELP) from None
    if root is None:
        return Parsed(Document(label, text, "yaml", None))
    _check_expansion(root, text, limits)
    builder = _Builder(text)
    data = builder.build(root)
    return Parsed(Document(label, text, "yaml", data), builder.defects)


def _syntax(text: str, error: Exception) -> Unreadable:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    offset = getattr(mark, "index", None)
    if offset is None and isinstance(getattr(error, "position", None), int):
        offset = cast("int", getattr(error, "position"))  # noqa: B009 - a reader error has this and no mark
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error).partition("\n")[0]
    context = getattr(error, "context", None)
    what = f"{context}, {problem}" if context else str(problem)
    if "nesting depth" in what:
        what, help = "nests deeper than 1,000 levels", DEEP_HELP
    elif "single document" in what:
        what, help = "holds several documents", "Keep one document in a file."
    else:
        what, help = f"is not YAML: {what}", "Correct it there."
    span = None if offset is None else (min(offset, len(text)), min(offset + 1, len(text)))
    return Unreadable(what, help, text=text, span=span)


def _below(node: Node) -> list[Node]:
    from yaml.nodes import MappingNode, SequenceNode

    if isinstance(node, MappingNode):
        return [each for pair in cast("list[tuple[Node, Node]]", node.value) for each in pair]
    return list(cast("list[Node]", node.value)) if isinstance(node, SequenceNode) else []


def _check_expansion(root: Node, text: str, limits: Limits) -> None:
    """Refuse aliases that contain themselves, and aliases that would add too many values or too much depth.

    Post-order over the graph without recursion: each node's expanded size and depth are its members' plus one.
    """
    sizes: dict[int, tuple[int, int]] = {}
    open_nodes: set[int] = set()
    shared = False
    stack: list[tuple[Node, Iterator[Node]]] = []

    def enter(node: Node) -> None:
        open_nodes.add(id(node))
        stack.append((node, iter(_below(node))))

    enter(root)
    while stack:
        node, rest = stack[-1]
        for below in rest:
            if id(below) in open_nodes:
                raise Unreadable(
                    "has an alias that contains itself",
                    "Write the value out; tools hold no circular values.",
                    text=text,
                    span=node_span(below, text),
                )
            if id(below) in sizes:
                shared = True
                continue
            if isinstance(below.value, str):
                sizes[id(below)] = (1, 0)
                continue
            enter(below)
            break
        else:
            stack.pop()
            open_nodes.discard(id(node))
            members = [sizes[id(below)] for below in _below(node)]
            sizes[id(node)] = (
                1 + sum(size for size, _ in members),
                1 + max((depth for _, depth in members), default=0),
            )
    size, depth = sizes[id(root)]
    if depth > limits.depth:
        raise Unreadable(f"nests deeper than {limits.depth:,} levels", DEEP_HELP)
    if shared and size > len(sizes) + limits.alias_values:
        raise Unreadable(
            f"has aliases that expand to more than {limits.alias_values:,} values",
            "Write the values out, or use fewer aliases of aliases.",
        )


class _Builder:
    """Turns a node tree into JSON values."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.defects: list[Defect] = []
        self._made: dict[int, object] = {}
        self._todo: list[tuple[Node, str]] = []

    def build(self, root: Node) -> object:
        """Return the value of the tree; what has no JSON value is null and a defect."""
        made = self._value(root, "")
        while self._todo:
            node, pointer = self._todo.pop()
            self._fill(node, pointer)
        return made

    def _value(self, node: Node, pointer: str) -> object:
        from yaml.nodes import MappingNode, SequenceNode

        known = self._made.get(id(node))
        if known is not None:
            return known
        if isinstance(node, (MappingNode, SequenceNode)):
            made: object = {} if isinstance(node, MappingNode) else []
            if node.tag != TAG + ("map" if isinstance(node, MappingNode) else "seq"):
                self._odd_tag(node, pointer)
            self._made[id(node)] = made
            self._todo.append((node, pointer))
            return made
        return self._scalar(node, pointer)

    def _fill(self, node: Node, pointer: str) -> None:
        from yaml.nodes import MappingNode, ScalarNode

        made = self._made[id(node)]
        if not isinstance(node, MappingNode):
            entries = cast("list[object]", made)
            for place, below in enumerate(cast("list[Node]", node.value)):
                entries.append(self._value(below, join(pointer, place)))
            return
        members = cast("dict[str, object]", made)
        keys: dict[str, Node] = {}
        for key, value in cast("list[tuple[Node, Node]]", node.value):
            if not isinstance(key, ScalarNode):
                self._defect(key, pointer, "a key is a list or a mapping, JSON has only strings", "Use a string.")
                continue
            name = cast("str", key.value)
            own = join(pointer, name)
            if name == "<<" and not key.style:
                self._defect(
                    key,
                    pointer,
                    "'<<' merges nothing in YAML 1.2",
                    "Write the keys out, or use the manifest's defaults.",
                )
                continue
            first = keys.setdefault(name, key)
            if first is not key:
                mark = first.start_mark
                self.defects.append(
                    Defect(
                        DUPLICATE_KEY,
                        f"the key {quoted(name)} stands twice in one mapping: "
                        f"first at line {mark.line + 1}, column {mark.column + 1}",
                        "Keep one of the two.",
                        own,
                        node_span(key, self._text),
                    )
                )
            members[name] = self._value(value, own)

    def _scalar(self, node: Node, pointer: str) -> object:
        from ..yaml_core import core_value

        text = cast("str", node.value)
        try:
            value = core_value(node.tag, text)
        except KeyError:
            self._odd_tag(node, pointer)
            return None
        except ValueError:
            digits = text.lstrip("+-").removeprefix("0x").removeprefix("0o")
            if len(digits) > 3_000 and digits.isalnum():
                self._defect(
                    node, pointer, f"an integer of {len(digits):,} digits cannot be read", "Write it as a string."
                )
            else:
                self._defect(node, pointer, f"{quoted(text)} is no {node.tag.removeprefix(TAG)}", "Remove the tag.")
            return None
        if isinstance(value, float) and not isfinite(value):
            self._defect(node, pointer, f"{text} is no JSON value", "Write a number or null.")
        return value

    def _odd_tag(self, node: Node, pointer: str) -> None:
        tag = node.tag.replace(TAG, "!!")
        self._defect(node, pointer, f"the tag {tag} has no JSON value", "Remove the tag, or write a plain value.")

    def _defect(self, node: Node, pointer: str, message: str, help: str) -> None:
        self.defects.append(Defect(NOT_JSON, message, help, pointer, node_span(node, self._text)))
