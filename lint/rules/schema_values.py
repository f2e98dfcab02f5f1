"""TJ013–TJ015: values that a schema lists or proposes, and bounds that leave none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog.text import printable
from ..edits import Edit, Fix, Remove
from ..examples import Example
from ..instances import has_type, is_accepted, same
from ..rule import Problem, Rule, Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Token

_TEXT = "type: string\nmaxLength: 9\ndescription: The number."
_COUNT = "type: integer\ndescription: How many."


def shown(value: object) -> str:
    """Return a value as JSON, cut short, for a message."""
    import json

    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"`{printable(text if len(text) <= 40 else f'{text[:39]}…')}`"


def is_yaml_slip(node: Node, value: object) -> bool:
    """Whether a number or a boolean stands in YAML where the schema wants a text: TJ025 says how that came."""
    is_scalar = isinstance(value, (bool, int, float)) and node.schema.get("type") == "string"
    return is_scalar and node.tool.document.format == "yaml"


class EnumInvalid(Rule):
    code = "TJ013"
    name = "enum-invalid"
    severity = Severity.ERROR
    fix = Safety.SAFE
    keywords = ("enum",)
    what = (
        "An `enum` is empty or lists a value that is not of the schema's `type` (errors), or lists a value twice (a "
        "warning), or has a single value (a remark: that is a `const`)."
    )
    why = "Vendors refuse empty lists; a value of another type can never be given; the meta-schemas ask for no doubles."
    source = "JSON Schema 2020-12 validation §6.1.2; drafts 04 to 07 demand one value and no doubles."
    help = "List each value once, in the type of the schema; without values, leave `enum` out."
    bad = (
        Example(f"{_TEXT}\nenum: []", at="/enum", wrap="property", also=("TC",)),
        Example(f"{_TEXT}\nenum: [a, b, a]", at="/enum/2", wrap="property", fixed=f"{_TEXT}\nenum: [a, b]"),
        Example(
            "type: integer\nminimum: 0\nmaximum: 9\ndescription: How many.\nenum: [1, '2']",
            at="/enum/1",
            wrap="property",
            also=("TC",),
        ),
        Example(f"{_TEXT}\nenum: [a]", at="/enum", wrap="property", note="A remark."),
    )
    good = (Example(f"{_TEXT}\nenum: [a, b]", wrap="property"),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        values = node.schema["enum"]
        if not isinstance(values, list):
            return
        values = node.items("enum")
        if not values:
            yield node.problem(f"{node.where}: `enum` lists no value, so none is right", "enum")
            return
        if len(values) == 1 and node.slot == "input":
            severity = Severity.INFO
            yield node.problem(f"{node.where}: `enum` has one value only, that is a `const`", "enum", severity=severity)
        yield from self._mistyped(node, values)
        yield from self._repeated(node, values)

    @staticmethod
    def _mistyped(node: Node, values: list[object]) -> Iterator[Problem]:
        kinds = node.types
        if not kinds:
            return
        for at, value in enumerate(values):
            if any(has_type(value, kind) for kind in kinds) or is_yaml_slip(node, value):
                continue
            if value is None and node.schema.get("nullable") is True:
                continue
            message = f"{node.where}: the value {shown(value)} is not of type {' or '.join(kinds)}"
            yield node.problem(message, "enum", at)

    @staticmethod
    def _repeated(node: Node, values: list[object]) -> Iterator[Problem]:
        texts = {value for value in values if isinstance(value, str)}
        if len(texts) == len(values):
            return
        seen: list[object] = []
        known: set[str] = set()
        for at, value in enumerate(values):
            if isinstance(value, str):
                is_known = value in known
                known.add(value)
            else:
                is_known = len(seen) < 1_000 and any(same(value, other) for other in seen)
                seen.append(value)
            if is_known:
                fix = Fix.safe("list it once", Remove(node.at("enum", at)))
                message = f"{node.where}: the value {shown(value)} is listed twice"
                yield node.problem(message, "enum", at, severity=Severity.WARNING, fix=fix)


class ValueMismatch(Rule):
    code = "TJ014"
    name = "value-mismatch"
    severity = Severity.ERROR
    fix = Safety.UNSAFE
    fold = 3
    keywords = ("default", "const", "examples")
    what = (
        "A `default`, a `const` or one of `examples` is not accepted by the very schema it stands in. A warning for "
        "examples, and for a `default: null` where null is not allowed (many generators write it for “none”)."
    )
    why = "Clients and models send the default as it stands, and the server refuses the call."
    source = "JSON Schema 2020-12 validation §9.2 and §9.5 (defaults and examples should be valid), §6.1.3 (const)."
    help = "Correct the value or the schema; where there is no default, leave it out."
    bad = (
        Example(
            f"{_COUNT}\nminimum: 0\nmaximum: 9\ndefault: ten",
            at="/default",
            wrap="property",
            also=("TC", "TX"),
            fixed=f"{_COUNT}\nminimum: 0\nmaximum: 9",
        ),
        Example(f"{_COUNT}\nminimum: 1\nmaximum: 9\nexamples: [1, 0]", at="/examples/1", wrap="property", also=("TC",)),
        Example(f"{_TEXT}\ndefault: null", at="/default", wrap="property", also=("TC",), note="A warning."),
    )
    good = (
        Example(f"{_COUNT}\nminimum: 0\nmaximum: 9\ndefault: 5", wrap="property", also=("TC",)),
        Example(
            "anyOf: [{type: string, maxLength: 9}, {type: 'null'}]\ndescription: The number.\ndefault: null",
            wrap="property",
            also=("TC",),
        ),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        schema = node.schema
        if isinstance(schema.get("items"), list) or isinstance(schema.get("required"), bool):
            return
        for keyword in ("default", "const"):
            if keyword in schema and not self._is_right(node, schema[keyword]):
                value = schema[keyword]
                severity = Severity.WARNING if keyword == "default" and value is None else None
                yield self._problem(node, value, keyword, severity=severity, at=(keyword,))
        for at, value in enumerate(node.items("examples")):
            if not self._is_right(node, value):
                yield self._problem(node, value, "example", severity=Severity.WARNING, at=("examples", at))

    @staticmethod
    def _is_right(node: Node, value: object) -> bool:
        return is_accepted(node, value) or is_yaml_slip(node, value)

    @staticmethod
    def _problem(node: Node, value: object, word: str, *, severity: Severity | None, at: tuple[Token, ...]) -> Problem:
        edit: Edit = Remove(node.at(*at))
        if word == "example" and len(node.items("examples")) == 1:
            edit = Remove(node.at("examples"))
        fix = None if word == "const" else Fix.unsafe("leave it out", edit)
        message = f"{node.where}: the {word} {shown(value)} is not what the schema accepts"
        return node.problem(message, *at, severity=severity, fix=fix)


_BOUNDS = (
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
)


class BoundsInverted(Rule):
    code = "TJ015"
    name = "bounds-inverted"
    severity = Severity.ERROR
    keywords = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains")
    what = "A lower bound is above the upper one (of numbers, lengths, items, properties), so that no value is right."
    why = "No argument can be given: every call is refused."
    source = "JSON Schema 2020-12 validation §6.2 to §6.5."
    help = "Swap or correct the bounds."
    bad = (
        Example(f"{_COUNT}\nminimum: 5\nmaximum: 1", at="/minimum", wrap="property"),
        Example(f"{_COUNT}\nexclusiveMinimum: 5\nmaximum: 5", at="/exclusiveMinimum", wrap="property", also=("TC",)),
    )
    good = (Example(f"{_COUNT}\nminimum: 5\nmaximum: 5", wrap="property"),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        for low, high in _BOUNDS:
            least, most = node.number(low), node.number(high)
            if least is not None and most is not None and least > most:
                yield node.problem(f"{node.where}: `{low}` {least} is above `{high}` {most}", low)
        for low, high in (("exclusiveMinimum", "maximum"), ("minimum", "exclusiveMaximum"), _EXCLUSIVE):
            least, most = node.number(low), node.number(high)
            if least is not None and most is not None and least >= most:
                yield node.problem(f"{node.where}: `{low}` {least} and `{high}` {most} leave no number", low)


_EXCLUSIVE = ("exclusiveMinimum", "exclusiveMaximum")
