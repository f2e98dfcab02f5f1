"""Overrides: what the config knows better about a tool than its source."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from fnmatch import translate
from typing import TYPE_CHECKING, cast

from .catalog import Catalog
from .codes import BAD_OVERRIDE, IDLE_OVERRIDE, UNMATCHED_OVERRIDE
from .text import quoted

if TYPE_CHECKING:
    from .collect import Findings
    from .config import Config, Override
    from .sources.text import Limits
    from .spec import JsonObject, Schema, ToolSpec


def apply_overrides(
    catalog: Catalog, config: Config, categories: Collection[str], findings: Findings, limits: Limits
) -> Catalog:
    """Return a catalog with the config's overrides applied in their order; a later one wins field by field.

    An override that names no tool of the catalog is a warning, one that cannot be applied an error: then that field
    stays as it was.
    """
    specs = {spec.name: spec for spec in catalog.tools()}
    for override in config.overrides:
        if _is_idle(override):
            findings.at(
                IDLE_OVERRIDE,
                f"the override of {override.tool!r} sets nothing",
                "Add a field (description, usageHint, category, gate, readOnly, outputSchema), or remove the override.",
                config.document,
                override.pointer,
                tool=override.tool,
            )
        names = _matches(override.tool, specs)
        if not names:
            _report_unmatched(override, specs, config, findings)
            continue
        changes = _changes(override, config, categories, findings, limits)
        for name in names:
            specs[name] = _applied(specs[name], override, changes)
    return Catalog(specs.values(), gates=catalog.gates)


def _is_idle(override: Override) -> bool:
    texts = (override.description, override.usage_hint, override.category, override.gate)
    return all(each is None for each in (*texts, override.read_only, override.output_schema))


def _matches(tool: str, specs: Mapping[str, ToolSpec]) -> list[str]:
    """Return the tools of exactly that name, else those that match it as a pattern."""
    if tool in specs:
        return [tool]
    if not any(sign in tool for sign in "*?["):
        return []
    pattern = re.compile(translate(tool))
    return [name for name in specs if pattern.match(name)]


def _report_unmatched(override: Override, specs: Mapping[str, ToolSpec], config: Config, findings: Findings) -> None:
    from difflib import get_close_matches

    raw = [name for name, spec in specs.items() if spec.tool == override.tool]
    near = raw or get_close_matches(override.tool, specs, n=1)
    help = f"Did you mean {near[0]!r}?" if near else "Write the name that `tools list` shows, or remove the override."
    findings.at(
        UNMATCHED_OVERRIDE,
        f"the override matches no tool: {override.tool!r} is not in the catalog",
        help,
        config.document,
        f"{override.pointer}/tool",
        tool=override.tool,
    )


def _changes(
    override: Override, config: Config, categories: Collection[str], findings: Findings, limits: Limits
) -> dict[str, object]:
    changes: dict[str, object] = {}
    if override.description is not None:
        changes["description"] = override.description
    if override.usage_hint is not None:
        changes["usage_hint"] = override.usage_hint
    if override.gate is not None:
        changes["gate"] = override.gate
    if override.category is not None:
        if override.category in categories:
            changes["category"] = override.category
        else:
            findings.at(
                BAD_OVERRIDE,
                f"the category {override.category!r} is not known: the override leaves the category as it is",
                f"Use one of {', '.join(categories)}; or list your own under `categories` at the top of the config.",
                config.document,
                f"{override.pointer}/category",
                tool=override.tool,
            )
    if override.output_schema is not None:
        schema, problem = _read_schema(str(override.output_schema), limits)
        if problem is None:
            changes["output_schema"] = schema
        else:
            findings.at(
                BAD_OVERRIDE,
                f"the output schema {override.output_schema} cannot be used: it {problem}",
                "Name a file that holds one JSON Schema.",
                config.document,
                f"{override.pointer}/outputSchema",
                tool=override.tool,
            )
    return changes


def _read_schema(path: str, limits: Limits) -> tuple[Schema | None, str | None]:
    """Return the schema in a file, or why there is none."""
    from .sources.document import read_document
    from .sources.text import Unreadable

    try:
        parsed, _ = read_document(path, limits)
    except Unreadable as error:
        place = "" if error.line is None else f" (line {error.line})"
        return None, error.message + place
    if parsed.defects:
        return None, f"is not sound: {parsed.defects[0].message}"
    data = parsed.document.data
    if not isinstance(data, (dict, bool)):
        return None, "holds no object, true or false"
    if isinstance(data, dict):
        problem = _why_no_schema(cast("JsonObject", data))
        if problem is not None:
            return None, problem
    return cast("JsonObject | bool", data), None


_TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))
_KEYWORDS = frozenset(
    (
        "$anchor",
        "$comment",
        "$defs",
        "$dynamicRef",
        "$id",
        "$ref",
        "$schema",
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "contains",
        "contentEncoding",
        "contentMediaType",
        "default",
        "definitions",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "deprecated",
        "description",
        "enum",
        "examples",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "if",
        "items",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "not",
        "oneOf",
        "pattern",
        "patternProperties",
        "prefixItems",
        "properties",
        "propertyNames",
        "readOnly",
        "required",
        "title",
        "type",
        "unevaluatedItems",
        "unevaluatedProperties",
        "uniqueItems",
        "writeOnly",
    )
)
"""Words of which a schema that says anything has one."""


def _why_no_schema(data: JsonObject) -> str | None:
    """Say why an object is certainly no schema, None if it may be one; lint looks into what this lets pass."""
    if isinstance(data.get("tools"), list) or "inputSchema" in data:
        return "holds tools, not a JSON Schema"
    kind = data.get("type")
    kinds = cast("list[object]", kind) if isinstance(kind, list) else [] if kind is None else [kind]
    if not all(isinstance(each, str) and each in _TYPES for each in kinds):
        return f"holds no JSON Schema: there is no type {quoted(data.get('type'))}"
    if data and _KEYWORDS.isdisjoint(data):
        return f"holds no JSON Schema: {quoted(next(iter(data)))} is none of its keywords"
    return None


def _applied(spec: ToolSpec, override: Override, changes: Mapping[str, object]) -> ToolSpec:
    made = replace(spec, **changes) if changes else spec  # pyright: ignore[reportArgumentType]
    if override.read_only is None or override.read_only == made.read_only:
        return made
    # The hint is what clients see and what is printed, so the two never disagree.
    annotations = {**made.annotations, "readOnlyHint": override.read_only}
    return replace(made, read_only=override.read_only, annotations=annotations)
