"""Ollie's `.meta` registries: a folder of `<tool>.meta` files, each a JSON object that describes one tool.

The published text leaves much open; `docs/formats.md` lists what we decided. In short: a tool is listed if its
metadata is valid, whether or not anything can be executed; an invalid file is reported and skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..codes import (
    DUPLICATE_KEY,
    FILE_BEATS_CMD,
    META_ARGS,
    META_CASEFOLD,
    META_DESCRIPTION,
    META_ENUM,
    META_NAME,
    META_NOT_OBJECT,
    META_REMOVED,
    META_TYPE,
    META_UNKNOWN,
    Code,
)
from ..findings import Place
from ..names import qualify, split, tool_name_problem
from ..pointers import join
from ..spec import EMPTY, JsonObject, Origin, ToolSpec
from ..text import quoted
from .interface import kind_of
from .json_text import parse_json
from .resolve import VariantResolver
from .text import Limits, Unreadable, decode, read_bytes
from .variants import is_empty

if TYPE_CHECKING:
    from ..collect import Findings
    from ..documents import Document
    from .variants import Facts

_STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}")
_FIELDS = frozenset(
    ("description", "prompt", "args", "tier", "scope", "outputFormat", "cmd", "resetsCounter", "variants")
)
_REMOVED = frozenset(("readOnly", "bypass"))
_KNOWN_VALUES = {"tier": ("hot", "cold"), "scope": ("read",), "outputFormat": ("text",)}
_TEXTS = ("description", "prompt", "cmd")
_PATHS = {
    "name": "",
    "inputSchema": "/args",
    "usageHint": "/prompt",
    "command": "/cmd",
    "disclosure": "/tier",
    "annotations": "/scope",
}


_KEYS = {path: name for name, path in _PATHS.items() if path}


def _origin_paths(taken: Mapping[str, str]) -> Mapping[str, str]:
    """Return where the fields of a tool stand, by their MCP names, some of them in a variant."""
    if not taken:
        return _PATHS
    return {**_PATHS, **{_KEYS.get(f"/{key}", key): path for key, path in taken.items()}}


class MetaReader:
    """Reads the `.meta` files of one source; `named` tells, behind a message, where the source is named."""

    def __init__(self, findings: Findings, facts: Facts, limits: Limits, server: str | None, named: str = "") -> None:
        self._findings = findings
        self._facts = facts
        self._limits = limits
        self._server = server
        self._named = named
        self.documents: list[Document] = []
        self.held = 0
        """How many files were looked at."""

    def read_folder(self, folder: str) -> Iterator[ToolSpec]:
        """Yield the specs of every `*.meta` file of a folder, sorted by name; hidden files are left."""
        try:
            names = sorted(each.name for each in Path(folder).iterdir() if each.match("[!.]*.meta"))
        except OSError as error:
            self._findings.add(META_NOT_OBJECT, f"{folder}: {error.strerror}", "Check the folder.", Place(folder))
            return
        seen: dict[str, str] = {}
        for name in names:
            path = str(Path(folder, name))
            first = seen.setdefault(name.casefold(), name)
            if first != name:
                self._findings.add(
                    META_CASEFOLD,
                    f"{name} and {first} differ only in case, so they are one file on some systems",
                    "Rename one of them.",
                    Place(path),
                )
            spec = self.read_file(path)
            if spec is not None:
                yield spec

    def read_file(self, path: str) -> ToolSpec | None:
        """Return the spec of one `.meta` file, or None if it is invalid or hidden here."""
        self.held += 1
        stem = Path(path).name.removesuffix(".meta")
        if not _STEM.fullmatch(stem):
            self._findings.add(
                META_NAME,
                f"{quoted(stem)} is no tool name",
                "Use 1 to 128 letters, digits, '_', '.' and '-', the first one a letter or a digit.",
                Place(path),
            )
            return None
        document = self._parse(path)
        if document is None:
            return None
        return self.read_document(document)

    def read_document(self, document: Document) -> ToolSpec | None:
        """Return the spec of a parsed `.meta` file, called by its label; or None if it is invalid or hidden here."""
        path = document.label
        stem = Path(path).name.removesuffix(".meta")
        self.documents.append(document)
        fields = cast("JsonObject", document.data)
        qualified = split(stem)
        server, tool = qualified if qualified.server is not None else (self._server, stem)
        name = qualify(server, tool)
        problem = tool_name_problem(name)
        if problem:
            self._findings.add(META_NAME, problem, "Shorten the file's or the server's name.", Place(path))
            return None
        folder = Path(path).parent
        paths: dict[str, str] = {}
        self._check_names(document, fields, "", name)
        # All is checked that is written, whatever holds here: a mistake is one on every machine.
        wrong = {"": self._check_types(document, fields, "", name)}
        if "variants" in fields:
            wrong |= self._check_variants(document, fields, name)
            resolver = VariantResolver(document, self._findings, self._facts, folder)
            resolved = resolver.resolve(fields, "", name)
            if resolved is None:
                return None
            fields, paths = resolved.fields, resolved.paths
        is_good = not any(key in wrong.get(paths.get(key, "").rpartition("/")[0], ()) for key in fields)
        if not self._has_description(document, fields, name) or not is_good:
            return None
        return self._spec(document, fields, paths, folder, name=name, server=server, tool=tool)

    def _parse(self, path: str) -> Document | None:
        try:
            text, _ = decode(read_bytes(path, self._limits.yaml_bytes))
            if not text.strip():
                raise Unreadable("is empty", "Write a JSON object into it.")
            parsed = parse_json(text, path, self._limits.depth)
        except Unreadable as error:
            place = Place(path, error.line, error.column)
            excerpt = None
            if error.text is not None and error.span is not None:
                from ..documents import Document

                document = Document(path, error.text, "json", None)
                place = document.place_of(error.span)
                excerpt = document.excerpt(place)
            self._findings.add(
                META_NOT_OBJECT, f"the file {error.message}{self._named}", error.help, place, excerpt=excerpt
            )
            return None
        for defect in parsed.defects:
            code = META_NOT_OBJECT if defect.code is DUPLICATE_KEY else defect.code
            self._findings.at(code, defect.message, defect.help, parsed.document, defect.pointer, span=defect.span)
        if parsed.defects:
            return None
        if not isinstance(parsed.document.data, dict):
            self._report(META_NOT_OBJECT, f"the file holds {kind_of(parsed.document.data)}", parsed.document, "")
            return None
        return parsed.document

    def _report(
        self,
        code: Code,
        message: str,
        document: Document,
        pointer: str,
        help: str = "Correct it.",
        *,
        key: bool = False,
        tool: str | None = None,
    ) -> None:
        self._findings.at(code, message, help, document, pointer, key=key, tool=tool)

    def _check_names(self, document: Document, fields: JsonObject, at: str, tool: str) -> None:
        """Report fields that mean nothing or nothing any more; they do no harm."""
        for key in fields:
            if key in _REMOVED:
                what, help = f"the field {quoted(key)} is no longer current and is ignored", "Remove it."
                self._report(META_REMOVED, what, document, join(at, key), help, key=True, tool=tool)
            elif key not in _FIELDS and key != ("match" if at else "$schema"):
                what = f"the field {quoted(key)} is not known and is ignored"
                help = f"The fields are {', '.join(sorted(_FIELDS))}."
                self._report(META_UNKNOWN, what, document, join(at, key), help, key=True, tool=tool)

    def _check_variants(self, document: Document, fields: JsonObject, tool: str) -> dict[str, frozenset[str]]:
        """Check the fields of every variant; returns by the variant's pointer those that have a wrong type."""
        wrong: dict[str, frozenset[str]] = {}
        variants = fields["variants"]
        for place, variant in enumerate(cast("list[object]", variants) if isinstance(variants, list) else []):
            if isinstance(variant, dict):
                known = {key: value for key, value in cast("JsonObject", variant).items() if key != "variants"}
                self._check_names(document, known, f"/variants/{place}", tool)
                wrong[f"/variants/{place}"] = self._check_types(document, known, f"/variants/{place}", tool)
        return wrong

    def _check_types(self, document: Document, fields: JsonObject, at: str, tool: str) -> frozenset[str]:
        """Check fields as they are written; returns those of a wrong type. An unknown word is a warning."""
        wrong: set[str] = set()
        for key in _TEXTS:
            if fields.get(key) is not None and not isinstance(fields[key], str):
                wrong.add(key)
                what = f"{key} is {kind_of(fields[key])}, a string is expected"
                self._report(META_TYPE, what, document, join(at, key), tool=tool)
        if fields.get("resetsCounter") is not None and not isinstance(fields["resetsCounter"], bool):
            wrong.add("resetsCounter")
            what = f"resetsCounter is {kind_of(fields['resetsCounter'])}, true or false is expected"
            self._report(META_TYPE, what, document, join(at, "resetsCounter"), tool=tool)
        args = fields.get("args")
        if args is not None and not isinstance(args, (dict, bool)):
            wrong.add("args")
            help = 'Write a JSON Schema; without args the tool has {"type": "object"}.'
            what = f"args are {kind_of(args)}, not a JSON Schema"
            self._report(META_ARGS, what, document, join(at, "args"), help, tool=tool)
        for key, known in _KNOWN_VALUES.items():
            value = fields.get(key)
            if value is not None and value not in known and not (at and is_empty(value)):
                help = f"Known: {', '.join(known)}."
                self._report(META_ENUM, f"{key} {quoted(value)} is not known", document, join(at, key), help, tool=tool)
        return frozenset(wrong)

    def _has_description(self, document: Document, fields: JsonObject, tool: str) -> bool:
        description = fields.get("description")
        if description is not None and not (isinstance(description, str) and not description.strip()):
            return True
        help = "Say what the tool does; a tool without a description is not listed."
        self._report(META_DESCRIPTION, "the tool has no description", document, "/description", help, tool=tool)
        return False

    def _spec(
        self,
        document: Document,
        fields: JsonObject,
        paths: Mapping[str, str],
        folder: Path,
        *,
        name: str,
        server: str | None,
        tool: str,
    ) -> ToolSpec:
        command = cast("str | None", fields.get("cmd")) or None
        if command is not None and (folder / tool).exists():
            self._report(
                FILE_BEATS_CMD,
                f"the file {tool} beside it is called, not its cmd",
                document,
                paths.get("cmd", "/cmd"),
                "Remove one of the two.",
                tool=name,
            )
        read_only = fields.get("scope") == "read"
        extra = {
            key: value
            for key, value in fields.items()
            if (key in ("outputFormat", "resetsCounter") and value is not None)
            or (key in ("tier", "scope") and value is not None and value not in _KNOWN_VALUES[key])
        }
        args = fields.get("args")
        return ToolSpec(
            name=name,
            tool=tool,
            server=server,
            description=cast("str", fields["description"]),
            input_schema=cast("JsonObject | bool", args) if args is not None else {"type": "object"},
            annotations={"readOnlyHint": True} if read_only else EMPTY,
            extra=extra,
            usage_hint=cast("str | None", fields.get("prompt")) or None,
            disclosure="advertised" if fields.get("tier") == "cold" else "full",
            command=command,
            read_only=read_only,
            origin=Origin(document, "", _origin_paths(paths)),
        )
