"""ToolSpec: what a model sees of one tool, and what the catalog knows beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, cast

if TYPE_CHECKING:
    from .documents import Document
    from .findings import Place

JsonObject = Mapping[str, object]
"""A JSON object as the parsers return it; values are JSON values. Treated as read-only everywhere."""

Schema = JsonObject | bool
"""A JSON Schema: an object or, since draft-06, a boolean."""

EMPTY: JsonObject = {}
"""The empty object that specs share. Nobody writes to it (a mapping proxy could neither be pickled nor printed)."""


_NO_PATHS: Mapping[str, str] = {}


def _empty() -> JsonObject:
    return EMPTY


def _empty_paths() -> Mapping[str, str]:
    return _NO_PATHS


CATEGORIES: tuple[str, ...] = (
    "shell",
    "file",
    "web",
    "dispatch",
    "authoring",
    "setup",
    "discovery",
    "checkpoint",
)
"""The closed set of categories that holds unless a manifest brings its own."""

META_NAMESPACE = "toolcat"
"""Our key in a tool's `_meta`; the usage hint stands in it as `usageHint`."""

CUSTOM_CATEGORY = "customCategory"
"""In our namespace: the tool's category is one of its manifest's own set, not of the eight."""

Disclosure = Literal["full", "advertised"]


class Mode(StrEnum):
    """Which tools a program may use: `act` is everything except plan-only tools, `plan` the read-only and plan-only."""

    ACT = "act"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a spec came from: the document, and the JSON pointer of the tool in it.

    `paths` says where the fields of a tool in another format stand, by their MCP name, as pointers below the tool's:
    `{"inputSchema": "/function/parameters"}`. A field that is not mentioned stands under its own name.
    """

    document: Document
    pointer: str
    paths: Mapping[str, str] = field(default_factory=_empty_paths)

    def pointer_to(self, name: str) -> str:
        """Return the pointer of one of the tool's fields, by its MCP or manifest name (`inputSchema`)."""
        return self.pointer + self.paths.get(name, f"/{name}")

    @property
    def place(self) -> Place:
        """The tool's place in its file (computed when asked for)."""
        return self.document.place(self.pointer)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """One tool.

    `name` is the catalog name (`mcp__<server>__<tool>`, or the raw name of a tool of no server); `server` and `tool`
    are the raw names by which it is called. `input_schema` and `output_schema` are JSON Schemas as their author wrote
    them. `meta` is MCP's `_meta` without our usage hint; `extra` keeps keys nobody knows, so that what is read can be
    written back. `read_only` is settled when the spec is loaded: an override, else a `.meta`'s `scope: read`, else
    `annotations.readOnlyHint` being true; absent means not read-only.
    """

    name: str
    tool: str
    server: str | None = None
    title: str | None = None
    description: str = ""
    input_schema: Schema = field(default_factory=lambda: {"type": "object"})
    output_schema: Schema | None = None
    annotations: JsonObject = field(default_factory=_empty)
    icons: tuple[object, ...] = ()
    execution: JsonObject | None = None
    meta: JsonObject = field(default_factory=_empty)
    extra: JsonObject = field(default_factory=_empty)
    category: str | None = None
    keywords: tuple[str, ...] = ()
    gate: str | None = None
    usage_hint: str | None = None
    plan_only: bool = False
    disclosure: Disclosure = "full"
    summary: str | None = None
    command: str | None = None
    read_only: bool = False
    origin: Origin | None = None

    @property
    def first_line(self) -> str:
        """The advertised line: `summary`, else the first sentence-like line of the description, else the title."""
        if self.summary:
            return self.summary
        for line in self.description.splitlines():
            if line.strip():
                return line.strip()
        return self.title or ""

    def available(self, mode: Mode | None) -> bool:
        """Whether the tool may be used in `mode`; None is every mode."""
        if mode is Mode.PLAN:
            return self.read_only or self.plan_only
        return not (mode is Mode.ACT and self.plan_only)

    def to_mcp(self) -> dict[str, object]:
        """Return the MCP `Tool` object with the catalog fields, as `tools list --format json` prints it.

        Reading it back as a manifest gives the same spec. The usage hint also stands in `_meta` → `toolcat` →
        `usageHint`, beside whatever is there; a tool without a hint gets no `_meta` of ours.
        """
        out: dict[str, object] = {"name": self.name}
        if self.title is not None:
            out["title"] = self.title
        if self.description:
            out["description"] = self.description
        out["inputSchema"] = self.input_schema
        if self.output_schema is not None:
            out["outputSchema"] = self.output_schema
        annotations = self.annotations
        if self.read_only != (annotations.get("readOnlyHint") is True):
            annotations = {**annotations, "readOnlyHint": self.read_only}
        if annotations:
            out["annotations"] = dict(annotations)
        if self.icons:
            out["icons"] = list(self.icons)
        if self.execution is not None:
            out["execution"] = dict(self.execution)
        meta = self.meta_with_hint()
        if meta:
            out["_meta"] = meta
        optional = {
            "category": self.category,
            "keywords": list(self.keywords),
            "gate": self.gate,
            "usageHint": self.usage_hint,
            "planOnly": self.plan_only,
            "disclosure": None if self.disclosure == "full" else self.disclosure,
            "summary": self.summary,
            "command": self.command,
        }
        out.update((key, value) for key, value in optional.items() if value)
        out.update(self.extra)
        return out

    def meta_with_hint(self) -> dict[str, object]:
        """Return MCP's `_meta` with the usage hint in our namespace; other keys, ours included, are kept.

        A category of a manifest's own set is marked there (`customCategory`): a list of tools has no place for the
        set itself, and without the mark it could not be read back.
        """
        own: dict[str, object] = {}
        if self.usage_hint:
            own["usageHint"] = self.usage_hint
        if self.category and self.category not in CATEGORIES:
            own[CUSTOM_CATEGORY] = True
        if not own:
            return dict(self.meta)
        ours = self.meta.get(META_NAMESPACE)
        kept = cast("JsonObject", ours) if isinstance(ours, Mapping) else EMPTY
        return {**self.meta, META_NAMESPACE: {**kept, **own}}

    def listed(self, *, advertised: bool = False) -> dict[str, object]:
        """Return the spec as a listing shows it: the light form if `advertised` and its disclosure asks for it."""
        return self.advertised() if advertised and self.disclosure == "advertised" else self.to_mcp()

    def advertised(self) -> dict[str, object]:
        """Return the light form under progressive disclosure: name, one line, and the smallest valid schema."""
        return {"name": self.name, "description": self.first_line, "inputSchema": {"type": "object"}}
