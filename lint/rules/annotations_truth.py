"""TA004, TA005, TA008, TA009: annotations that say something else than the tool's name, schema or catalog entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..edits import Fix, Remove
from ..examples import Example
from ..rule import Confidence, Problem, Rule, Safety, Severity
from ..units import as_list
from ..words import READING_VERBS, name_verb, name_words, plain_name, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Tool

_SOURCE = "ToolAnnotations in the schema of MCP 2025-03-26 and every later version"

_WRITING = word_set("""
    create update delete remove set write send merge move rename push drop insert kill reset revoke upload install
    uninstall destroy purge wipe erase deploy publish upsert edit modify
""")
"""First words that change something; `add` is missing, since calculators have it."""

_HARMLESS = word_set("""
    background duplicate duplicates noise outliers punctuation silence spaces stopwords vocals watermark whitespace
""")
"""What is removed from a copy: `remove_background` destroys nothing."""


class ReadOnlyButWrites(Rule):
    code = "TA004"
    name = "read-only-but-writes"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    since = "2025-03-26"
    fields = ("annotations", "scope")
    what = (
        "A tool marked read-only (by its hint, or by the `scope` of its `.meta` file) has a name that begins with a "
        "verb of change (create, delete, send …; a prefix that the tools of the file share is skipped). Only that word "
        "counts, not the description."
    )
    why = "Clients run read-only tools without asking, and plan modes allow them."
    source = f"{_SOURCE}; s-morgan-jeffries/apple-mail-fast-mcp issue 444: nothing checks hints against behaviour."
    help = "Set `readOnlyHint: false`, or give the tool a name that says what it reads."
    bad = (
        Example(
            "name: delete_order\nannotations: {readOnlyHint: true}",
            at="/annotations/readOnlyHint",
            also=("TC", "TD"),
        ),
        Example(
            '{"description": "Delete a file by its name. Use it with care.", "cmd": "true", "scope": "read"}',
            at="/scope",
            wrap=None,
            file="delete_file.meta",
            also=("TD", "TQ", "TC", "TJ"),
        ),
    )
    good = (
        Example("name: search_updates\nannotations: {readOnlyHint: true}", also=("TC", "TD")),
        Example("name: delete_order\nannotations: {readOnlyHint: false}", also=("TC", "TD")),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        is_scope = tool.shape == "meta" and tool.raw.get("scope") == "read"
        if is_scope or tool.annotations.get("readOnlyHint") is True:
            verb = name_verb(tool, _WRITING)
            if verb is not None and _HARMLESS.isdisjoint(name_words(tool.name)):
                message = f"`{tool.name}` is marked read-only, and its name says {verb}"
                yield tool.problem(message, *(("scope",) if is_scope else ("annotations", "readOnlyHint")))


_DESTROYING = word_set("delete remove drop destroy purge wipe revoke reset erase kill uninstall truncate")


class DestructiveNotMarked(Rule):
    code = "TA005"
    name = "destructive-not-marked"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    fix = Safety.UNSAFE
    since = "2025-03-26"
    fields = ("annotations",)
    what = (
        "A tool whose name begins with delete, remove, drop, destroy, purge, wipe, revoke, reset … says that it is not "
        "destructive. Saying nothing is fine: the default is true."
    )
    why = "Clients take away what protects the user: no question before the call, or a milder one."
    source = f"{_SOURCE} (`destructiveHint` is true unless said otherwise)."
    help = "Remove `destructiveHint`, or set it to true."
    bad = (
        Example(
            "name: delete_order\nannotations: {readOnlyHint: false, destructiveHint: false}",
            at="/annotations/destructiveHint",
            fixed="name: delete_order\nannotations: {readOnlyHint: false}",
            also=("TC", "TD"),
        ),
    )
    good = (
        Example("name: delete_order\nannotations: {readOnlyHint: false}", also=("TC", "TD")),
        Example("name: add_order\nannotations: {readOnlyHint: false, destructiveHint: false}", also=("TC", "TD")),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        hints = tool.annotations
        if hints.get("destructiveHint") is False and hints.get("readOnlyHint") is not True:
            verb = name_verb(tool, _DESTROYING)
            if verb is not None and _HARMLESS.isdisjoint(name_words(tool.name)):
                fix = Fix.unsafe("remove it: the default is true", Remove(tool.at("annotations", "destructiveHint")))
                message = f"`{tool.name}` is marked not destructive, and its name says {verb}"
                yield tool.problem(message, "annotations", "destructiveHint", fix=fix)


_SWITCHES = word_set("overwrite delete remove purge dryrun isdryrun dorun commit apply save writefile inplace")
_DRY = word_set("dryrun isdryrun dorun")
_TRYING = word_set("validate check lint preview plan simulate test verify estimate")
"""A tool of such a name changes nothing either way: its dry run is a deeper or a lighter look."""

_SELECTORS = word_set("method action operation op mode command verb httpmethod requestmethod")
_CHANGES = word_set("""
    create update delete remove write insert drop put post patch merge replace rename move send add set edit purge
