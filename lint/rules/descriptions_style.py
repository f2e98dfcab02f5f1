"""TD003, TD004, TD008, TD009, TD012: what descriptions leave out, and markup in them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ..edits import Fix, Replace
from ..english import is_english, stems, words_of
from ..examples import Example
from ..patterns import later
from ..rule import Confidence, Problem, Rule, Safety, Severity
from ..words import MUTATING_VERBS, name_verb, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Text
    from ..units import Tool

_PAPER = "arXiv 2602.14878 (smells in the descriptions of 856 tools)"
_USAGE = later(
    r"\b(?:use(?:d|ful)?\s+(?:this|it|when|for|to|after|before|if|only|instead)|when|whenever|before|after|instead of|"
    r"only if|do not use|don't use|prefer|call this|first)\b",
    re.IGNORECASE,
)
_LIMITS = later(
    r"\b(?:does not|doesn't|do not|don't|cannot|can't|only|limit\w*|max\w*|at most|up to|requires?|not|no|never|"
    r"without|must|fails?|unless|except)\b",
    re.IGNORECASE,
)


class NoUsageGuidance(Rule):
    code = "TD003"
    name = "no-usage-guidance"
    severity = Severity.INFO
    confidence = Confidence.LOW
    off = True
    profiles = ("docs",)
    what = "The description of a tool has none of the phrases that say when to use it (use when, before, instead of …)."
    why = "Beside similar tools a model chooses by chance."
    source = f"{_PAPER}: missing usage guidelines. Off: full descriptions also cost steps."
    help = "Add a sentence: use it when …, instead of …"
    bad = (Example("description: Return one order of the shop with all its lines.", at="/description"),)
    good = (Example("description: Return one order of the shop. Use it for a number you know."),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        text = tool.description
        if text.strip() and is_english(text) and not _USAGE.search(text):
            yield tool.problem("the description does not say when to use the tool", "description")


class NoLimits(Rule):
    code = "TD004"
    name = "no-limits"
    severity = Severity.INFO
    confidence = Confidence.LOW
    off = True
    what = "The description of a tool has no word that states a limit (does not, cannot, only, at most, requires …)."
    why = "A model finds out what a tool cannot do by failing."
    source = f"{_PAPER}: unstated limitations. Off: most good tools have none to state."
    help = "Say what the tool does not do, and what it needs."
    bad = (
        Example(
            "description: Return one order of the shop with its lines. Use it for known numbers.", at="/description"
        ),
    )
    good = (Example("description: Return one order of the shop. It does not return its bills."),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        text = tool.description
        if text.strip() and is_english(text) and not _LIMITS.search(text):
            yield tool.problem("the description states no limit", "description")


_TAG = later(
    r"</?(?:p|br|b|i|u|em|strong|small|sup|sub|ul|ol|li|dl|dt|dd|div|span|h[1-6]|table|thead|tbody|tr|td|th|font|"
    r"center|hr)(?:\s+[a-z-]+=(?:\"[^\"<>]*\"|'[^'<>]*'))*\s*/?>",
    re.IGNORECASE,
)
_MARKUP = later(
    r"(?P<heading>^[ ]{0,3}\#{1,6}[ ]+\S)|(?P<table>^\|.*\|[ \t]*\n[ ]{0,3}\|[ :|-]+\|)", re.MULTILINE | re.VERBOSE
)
_QUOTED = later(r"```.*?```|`[^`\n]*`|\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'", re.DOTALL)
_ABOUT_MARKUP = later(r"\b(?:html|xml|tags?|markup|markdown|rich text|adf|svg|jsx)\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _markup(text: str) -> tuple[str, tuple[int, int]] | None:
    """Return what markup a text has outside of quotes and code, and where."""
    bare = _QUOTED.sub(lambda found: " " * len(found[0]), text)
    found = _TAG.search(bare)
    if found is not None and not _ABOUT_MARKUP.search(text):
        return "an HTML tag", found.span()
    found = _MARKUP.search(bare)
    if found is not None:
        return ("a Markdown heading" if found["heading"] else "a Markdown table"), found.span()
    return None


class MarkupLeak(Rule):
    code = "TD008"
    name = "markup-leak"
    severity = Severity.INFO
    fix = Safety.SAFE
    fold = 3
    needles = ("<", "#", "|")
    what = (
        "A description has HTML tags for layout (`<p>`, `<br>`, `<b>` …), a Markdown heading or a Markdown table. "
        "Code, quotations and texts about HTML are passed over; emphasis and lists are fine. Tags are mended."
    )
    why = "Models pay for it and clients show it as it stands; it is mostly documentation that was pasted."
    source = "agent-friend flags all Markdown, which is too strict: models read lists well."
    help = "Write plain sentences and short lists."
    bad = (
        Example(
            "description: Return one <b>order</b> of the shop. Use it when you know its number.",
            at="/description",
            fixed="description: Return one order of the shop. Use it when you know its number.",
        ),
        Example(
            'description: "# Orders\\n\\nReturn one order of the shop. Use it when you know its number."',
            at="/description",
            also=("TD002",),
        ),
    )
    good = (Example("description: Return one **order** of the shop as HTML with `<b>` tags. Use it for mails."),)

    def check_text(self, text: Text) -> Iterator[Problem]:
        if text.kind not in ("description", "schema-description"):
            return
        value = text.value
        if "<" not in value and "#" not in value and "|" not in value:
            return
        found = _markup(value)
        if found is None:
            return
        what, span = found
        fix = None
        if what == "an HTML tag" and "`" not in value and not _QUOTED.search(value):
            plain = re.sub(r"[ \t]{2,}", " ", _TAG.sub(_instead, value)).strip()
            fix = Fix.safe("take the tags out", Replace(text.pointer, plain)) if plain else None
        yield text.problem(f"the description has {what}", span=span, fix=fix)


_BREAKS = later(r"</?(?:p|br|div|li|ul|ol|tr|table|h[1-6]|hr|dt|dd)\b", re.IGNORECASE)


def _instead(found: re.Match[str]) -> str:
    return " " if _BREAKS.match(found[0]) else ""


class EndsAbruptly(Rule):
    code = "TD009"
    name = "ends-abruptly"
    severity = Severity.INFO
    confidence = Confidence.LOW
    off = True
    what = "The description of a tool has more than 80 characters and does not end like a sentence."
    why = "It may have been cut off: by a limit, or in YAML at ` #`."
    source = "Peers have the check, with many false hits: off."
    help = "End the sentence."
    bad = (
        Example(
            "description: Return one order of the shop with its lines, use it when you know its number and not its",
            at="/description",
        ),
    )
    good = (Example("description: Return one order of the shop. Use it when you know its number."),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        text = tool.description.rstrip()
        if len(text) > 80 and text[-1] not in ".!?:;)]}>`\"'\u2026\u201d\u3002*|" and not text.startswith(("-", "*")):
            yield tool.problem("the description does not end like a sentence", "description")


_EFFECTS = MUTATING_VERBS | word_set("""
    accept activate adjust allow apply attach book build change clear clone commit complete configure connect
    convert copy deactivate define deploy detach disconnect dismiss draft duplicate end enter fill finish force fork
    free generate give grant import initiate inject invite issue kick launch link load lock make manage mark migrate
    mint mount mute new open order pay perform persist pin place press process produce promote provision pull queue
    raise react rebase record recover redirect refund register reject release reload reply report request resize
    resolve respond resume retry return reverse revert roll rollback run save scale schedule share sign skip sleep
    spawn split stage store subscribe suspend swap switch sync tag terminate toggle transform transition trigger
    turn type undo unlock unset use
    """)


class SideEffectUnstated(Rule):
    code = "TD012"
    name = "side-effect-unstated"
    severity = Severity.INFO
    confidence = Confidence.LOW
    what = (
        "The name of a tool begins with a verb of change (create, delete, send …), and its description has no verb of "
        "change in any form."
    )
    why = "A model (and a person who is asked to allow it) does not learn that something is changed."
    source = "mcp-tool-card-linter 1.0.0 has the check, with 57 hits on GitHub's list that are nearly all noise."
    help = "Say what is changed, and whether it can be undone."
    bad = (
        Example(
            "name: delete_order\ndescription: The number in the shop, with a total and several lines.\n"
            "annotations: {readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false}",
            at="/description",
            also=("TC", "TD002", "TQ"),
        ),
    )
    good = (
        Example(
            "name: delete_order\ndescription: Removes one order of the shop. Use it when nobody has paid for it.\n"
            "annotations: {readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false}",
            also=("TC",),
        ),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        verb = name_verb(tool, MUTATING_VERBS)
        text = tool.description
        if verb is None or not text.strip() or not is_english(text) or tool.annotations.get("readOnlyHint") is True:
            return
        if not any(not _EFFECTS.isdisjoint(stems(word)) for word in words_of(text)):
            yield tool.problem(f"the name says {verb}, the description says of no change", "description")
