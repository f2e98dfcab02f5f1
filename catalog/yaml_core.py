"""The YAML 1.2 core schema over PyYAML's parsers: which plain scalars are null, booleans, integers and floats.

libyaml does the syntax, in C; this module says what its plain scalars mean. YAML 1.1 habits are off: `yes`, `on`,
`012` (twelve) and dates are what chapter 10.3.2 of YAML 1.2.2 says they are. Imported only where a YAML text is read:
it imports PyYAML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol, cast

import yaml
from yaml import events as yaml_events

if TYPE_CHECKING:
    from yaml.events import Event

TAG = "tag:yaml.org,2002:"
YamlError = yaml.YAMLError

_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_ODD = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_NUMBER_START = frozenset("-+.0123456789")
_MAX_DIGITS = 3_500
"""Hexadecimal and octal integers with more digits could be read and not be printed: Python prints 4,300."""


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
        if len(text) > _MAX_DIGITS and text[:2] in ("0o", "0x"):
            raise ValueError(text)
        if text.startswith("0o"):
            return int(text[2:], 8)
        return int(text[2:], 16) if text.startswith("0x") else int(text)
    if kind == "float":
        if _ODD.fullmatch(text):
            return float(text.replace(".", "", 1))
        return float(text)
    raise KeyError(tag)


def scalar_tag(event: yaml_events.ScalarEvent) -> str:
    """Return the tag of a scalar: its own, else what its text means if it is plain."""
    tag = cast("str | None", event.tag)
    if tag is not None and tag != "!":
        return tag
    plain = cast("tuple[bool, bool]", event.implicit)[0]
    return core_tag(cast("str", event.value)) if plain else TAG + "str"


class _EventParser(Protocol):
    def check_event(self) -> bool: ...

    def get_event(self) -> Event: ...


if TYPE_CHECKING:
    from yaml import SafeLoader as _Parser
else:
    try:
        from yaml.cyaml import CParser as _Parser
    except ImportError:  # a PyYAML built without libyaml: slower, the same result
        from yaml.parser import Parser
        from yaml.reader import Reader
        from yaml.scanner import Scanner

        class _Parser(Reader, Scanner, Parser):
            """PyYAML's own parser."""

            def __init__(self, stream: str) -> None:
                Reader.__init__(self, stream)
                Scanner.__init__(self)
                Parser.__init__(self)


def parse_events(text: str) -> Iterator[Event]:
    """Yield the events of a YAML text, its nodes' starts and ends with their marks.

    Raises YamlError for what is no YAML, and RecursionError where the parser has no limit of its own.
    """
    parser = cast("_EventParser", _Parser(text))
    while parser.check_event():
        yield parser.get_event()
