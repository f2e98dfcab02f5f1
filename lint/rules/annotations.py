"""TA001–TA003, TA006, TA007: annotations as such, and marks that are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..edits import Fix, Insert, Rename, Replace
from ..examples import Example
from ..rule import Confidence, Problem, Rule, Safety, Severity
from ..words import name_verb, name_words, nearest, plain_name, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..units import File, Tool

HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
KNOWN = frozenset(("title", *HINTS))
ANNOTATED = ("mcp", "manifest")
"""The forms of a tool that have annotations."""

_SLIPS = {
    "readonly": "readOnlyHint",
    "destructive": "destructiveHint",
    "idempotent": "idempotentHint",
    "openworld": "openWorldHint",
}
"""What is written for a hint, in lower case and without separators."""

_MEANT = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""What texts mean that stand where a boolean belongs; `yes` without quotes is one in YAML 1.2."""

_SOURCE = "ToolAnnotations in the schema of MCP 2025-03-26 and every later version"


class AnnotationType(Rule):
    code = "TA001"
    name = "annotation-type"
    severity = Severity.ERROR
    fix = Safety.SAFE
    since = "2025-03-26"
    fields = ("annotations",)
    what = "A hint in `annotations` is no boolean, or the `title` there is no string."
    why = 'Clients that check what they read refuse the list, with every tool in it; others take `"false"` for true.'
    source = f"{_SOURCE}."
    help = "Write true or false, without quotation marks."
    bad = (
        Example(
            "annotations: {readOnlyHint: 'true'}",
            at="/annotations/readOnlyHint",
            fixed="annotations: {readOnlyHint: true}",
            also=("TA006", "TC"),
        ),
        Example(
            "annotations:\n  readOnlyHint: yes  # YAML 1.2 has true and false only",
            at="/annotations/readOnlyHint",
            fixed="annotations:\n  readOnlyHint: true  # YAML 1.2 has true and false only",
            also=("TA006", "TC"),
        ),
        Example(
            "annotations: {title: 3, readOnlyHint: true}",
            at="/annotations/title",
            also=("TC",),
            without=("title",),
        ),
    )
    good = (Example("annotations: {title: Get order, readOnlyHint: true}", also=("TC",)),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        annotations = tool.annotations
        if not annotations or tool.shape not in ANNOTATED:
            return
        for hint in HINTS:
            value = annotations.get(hint)
            if hint in annotations and not isinstance(value, bool):
                fix = None
                meant = _MEANT.get(value.lower()) if isinstance(value, str) else None
                if meant is not None:
                    fix = Fix.safe(f"write {str(meant).lower()}", Replace(tool.at("annotations", hint), meant))
                yield tool.problem(f"`{hint}` must be true or false", "annotations", hint, fix=fix)
        if "title" in annotations and not isinstance(annotations["title"], str):
            yield tool.problem("the title in the annotations must be a string", "annotations", "title")


class AnnotationUnknown(Rule):
    code = "TA002"
    name = "annotation-unknown"
    severity = Severity.WARNING
    fix = Safety.UNSAFE
    since = "2025-03-26"
    what = (
        "A key in `annotations` is neither `title` nor one of the four hints. One that looks like a hint is a warning "
        "on every tool; any other is an info, once a file."
    )
    why = "Clients pass over it: a `readOnly` that was meant to spare the user a question has no effect."
    source = f"{_SOURCE}; data of one's own belongs into `_meta`."
    help = "Use the hint's own name; put data of your own into `_meta`."
    bad = (
        Example(
            "annotations: {readOnly: true}",
            at="/annotations/readOnly",
            key=True,
            fixed="annotations: {readOnlyHint: true}",
            also=("TA006", "TC"),
        ),
        Example(
            "annotations: {readOnlyHint: true, category: shop}",
            at="/annotations/category",
            key=True,
            also=("TC",),
        ),
    )
    good = (Example("annotations: {readOnlyHint: true}", also=("TC",)),)

    def check_file(self, file: File) -> Iterator[Problem]:
        seen: dict[str, list[Tool]] = {}
        for tool in file.tools:
            if not tool.annotations or tool.shape not in ANNOTATED:
                continue
            for key in tool.annotations:
                if key in KNOWN:
                    continue
                meant = _SLIPS.get(plain_name(key).removesuffix("hint")) or nearest(key, KNOWN)
                if meant is None:
                    seen.setdefault(key, []).append(tool)
                    continue
                fix = None
                if meant not in tool.annotations and isinstance(tool.annotations[key], bool if meant in HINTS else str):
                    fix = Fix.unsafe(f"rename it to {meant}", Rename(tool.at("annotations", key), meant))
                message = f"`{key}` is no annotation: did you mean `{meant}`?"
                yield tool.problem(message, "annotations", key, key=True, fix=fix)
        for key, tools in seen.items():
            more = f" ({len(tools)} tools have it)" if len(tools) > 1 else ""
            yield tools[0].problem(
                f"`{key}` is no annotation that clients know{more}",
                "annotations",
                key,
                key=True,
                severity=Severity.INFO,
            )


class ReadOnlyContradiction(Rule):
    code = "TA003"
    name = "read-only-contradiction"
    severity = Severity.ERROR
    since = "2025-03-26"
    fields = ("annotations",)
    what = "`readOnlyHint` and `destructiveHint` are both true."
    why = "The tool changes nothing and destroys: clients decide by the one they read first, so nobody knows what asks."
    source = f"{_SOURCE}: `destructiveHint` means something only where the tool is not read-only."
    help = "Remove the one that is wrong."
    bad = (
        Example(
            "annotations: {readOnlyHint: true, destructiveHint: true}",
            at="/annotations/destructiveHint",
            also=("TC", "TA009"),
        ),
    )
    good = (Example("annotations: {readOnlyHint: true, destructiveHint: false}", also=("TC",)),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        hints = tool.annotations
        if hints and hints.get("readOnlyHint") is True and hints.get("destructiveHint") is True:
            yield tool.problem("the tool is marked read-only and destructive", "annotations", "destructiveHint")


_READING = word_set("get list search read find describe count lookup show fetch view")
_ALSO = word_set("or and")
"""`get_or_create`: the second verb decides."""


class ReadToolUnmarked(Rule):
    code = "TA006"
    name = "read-tool-unmarked"
    severity = Severity.INFO
    confidence = Confidence.MEDIUM
    fix = Safety.UNSAFE
    fold = 3
    since = "2025-03-26"
    what = "A tool whose name begins with get, list, search, read … says nothing of `readOnlyHint`."
    why = "The default is false: clients ask the user before every call, and plan modes leave the tool out."
    source = f"{_SOURCE} (defaults); rhwp issue 4225 (needless questions), grafana/mcp-grafana issue 1009."
    help = "Add `readOnlyHint: true` if the tool changes nothing."
    bad = (
        Example(
            "name: get_order",
            at="",
            without=("annotations",),
            fixed="name: get_order\nannotations: {readOnlyHint: true}",
            also=("TC",),
        ),
        Example(
            "name: get_order\nannotations: {openWorldHint: false}",
            at="/annotations",
            fixed="name: get_order\nannotations: {openWorldHint: false, readOnlyHint: true}",
            also=("TC",),
        ),
    )
    good = (
        Example("name: get_order\nannotations: {readOnlyHint: false}", also=("TC",)),
        Example("name: get_or_create_order", without=("annotations",), also=("TC",)),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        # A package description lists names without schemas, and has no place for annotations.
        if tool.has_input and tool.shape in ANNOTATED and self._is_unmarked(tool):
            path, edit = ("annotations",), Insert(tool.at("annotations", "readOnlyHint"), True)
            if not tool.annotations:
                path, edit = (), Insert(tool.at("annotations"), {"readOnlyHint": True})
            message = f"`{tool.name}` only reads, as its name says, and is not marked read-only"
            yield tool.problem(message, *path, fix=Fix.unsafe("add `readOnlyHint: true`", edit))

    @staticmethod
    def _is_unmarked(tool: Tool) -> bool:
        if "readOnlyHint" in tool.annotations or ("annotations" in tool.raw and not tool.annotations):
            return False
        if any(_SLIPS.get(key.lower()) for key in tool.annotations):
            return False
        return name_verb(tool, _READING) is not None and _ALSO.isdisjoint(name_words(tool.name))


_ADDRESS = word_set("url uri host hostname domain website endpoint")


class OpenWorldGuess(Rule):
    code = "TA007"
    name = "open-world-guess"
    severity = Severity.INFO
    confidence = Confidence.LOW
    off = True
    since = "2025-03-26"
    fields = ("annotations",)
    what = "A tool with `openWorldHint: false` has a parameter for an address (`url`, `host` …)."
    why = "What the model gets back may come from anywhere, and the client was told that it does not."
    source = f"{_SOURCE}; off because an address may be one of the own network."
    help = "Set `openWorldHint: true`, or say in the description which hosts the tool reaches."
    bad = (
        Example(
            "annotations: {readOnlyHint: true, openWorldHint: false}\ninputSchema:\n  type: object\n"
            "  additionalProperties: false\n  properties:\n"
            "    url: {type: string, format: uri, maxLength: 400, description: The page to look at.}\n",
            at="/annotations/openWorldHint",
            also=("TC",),
        ),
    )
    good = (Example("annotations: {readOnlyHint: true, openWorldHint: true}", also=("TC",)),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.annotations.get("openWorldHint") is not False:
            return
        for name in tool.properties:
            if plain_name(name) in _ADDRESS:
                message = f"the tool takes any address (`{name}`), and `openWorldHint` is false"
                yield tool.problem(message, "annotations", "openWorldHint")
                return
