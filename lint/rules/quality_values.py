"""TQ003, TQ005, TQ006: what a description says of values, and the schema does not."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ..edits import Fix, Insert
from ..examples import Example
from ..instances import is_accepted
from ..patterns import later
from ..rule import Confidence, Problem, Rule, Safety, Severity
from .schema_values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node

_DEFAULT = later(
    r"""\bdefault(?:s|ing)?(?:\s+value)?\s*(?:\bis\b|\bto\b|=|:)?\s*(?:\bto\b\s*)?
    (?:(?P<quote>["'`]|\u201c)(?P<text>[^"'`\u201c\u201d]{1,40})["'`\u201d]
    |(?P<number>-?\d+(?:\.\d+)?)(?![\w.,]*\w|%)|(?P<truth>true|false)\b|(?P<word>[A-Za-z][\w-]*))""",
    re.IGNORECASE | re.VERBOSE,
)
_CONDITION = later(r"[^.;)\n]{0,24}\b(?:if|when|unless|for|in|on|or|otherwise|except|while)\b", re.IGNORECASE)
_DURATION = later(r"\s*(?:-|to|\.\.|\u2013)\s*\d")


@lru_cache(maxsize=16_384)
def _default_said(text: str) -> tuple[str, object, tuple[int, int]] | None:
    """Return what a text says a default is (as a value, and how it is written: quoted, number, truth, word)."""
    for found in _DEFAULT.finditer(text):
        rest = text[found.end() :]
        if _CONDITION.match(rest) or _DURATION.match(rest):
            continue
        span = found.span()
        if found["text"] is not None:
            return "quoted", found["text"], span
        if found["number"] is not None:
            number = float(found["number"])
            return "number", int(number) if "." not in found["number"] else number, span
        if found["truth"] is not None:
            return "truth", found["truth"].lower() == "true", span
        return "word", found["word"], span
    return None


class DefaultInText(Rule):
    code = "TQ003"
    name = "default-in-text"
    severity = Severity.INFO
    confidence = Confidence.MEDIUM
    fix = Safety.UNSAFE
    fold = 3
    keywords = ("description",)
    what = (
        "The description of a parameter names its default (defaults to 30, default: `asc`) and the schema has no "
        "`default`. Passed over: conditions, words that are no value of the schema, required parameters."
    )
    why = "Clients fill forms, and code generators write signatures, from the schema; the text is only for the model."
    source = "JSON Schema 2020-12 validation §9.2; agent-friend has a check of the kind."
    help = "Add `default` to the schema."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nproperties:\n"
            "  limit: {type: integer, minimum: 1, maximum: 99, description: How many to return. Defaults to 30.}",
            at="/properties/limit/description",
            wrap="input",
            fixed="type: object\nadditionalProperties: false\nproperties:\n"
            "  limit: {type: integer, minimum: 1, maximum: 99, description: How many to return. Defaults to 30., "
            "default: 30}",
        ),
    )
    good = (
        Example(
            "type: object\nadditionalProperties: false\nproperties:\n"
            "  limit: {type: integer, minimum: 1, maximum: 99, default: 30, description: How many. Defaults to 30.}",
            wrap="input",
            also=("TC",),
        ),
    )

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return "default" not in keys and "const" not in keys and kind not in ("object", "array")

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.slot == "output":
            return
        text = node.text("description")
        if "efault" not in text:
            return
        name = node.property_name
        if name is None:
            return
        found = _default_said(text)
        if found is None or (node.parent is not None and name in node.parent.items("required")):
            return
        how, value, span = found
        values = [each for each in node.items("enum") if isinstance(each, str)]
        kinds = node.types
        if how == "word" and value not in values:
            return
        if how == "quoted" and "string" not in kinds and value not in values:
            return
        if how == "number" and not {"number", "integer"} & set(kinds):
            return
        if (how == "truth" and "boolean" not in kinds) or not is_accepted(node, value):
            return
        fix = Fix.unsafe(f"add `default: {value}`", Insert(node.at("default"), value))
        message = f"the text says that `{name}` defaults to {shown(value)}, the schema has no `default`"
        yield node.problem(message, "description", span=span, fix=fix)


_ITEM = r"""(?:"[\w./:+-]{1,40}"|'[\w./:+-]{1,40}'|`["']?[\w./:+-]{1,40}["']?`)"""
_GAP = r"(?:\s*\([^()]{0,80}\))?(?:\s*[,|/]\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+)"
_LIST = later(f"{_ITEM}(?:{_GAP}{_ITEM}){{2,}}")
_ALL_OF_THEM = later(
    r"\b(?:one of|either|must be|can be|may be|values?(?: are| is)?|options?(?: are)?|allowed|valid|supported|accepts?|"
    r"choose|possible|enum|type|mode|order)\b[^.;]{0,40}$",
    re.IGNORECASE,
)
_ONLY_SOME = later(
    r"\b(?:e\.?g\.?|such as|for example|examples?|like|including|includes?|for instance|i\.?e\.?|etc|sample|"
    r"common|typical|usual|built-in|custom|comma|separated|"
    r"combination|any of|list of|one or more|multiple|several|fields?|columns?|keys?)\b|\.\.\.|\u2026",
    re.IGNORECASE,
)
_SHORT = later(r"\be\.\s?g\.", re.IGNORECASE)


@lru_cache(maxsize=16_384)
def _values_listed(text: str) -> tuple[tuple[str, ...], tuple[int, int]] | None:
    """Return the values that a text lists as the only ones, and where."""
    for found in _LIST.finditer(text):
        before, after = text[: found.start()], text[found.end() :]
        sentence = re.split(r"[.;\n]\s", _SHORT.sub("such as", before))[-1]
        is_all = _ALL_OF_THEM.search(sentence) or not sentence.strip(" (:[") or sentence.rstrip().endswith((":", "("))
        if not is_all or _ONLY_SOME.search(sentence) or re.match(r"\s*,?\s*(?:etc|\.\.\.|\u2026)", after):
            continue
        values = tuple(each.strip("\"'`") for each in re.findall(_ITEM, found[0]))
        others = {each.strip("\"'`") for each in re.findall(_ITEM, after)}
        if len(set(values)) == len(values) and others <= set(values):
            return values, found.span()
    return None


class EnumInText(Rule):
    code = "TQ005"
    name = "enum-in-text"
    severity = Severity.INFO
    confidence = Confidence.MEDIUM
    fix = Safety.UNSAFE
    fold = 3
    keywords = ("description",)
    types = ("string",)
    what = (
        "The description of a text parameter lists three or more quoted values as the ones that are allowed, and the "
        "schema has no `enum`, `pattern` or `format`. Lists that begin with `such as`, `e.g.` … are passed over."
    )
    why = "A model that is held to the schema cannot give a wrong value; one that only reads the text can."
    source = "The vendors' guides to tool use: prefer enumerations."
    help = "List the values as `enum`."
    bad = (
        Example(
            'type: string\nmaxLength: 9\ndescription: "The state: `open`, `closed` or `all`."',
            at="/description",
            wrap="property",
            fixed='type: string\nmaxLength: 9\ndescription: "The state: `open`, `closed` or `all`."\n'
            "enum: [open, closed, all]",
        ),
    )
    good = (
        Example(
            "type: string\nmaxLength: 9\ndescription: A word of the title, such as `red`, `blue` or `green`.",
            wrap="property",
        ),
    )

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return kind == "string" and keys.isdisjoint(_NARROW)

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.slot == "output":
            return
        text = node.text("description")
        if "'" not in text and '"' not in text and "`" not in text:
            return
        found = _values_listed(text)
        if found is not None:
            values, span = found
            fix = Fix.unsafe("add an `enum`", Insert(node.at("enum"), list(values)))
            message = f"the text lists the {len(values)} values of {node.where}, the schema has no `enum`"
            yield node.problem(message, "description", span=span, fix=fix)


_NARROW = frozenset(("enum", "const", "pattern", "format", "anyOf", "oneOf", "allOf", "$ref"))

_FORMATS = (
    ("date-time", later(r"\bISO[- ]?8601\b.*\b(?:date-?time|timestamp|time)\b|\bRFC ?3339\b", re.IGNORECASE)),
    ("date", later(r"\bYYYY-MM-DD\b(?![T ]*HH)|\bISO[- ]?8601 date\b(?!-?time)")),
    ("email", later(r"\be-?mail address\b", re.IGNORECASE)),
    ("uri", later(r"\bURL (?:of|to)\b|^(?:the |a )?(?:full |absolute )?URL\b", re.IGNORECASE)),
    ("uuid", later(r"\bUUID\b")),
)


class FormatMissing(Rule):
    code = "TQ006"
    name = "format-missing"
    severity = Severity.INFO
    confidence = Confidence.LOW
    off = True
    keywords = ("description",)
    types = ("string",)
    what = "The description of a text says ISO date, URL, e-mail address or UUID, and the schema has no `format`."
    why = "Clients show the right field for a format, and some check it."
    source = "JSON Schema 2020-12 validation §7.3; off because Gemini refuses all formats but two."
    help = "Add the format, unless a client that you serve refuses it."
    bad = (
        Example("type: string\nmaxLength: 10\ndescription: The day as YYYY-MM-DD.", at="/description", wrap="property"),
    )
    good = (
        Example(
            "type: string\nmaxLength: 10\nformat: date\ndescription: The day as YYYY-MM-DD.",
            wrap="property",
            also=("TC",),
        ),
    )

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return kind == "string" and keys.isdisjoint(_NARROW)

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.slot == "output":
            return
        text = node.text("description")
        for word, pattern in _FORMATS:
            found = pattern.search(text)
            if found is not None:
                message = f"the text of {node.where} speaks of {found[0]}, the schema has no `format: {word}`"
                yield node.problem(message, "description", span=found.span())
                return
