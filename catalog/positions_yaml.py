"""YAML 1.2 core: composing a text with libyaml, and the places of its values.

libyaml does the syntax, in C; this module says what its plain scalars mean. YAML 1.1 habits are off: `yes`, `on`,
`012` (twelve) and dates are what the YAML 1.2 core schema says they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .pointers import join, tokens

if TYPE_CHECKING:
    from yaml.nodes import Node

    from .positions import Span

TAG = "tag:yaml.org,2002:"


def compose(text: str) -> Node | None:
    """Return the node tree of a YAML text, None for an empty one.

    Scalars carry YAML 1.2 core tags. Raises yaml.YAMLError for what is no YAML, and RecursionError where the parser
    has no limit of its own.
    """
    from .yaml_core import CoreLoader

    loader = CoreLoader(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


def node_span(node: Node, text: str) -> Span:
    """Return where a node stands; a block's end mark stands at the next token, so trailing white space is cut."""
    start, end = node.start_mark.index, node.end_mark.index
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


class YamlIndex:
    """The places of one YAML text; the tree is composed anew for the first question and kept for the next ones."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._root = compose(text)

    def span(self, pointer: str, *, key: bool = False) -> Span | None:
        """See PlaceIndex."""
        from yaml.nodes import MappingNode, SequenceNode

        node = self._root
        if node is None:
            return None
        own_key: Node | None = None
        for token in tokens(pointer):
            below: Node | None = None
            own: Node | None = None
            if isinstance(node, MappingNode):
                # The last one, as the reader keeps it.
                for name, value in cast("list[tuple[Node, Node]]", node.value):
                    if name.value == token:
                        own, below = name, value
            elif isinstance(node, SequenceNode) and token.isascii() and token.isdigit():
                entries = cast("list[Node]", node.value)
                below = entries[int(token)] if int(token) < len(entries) else None
            if below is None:
                break
            node, own_key = below, own
        else:
            if key and own_key is not None:
                return node_span(own_key, self._text)
        return node_span(node, self._text)

    def pointer_at(self, offset: int) -> str:
        """See PlaceIndex."""
        from yaml.nodes import MappingNode, SequenceNode

        node, pointer = self._root, ""
        while node is not None:
            below: Node | None = None
            if isinstance(node, MappingNode):
                for name, value in cast("list[tuple[Node, Node]]", node.value):
                    if name.start_mark.index <= offset < max(value.end_mark.index, name.end_mark.index):
                        pointer, below = join(pointer, str(name.value)), value
                        break
            elif isinstance(node, SequenceNode):
                for place, value in enumerate(cast("list[Node]", node.value)):
                    if value.start_mark.index <= offset < value.end_mark.index:
                        pointer, below = join(pointer, place), value
                        break
            node = below
        return pointer
