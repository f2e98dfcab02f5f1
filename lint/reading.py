"""From what the catalog's sources read to the units that rules look at.

Every tool that a document lists is looked at, also those that the catalog left out: a tool that cannot be used is the
one that most needs a word. What an include or exclude of the source keeps out is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, cast

from ..catalog.codes import (
    FIELD_TYPE,
    IDLE_FIELD,
    META_NOT_OBJECT,
    NO_INPUT,
    SERVER_FAILED,
    UNKNOWN_SHAPE,
    UNREADABLE,
)
from ..catalog.documents import Document
from ..catalog.findings import Finding
from ..catalog.loading import Loaded, LoadOptions, SourceRequest, load, parse_source
from ..catalog.names import qualify, split
from ..catalog.pointers import join, tokens
from ..catalog.sources.envelopes import BARE, NoShape, open_envelope, reader_for
from ..catalog.sources.interface import HINTS
from .units import File, Shape, Tool, as_object, as_text

if TYPE_CHECKING:
    from ..catalog.config import Config
    from ..catalog.spec import JsonObject, ToolSpec

_META_PATHS: Mapping[str, str] = {"name": "", "inputSchema": "/args", "usageHint": "/prompt", "command": "/cmd"}


@dataclass(slots=True)
class Reading:
    """What was read: the files with their tools, and what reading found. `skipped` counts files that gave nothing."""

    files: list[File] = field(default_factory=list[File])
    findings: list[Finding] = field(default_factory=list[Finding])
    skipped: int = 0
    loaded: Loaded | None = None

    @property
    def unread(self) -> tuple[Finding, ...]:
        """The errors that say of a whole source that it gave nothing."""
        return tuple(finding for finding in self.findings if finding.is_error and finding.code in _UNREAD)


_UNREAD = frozenset(code.code for code in (UNREADABLE, UNKNOWN_SHAPE, NO_INPUT, SERVER_FAILED, META_NOT_OBJECT))


def read(
    sources: Sequence[str | SourceRequest],
    *,
    config: Config | None = None,
    options: LoadOptions | None = None,
    stdin_filename: str | None = None,
) -> Reading:
    """Read sources, else those of the config. `stdin_filename` is how standard input is called in findings.

    Nothing readable is no error here: it is for the caller to say. Raises ToolcatError for a malformed request, and
    if there is nothing to read at all (no sources, and no config that lists any).
    """
    requests = [source if isinstance(source, SourceRequest) else parse_source(source) for source in sources]
    loaded = load(requests, config=config, options=replace(options or LoadOptions(), allow_empty=True))
    specs = {(id(spec.origin.document), spec.origin.pointer): spec for spec in loaded.catalog.tools() if spec.origin}
    reading = Reading(findings=[each for each in loaded.findings if not _is_said_by_a_rule(each)], loaded=loaded)
    for source in loaded.sources:
        for document in source.documents:
            if source.format == "meta":
                file = _meta_file(document, source.server, specs)
            else:
                file = file_of(document, source.server, specs, is_manifest=source.format == "manifest")
            file.request = source.request
            file.tools = [tool for tool in file.tools if tool.spec is not None or _is_wanted(tool, source.request)]
            reading.files.append(file)
    unread = {finding.place.file for finding in reading.findings if finding.code in ("TS001", "M001")}
    reading.skipped = len(unread - {file.label for file in reading.files})
    if stdin_filename is not None:
        _call_stdin(reading, stdin_filename)
    return reading


def _is_said_by_a_rule(finding: Finding) -> bool:
    """Whether a rule (TS008) reports the same of the tool as it is written, and with a fix."""
    return finding.code == IDLE_FIELD.code and "/variants/" not in (finding.place.pointer or "")


def is_ignored_hint(finding: Finding) -> bool:
    """Whether reading ignores a hint for its type: a rule (TA001) says so as well, with a fix, where it looks."""
    above, _, key = (finding.place.pointer or "").rpartition("/")
    return (
        finding.code == FIELD_TYPE.code and finding.tool is not None and above.endswith("/annotations") and key in HINTS
    )


def file_of(
    document: Document,
    server: str | None = None,
    specs: Mapping[tuple[int, str], ToolSpec] | None = None,
    *,
    is_manifest: bool = False,
) -> File:
    """Return a parsed document as a file of tools; one without tools if it is none of the shapes that are read."""
    file = File(document, shape="manifest" if is_manifest else "mcp", server=server)
    try:
        envelope = open_envelope(document.data)
    except NoShape:
        return file
    for pointer, entry in envelope.entries:
        if isinstance(entry, dict):
            tool = _tool(file, cast("dict[str, object]", entry), pointer)
            tool.spec = (specs or {}).get((id(document), pointer))
            if tool.spec is not None:
                tool.server = tool.spec.server
            file.tools.append(tool)
    if file.tools and not is_manifest:
        file.shape = file.tools[0].shape
    return file


def _tool(file: File, entry: JsonObject, pointer: str) -> Tool:
    reader = reader_for(entry) or BARE
    found = reader.read(entry)
    name = found.paths.get("name", "/name")
    base, raw = pointer, entry
    for token in tokens(name)[:-1]:
        base, raw = join(base, token), as_object(raw.get(token))
    shape = cast("Shape", reader.key)
    if shape == "mcp" and file.shape == "manifest":
        shape = "manifest"
    tool = Tool(file, raw, base, shape, entry=entry, entry_pointer=pointer, paths=found.paths, fields=found.fields)
    tool.server, tool.name = split(as_text(found.fields.get("name")))
    if tool.server is None:
        tool.server = file.server
    _set_schemas(tool)
    return tool


def _set_schemas(tool: Tool) -> None:
    fields = tool.fields
    tool.has_input, tool.input = "inputSchema" in fields, fields.get("inputSchema")
    tool.has_output, tool.output = "outputSchema" in fields, fields.get("outputSchema")
    tool.input_pointer, tool.output_pointer = tool.pointer_to("inputSchema"), tool.pointer_to("outputSchema")


def _meta_file(document: Document, server: str | None, specs: Mapping[tuple[int, str], ToolSpec]) -> File:
    file = File(document, shape="meta", server=server)
    entry = as_object(document.data)
    fields: dict[str, object] = {"name": PurePath(document.label).stem, "description": entry.get("description")}
    if "args" in entry:
        fields["inputSchema"] = entry["args"]
    tool = Tool(file, entry, "", "meta", entry=entry, entry_pointer="", paths=_META_PATHS, fields=fields)
    tool.spec = specs.get((id(document), ""))
    tool.server, tool.name = split(PurePath(document.label).stem)
    if tool.server is None:
        tool.server = server
    _set_schemas(tool)
    file.tools = [tool]
    return file


def _is_wanted(tool: Tool, request: SourceRequest) -> bool:
    """Whether the source's own include and exclude let a tool through that is not in the catalog."""
    if not request.include and not request.exclude:
        return True
    from fnmatch import fnmatchcase

    names = (tool.name, qualify(tool.server, tool.name))
    if request.include and not any(fnmatchcase(name, pattern) for name in names for pattern in request.include):
        return False
    return not any(fnmatchcase(name, pattern) for name in names for pattern in request.exclude)


