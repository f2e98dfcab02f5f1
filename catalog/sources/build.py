"""Building specs: the one place where a tool's fields, in MCP's and the manifest's words, become a ToolSpec.

A field of the wrong type is reported and left out; the tool itself is left out only if it cannot be used or could do
harm without the field: no name, no usable schema, an unknown category, a gate or a plan-only mark nobody can read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, cast

from ..codes import FIELD_TYPE, INVALID_NAME, MISSING_NAME, MISSING_SCHEMA, Code
from ..names import MAX_NAME_BYTES, PREFIX, QualifiedName, qualify, split, tool_name_problem
from ..spec import CUSTOM_CATEGORY, EMPTY, META_NAMESPACE, JsonObject, Origin, Schema, ToolSpec
from .checks import Checker, LeftOut
from .interface import CATALOG_KEYS, KNOWN_KEYS, ToolFields, as_list, as_object, kind_of
from .slips import Slips
from .variants import is_empty

if TYPE_CHECKING:
    from ..collect import Findings
    from ..documents import Document
    from .resolve import VariantResolver

_OPTIONAL = KNOWN_KEYS - {"name", "description", "inputSchema"}


class SpecBuilder:
    """Builds the specs of one document.

    `server` is the server that its tools belong to (None: none, unless a name is already qualified), `categories` the
    closed set that holds for it, `defaults` the manifest's. `bare` lists the tools that got an empty schema because
    their format has none, for one finding about them all. `own_server` collects the servers of qualified names that
    are not `server`.
    """

    def __init__(
        self,
        document: Document,
        findings: Findings,
        resolver: VariantResolver,
        *,
        server: str | None,
        categories: Collection[str],
        defaults: JsonObject = EMPTY,
        reads_catalog_fields: bool = True,
        is_manifest: bool = False,
    ) -> None:
        self._document = document
        self._findings = findings
        self._resolver = resolver
        self._server = server
        self._categories = categories
        self._defaults = defaults
        self._reads_catalog_fields = reads_catalog_fields
        self._slips = Slips(document, findings) if is_manifest else None
        self.foreign: dict[str, int] = {}
        self.other_servers: dict[str, str] = {}
        self.without_schema: list[str] = []

    def build(self, tool: ToolFields, pointer: str, *, schema_expected: bool = True) -> ToolSpec | None:
        """Return the spec of one tool, or None if it is left out or hidden; problems become findings.

        `schema_expected` is false where the whole format has no schemas: then the tool is only counted.
        """
        try:
            return self._build(tool, pointer, schema_expected)
        except LeftOut:
            return None

    def _build(self, tool: ToolFields, pointer: str, schema_expected: bool) -> ToolSpec | None:
        fields, paths = tool.fields, tool.paths
        name = fields.get("name")
        if not isinstance(name, str) or not name.strip():
            raise self._no_name(fields, pointer, tool.paths)
        qualified = self._qualified(name, pointer, tool.paths)
        full_name = qualify(*qualified)
        if self._defaults:
            fields = self._with_defaults(fields)
        if not self._reads_catalog_fields and not CATALOG_KEYS.isdisjoint(fields):
            fields = self._without_catalog_fields(fields)
        if self._slips is not None and not fields.keys() <= KNOWN_KEYS:
            self._slips.report_tool(fields, pointer, full_name)
        if "variants" in fields:
            if self._slips is not None:
                self._slips.report_variants(fields["variants"], pointer, full_name)
            self._check_all(fields, pointer, paths, full_name)
            resolved = self._resolver.resolve(fields, pointer, full_name)
            if resolved is None:
                return None
            # A variant says how a tool is, not which tool it is.
            fields = {**resolved.fields, "name": name}
            paths = {**paths, **{key: path for key, path in resolved.paths.items() if key != "name"}}
        check = Checker(self, fields, pointer, paths, full_name, is_checked="variants" in tool.fields)
        schema = self._schema(check, tool.needs_schema, schema_expected)
        origin = Origin(self._document, pointer, paths) if paths else Origin(self._document, pointer)
        description = fields.get("description", "")
        if not isinstance(description, str):
            description = check.text("description") or ""
        if _OPTIONAL.isdisjoint(fields):
            return ToolSpec(
                name=full_name,
                tool=qualified.tool,
                server=qualified.server,
                description=description,
                input_schema=schema,
                extra=_extra(fields),
                origin=origin,
            )
        annotations = check.hints(check.object("annotations") or EMPTY)
        meta = check.object("_meta") or EMPTY
        hint = check.text("usageHint")
        custom = False
        if META_NAMESPACE in meta:
            meta, wire_hint, custom = _own_meta(meta, check)
            hint = hint or wire_hint
        has_catalog_fields = not CATALOG_KEYS.isdisjoint(fields)
        return ToolSpec(
            name=full_name,
            tool=qualified.tool,
            server=qualified.server,
            title=check.text("title"),
            description=description,
            input_schema=schema,
            output_schema=check.schema("outputSchema"),
            annotations=annotations,
            icons=tuple(check.list("icons")),
            execution=check.object("execution"),
            meta=meta,
            extra=_extra(fields),
            category=check.category(self._categories, custom) if has_catalog_fields else None,
            keywords=tuple(check.words("keywords")) if has_catalog_fields else (),
            gate=check.gate() if has_catalog_fields else None,
            usage_hint=hint or None,
            plan_only=check.flag("planOnly") if has_catalog_fields else False,
            disclosure=check.disclosure() if has_catalog_fields else "full",
            summary=check.text("summary") or None if has_catalog_fields else None,
            command=check.text("command") or None if has_catalog_fields else None,
            read_only=annotations.get("readOnlyHint") is True,
            origin=origin,
        )

    def _check_all(self, fields: JsonObject, pointer: str, paths: Mapping[str, str], tool: str) -> None:
        """Check all that is written of a tool with variants: what counts elsewhere is a mistake on every machine."""
        base = {key: value for key, value in fields.items() if key != "variants"}
        Checker(self, base, pointer, paths, tool).every(self._categories)
        for place, variant in enumerate(as_list(fields["variants"]) or ()):
            own = {key: value for key, value in (as_object(variant) or EMPTY).items() if not is_empty(value)}
            Checker(self, own, f"{pointer}/variants/{place}", {}, tool).every(self._categories)

    def _no_name(self, fields: JsonObject, pointer: str, paths: Mapping[str, str]) -> LeftOut:
        name = fields.get("name")
        if "name" not in fields:
            what = "a tool has no name"
        elif isinstance(name, str):
            what = "a tool's name is blank"
        else:
            what = f"a tool's name is {kind_of(name)}, a string is expected"
        self.report(
            MISSING_NAME, what, "Give it a name; without one it cannot be called.", pointer, "name", paths=paths
        )
        return LeftOut()

    def _qualified(self, name: str, pointer: str, paths: Mapping[str, str]) -> QualifiedName:
        qualified = split(name) if name.startswith(PREFIX) else QualifiedName(None, name)
        if qualified.server is None:
            qualified = QualifiedName(self._server, name)
        elif self._server is not None and qualified.server != self._server:
            self.other_servers.setdefault(qualified.server, pointer)
        full = qualify(*qualified)
        # Nearly all names are short and plain ASCII; the full check is for the others.
        if not (full.isascii() and full.isprintable() and len(full) <= MAX_NAME_BYTES):
            problem = tool_name_problem(full)
            if problem:
                self.report(
                    INVALID_NAME,
                    problem,
                    "Names are never repaired: change it at its source.",
                    pointer,
                    "name",
                    paths=paths,
                )
                raise LeftOut
        return qualified

    def _with_defaults(self, fields: JsonObject) -> JsonObject:
        merged = {**self._defaults, **fields}
        ours, own = self._defaults.get("annotations"), fields.get("annotations")
        if isinstance(ours, dict) and isinstance(own, dict):
            merged["annotations"] = {**cast("JsonObject", ours), **cast("JsonObject", own)}
        return merged

    def _without_catalog_fields(self, fields: JsonObject) -> JsonObject:
        for key in CATALOG_KEYS & fields.keys():
            self.foreign[key] = self.foreign.get(key, 0) + 1
        return {key: value for key, value in fields.items() if key not in CATALOG_KEYS}

    def _schema(self, check: Checker, needs_schema: bool, expected: bool) -> Schema:
        fields = check.fields
        if "inputSchema" in fields:
            schema = fields["inputSchema"]
            if isinstance(schema, (dict, bool)):
                return cast("Schema", schema)
            check.report(
                MISSING_SCHEMA,
                f"the input schema is {kind_of(schema)}, an object is expected",
                'Write a JSON Schema; a tool without arguments has {"type": "object"}.',
                "inputSchema",
                is_error=True,
            )
            raise LeftOut
        if needs_schema:
            if not expected:
                self.without_schema.append(check.tool)
            else:
                check.report(
                    MISSING_SCHEMA,
                    "the tool has no input schema: it is taken to be an empty object",
                    'Add an inputSchema; a tool without arguments has {"type": "object"}.',
                    "name",
                )
        return {"type": "object"}

    def report(
        self,
        code: Code,
        message: str,
        help: str,
        pointer: str,
        field: str,
        *,
        paths: Mapping[str, str],
        tool: str | None = None,
        below: str = "",
        is_error: bool = False,
    ) -> None:
        """Add a finding about one field of a tool."""
        from ..findings import Severity

        at = pointer + paths.get(field, f"/{field}") + below
        severity = Severity.ERROR if is_error else None
        self._findings.at(code, message, help, self._document, at, tool=tool, severity=severity)


def _extra(fields: JsonObject) -> JsonObject:
    unknown = fields.keys() - KNOWN_KEYS
    return {key: value for key, value in fields.items() if key in unknown} if unknown else EMPTY


def _own_meta(meta: JsonObject, check: Checker) -> tuple[JsonObject, str | None, bool]:
    """Return `_meta` without our hint and mark, the hint, and whether the category is of a set of its own."""
    ours = meta[META_NAMESPACE]
    if not isinstance(ours, dict):
        return meta, None, False
    own = dict(cast("JsonObject", ours))
    hint, custom = own.pop("usageHint", None), own.pop(CUSTOM_CATEGORY, None) is True
    if hint is not None and not isinstance(hint, str):
        what = f"the usage hint is {kind_of(hint)}, a string is expected: it is ignored"
        check.report(FIELD_TYPE, what, "Correct it.", "_meta", below=f"/{META_NAMESPACE}/usageHint")
        hint = None
    rest = {key: value for key, value in meta.items() if key != META_NAMESPACE}
    if own:
        rest[META_NAMESPACE] = own
    return rest, hint, custom
