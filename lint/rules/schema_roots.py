"""TJ001–TJ003, TJ023, TJ024: whether a tool's schema is one, of which draft, and what stands at its root."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ...catalog.jsonschema import Dialect, dialect_of
from ..edits import Fix, Insert
from ..examples import Example
from ..rule import Problem, Rule, Safety, Severity
from ..units import as_list, as_object
from ..validity import schema_problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Slot, Tool
    from ..validity import SchemaProblem

_ORDER = "properties: {order: {type: string, maxLength: 9, description: Its number.}}"
_SPEC = "Tool in the schemas of MCP 2024-11-05 to 2026-07-28"


class RootNotObject(Rule):
    code = "TJ001"
    name = "root-not-object"
    severity = Severity.ERROR
    fix = Safety.SAFE
    what = "The `type` of an input schema is not exactly the string `object` (it is absent, a list, another type)."
    why = "Arguments are an object. Official clients refuse the whole list of tools for one other root."
    source = f"{_SPEC}: the `type` of inputSchema is the constant `object`."
    help = "Write `type: object` at the root; a tool without arguments has no `properties`."
    bad = (
        Example(
            "additionalProperties: false\nproperties: {}",
            wrap="input",
            also=("TC", "TJ024"),
            fixed="additionalProperties: false\nproperties: {}\ntype: object",
        ),
        Example(
            "type: [object, 'null']\nadditionalProperties: false\nproperties: {}",
            at="/type",
            wrap="input",
            also=("TC", "TJ024"),
        ),
    )
    good = (Example(f"type: object\nadditionalProperties: false\n{_ORDER}", wrap="input"),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        schema = tool.input
        if not isinstance(schema, dict) or (tool.shape == "meta" and not schema):
            return
        if "type" not in schema:
            keys = cast("dict[str, object]", schema).keys() - _SAYS_NO_MORE
            fix = None
            if not keys and _is_map_of_schemas(cast("dict[str, object]", schema).get("properties", {})):
                fix = Fix.safe("add `type: object`", Insert(f"{tool.input_pointer}/type", "object"))
            yield tool.schema_problem("the input schema has no `type`: it must be `object`", fix=fix)
        elif schema["type"] != "object":
            yield tool.schema_problem("the `type` of the input schema must be the string `object`", "type")


_SAYS_NO_MORE = frozenset(("$schema", "title", "description", "properties", "required", "additionalProperties"))
"""What an object schema that only lacks its `type` may have."""


def _is_map_of_schemas(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(each, (dict, bool)) for each in cast("dict[str, object]", value).values()
    )


_DRAFTS = ("draft-04/", "draft-06/", "draft-07/", "draft/2019-09/", "draft/2020-12/")


class DialectUnknown(Rule):
    code = "TJ002"
    name = "dialect-unknown"
    severity = Severity.WARNING
    fold = 3
    since = "2025-11-25"
    what = (
        "`$schema` names none of the drafts 2020-12, 2019-09, 07, 06 and 04. Naming an older one than 2020-12 is "
        "worth a remark: it is allowed, and clients need not know it."
    )
    why = "A client that does not know the dialect must report an error, or reads the schema as another draft."
    source = "MCP 2025-11-25 and 2026-07-28, JSON Schema usage: 2020-12 is the default and must be supported."
    help = "Leave `$schema` out, and write 2020-12."
    bad = (
        Example(
            f'$schema: "urn:x"\ntype: object\nadditionalProperties: false\n{_ORDER}',
            at="/$schema",
            wrap="input",
            also=("TC303",),
        ),
        Example(
            f'$schema: "http://json-schema.org/draft-07/schema#"\ntype: object\nadditionalProperties: false\n{_ORDER}',
            at="/$schema",
            wrap="input",
            also=("TC303",),
            note="A remark only.",
        ),
    )
    good = (
        Example(
            '$schema: "https://json-schema.org/draft/2020-12/schema"\n'
            f"type: object\nadditionalProperties: false\n{_ORDER}",
            wrap="input",
            also=("TC303",),
        ),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        for slot, schema in _schemas(tool):
            uri = schema.get("$schema")
            if not isinstance(uri, str) or uri.rstrip("#") == "https://json-schema.org/draft/2020-12/schema":
                continue
            rest = uri.partition("://")[2].removeprefix("json-schema.org/")
            if any(rest.rstrip("#") == f"{draft}schema" for draft in _DRAFTS):
                message = f"the {slot} schema is written in {_called(rest)}; the default, 2020-12, is the one all know"
                yield _with(tool.schema_problem(message, "$schema", slot=slot), Severity.INFO)
            else:
                message = f"the {slot} schema names a dialect that clients do not know"
                yield tool.schema_problem(message, "$schema", slot=slot)


def _called(rest: str) -> str:
    return rest.removeprefix("draft/").partition("/")[0]


def _with(problem: Problem, severity: Severity) -> Problem:
    from dataclasses import replace

    return replace(problem, severity=severity)


def _schemas(tool: Tool) -> Iterator[tuple[Slot, dict[str, object]]]:
    if isinstance(tool.input, dict):
        yield "input", cast("dict[str, object]", tool.input)
    if isinstance(tool.output, dict):
        yield "output", cast("dict[str, object]", tool.output)


class MetaSchema(Rule):
    code = "TJ003"
    name = "metaschema"
    severity = Severity.ERROR
    what = (
        "A schema breaks the meta-schema of the draft it names (2020-12 if it names none): a type that is none, a "
        "number where a schema belongs, … Each mistake is reported at its deepest place. What TJ001, TJ004, TJ005, "
        "TJ007 and TJ013 say better is left to them."
    )
    why = "Vendors answer 400 for the whole request; validators in clients raise, and the tool cannot be called."
    source = "MCP 2025-11-25 and 2026-07-28, JSON Schema usage (schemas must be valid); the drafts' meta-schemas."
    help = "Correct the schema at this place."
    bad = (
        Example("type: str\nmaxLength: 9\ndescription: The number.", at="/type", wrap="property", also=("TC",)),
        Example(
            "type: object\nadditionalProperties: false\nproperties: [order]",
            at="/properties",
            wrap="input",
            also=("TC", "TJ024"),
        ),
    )
    good = (Example("type: string\nmaxLength: 9\ndescription: The number.", wrap="property"),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        for slot, schema in _schemas(tool):
            dialect = dialect_of(schema)
            for problem in schema_problems(schema, dialect):
                if not _is_said_elsewhere(problem, schema, dialect, slot):
                    yield tool.schema_problem(problem.message, *problem.path, slot=slot)


def _is_said_elsewhere(problem: SchemaProblem, schema: dict[str, object], dialect: Dialect, slot: Slot) -> bool:
    """Whether another rule reports this mistake: at the root, a word of an older draft, a repeated or empty list."""
    path = problem.path
    if not path:
        return False
    if path == ("type",) and slot == "input":
        return True
    keyword, value = path[-1], cast("object", schema)
    for token in path:
        if isinstance(value, list):
            value = cast("list[object]", value)[cast("int", token)]
        else:
            value = as_object(value).get(cast("str", token))
    if keyword == "items":
        return isinstance(value, list) and dialect == Dialect.DRAFT2020
    if keyword in ("exclusiveMinimum", "exclusiveMaximum", "required") and isinstance(value, bool):
        return True
    if keyword == "required":
        return isinstance(value, list) and all(isinstance(each, str) for each in cast("list[object]", value))
    return keyword == "enum" and isinstance(value, list)


class OutputRoot(Rule):
    code = "TJ023"
    name = "output-root"
    severity = Severity.ERROR
    fix = Safety.SAFE
    since = "2025-06-18"
    until = "2025-11-25"
    what = "The `type` of an output schema is not the string `object`."
    why = "Clients of these versions refuse the list of tools; from 2026-07-28 on any type may be there."
    source = "Tool.outputSchema in the schemas of MCP 2025-06-18 and 2025-11-25 (`type` is the constant `object`)."
    help = "Put what is returned into an object, under a key such as `result`."
    bad = (
        Example(
            "type: array\nmaxItems: 9\nitems: {type: string, maxLength: 9}",
            at="/type",
            wrap="output",
            options={"protocol": "2025-11-25"},
        ),
        Example(
            "additionalProperties: false\nproperties: {total: {type: integer, minimum: 0, maximum: 9, "
            "description: Cents.}}",
            wrap="output",
            options={"protocol": "2025-06-18"},
            fixed="additionalProperties: false\nproperties: {total: {type: integer, minimum: 0, maximum: 9, "
            "description: Cents.}}\ntype: object",
        ),
    )
    good = (Example("type: array\nmaxItems: 9\nitems: {type: string, maxLength: 9}", wrap="output"),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        schema = as_object(tool.output)
        if not tool.has_output or isinstance(tool.output, bool) or schema.get("type") == "object":
            return
        if "type" in schema:
            message = "the `type` of the output schema must be the string `object`"
            yield tool.schema_problem(f"{message} up to MCP 2025-11-25", "type", slot="output")
            return
        fix = None
        if not schema.keys() - _SAYS_NO_MORE and schema.get("properties") and _is_map_of_schemas(schema["properties"]):
            fix = Fix.safe("add `type: object`", Insert(f"{tool.output_pointer}/type", "object"))
        message = "the output schema has no `type`: up to MCP 2025-11-25 it must be `object`"
        yield tool.schema_problem(message, slot="output", fix=fix)


class NoArgsOpen(Rule):
    code = "TJ024"
    name = "no-args-open"
    severity = Severity.INFO
    fix = Safety.SAFE
    fold = 3
    since = "2025-11-25"
    keywords = ("type",)
    what = "An input schema has no properties and does not say `additionalProperties: false`."
    why = "It accepts any argument. A model that invents one is not told; closed, the schema says that there is none."
    source = "Tools page of MCP 2025-11-25 and 2026-07-28: recommended form of a tool without parameters."
    help = "Add `additionalProperties: false`."
    bad = (Example("type: object", wrap="input", also=("TC",), fixed="type: object\nadditionalProperties: false"),)
    good = (
        Example("type: object\nadditionalProperties: false", wrap="input", also=("TC",)),
        Example("type: object\nadditionalProperties: {type: string, maxLength: 9}", wrap="input", also=("TC",)),
    )

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return kind == "object" and keys <= _CLOSED

    def check_node(self, node: Node) -> Iterator[Problem]:
        if node.parent is not None or node.slot == "output":
            return
        schema = node.schema
        if schema.get("properties") or as_list(schema.get("required")):
            return
        if "additionalProperties" not in schema and not self.context.is_refused("additionalProperties"):
            fix = Fix.safe("add `additionalProperties: false`", Insert(node.at("additionalProperties"), False))
            yield node.problem("the tool takes no arguments, and its schema accepts any", fix=fix)


_CLOSED = frozenset(("$schema", "$id", "$comment", "title", "description", "type", "properties", "required"))
"""What a schema without arguments may have; with anything else there are arguments after all."""
