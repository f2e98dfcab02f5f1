"""YAML as text with positions: libyaml's nodes without any typing of scalars, and its errors in our words.

Plain scalars stay what the author wrote (`null`, `true`, `42`, `2026-01-01` are text), as text fields want it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")

_WORDS = {
    "mapping values are not allowed": "a ':' followed by a blank stands in unquoted text",
    "could not find expected ':'": "a line is neither 'key: value' nor part of the value above it",
    "found unexpected end of stream": "a quoted text is never closed",
    "found unexpected document indicator": "a quoted text is never closed",
    "cannot start any token": "a value or key begins with a character that YAML reserves",
    "tab character that violates": "a tab stands where only blanks may indent",
    "did not find expected <document start>": "text stands where a new key is expected",
    "did not find expected key": "a line is indented unlike the keys around it, or text follows a closing quote",
    "did not find expected '-' indicator": "a list item is missing its '-' or is indented differently",
    "did not find expected ',' or ']'": "a '[' list is never closed, or a ',' is missing in it",
    "did not find expected ',' or '}'": "a '{' map is never closed, or a ',' is missing in it",
    "did not find expected node content": "a value is missing",
    "block sequence entries are not allowed": "a list begins on the line of its key",
    "block mapping": "a key stands where none is allowed",
    "found undefined alias": "a '*' stands for an alias that is not defined",
    "second occurrence": "an anchor is defined twice",
    "found duplicate anchor": "an anchor is defined twice",
    "found unknown escape character": "a backslash in double quotes begins no known escape",
    "did not find expected hexdecimal number": "a hexadecimal escape is incomplete",
    "another document": "a line beginning with '---' starts a second document",
    "maximum nesting depth": "values are nested too deep",
    "undefined tag handle": "a '!' begins a tag that is not defined",
    "directive": "a line beginning with '%' is read as a directive",
    "block scalar": "the header of a '|' or '>' text is wrong",
    "while scanning an a": "a value begins with '*' or '&', which YAML reads as an alias or anchor",
}
"""Parts of libyaml's and PyYAML's messages, and what we say instead: theirs may quote the file."""


class Span(NamedTuple):
    """A stretch of characters: from `start` up to, not including, `end`."""

    start: int
    end: int


class YamlError(Exception):
    """The text is not YAML: `message` (never a word of the text), `at` (offset), `raw_problem` (libyaml's words)."""

    def __init__(self, message: str, at: int, raw_problem: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.raw_problem = raw_problem


Kind = Literal["scalar", "list", "map"]


@dataclass(slots=True)
class Value:
    """One node (PyYAML's `node`), `base` being the offset of the YAML in the file. Children are made when asked for."""

    node: Any
    base: int

    @property
    def kind(self) -> Kind:
        """Whether this is a scalar, a list or a map."""
        return _KINDS[type(self.node).__name__]

    @property
    def text(self) -> str:
        """The text of a scalar; empty for a list or map."""
        return str(self.node.value) if self.kind == "scalar" else ""

    @property
    def style(self) -> str:
        """`plain`, or the character that opens a scalar (`'`, `"`, `|`, `>`); of a list or map `flow` or `block`."""
        if self.kind == "scalar":
            return self.node.style or "plain"
        return "flow" if self.node.flow_style else "block"

    @property
    def span(self) -> Span:
        """Where it stands in the file; an absent value has an empty span."""
        return Span(self.base + self.node.start_mark.index, self.base + self.node.end_mark.index)

    @property
    def items(self) -> list[Value]:
        """The items of a list; nothing for others."""
        return [Value(item, self.base) for item in self.node.value] if self.kind == "list" else []

    @property
    def entries(self) -> list[tuple[Value, Value]]:
        """The keys and values of a map, in order; nothing for others."""
        if self.kind != "map":
            return []
        return [(Value(key, self.base), Value(value, self.base)) for key, value in self.node.value]


_KINDS: dict[str, Kind] = {"ScalarNode": "scalar", "SequenceNode": "list", "MappingNode": "map"}


def compose(text: str, base: int = 0) -> Value | None:
    """Return the root node of YAML text, or None if it holds nothing. `base` is where the text stands in its file.

    Raises YamlError. Aliases are not expanded, so that no text grows; nesting is bounded by the parser.
    """
    bad = _UNREADABLE.search(text)
    if bad is not None:
        raise YamlError(f"the character U+{ord(bad[0]):04X} may not stand in YAML", base + bad.start())
    import yaml

    loader = _loader()(text)
    try:
        node: Any = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark or error.context_mark
        raise YamlError(
            _in_our_words(f"{error.context or ''} {error.problem or ''}"),
            base + min(mark.index if mark is not None else 0, len(text)),
            str(error.problem),
        ) from None
    except (yaml.YAMLError, RecursionError, ValueError):
        raise YamlError("the text cannot be read", base) from None
    return None if node is None else Value(node, base)


def duplicate_key(root: Value) -> Value | None:
    """Return the first key that stands a second time in its map, at any depth, or None."""
    todo, seen = [root.node], {id(root.node)}
    while todo:
        node = todo.pop()
        if type(node).__name__ == "ScalarNode":
            continue
        children: list[Any] = []
        if type(node).__name__ == "MappingNode":
            keys: set[str] = set()
            for key, value in node.value:
                if type(key).__name__ == "ScalarNode":
                    if key.value in keys:
                        return Value(key, root.base)
                    keys.add(key.value)
                else:
                    children.append(key)
                children.append(value)
        else:
            children = node.value
        for child in children:
            if id(child) not in seen:
                seen.add(id(child))
                todo.append(child)
    return None


def _in_our_words(problem: str) -> str:
    return next((words for part, words in _WORDS.items() if part in problem), "the text is not valid YAML")


@cache
def _loader() -> Any:
    """Return PyYAML's parser and composer, libyaml's where it is built in, with scalars left untyped."""
    import yaml

    bases: tuple[Any, ...]
    try:
        from yaml._yaml import CParser  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType, reportMissingModuleSource, reportMissingImports, reportAttributeAccessIssue]  # isort: skip

        bases = (CParser,)

        def start(self: Any, text: str) -> None:
            CParser.__init__(self, text)

    except ImportError:
        from yaml import composer, parser, reader, scanner

        bases = (reader.Reader, scanner.Scanner, parser.Parser, composer.Composer)

        def start(self: Any, text: str) -> None:
            reader.Reader.__init__(self, text)
            scanner.Scanner.__init__(self)
            parser.Parser.__init__(self)
            composer.Composer.__init__(self)

    def resolve(self: Any, kind: object, value: object, implicit: object) -> str:
        del self, kind, value, implicit
        return yaml.resolver.BaseResolver.DEFAULT_SCALAR_TAG

    def nothing(self: Any, *args: object) -> None:
        del self, args

    members = {"__init__": start, "resolve": resolve, "descend_resolver": nothing, "ascend_resolver": nothing}
    return type("TextComposer", bases, members)


Feature = Literal["flow map", "flow list", "anchor", "alias", "tag"]

_TOKENS: dict[str, Feature] = {
    "FlowMappingStartToken": "flow map",
    "FlowSequenceStartToken": "flow list",
    "AnchorToken": "anchor",
    "AliasToken": "alias",
    "TagToken": "tag",
}


def features(text: str, base: int = 0) -> list[tuple[Feature, Span]]:
    """Return the flow collections, anchors, aliases and tags in YAML text that `compose` can read, in order."""
    import yaml

    library: Any = yaml
    loader: Any = getattr(yaml, "CLoader", yaml.Loader)
    out: list[tuple[Feature, Span]] = []
    try:
        for token in library.scan(text, Loader=loader):
            feature = _TOKENS.get(type(token).__name__)
            if feature is not None:
                out.append((feature, Span(base + token.start_mark.index, base + token.end_mark.index)))
    except yaml.YAMLError:
        return out
    return out
