"""TJ004, TJ005, TJ017: words of other drafts, and words of none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog.jsonschema import Dialect, dialect_of
from ..edits import Edit, Fix, Insert, Remove, Rename, Replace
from ..examples import Example
from ..rule import EVERY, Problem, Rule, Safety, Severity
from ..slips import KEYWORDS, slip_of
from ..words import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node

_SPAN = "type: array\ndescription: First and last day.\nmaxItems: 2"
_PAIR = "[{type: string, maxLength: 10}, {type: string, maxLength: 10}]"


def dialect_at(node: Node) -> Dialect:
    """Return the draft in which a schema is written: what its root names, 2020-12 if that is none."""
    root = node.root.schema
    return dialect_of(root) if "$schema" in root else Dialect.DRAFT2020


class TupleItems(Rule):
    code = "TJ004"
    name = "tuple-items"
    severity = Severity.ERROR
    fix = Safety.SAFE
    keywords = ("items",)
    what = "`items` is a list of schemas in a schema of draft 2020-12 (the default)."
    why = "2020-12 calls that `prefixItems`. Strict providers refuse the whole request; others ignore the list."
    source = "JSON Schema 2020-12 core §10.3.1 (`items` is a schema); hyperdxio/hyperdx issue 2925."
    help = "Rename it to `prefixItems`, and `additionalItems` beside it to `items`."
    bad = (
        Example(
            f"{_SPAN}\nitems: {_PAIR}",
            at="/items",
            key=True,
            wrap="property",
            also=("TC",),
            fixed=f"{_SPAN}\nprefixItems: {_PAIR}",
        ),
        Example(
            f"{_SPAN}\nitems: {_PAIR}\nadditionalItems: false",
            at="/items",
            key=True,
            wrap="property",
            also=("TC",),
            fixed=f"{_SPAN}\nprefixItems: {_PAIR}\nitems: false",
        ),
    )
    good = (Example(f"{_SPAN}\nprefixItems: {_PAIR}", wrap="property", also=("TC",)),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        schema = node.schema
        if not isinstance(schema["items"], list) or dialect_at(node) != Dialect.DRAFT2020:
            return
        fix = None
        if "prefixItems" not in schema and schema["items"]:
            edits: list[Edit] = [Rename(node.at("items"), "prefixItems")]
            if "additionalItems" in schema:
                edits.append(Rename(node.at("additionalItems"), "items"))
            fix = Fix("write `prefixItems`", tuple(edits))
        message = f"{node.where}: a list of `items` is called `prefixItems` in draft 2020-12"
        yield node.problem(message, "items", key=True, fix=fix)


class Draft4Bounds(Rule):
    code = "TJ005"
    name = "draft4-bounds"
    severity = Severity.ERROR
    fix = Safety.SAFE
    keywords = ("exclusiveMinimum", "exclusiveMaximum", "id", "required")
    what = (
        "Words of draft-03 and -04 in a later schema: a boolean `exclusiveMinimum` or `exclusiveMaximum`, `id` for "
        "`$id`, `required: true` at a property."
    )
    why = "Vendors that hold schemas against 2020-12 refuse the request; others do not see the bound or the demand."
    source = "JSON Schema draft-06 and later; a provider's refusal is in opencode issue 39120."
    help = "Give the bound as a number; name required properties in the `required` list of their object."
    bad = (
        Example(
            "type: integer\ndescription: How many.\nminimum: 0\nexclusiveMinimum: true\nmaximum: 9",
            at="/exclusiveMinimum",
            wrap="property",
            also=("TC",),
            fixed="type: integer\ndescription: How many.\nexclusiveMinimum: 0\nmaximum: 9",
        ),
        Example(
            "type: string\ndescription: The number.\nmaxLength: 9\nrequired: true",
            at="/required",
            wrap="property",
            also=("TC",),
            fixed="type: string\ndescription: The number.\nmaxLength: 9",
        ),
    )
    good = (
        Example(
            "type: integer\ndescription: How many.\nexclusiveMinimum: 0\nmaximum: 9", wrap="property", also=("TC",)
        ),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        schema, dialect = node.schema, dialect_at(node)
        if dialect > Dialect.DRAFT4:
            for keyword, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
                if isinstance(schema.get(keyword), bool):
                    yield self._bound(node, keyword, bound)
            if node.parent is None and isinstance(schema.get("id"), str) and "type" in schema:
                fix = None if "$id" in schema else Fix.safe("write `$id`", Rename(node.at("id"), "$id"))
                yield node.problem("`id` is called `$id` since draft-06", "id", key=True, fix=fix)
        if isinstance(schema.get("required"), bool):
            yield self._required(node, bool(schema["required"]))

    @staticmethod
    def _bound(node: Node, keyword: str, bound: str) -> Problem:
        number = node.number(bound)
        fix: Fix | None = None
        if node.schema[keyword] is False:
            fix = Fix.safe("leave it out", Remove(node.at(keyword)))
        elif number is not None:
            fix = Fix.safe(f"write `{keyword}: {number}`", Replace(node.at(keyword), number), Remove(node.at(bound)))
        message = f"{node.where}: `{keyword}` is a boolean; since draft-06 it is the bound itself"
        return node.problem(message, keyword, fix=fix)

    @staticmethod
    def _required(node: Node, is_required: bool) -> Problem:
        message = f"{node.where}: a boolean `required` says nothing; the object lists what is required"
        remove = Remove(node.at("required"))
        fix: Fix | None = None
        name, parent = node.property_name, node.parent
        if name is not None and parent is not None:
            listed = parent.schema.get("required")
            if not is_required or (name in parent.items("required")):
                fix = Fix.safe("leave it out", remove)
            elif listed is None:
                fix = Fix.safe("list it in `required`", remove, Insert(parent.at("required"), [name]))
            elif isinstance(listed, list):
                fix = Fix.safe("list it in `required`", remove, Insert(parent.at("required", "-"), name))
        return node.problem(message, "required", fix=fix)


_NOT_OURS = word_set("""
    nullable example discriminator xml externalDocs propertyOrdering enumNames enumDescriptions enumItemLabels
    markdownDescription markdownEnumDescriptions defaultSnippets deprecationMessage errorMessage errorMessages tsType
    tsEnumNames javaType javaInterfaces media links order propertyOrder options widget ui optional instanceof
    bsonType sensitive secret input_type meta metadata label labels placeholder hint hints help unit units since version
