"""TJ006, TJ007: what `required` lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..edits import Fix, Remove
from ..examples import Example
from ..rule import Problem, Rule, Safety, Severity
from ..units import as_object

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node

_ORDER = "properties: {order: {type: string, maxLength: 9, description: Its number.}}"
_OPEN = ("patternProperties", "allOf", "anyOf", "oneOf", "$ref", "$dynamicRef", "$recursiveRef", "if", "then", "else")
"""Keywords beside `properties` that may declare a property, too."""

_PARTS = frozenset(
    ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies", "$defs", "definitions")
)
"""Where a schema may speak of properties that the schema around it declares (a definition: the schema that refers)."""


class RequiredUnknown(Rule):
    code = "TJ006"
    name = "required-unknown"
    severity = Severity.ERROR
    fix = Safety.UNSAFE
    keywords = ("required",)
    what = (
        "`required` names a property that `properties` does not have. Passed over where a pattern, a combinator, a "
        "reference or a schema for further properties may bring it; a warning in outputs."
    )
    why = "Strict clients refuse the schema; with closed objects no arguments are right at all."
    source = "Custom; the strict modes of vendors refuse it (OpenAI's names the key in its error)."
    help = "Declare the property, or take it out of `required`."
    bad = (
        Example(
            f"type: object\nadditionalProperties: false\nrequired: [order, shop]\n{_ORDER}",
            at="/required/1",
            wrap="input",
            also=("TC",),
            fixed=f"type: object\nadditionalProperties: false\nrequired: [order]\n{_ORDER}",
        ),
    )
    good = (
        Example(f"type: object\nadditionalProperties: false\nrequired: [order]\n{_ORDER}", wrap="input"),
        Example(
            f"type: object\nadditionalProperties: false\n{_ORDER}\nallOf: [{{required: [order]}}]",
            wrap="input",
            also=("TC",),
        ),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        schema = node.schema
        required = schema["required"]
        if not isinstance(required, list) or not required:
            return
        properties = as_object(schema.get("properties"))
        unknown = [name for name in node.items("required") if isinstance(name, str) and name not in properties]
        if not unknown or _may_be_elsewhere(node):
            return
        severity = Severity.WARNING if node.slot == "output" else None
        for name in dict.fromkeys(unknown):
            at = node.items("required").index(name)
            whole = len(node.items("required")) == 1
            edit = Remove(node.at("required")) if whole else Remove(node.at("required", at))
            yield node.problem(
                f"{node.where} requires `{name}`, which is none of its properties",
                "required",
                at,
                severity=severity,
                fix=Fix.unsafe("do not require it", edit),
            )


def _may_be_elsewhere(node: Node) -> bool:
    schema = node.schema
    if any(keyword in schema for keyword in _OPEN):
        return True
    if isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
        return True
    at: Node | None = node
    while at is not None:
        if at.path and at.path[0] in _PARTS and (at is node or at.path[0] not in ("$defs", "definitions")):
            # A definition that declares properties of its own stands for itself.
            return at.path[0] not in ("$defs", "definitions") or not schema.get("properties")
        if at.path and at.path[0] in ("properties", "items", "prefixItems", "additionalProperties"):
            return False
        at = at.parent
    return False


class RequiredDuplicate(Rule):
    code = "TJ007"
    name = "required-duplicate"
    severity = Severity.WARNING
    fix = Safety.SAFE
    keywords = ("required",)
    what = "`required` names a property twice."
    why = "The meta-schemas forbid it, and clients that hold schemas against them refuse the tool."
    source = "JSON Schema 2020-12 validation §6.5.3: the elements of `required` must be unique."
    help = "Name it once."
    bad = (
        Example(
            f"type: object\nadditionalProperties: false\nrequired: [order, order]\n{_ORDER}",
            at="/required/1",
            wrap="input",
            also=("TC",),
            fixed=f"type: object\nadditionalProperties: false\nrequired: [order]\n{_ORDER}",
        ),
    )
    good = (Example(f"type: object\nadditionalProperties: false\nrequired: [order]\n{_ORDER}", wrap="input"),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        names = node.items("required")
        if len(names) < 2:
            return
        seen: set[str] = set()
        for at, name in enumerate(names):
            if isinstance(name, str):
                if name in seen:
                    fix = Fix.safe("name it once", Remove(node.at("required", at)))
                    yield node.problem(f"{node.where} requires `{name}` twice", "required", at, fix=fix)
                seen.add(name)