""")


class ConditionalReadOnly(Rule):
    code = "TA009"
    name = "conditional-read-only"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    since = "2025-03-26"
    fields = ("annotations",)
    what = (
        "A tool marked read-only has a parameter that makes it write: a boolean `overwrite`, `delete`, `dry_run` …, or "
        "a `method` or `action` whose values mix reading and changing."
    )
    why = "The mark holds for some calls only, and clients decide by the mark."
    source = f"{_SOURCE}; the hints are about the tool, not about one call of it."
    help = "Split the tool in two, or set `readOnlyHint: false`."
    bad = (
        Example(
            "annotations: {readOnlyHint: true}\ninputSchema:\n  type: object\n  additionalProperties: false\n"
            "  properties:\n    action: {type: string, enum: [get, delete], description: What to do with the order.}\n",
            at="/inputSchema/properties/action",
            also=("TC", "TQ"),
        ),
        Example(
            "annotations: {readOnlyHint: true}\ninputSchema:\n  type: object\n  additionalProperties: false\n"
            "  properties:\n    overwrite: {type: boolean, description: Whether to replace an older copy.}\n",
            at="/inputSchema/properties/overwrite",
            also=("TC", "TQ"),
        ),
    )
    good = (
        Example(
            "annotations: {readOnlyHint: true}\ninputSchema:\n  type: object\n  additionalProperties: false\n"
            "  properties:\n    action: {type: string, enum: [get, list], description: What to do with the order.}\n",
            also=("TC", "TQ"),
        ),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.annotations.get("readOnlyHint") is not True:
            return
        for name in tool.properties:
            plain = plain_name(name)
            if plain not in _SWITCHES and plain not in _SELECTORS:
                continue
            node = next((node for known, node in tool.input_properties() if known == name), None)
            if node is not None:
                yield from self._check(name, plain, node)

    @staticmethod
    def _check(name: str, plain: str, node: Node) -> Iterator[Problem]:
        if plain in _SWITCHES and node.types == ("boolean",):
            if plain in _DRY and not _TRYING.isdisjoint(name_words(node.tool.name)):
                return
            yield node.problem(f"the tool is marked read-only, and `{name}` makes it write")
        elif plain in _SELECTORS:
            values = [value for value in as_list(node.schema.get("enum")) if isinstance(value, str)]
            changing = [value for value in values if _first(value) in _CHANGES]
            # In `action: assigned | mentioned | merge_removed` the values are what happened, not what to do.
            verbs = len(changing) + sum(_first(value) in READING_VERBS for value in values)
            if changing and verbs * 2 > len(values):
                yield node.problem(f"the tool is marked read-only, and `{name}` can be {changing[0]!r}")


def _first(value: str) -> str:
    return (name_words(value) or ("",))[0]


class ManifestEffectDrift(Rule):
    code = "TA008"
    name = "manifest-effect-drift"
    severity = Severity.ERROR
    what = (
        "A manifest's tool is for plan mode only (`planOnly`), and marked destructive. What a config's override "
        "says of `readOnly` is no contradiction: it is there to know better than the server."
    )
    why = (
        "Plan mode promises that nothing is changed, and offers just this tool; clients that go by the hint refuse it."
    )
    source = "The modes of this catalog; s-morgan-jeffries/apple-mail-fast-mcp issue 444 on effects and hints."
    help = "Make them agree: leave `planOnly` out, or correct the hint."
    bad = (
        Example(
            "planOnly: true\nannotations: {readOnlyHint: false, destructiveHint: true}",
            at="/annotations/destructiveHint",
            also=("TC", "TD", "TA"),
        ),
    )
    good = (Example("planOnly: true\nannotations: {readOnlyHint: true}", also=("TC", "TD", "TA")),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.raw.get("planOnly") is not True:
            return
        if tool.annotations.get("destructiveHint") is True and tool.annotations.get("readOnlyHint") is not True:
            message = f"`{tool.name}` is for plan mode only, and marked destructive"
            yield tool.problem(message, "annotations", "destructiveHint")