""")
"""Annotations of other vocabularies (OpenAPI, editors, form and code generators) that are no slip."""

_NEW: dict[str, Dialect] = {
    **dict.fromkeys(("prefixItems", "$dynamicRef"), Dialect.DRAFT2020),
    **dict.fromkeys(
        word_set("dependentSchemas dependentRequired unevaluatedItems unevaluatedProperties minContains maxContains"),
        Dialect.DRAFT2019,
    ),
    **dict.fromkeys(word_set("if then else"), Dialect.DRAFT7),
    **dict.fromkeys(word_set("const contains propertyNames"), Dialect.DRAFT6),
}
"""Keywords that demand something, and the first draft that has them."""

_GONE: dict[str, Dialect] = {
    "dependencies": Dialect.DRAFT7,
    "additionalItems": Dialect.DRAFT2019,
    "$recursiveRef": Dialect.DRAFT2019,
}
"""Keywords that demand something, and the last draft that has them."""


class UnknownKeyword(Rule):
    code = "TJ017"
    name = "unknown-keyword"
    severity = Severity.WARNING
    fix = Safety.UNSAFE
    keywords = (EVERY,)
    what = (
        "A schema has a keyword that is a likely slip of one of JSON Schema's, or one that its draft does not have "
        "(yet, or any more). A keyword of nobody, not like any other, is worth a remark. Names with `x-` and "
        "well-known annotations of OpenAPI, editors and form generators are fine."
    )
    why = "Validators pass over what they do not know, so that a misspelt demand demands nothing."
    source = "JSON Schema 2020-12 core §4.3.1 and §6.5: unknown keywords are ignored; the lists of keywords per draft."
    help = "Correct the keyword; begin your own with `x-`."
    bad = (
        Example(
            "type: object\nadditionalProperties: false\nrequierd: [order]\n"
            "properties: {order: {type: string, maxLength: 9, description: Its number.}}",
            at="/requierd",
            key=True,
            wrap="input",
            also=("TC",),
            fixed="type: object\nadditionalProperties: false\nrequired: [order]\n"
            "properties: {order: {type: string, maxLength: 9, description: Its number.}}",
        ),
        Example(
            "type: string\nmaxLength: 9\ndescription: The number.\ndependencies: {}",
            at="/dependencies",
            key=True,
            wrap="property",
            also=("TC", "TJ018"),
        ),
    )
    good = (
        Example("type: string\nmaxLength: 9\ndescription: The number.\nx-team: depot", wrap="property", also=("TC",)),
    )

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return not keys <= _USUAL

    def check_node(self, node: Node) -> Iterator[Problem]:
        schema = node.schema
        for keyword in schema:
            if keyword in KEYWORDS:
                if keyword == "additionalItems" and isinstance(schema.get("items"), list):
                    continue  # TJ004's affair
                message = _misplaced(keyword, dialect_at(node)) if keyword in _NEW or keyword in _GONE else None
                if message is not None:
                    yield node.problem(f"{node.where}: {message}", keyword, key=True)
            elif not keyword.lower().startswith("x-") and keyword not in _NOT_OURS and keyword.isascii():
                yield self._unknown(node, keyword)

    @staticmethod
    def _unknown(node: Node, keyword: str) -> Problem:
        meant = slip_of(keyword)
        if meant is None or meant in node.schema:
            message = f"{node.where}: JSON Schema has no keyword `{keyword}`"
            return node.problem(message, keyword, key=True, severity=Severity.INFO)
        message = f"{node.where}: JSON Schema has no keyword `{keyword}`: did you mean `{meant}`?"
        fix = Fix.unsafe(f"rename it to {meant}", Rename(node.at(keyword), meant))
        return node.problem(message, keyword, key=True, fix=fix)


_USUAL = KEYWORDS - _NEW.keys() - _GONE.keys()


def _misplaced(keyword: str, dialect: Dialect) -> str | None:
    first, last = _NEW.get(keyword), _GONE.get(keyword)
    if first is not None and dialect < first:
        return f"`{keyword}` came with {_say(first)}, this schema is {_say(dialect)}, so it has no effect"
    if last is not None and dialect > last:
        return f"`{keyword}` ended with {_say(last)}, this schema is {_say(dialect)}, so it has no effect"
    return None


def _say(dialect: Dialect) -> str:
    return {2019: "draft 2019-09", 2020: "draft 2020-12"}.get(int(dialect), f"draft-0{int(dialect)}")
