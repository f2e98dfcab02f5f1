"""TU005 and TU006: descriptions that are nearly equal, and ones that name tools that are not there."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from ..examples import Example
from ..patterns import later
from ..rule import Confidence, Problem, Rule, Severity
from ..words import MUTATING_VERBS, READING_VERBS, name_words, shared_prefixes, word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..context import Context
    from ..nodes import Node
    from ..units import File, Tool

_NOISE = ("TC", "TQ", "TA", "TD")
_WORD = later(r"\w+")
_SHARE = 0.8


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    """Return the pairs of neighbouring words of a text."""
    words = _WORD.findall(text.lower())
    return frozenset(pairwise(words))


class NearDuplicate(Rule):
    code = "TU005"
    name = "near-duplicate"
    severity = Severity.INFO
    confidence = Confidence.MEDIUM
    off = True
    what = (
        "Descriptions of two tools of one server share four fifths of their pairs of neighbouring words (Jaccard "
        "≥ 0.8) and are not equal."
    )
    why = "A model that reads both sees one tool twice, and chooses by chance."
    source = "mcplint compares so; off because families of tools are often worded alike."
    help = "Begin each with what sets it apart."
    bad = (
        Example(
            "tools:\n- name: get_order\n  description: Return one order of the shop with its lines and its sum in "
            "cents, for people who know its number.\n  inputSchema: {type: object, additionalProperties: false}\n"
            "- name: read_order\n  description: Return one order of the shop with its lines and its sum in cents, for "
            "people who know its date.\n  inputSchema: {type: object, additionalProperties: false}\n",
            at="/tools/1/description",
            wrap=None,
            also=_NOISE,
        ),
    )
    good = (
        Example(
            "tools:\n- name: get_order\n  description: Return one order of the shop with its lines.\n"
            "  inputSchema: {type: object, additionalProperties: false}\n"
            "- name: get_parcel\n  description: Show where a parcel is on its way.\n"
            "  inputSchema: {type: object, additionalProperties: false}\n",
            wrap=None,
            also=_NOISE,
        ),
    )

    def check_file(self, file: File) -> Iterator[Problem]:
        by_server: dict[str | None, list[tuple[Tool, frozenset[tuple[str, str]]]]] = {}
        for tool in file.tools:
            pairs = _pairs(tool.description)
            if len(pairs) >= 6:
                by_server.setdefault(tool.server, []).append((tool, pairs))
        for entries in by_server.values():
            yield from self._compare(entries)

    @staticmethod
    def _compare(entries: list[tuple[Tool, frozenset[tuple[str, str]]]]) -> Iterator[Problem]:
        # Two sets that share four fifths have one of the rarest fifth of either in common: only those are indexed.
        counts = Counter(pair for _, pairs in entries for pair in pairs)
        index: dict[tuple[str, str], list[int]] = {}
        for place, (tool, pairs) in enumerate(entries):
            rarest = sorted(pairs, key=lambda pair: (counts[pair], pair))[: len(pairs) - ceil(len(pairs) * _SHARE) + 1]
            near = {other for pair in rarest for other in index.get(pair, ())}
            for pair in rarest:
                index.setdefault(pair, []).append(place)
            for other in sorted(near):
                first, known = entries[other]
                share = len(pairs & known) / len(pairs | known)
                if share >= _SHARE and " ".join(first.description.split()) != " ".join(tool.description.split()):
                    message = f"`{tool.name}` is described nearly like `{first.name}` ({share:.0%} of the words' pairs)"
                    yield tool.problem(message, "description")
                    break


_LEADING = later(
    r"\b(?:call|calls|calling|use|uses|using|used|with|via|run|running|see|from|invoke|invoking|before|after|first|"
    r"then|triggers?|tools?|than|of)\s+(?:the\s+)?$",
    re.I,
)
_EXTENSIONS = word_set("json md yaml yml toml txt py js ts csv html sh")


class DescriptionNamesMissingTool(Rule):
    code = "TU006"
    name = "description-names-missing-tool"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    keywords = ("properties", "enum")
    what = (
        "A description names something in the way of this file's tools (`get_…` where others begin with `get_`), in "
        "backticks or behind a word such as call, use or see, and no tool, parameter or value of the run is called so."
    )
    why = "The model calls a tool that is not there, often one that was renamed."
    source = "dcc-mcp-core issue 859."
    help = "Name a tool that exists, or leave the name out."
    bad = (
        Example(
            "tools:\n- name: get_order\n  description: Return one order of the shop. Use it with a number that "
            "`get_numbers` gave.\n  inputSchema: {type: object, additionalProperties: false}\n"
            "- name: get_parcel\n  description: Return one parcel on its way. Use it to see where it is.\n"
            "  inputSchema: {type: object, additionalProperties: false}\n",
            at="/tools/0/description",
            wrap=None,
            also=_NOISE,
        ),
    )
    good = (
        Example(
            "tools:\n- name: get_order\n  description: Return one order of the shop. Use it with a number that "
            "`get_parcel` gave, or with `order_number`.\n"
            "  inputSchema: {type: object, additionalProperties: false}\n"
            "- name: get_parcel\n  description: Return one parcel on its way. Use it to see where it is.\n"
            "  inputSchema: {type: object, additionalProperties: false}\n",
            wrap=None,
            also=_NOISE,
        ),
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._vocabularies: dict[int, set[str]] = {}

    def check_node(self, node: Node) -> Iterable[Problem]:
        # To look for the words later would be a second walk over all schemas, or a search of the text for each name.
        known = self._vocabularies.setdefault(id(node.tool.file), set())
        known.update(node.members("properties"))
        known.update([value for value in node.items("enum") if isinstance(value, str)])
        return ()

    def check_catalog(self, files: Sequence[File]) -> Iterator[Problem]:
        names = {tool.name for file in files for tool in file.tools}
        for file in files:
            starts = {words[0] for tool in file.tools if len(words := name_words(tool.name)) > 1}
            starts = {word for word in starts if word in _SAID or word in shared_prefixes(file)}
            if not starts:
                continue
            begun = [f"{word}{joint}" for word in starts for joint in "_-"]
            joined = "|".join(sorted(map(re.escape, starts), key=len, reverse=True))
            mention = re.compile(rf"(?<![\w./:$@-])(?:{joined})(?:[_-][A-Za-z0-9]+)+(?![\w=./-])")
            found = [
                (tool, match)
                for tool in file.tools
                if any(map(tool.description.__contains__, begun))
                for match in mention.finditer(tool.description)
                if match[0] not in names and self._is_mention(tool.description, match)
            ]
            if found:
                yield from self._report(found, self._vocabularies.get(id(file), set()))

    @staticmethod
    def _is_mention(text: str, match: re.Match[str]) -> bool:
        before, after = text[: match.start()], text[match.end() : match.end() + 1]
        if before[-1:] in ("'", '"') or after in ("'", '"', ":", "="):
            return False
        # A hyphen joins ordinary words, too (read-only), so that such a name must stand in backticks.
        in_code = before.endswith("`") and after == "`"
        return in_code or ("-" not in match[0] and _LEADING.search(before[-24:]) is not None)

    @staticmethod
    def _report(found: list[tuple[Tool, re.Match[str]]], known: set[str]) -> Iterator[Problem]:
        seen: set[tuple[str, str]] = set()
        for tool, match in found:
            name = match[0]
            if name in known or (tool.name, name) in seen or name.rsplit("_", 1)[-1] in _EXTENSIONS:
                continue
            seen.add((tool.name, name))
            yield tool.problem(f"names `{name}`, which is no tool here", "description", span=match.span())


_SAID = MUTATING_VERBS | READING_VERBS | {"use"}
