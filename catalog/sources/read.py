"""Reading one document: its envelope, what a manifest says at its top, and its tools, as specs and findings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ..codes import (
    DUPLICATE_NAME,
    FOREIGN_FIELD,
    INVALID_SERVER,
    LIST_INCOMPLETE,
    MISSING_SCHEMA,
    NO_INPUT,
    NOT_AN_OBJECT,
    OTHER_SERVER,
    UNKNOWN_SHAPE,
)
from ..collect import Findings
from ..documents import Document
from ..findings import Severity
from ..names import server_name_problem
from ..spec import CATEGORIES, ToolSpec
from .build import SpecBuilder
from .envelopes import BARE, READERS, Envelope, NoShape, in_short, open_envelope, why_no_tool
from .interface import ToolReader, kind_of
from .json_text import Defect, Parsed
from .manifest import Manifest, is_manifest, read_manifest
from .resolve import VariantResolver
from .variants import Facts

SHAPE_HELP = (
    "Tried were: toolcat manifests, MCP tools/list results (bare, paged, in JSON-RPC, as a list, as JSON Lines), "
    "OpenAI, Anthropic, Gemini and Bedrock tools, MCPB manifests, Docker tool lists and .meta folders."
)


@dataclass(slots=True)
class Contents:
    """What one document held: its specs, in order; how many tools it lists; its format; the server it belongs to."""

    specs: list[ToolSpec]
    held: int
    format: str
    server: str | None
    categories: tuple[str, ...] | None = None
    is_recognised: bool = True


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a document does not say itself: the server that its source names, categories and facts."""

    server: str | None
    categories: tuple[str, ...] | None
    facts: Facts
    folder: Path
    is_optional: bool = False
    """Whether the file was met in a folder: then another shape is no error, and nothing is reported here."""


def read_specs(parsed: Parsed, findings: Findings, around: Surroundings) -> Contents:
    """Return the specs of a parsed document; what is wrong with it or with a tool becomes a finding.

    Raises NoShape if the document is none of the shapes and was met in a folder.
    """
    document = parsed.document
    try:
        envelope = open_envelope(document.data)
    except NoShape as error:
        if around.is_optional:
            raise
        _report_defects(parsed.defects, document, findings)
        findings.at(
            UNKNOWN_SHAPE,
            f"the file holds no tools in a shape that is read: {in_short(error.reasons)}",
            SHAPE_HELP,
            document,
            error.pointer,
        )
        return _nothing(0)
    return _Reading(parsed, envelope, findings, around).contents()


def _nothing(held: int) -> Contents:
    """Return the contents of a document of which nothing can be used."""
    return Contents([], held, "unknown", None, is_recognised=False)


def _report_defects(defects: Collection[Defect], document: Document, findings: Findings) -> None:
    for defect in defects:
        findings.at(defect.code, defect.message, defect.help, document, defect.pointer, span=defect.span)


