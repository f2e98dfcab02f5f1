"""The YAML 1.2 core schema over PyYAML's parsers: which plain scalars are null, booleans, integers and floats.

Imported only where a YAML text is read: it imports PyYAML. The rules are those of chapter 10.3.2 of YAML 1.2.2.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml
from yaml.nodes import MappingNode, ScalarNode, SequenceNode

from .positions_yaml import TAG

_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_ODD = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_NUMBER_START = frozenset("-+.0123456789")


def core_tag(text: str) -> str:
    """Return the tag of a plain scalar under the core schema."""
    if text in _NULL:
        return TAG + "null"
    if text in _BOOL:
        return TAG + "bool"
    if text[0] in _NUMBER_START:
        if _INT.fullmatch(text):
            return TAG + "int"
        if _FLOAT.fullmatch(text) or _ODD.fullmatch(text):
            return TAG + "float"
    return TAG + "str"


def core_value(tag: str, text: str) -> object:
    """Return the value of a scalar whose tag is one of the core schema's.

    Raises ValueError if the text is none of that tag (`!!int x`) or an integer of more digits than Python prints,
    KeyError if the tag is not a core scalar tag.
    """
    kind = tag.removeprefix(TAG)
    if kind == "str":
        return text
    if kind == "null":
        if text not in _NULL:
            raise ValueError(text)
        return None
    if kind == "bool":
        if text not in _BOOL:
            raise ValueError(text)
        return _BOOL[text]
    if kind == "int":
        if len(text) > 3_500 and text[:2] in ("0o", "0x"):
            raise ValueError(text)
        if text.startswith("0o"):
            return int(text[2:], 8)
        return int(text[2:], 16) if text.startswith("0x") else int(text)
    if kind == "float":
        if _ODD.fullmatch(text):
            return float(text.replace(".", "", 1))
        return float(text)
    raise KeyError(tag)


if TYPE_CHECKING:
    from yaml import SafeLoader as _Parser
else:
    try:
        from yaml.cyaml import CParser

        class _Parser(CParser):
            """libyaml's parser and composer, in C."""

    except ImportError:  # a PyYAML built without libyaml: slower, the same result
        from yaml.composer import Composer
        from yaml.parser import Parser
        from yaml.reader import Reader
        from yaml.scanner import Scanner

        class _Parser(Reader, Scanner, Parser, Composer):
            """PyYAML's own parser and composer."""

            def __init__(self, stream: str) -> None:
                Reader.__init__(self, stream)
                Scanner.__init__(self)
                Parser.__init__(self)
                Composer.__init__(self)


class CoreLoader(_Parser):
    """Composes node trees whose scalars carry core schema tags."""

    def dispose(self) -> None:
        """Free what the parser holds (PyYAML's own parser has something, libyaml's does not)."""

    def resolve(self, kind: type[object], value: str, implicit: tuple[bool, bool]) -> str:
        """Return the tag of a node that has none of its own (called by the composer for each such node)."""
        if kind is ScalarNode:
            return core_tag(value) if implicit[0] else TAG + "str"
        return TAG + ("seq" if kind is SequenceNode else "map" if kind is MappingNode else "str")

    def descend_resolver(self, current_node: object, current_index: object) -> None:
        """Nothing: the core schema does not look at paths."""

    def ascend_resolver(self) -> None:
        """Nothing: see descend_resolver."""


YamlError = yaml.YAMLError
