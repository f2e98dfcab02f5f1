"""Writing JSON values as YAML that YAML 1.1 and 1.2 readers understand alike and that is safe to look at."""

from __future__ import annotations

import re

import yaml

from .text import UNSAFE
from .yaml_core import TAG, core_tag

_BLOCK = re.compile(r"[^\n]*[^\s](?:\n+[^\n\s][^\n]*)*\n?")
"""Text that a literal block shows as it is: more than one line, no line that begins with a blank."""


class _Dumper(yaml.SafeDumper):
    """Repeats shared values instead of writing aliases, and quotes what either version of YAML would misread."""

    def ignore_aliases(self, data: object) -> bool:
        del data
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        del indentless
        super().increase_indent(flow, False)


def _represent_str(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = None
    if UNSAFE.search(text) or (text and core_tag(text) != TAG + "str"):
        style = '"'
    elif "\n" in text and _BLOCK.fullmatch(text) and not re.search(r"[ \t]\n", text):
        style = "|"
    return dumper.represent_scalar(TAG + "str", text, style=style)  # pyright: ignore[reportUnknownMemberType]


_Dumper.add_representer(str, _represent_str)


def dump(value: object) -> str:
    """Return a JSON value as block-style YAML, keys in their order, ending in a newline.

    Unsafe characters stand as escapes in double-quoted scalars, so the text holds the same data and shows nothing
    that a terminal would obey.
    """
    text: str = yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    return UNSAFE.sub(lambda match: f"\\U{ord(match[0]):08X}", text)
