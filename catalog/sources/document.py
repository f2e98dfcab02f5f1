"""From a file's text to a parsed document: the file's ending says what is tried first, its content decides."""

from __future__ import annotations

import re
from pathlib import PurePath

from .json_text import Parsed, parse_json, parse_json_lines
from .text import STDIN, STDIN_LABEL, Limits, Unreadable, decode, human_size, read_bytes

ENDINGS = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".toml")
"""The endings of the files that are looked for in a folder."""

_TOML_START = re.compile(r"\s*(?:#[^\n]*\n\s*)*(?:\[{1,2}[\w.\"' -]+\]{1,2}\s*(?:#[^\n]*)?(?:\n|$)|[\w\"'.-]+[ \t]*=)")


def label_of(path: str) -> str:
    """Return how a source is called in findings: the path as it was named, `<stdin>` for `-`."""
    return STDIN_LABEL if path == STDIN else path


def read_document(path: str, limits: Limits) -> tuple[Parsed, bool]:
    """Read and parse one file (`-`: standard input); also return whether it began with a byte order mark.

    Raises Unreadable.
    """
    ending = PurePath(path).suffix.lower()
    small = ending in (".yaml", ".yml", ".toml")
    text, marked = decode(read_bytes(path, limits.yaml_bytes if small else limits.json_bytes))
    return parse_text(text, label_of(path), ending, limits), marked


def parse_text(text: str, label: str, ending: str, limits: Limits) -> Parsed:
    """Parse a text whose file has that ending (`.json`; empty if it has none).

    JSON is never read as YAML: a `.json` file that is no JSON is an error. Raises Unreadable.
    """
    if not text.strip():
        raise Unreadable("is empty", "Write a list of tools into it, or name another file.")
    if ending in (".json", ".meta"):
        return _json(text, label, limits)
    if ending in (".jsonl", ".ndjson"):
        return _json_lines(text, label, limits)
    first = text.lstrip()[0]
    if ending in (".yaml", ".yml"):
        return _yaml_or_json(text, label, limits, first)
    if ending == ".toml":
        return _small(text, label, "toml", limits)
    return _guess(text, label, limits, first)


def _json(text: str, label: str, limits: Limits) -> Parsed:
    """Parse JSON; if it ends too early for the text, the text may be JSON Lines."""
    try:
        return parse_json(text, label, limits.depth)
    except Unreadable as error:
        if "behind the end" not in error.message:
            raise
        try:
            return parse_json_lines(text, label, limits.depth)
        except Unreadable:
            raise error from None


def _json_lines(text: str, label: str, limits: Limits) -> Parsed:
    """Parse JSON Lines, lines that are none apart; a pretty-printed JSON document under such a name is read too."""
    try:
        return parse_json_lines(text, label, limits.depth)
    except Unreadable as error:
        try:
            return parse_json(text, label, limits.depth)
        except Unreadable:
            try:
                return parse_json_lines(text, label, limits.depth, tolerant=True)
            except Unreadable:
                raise error from None


def _yaml_or_json(text: str, label: str, limits: Limits, first: str) -> Parsed:
    if first in "{[":
        try:
            return parse_json(text, label, limits.depth)
        except Unreadable:
            pass
    return _small(text, label, "yaml", limits)


def _small(text: str, label: str, format: str, limits: Limits) -> Parsed:
    if len(text) > limits.yaml_bytes:
        raise Unreadable(
            f"is larger than the limit of {human_size(limits.yaml_bytes)} for {format.upper()}",
            "Write it as JSON, split it, or raise the limit.",
        )
    if format == "toml":
        from .toml_text import parse_toml

        return parse_toml(text, label, limits)
    from .yaml_text import parse_yaml

    return parse_yaml(text, label, limits)


def _guess(text: str, label: str, limits: Limits, first: str) -> Parsed:
    """Parse a text whose file name says nothing: JSON, JSON Lines, TOML and YAML, as its beginning suggests.

    What fails is reported by the first format that its beginning looked like; the others are named.
    """
    looks_like_toml = _TOML_START.match(text) is not None
    failed: list[Unreadable] = []
    if first in "{[":
        try:
            return _json(text, label, limits)
        except Unreadable as error:
            failed.append(error)
    if looks_like_toml:
        try:
            return _small(text, label, "toml", limits)
        except Unreadable as error:
            failed.insert(0, error)
    try:
        parsed = _small(text, label, "yaml", limits)
    except Unreadable as error:
        failed.append(error)
    else:
        if isinstance(parsed.document.data, (dict, list)):
            return parsed
        raise Unreadable("is neither JSON nor TOML nor a YAML list or mapping", "Name a file that lists tools.")
    shown = failed[0]
    others = [error.message.partition(":")[0].removeprefix("is ") for error in failed[1:]]
    others += [f"not {format}" for format in ("JSON", "TOML") if not any(format in each.message for each in failed)]
    tail = f"; it is {', '.join(others)} either" if others else ""
    raise Unreadable(
        shown.message + tail, shown.help, text=shown.text, span=shown.span, line=shown.line, column=shown.column
    )
