"""What YAML would make of a plain scalar that was meant as text: under 1.2 (core schema), and under 1.1."""

from __future__ import annotations

import re

_CORE = (
    ("null", re.compile(r"|~|null|Null|NULL")),
    ("boolean", re.compile(r"true|True|TRUE|false|False|FALSE")),
    ("number", re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")),
    ("number", re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")),
    ("number", re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")),
)
_YAML_1_1 = (
    ("boolean", re.compile(r"(?i:yes|no|on|off|y|n)")),
    ("number", re.compile(r"[-+]?(?:0b[0-1_]+|0[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)")),
    ("number", re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")),
    ("number", re.compile(r"[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?")),
    (
        "date",
        re.compile(
            r"\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?"
        ),
    ),
)
_PLAIN_START = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`]|[-?:][^\s,\[\]{}]")


def core_type(text: str) -> str | None:
    """Return what a plain scalar is under YAML 1.2 (`null`, `boolean`, `number`), or None if it is text."""
    return next((name for name, pattern in _CORE if pattern.fullmatch(text)), None)


def yaml_1_1_type(text: str) -> str | None:
    """Return what a plain scalar is under YAML 1.1 but not 1.2 (`boolean`, `number`, `date`), or None."""
    if core_type(text) is not None:
        return None
    return next((name for name, pattern in _YAML_1_1 if pattern.fullmatch(text)), None)


def quoted(text: str) -> str:
    """Return the text as a YAML scalar on one line: plain where every loader reads it back, else in quotes."""
    plain = (
        _PLAIN_START.match(text)
        and not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|: |:$| #|---|\s$", text)
        and core_type(text) is None
        and yaml_1_1_type(text) is None
    )
    return text if plain else double_quoted(text)


def double_quoted(text: str) -> str:
    """Return the text as a double-quoted YAML scalar on one line."""
    out = text.replace("\\", "\\\\").replace('"', '\\"')
    for character, escape in (("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        out = out.replace(character, escape)
    out = re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]", lambda match: f"\\u{ord(match[0]):04X}", out)
    return f'"{out}"'


def quoted_in_place(source: str) -> str:
    """Return the source of a plain scalar, on one or several lines, in quotes that keep every character of it.

    Double quotes if that needs no escape; else single quotes, in which only the single quote is doubled.
    """
    if '"' not in source and "\\" not in source:
        return f'"{source}"'
    return "'" + source.replace("'", "''") + "'"