class _Reading:
    """The reading of one document whose envelope is open."""

    def __init__(self, parsed: Parsed, envelope: Envelope, findings: Findings, around: Surroundings) -> None:
        self._document = parsed.document
        self._envelope = envelope
        self._findings = findings
        self._around = around
        self._spoiled: dict[str, list[Defect]] = {}
        self._stray: list[Defect] = []
        self._spoiled_pages: set[str] = set()
        if parsed.defects:
            self._sort_defects(parsed.defects)

    def _sort_defects(self, defects: list[Defect]) -> None:
        """Give each defect to the tool in which it stands.

        What stands outside every tool spoils the page, if the document is a list of pages, else the document.
        """
        pointers = {pointer for pointer, _ in self._envelope.entries}
        is_paged = isinstance(self._document.data, list)
        for defect in defects:
            parts = defect.pointer.split("/")
            for length in range(len(parts), 0, -1):
                owner = "/".join(parts[:length])
                if owner in pointers:
                    self._spoiled.setdefault(owner, []).append(defect)
                    break
            else:
                self._stray.append(defect)
                self._spoiled_pages.add("/".join(parts[:2]) if is_paged else "")

    def contents(self) -> Contents:
        """Return the document's specs."""
        envelope, around, document = self._envelope, self._around, self._document
        held = len(envelope.entries)
        if self._stray:
            _report_defects(self._stray, document, self._findings)
            envelope.entries = [each for each in envelope.entries if not self._is_on_spoiled_page(each[0])]
            envelope.rejected = [each for each in envelope.rejected if not self._is_on_spoiled_page(each[0])]
            if not envelope.entries:
                return _nothing(held)
        readers = [_reader(tool) for _, tool in envelope.entries]
        format = _format(readers, envelope, document)
        manifest = Manifest()
        if not envelope.is_bundle:
            manifest = read_manifest(document, self._findings, is_ours=format == "manifest", around=around.categories)
        if manifest.is_unusable or (manifest.has_bad_server and around.server is None):
            return _nothing(held)
        server = around.server if around.server is not None else self._own_server(manifest)
        if manifest.server is not None and server is None:
            return _nothing(held)
        builder = SpecBuilder(
            document,
            self._findings,
            VariantResolver(document, self._findings, around.facts, around.folder),
            server=server,
            categories=manifest.categories or around.categories or CATEGORIES,
            defaults=manifest.defaults,
            reads_catalog_fields=not envelope.is_bundle,
            is_manifest=format == "manifest",
        )
        specs = self._specs(readers, builder)
        self._report_envelope(held, builder, server)
        return Contents(specs, held, format, server, manifest.categories)

    def _is_on_spoiled_page(self, pointer: str) -> bool:
        if "" in self._spoiled_pages:
            return True
        return bool(self._spoiled_pages) and "/".join(pointer.split("/")[:2]) in self._spoiled_pages

    def _own_server(self, manifest: Manifest) -> str | None:
        problem = None if manifest.server is None else server_name_problem(manifest.server)
        if problem is None:
            return manifest.server
        self._findings.at(
            INVALID_SERVER,
            f"{problem}: its tools are left out",
            "Rename it, or name the server with NAME=PATH.",
            self._document,
            "/server",
        )
        return None

    def _specs(self, readers: list[ToolReader | None], builder: SpecBuilder) -> list[ToolSpec]:
        found: dict[str, ToolSpec] = {}
        # Formats without schemas get one finding about all tools, the others one about each tool that lacks its own.
        expected = not (
            self._envelope.is_bundle or any(reader is not None and reader.key == "docker" for reader in readers)
        )
        for (pointer, tool), reader in zip(self._envelope.entries, readers, strict=True):
            if pointer in self._spoiled:
                self._report_spoiled(pointer, tool)
                continue
            if reader is None:
                self._report_unread(pointer, tool)
                continue
            spec = builder.build(reader.read(cast("dict[str, object]", tool)), pointer, schema_expected=expected)
            if spec is None:
                continue
            first = found.setdefault(spec.name, spec)
            if first is not spec:
                self._report_duplicate(first, spec)
        return list(found.values())

    def _report_spoiled(self, pointer: str, tool: object) -> None:
        name = cast("dict[str, object]", tool).get("name") if isinstance(tool, dict) else None
        for defect in self._spoiled[pointer]:
            self._findings.at(
                defect.code,
                f"{defect.message}: the tool is left out",
                defect.help,
                self._document,
                defect.pointer,
                span=defect.span,
                tool=name if isinstance(name, str) else None,
            )

    def _report_unread(self, pointer: str, tool: object) -> None:
        if not isinstance(tool, dict):
            self._findings.at(
                NOT_AN_OBJECT,
                f"an entry of the list of tools is {kind_of(tool)}, an object is expected",
                "Remove it, or write a tool.",
                self._document,
                pointer,
            )
            return
        if self._findings.is_full(UNKNOWN_SHAPE, self._document):
            return
        fields = cast("dict[str, object]", tool)
        name = fields.get("name")
        self._findings.at(
            UNKNOWN_SHAPE,
            f"an entry of the list of tools is no tool: {in_short(why_no_tool(fields))}",
            "Give it a name and an input schema, or remove it.",
            self._document,
            pointer,
            tool=name if isinstance(name, str) else None,
        )

    def _report_duplicate(self, first: ToolSpec, again: ToolSpec) -> None:
        origins = (first.origin, again.origin)
        if origins[0] is None or origins[1] is None:
            return
        at = origins[1].pointer_to("name")
        kept = self._document.place(origins[0].pointer_to("name"))
        self._findings.at(
            DUPLICATE_NAME,
            f"the tool {again.name!r} is listed twice: first at {kept}, which is kept",
            "Rename or remove one of the two.",
            self._document,
            at,
            tool=again.name,
        )

    def _report_envelope(self, held: int, builder: SpecBuilder, server: str | None) -> None:
        envelope, findings, document = self._envelope, self._findings, self._document
        for pointer, reasons in envelope.rejected:
            what = f"an entry of the list holds no tools: {in_short(reasons)}"
            findings.at(UNKNOWN_SHAPE, what, SHAPE_HELP, document, pointer)
        if envelope.next_cursor is not None:
            findings.at(
                LIST_INCOMPLETE,
                "the list is incomplete: it has a nextCursor, and the page behind it is not here",
                "Fetch the other pages and put all of them into one list.",
                document,
                envelope.next_cursor,
                key=True,
            )
        if envelope.generates_more is not None:
            findings.at(
                LIST_INCOMPLETE,
                "the list is incomplete: the server makes more tools when it runs",
                "Capture its tools/list result instead.",
                document,
                envelope.generates_more,
                key=True,
            )
        if builder.without_schema:
            findings.at(
                MISSING_SCHEMA,
                f"{_tools(len(builder.without_schema))} without an input schema: taken to be empty objects",
                "Lists of this format have no schemas; capture the server's tools/list result instead.",
                document,
                envelope.entries[0][0],
            )
        if builder.foreign:
            names = ", ".join(sorted(builder.foreign))
            findings.at(
                FOREIGN_FIELD,
                f"the tools of this package have fields of their own that are not ours, not read: {names}",
                "Nothing, unless you meant them for toolcat: then remove the package's name and version.",
                document,
            )
        for other, pointer in builder.other_servers.items():
            findings.at(
                OTHER_SERVER,
                f"names of the server {other!r} stand in a list of the server {server!r}: they keep their own",
                "Leave the server's name out, or write the tools' raw names.",
                document,
                pointer,
            )
        if not held and not envelope.rejected:
            findings.at(
                NO_INPUT,
                "the list of tools is empty",
                "Check what was captured, or name another file.",
                document,
                severity=Severity.WARNING,
            )


def _tools(count: int) -> str:
    return "1 tool" if count == 1 else f"{count:,} tools"


def _reader(tool: object) -> ToolReader | None:
    if not isinstance(tool, dict):
        return None
    fields = cast("dict[str, object]", tool)
    for reader in READERS:
        if reader.why_not(fields) is None:
            return reader
    # Only a name: a tool if it stands in a list of tools. Without even that it may still be one that lost its name.
    if BARE.why_not(fields) is None or ("name" not in fields and "description" in fields):
        return BARE
    if not isinstance(fields.get("name", ""), str):
        return BARE
    return None


def _format(readers: list[ToolReader | None], envelope: Envelope, document: Document) -> str:
    if envelope.is_bundle:
        return "mcpb"
    keys = sorted({reader.key for reader in readers if reader is not None})
    if keys in ([], ["mcp"]) and is_manifest(document, [tool for _, tool in envelope.entries]):
        return "manifest"
    return "+".join(keys) or "mcp"