def _call_stdin(reading: Reading, label: str) -> None:
    from ..catalog.sources.text import STDIN_LABEL

    for file in reading.files:
        if file.document.label == STDIN_LABEL:
            file.document.label = label
    reading.findings = [
        replace(finding, place=replace(finding.place, file=label)) if finding.place.file == STDIN_LABEL else finding
        for finding in reading.findings
    ]


def parse_as(file: File, text: str) -> Document:
    """Return a text as the document that it would be in the place of a file's. Raises ValueError if it is none."""
    from ..catalog.sources.document import parse_text
    from ..catalog.sources.text import Limits, Unreadable

    # A file is read back in its own format, whatever its name says.
    ending = {"json": ".json", "jsonl": ".jsonl", "yaml": ".yaml", "toml": ".toml"}[file.document.format]
    try:
        parsed = parse_text(text, file.label, ending, Limits())
    except Unreadable as error:
        raise ValueError(error.message) from None
    if parsed.defects:
        raise ValueError(parsed.defects[0].message)
    return parsed.document


def reread(file: File, text: str) -> tuple[File, list[Finding]]:
    """Return the file as if it held another text (a fixed one), and what reading it so finds.

    Raises ValueError if the text cannot be parsed.
    """
    from ..catalog.collect import Findings
    from ..catalog.sources.json_text import Parsed
    from ..catalog.sources.meta import MetaReader
    from ..catalog.sources.read import Surroundings, read_specs
    from ..catalog.sources.text import Limits
    from ..catalog.sources.variants import Facts

    document = parse_as(file, text)
    findings, facts = Findings(), Facts.make(None, {})
    if file.shape == "meta":
        reader = MetaReader(findings, facts, Limits(), file.server)
        reader.read_document(document)
        return _meta_file(document, file.server, {}), findings.all
    around = Surroundings(file.server, None, facts, Path(file.label).parent)
    specs = read_specs(Parsed(document), findings, around).specs
    known = {(id(document), spec.origin.pointer): spec for spec in specs if spec.origin is not None}
    made = file_of(document, file.server, known, is_manifest=file.shape == "manifest")
    made.request = request = file.request
    if request is not None:
        made.tools = [tool for tool in made.tools if _is_wanted(tool, request)]
    return made, findings.all
