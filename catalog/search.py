"""Search: the tools that a query in plain words is about, the best first (BM25 by tantivy).

Names weigh three times as much as descriptions, keywords twice. `createIssue`, `create_issue` and `create-issue` are
the same words, and words of one stem meet (`repository`, `repositories`). Schemas are not searched: the names of
arguments are alike in many tools and would drown what a tool is for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from .findings import ToolcatError
from .spec import ToolSpec

WEIGHTS = {"name": 3.0, "keywords": 2.0, "description": 1.0}
DEFAULT_LIMIT = 10

MAX_WORDS = 1_000
"""A query of more words is cut: whoever searches with a whole document means its beginning."""

_CHUNK = re.compile(r"[^\W_]+")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")


class Detail(StrEnum):
    """How much of each hit is given: its name; name and advertised line; the whole definition."""

    NAME = "name"
    NAME_DESC = "name_desc"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Hit:
    """A tool that was found, and its score: higher is better, and only comparable within one search."""

    spec: ToolSpec
    score: float

    def listed(self, detail: Detail) -> dict[str, object]:
        """Return the hit as JSON shows it."""
        score = round(self.score, 4)
        if detail is Detail.FULL:
            return {**self.spec.to_mcp(), "score": score}
        out: dict[str, object] = {"name": self.spec.name, "score": score}
        if detail is Detail.NAME_DESC:
            out["description"] = self.spec.first_line
        return out


def split_words(text: str) -> list[str]:
    """Return the words of a text or an identifier, in lower case.

    camelCase, snake_case and kebab-case are split; of a word that was split at its capitals, neighbours are given
    joined, too (`GitHub`: git, hub, github), so that both spellings meet. Scripts that put no spaces between words
    are split into characters; what Unicode spells in two ways (an accent on its own, wide letters) is one.
    """
    out: list[str] = []
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    for chunk in _CHUNK.findall(text):
        out += _IDEOGRAPHS.findall(chunk)
        parts = [part.lower() for part in _parts(_IDEOGRAPHS.sub(" ", chunk))]
        out += parts
        out += map("".join, pairwise(parts))
    return out


def _parts(chunk: str) -> list[str]:
    """Split at capitals and digits; outside ASCII only where a small letter meets a capital."""
    if chunk.isascii():
        return _PART.findall(chunk)
    out = [""]
    for character in chunk:
        if character.isspace() or (character.isupper() and out[-1][-1:].islower()):
            out.append("")
        out[-1] += character.strip()
    return [part for part in out if part]


def search(specs: Sequence[ToolSpec], query: str, *, limit: int | None = DEFAULT_LIMIT) -> list[Hit]:
    """Return the specs that a query is about, the best first, equally good ones by name; at most `limit` (None: all).

    Only `specs` are searched: filter them before, so that a filter never eats into the limit. A query without any
    word finds nothing. Raises ToolcatError for a blank query, and for a limit below one.
    """
    if not query.strip():
        raise ToolcatError("the query is blank", hint="Write a few words that say what the tool should do.")
    if limit is not None and limit < 1:
        raise ToolcatError(f"the limit is {limit}", hint="Write a number from 1.")
    words = split_words(query)[:MAX_WORDS]
    if not words or not specs:
        return []
    ordered = sorted(specs, key=lambda spec: spec.name)
    hits = [Hit(ordered[number], score) for number, score in _scores(ordered, words)]
    hits.sort(key=lambda hit: (-hit.score, hit.spec.name))
    return hits[:limit]


def _scores(specs: Sequence[ToolSpec], words: Sequence[str]) -> list[tuple[int, float]]:
    """Return place and score of every spec in which any of the words stands."""
    from tantivy import Document, Index, SchemaBuilder

    builder = SchemaBuilder()
    for field in WEIGHTS:
        builder.add_text_field(field, tokenizer_name="en_stem")
    builder.add_unsigned_field("number", stored=True)
    index = Index(builder.build())
    writer = index.writer(heap_size=64 << 20, num_threads=1)
    for number, spec in enumerate(specs):
        fields = {field: " ".join(split_words(text)) for field, text in _texts(spec).items()}
        writer.add_document(Document(number=number, **fields))
    writer.commit()
    index.reload()
    query, _ = index.parse_query_lenient(" ".join(words), default_field_names=list(WEIGHTS), field_boosts=WEIGHTS)
    searcher = index.searcher()
    found: list[tuple[int, float]] = []
    for score, address in searcher.search(query, limit=len(specs)).hits:
        number = searcher.doc(address).get_first("number")
        assert isinstance(number, int)
        assert isinstance(score, float)
        found.append((number, score))
    return found


def _texts(spec: ToolSpec) -> dict[str, str]:
    return {
        "name": f"{spec.server or ''} {spec.tool}",
        "keywords": " ".join((*spec.keywords, spec.category or "")),
        "description": f"{spec.title or ''} {spec.summary or ''} {spec.description}",
    }
