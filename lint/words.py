"""Words in names: `getUserById`, `get_user_by_id` and `get.user.by.id` are the same four words."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .units import File, Tool

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set: a word list that reads as one."""
    return frozenset(text.split())


MUTATING_VERBS = word_set("""
    add append approve archive assign cancel close commit create delete destroy disable drop edit enable erase execute
    insert install kill merge modify move patch post publish purge push put reboot remove rename replace reset restart
    restore revoke rotate send set shutdown start stop submit terminate transfer uninstall unpublish update upload
    upsert wipe write
""")
"""First words of names whose tools change something."""

READING_VERBS = word_set("""
    check compare count describe diff explain export fetch find get inspect list lookup preview query read scan search
    show view
""")
"""First words of names whose tools only look."""

_VERBS = MUTATING_VERBS | READING_VERBS


@lru_cache(maxsize=16_384)
def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case: `HTTPServer_list-v2` → `http`, `server`, `list`, `v`, `2`."""
    return tuple(word.lower() for word in _WORDS.findall(name))


@lru_cache(maxsize=16_384)
def plain_name(name: str) -> str:
    """Return the words of a name in lower case and joined: `dryRun` and `dry_run` are both `dryrun`."""
    return "".join(name_words(name))


@lru_cache(maxsize=2)
def shared_prefixes(file: File) -> frozenset[str]:
    """Return the first words that the tools of a file carry as a prefix (`jira_…`): shared by three and by a fifth.

    A verb is none: in `get_merge_request` the second word says nothing.
    """
    first = Counter(words[0] for tool in file.tools if len(words := name_words(tool.name)) > 1)
    return frozenset(
        word for word, count in first.items() if count >= 3 and count * 5 >= len(file.tools) and word not in _VERBS
    )


def name_verb(tool: Tool, verbs: frozenset[str]) -> str | None:
    """Return the first word of a tool's name if it is one of `verbs`; a prefix that the file's tools share is skipped.

    Only the first word says what a tool does: `search_issues` and `actions_list` write nothing.
    """
    words = name_words(tool.name)
    if not words:
        return None
    if words[0] in verbs:
        return words[0]
    if len(words) > 1 and words[1] in verbs and words[0] in shared_prefixes(tool.file):
        return words[1]
    return None


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that `word` is a likely slip of (case and separators aside, or two letters off)."""
    from difflib import get_close_matches

    plain = {"".join(name_words(each)): each for each in known}
    found = get_close_matches("".join(name_words(word)), plain, n=1, cutoff=0.8)
    return plain[found[0]] if found else None
