"""What rules look at: files and the tools in them, as they were written, with the place of every part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, cast

from ..catalog.names import qualify
from ..catalog.pointers import join
from ..catalog.spec import EMPTY, JsonObject
from .rule import Problem

if TYPE_CHECKING:
    from ..catalog.documents import Document
    from ..catalog.findings import Severity
    from ..catalog.requests import SourceRequest
    from ..catalog.spec import ToolSpec
    from .edits import Fix
    from .nodes import Node, Text
    from .rule import Confidence

Shape = Literal[
    "mcp", "manifest", "openai-chat", "openai-responses", "anthropic", "gemini", "bedrock", "docker", "meta"
]
"""In which vendor's words a tool is written."""

Slot = Literal["input", "output"]

Token = str | int


def as_object(value: object) -> JsonObject:
    """Return the value if it is an object, else an empty one."""
    if value.__class__ is dict:  # nearly always, and much faster to ask
        return value  # pyright: ignore[reportReturnType]  (a cast is a call)
    return cast("JsonObject", value) if isinstance(value, Mapping) else EMPTY


def as_list(value: object) -> list[object]:
    """Return the value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType]


def as_text(value: object) -> str:
    """Return the value if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


@dataclass(slots=True, eq=False)
class File:
    """A file that holds tools: its document, the vendor's words it uses, the server it belongs to, its tools.

    `shape` is the shape of its first tool (`mcp` for an empty list). `request` is the source that named it.
    """

    document: Document
    shape: Shape = "mcp"
    server: str | None = None
    tools: list[Tool] = field(default_factory=list["Tool"])
    request: SourceRequest | None = None

    @property
    def label(self) -> str:
        """The path as the user named it."""
        return self.document.label

    @property
    def data(self) -> object:
        """The parsed file."""
        return self.document.data

    def problem(
        self,
        message: str,
        *at: Token,
        key: bool = False,
        help: str | None = None,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        fix: Fix | None = None,
    ) -> Problem:
        """Return a problem at a path from the root of the file."""
        return Problem(
            message=message,
            document=self.document,
            pointer=join("", *at),
            key=key,
            help=help,
            severity=severity,
            confidence=confidence,
            fix=fix,
        )


@dataclass(slots=True, eq=False)
class Tool:
    """One tool as it was written.

    `raw` is the object that holds `name` and `description` (of an OpenAI chat tool, the inner `function`), `pointer`
    where it stands; `entry` and `entry_pointer` are the whole entry of the list. `fields` says the same in MCP's words
    (`inputSchema` for `parameters`), and `pointer_to` where each stands. `spec` is what the catalog made of it, None
    if it was left out. `name` is the raw name and `server` its server; `input` and `output` are the schemas, whatever
    they are (None if absent), `input_pointer` and `output_pointer` where they stand or would stand.
    """

    file: File
    raw: JsonObject
    pointer: str
    shape: Shape
    entry: JsonObject
    entry_pointer: str
    paths: Mapping[str, str]
    fields: JsonObject
    spec: ToolSpec | None = None
    name: str = ""
    server: str | None = None
    input_pointer: str = ""
    output_pointer: str = ""
    input: object = None
    output: object = None
    has_input: bool = False
    has_output: bool = False
    description: str = field(init=False)
    """The description; empty if it is absent or no string."""
    annotations: JsonObject = field(init=False)
    """The annotations; empty if absent or no object."""
    _nodes: list[Node] | None = field(default=None, repr=False)
    _depth: int | None = field(default=None, repr=False)
    _texts: list[Text] | None = field(default=None, repr=False)
    _prose: str | None = field(default=None, repr=False)
    _inputs: list[tuple[str, Node]] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.description = as_text(self.raw.get("description"))
        self.annotations = as_object(self.raw.get("annotations"))

    @property
    def document(self) -> Document:
        """The document in which the tool stands."""
        return self.file.document

    @property
    def catalog_name(self) -> str:
        """`mcp__<server>__<tool>`, or the raw name of a tool of no server."""
        return qualify(self.server, self.name) if self.name else ""

    @property
    def title(self) -> str:
        """The title, or `annotations.title`; empty if absent."""
        return as_text(self.raw.get("title")) or as_text(self.annotations.get("title"))

    @property
    def properties(self) -> JsonObject:
        """The top-level properties of the input schema; empty if there are none."""
        return as_object(as_object(self.input).get("properties"))

    @property
    def required(self) -> tuple[str, ...]:
        """The required arguments, as far as they are strings."""
        return tuple(item for item in as_list(as_object(self.input).get("required")) if isinstance(item, str))

    @property
    def nodes(self) -> list[Node]:
        """Every schema in the input and the output, the roots first, each before its own subschemas."""
        if self._nodes is None:
            from .nodes import walk

            self._nodes = walk(self)
        return self._nodes

    @property
    def depth(self) -> int:
        """How many schemas stand above the deepest one of `nodes`."""
        if self._depth is None:
            self._depth = max([node.depth for node in self.nodes], default=0)
        return self._depth

    @property
    def texts(self) -> list[Text]:
        """Every text that a model reads of this tool."""
        if self._texts is None:
            from .nodes import collect_texts

            self._texts = collect_texts(self)
        return self._texts

    @property
    def prose(self) -> str:
        """All of `texts` in one string, a new line between two: what is not in it is in none of them."""
        if self._prose is None:
            self._prose = "\n".join([text.value for text in self.texts])
        return self._prose

    def root(self, slot: Slot = "input") -> Node | None:
        """Return the root node of the input or output schema, or None if there is none (absent, or no schema)."""
        return next((node for node in self.nodes if node.parent is None and node.slot == slot), None)

    def input_properties(self) -> Sequence[tuple[str, Node]]:
        """Return the top-level properties of the input with their schemas."""
        if self._inputs is None:
            self._inputs = [
                (node.property_name, node)
                for node in self.nodes
                if node.depth == 1 and node.slot == "input" and node.property_name is not None
            ]
        return self._inputs

    def pointer_to(self, field: str) -> str:
        """Return where one of `fields` stands, or would stand."""
        return self.entry_pointer + self.paths.get(field, f"/{field}")

    def at(self, *tokens: Token) -> str:
        """Return the pointer of a part of the tool (for fixes)."""
        return join(self.pointer, *tokens)

    def release(self) -> None:
        """Forget the nodes and texts; they are made anew when asked for."""
        self._nodes = None
        self._depth = None
        self._texts = None
        self._prose = None
        self._inputs = None

    def problem(
        self,
        message: str,
        *at: Token,
        key: bool = False,
        span: tuple[int, int] | None = None,
        help: str | None = None,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        fix: Fix | None = None,
    ) -> Problem:
        """Return a problem at a path from the tool's object; a part that is not there is placed at what is above it."""
        return Problem(
            message=message,
            document=self.file.document,
            pointer=join(self.pointer, *at),
            key=key,
            span=span,
            tool=self.catalog_name or None,
            base=self.pointer,
            help=help,
            severity=severity,
            confidence=confidence,
            fix=fix,
        )

    def schema_problem(self, message: str, *at: Token, slot: Slot = "input", fix: Fix | None = None) -> Problem:
        """Return a problem at a path from the input or output schema, wherever that stands."""
        pointer = self.input_pointer if slot == "input" else self.output_pointer
        return Problem(
            message=message,
            document=self.file.document,
            pointer=join(pointer, *at),
            tool=self.catalog_name or None,
            base=self.pointer,
            fix=fix,
        )
