"""TJ025: scalars of YAML that are no text, or that other readers do not take for one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..edits import Fix, Splice
from ..examples import Example
from ..patterns import later
from ..rule import Problem, Rule, Safety, Severity
from ..units import as_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Token, Tool

_OLD = later(
    r"(?P<truth>y|yes|n|no|on|off)"
    r"|(?P<date>\d{4}-\d\d?-\d\d?(?:[Tt ]+[\d:.]+ *(?:Z|[-+]\d\d?(?::?\d\d)?)?)?)"
    r"|(?P<number>[-+]?[1-9][\d_]*(?::[0-5]?\d)+(?:\.\d*)?|[-+]?0b[01_]+|[-+]?\d[\d_]*_[\d_]*)",
    re.IGNORECASE,
)
"""Plain scalars that are text in YAML 1.2, and something else in YAML 1.1."""

_READ_AS = {"truth": "a boolean", "date": "a date", "number": "a number"}
_FIELDS = ("name", "title", "description", "category", "gate", "summary", "usageHint")
_TEXT = "type: string\nmaxLength: 9\ndescription: The version."


class YamlScalar(Rule):
    code = "TJ025"
    name = "yaml-scalar"
    severity = Severity.WARNING
    worst = Severity.ERROR
    fix = Safety.SAFE
    what = (
        "In a YAML file, where a text belongs, stands an unquoted scalar that readers of YAML 1.1 take for something "
        "else: on, off, yes, no, a date, 12:30. An error if it is no text for this reader either (`1.10`, `012`) and "
        "the schema wants one. Looked at are names of properties, texts of tools, and values in schemas of strings."
    )
    why = "The same file means two things: PyYAML and older parsers read `on` as true, and `1.10` loses its zero."
    source = "YAML 1.2.2 §10.3.2 (core schema) against the types of YAML 1.1 (bool, timestamp, int)."
    help = "Put it in quotes."
    bad = (
        Example(f"{_TEXT}\nenum: [on, later]", at="/enum/0", wrap="property", fixed=f'{_TEXT}\nenum: ["on", later]'),
        Example(
            f"{_TEXT}\ndefault: 1.10", at="/default", wrap="property", also=("TC",), fixed=f'{_TEXT}\ndefault: "1.10"'
        ),
        Example(
            "type: object\nadditionalProperties: false\n"
            "properties: {off: {type: string, maxLength: 9, description: The lamp.}}",
            at="/properties/off",
            key=True,
            wrap="input",
            fixed="type: object\nadditionalProperties: false\n"
            'properties: {"off": {type: string, maxLength: 9, description: The lamp.}}',
        ),
    )
    good = (Example(f"{_TEXT}\nenum: ['on', later]", wrap="property"),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.document.format != "yaml":
            return
        for spot in _spots(tool):
            is_text = isinstance(spot.value, str)
            found = _OLD.fullmatch(spot.value) if isinstance(spot.value, str) else None
            if found is None and (is_text or not spot.wants_text or not isinstance(spot.value, (bool, int, float))):
                continue
            pointer = spot.holder.at(*spot.at)
            span = tool.document.span(pointer, key=spot.key)
            if span is None:
                continue
            written = tool.document.text[span[0] : span[1]]
            if not written or written[0] in "\"'|>&*!" or (is_text and written != spot.value):
                continue
            fix = Fix.safe("put it in quotes", Splice(*span, f'"{written}"'))
            if found is not None:
                message = f"readers of YAML 1.1 take `{written}` for {_READ_AS[found.lastgroup or 'number']}"
                yield spot.holder.problem(message, *spot.at, key=spot.key, fix=fix)
            else:
                message = f"a text belongs here, and `{written}` without quotes is {_kind(spot.value)}"
                yield spot.holder.problem(message, *spot.at, severity=Severity.ERROR, fix=fix)


class _Spot(NamedTuple):
    """A value where a text belongs or may belong: what it is part of, and the path to it."""

    holder: Tool | Node
    at: tuple[Token, ...]
    value: object
    key: bool = False
    wants_text: bool = False


def _spots(tool: Tool) -> Iterator[_Spot]:
    for field in _FIELDS:
        if field in tool.raw:
            yield _Spot(tool, (field,), tool.raw[field])
    for at, word in enumerate(as_list(tool.raw.get("keywords"))):
        yield _Spot(tool, ("keywords", at), word)
    for node in tool.nodes:
        schema = node.schema
        if node.property_name is not None:
            yield _Spot(node, (), node.property_name, key=True)
        wants_text = schema.get("type") == "string"
        for keyword in ("title", "description", "default", "const"):
            if keyword in schema:
                is_value = keyword in ("default", "const")
                yield _Spot(node, (keyword,), schema[keyword], wants_text=wants_text and is_value)
        for keyword in ("enum", "examples", "required"):
            for at, value in enumerate(node.items(keyword)):
                yield _Spot(node, (keyword, at), value, wants_text=wants_text and keyword != "required")


def _kind(value: object) -> str:
    return "a boolean" if isinstance(value, bool) else f"the number {value}"
