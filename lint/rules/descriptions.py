"""TD001, TD002, TD006, TD007: descriptions that are missing, say nothing, are too long, or were never written."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from ..english import begins_with_order, first_sentence, is_english, is_verb, words_of
from ..examples import Example
from ..patterns import later
from ..rule import Confidence, Problem, Rule, Severity
from ..words import name_words, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Text
    from ..units import Tool

_PAPER = "arXiv 2602.14878 (smells in the descriptions of 856 tools of 103 servers)"


class DescriptionMissing(Rule):
    code = "TD001"
    name = "description-missing"
    severity = Severity.WARNING
    worst = Severity.ERROR
    fold = 3
    what = (
        "A tool has no description, or a blank one: an error in our manifests, a warning in lists of other origin, "
        "where the field is optional. (`.meta` files: M003.)"
    )
    why = "The description is what a model chooses by; Bedrock refuses an empty one."
    source = "`Tool.description` in the schemas of MCP (optional); the vendors' guides to tool use."
    help = "Say what the tool does, and when to use it."
    bad = (
        Example("description: ''", at="/description", note="An error: this is a manifest if it has a catalog field."),
        Example("gate: shop", without=("description",)),
    )
    good = (Example("description: Return one order of the shop. Use it when you know its number."),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        value = tool.raw.get("description")
        if tool.shape == "meta" or (value is not None and not isinstance(value, str)) or (value and value.strip()):
            return
        severity = Severity.ERROR if tool.shape == "manifest" else None
        message = "the tool has no description" if value is None else "the description is blank"
        yield tool.problem(message, *(() if value is None else ("description",)), severity=severity)


_EMPTY = word_set("the a an of for to in on with and or this that it its is tool function method api endpoint mcp")


class UnclearPurpose(Rule):
    code = "TD002"
    name = "unclear-purpose"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    fold = 3
    what = (
        "The description of a tool has one or two words, or only the words of the tool's name (a remark if there are "
        "three or more with a verb), or no verb in its first sentence. Texts that are not English are passed over. "
        "Three words that say more than the name are fine: `Get current user` at `whoami`."
    )
    why = "A model cannot tell when the tool is the right one, and takes another, or this one for everything."
    source = f"{_PAPER}: 56 % do not state their purpose."
    help = "Begin with a verb: what the tool does, on what, and what it returns."
    bad = (
        Example("description: Orders.", at="/description"),
        Example("description: Get the order.", at="/description"),
        Example("description: The members of the club in alphabetical rows.", at="/description"),
    )
    good = (
        Example("description: Return one order of the shop. Use it when you know its number."),
        Example("name: whoami\ndescription: Shows your account.", also=("TN",)),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        text = tool.description
        if len(text) > 200 and (found := _FIRST.match(text)) is not None and is_verb(found[1]):
            return
        if not text.strip() or not is_english(text):
            return
        # A long text has more words than the name, so that only its first sentence is of interest.
        words = words_of(text[:200])
        message = _unclear(text, words)
        if message is not None:
            yield tool.problem(message, "description")
        elif len(text) < 200 and _repeats(tool.name, words):
            # A verb and its object are said then, if not more than the name says.
            severity = Severity.INFO if len(words) > 2 and any(map(is_verb, words)) else None
            yield tool.problem("the description only repeats the name", "description", severity=severity)


_FIRST = later(r"\W*([A-Za-z]+)")


def _unclear(text: str, words: list[str]) -> str | None:
    if len(words) < 3:
        if words and any(len(word) > 12 for word in text.split()):
            return None
        return f"the description has {len(words)} word{'s' if len(words) != 1 else ''}"
    first = first_sentence(text)
    if not any(is_verb(word) for word in words_of(first) or words) and not begins_with_order(first):
        return "the first sentence of the description has no verb that says what the tool does"
    return None


def _repeats(name: str, words: list[str]) -> bool:
    if len(words) > 12:
        return False
    own = {stem for word in name_words(name) for stem in (word, word.rstrip("s"))} | _EMPTY
    return all(word in own or word.rstrip("s") in own for word in words)


_LONG, _LONGISH = 1_024, 600


class DescriptionTooLong(Rule):
    code = "TD006"
    name = "description-too-long"
    severity = Severity.WARNING
    fold = 3
    options: ClassVar = {"max": _LONG, "advised": _LONGISH}
    what = "The description of a tool has more than 1,024 characters (`max`), or more than 600 (`advised`, a remark)."
    why = "Hosts that are compatible with OpenAI's API cut or refuse longer ones; each request pays for all of it."
    source = (
        f"OpenAI API, function descriptions (1,024 characters at compatible hosts); {_PAPER}: full descriptions cost "
        "two thirds more steps."
    )
    help = "Keep what a model needs to choose; details belong to the parameters, or into a resource."
    bad = (
        Example(f"description: Return one order. {'It has lines. ' * 80}Use it for a known number.", at="/description"),
        Example(
            f"description: Return one order. {'It has lines. ' * 42}Use it for a known number.",
            at="/description",
            note="A remark.",
        ),
    )
    good = (Example("description: Return one order of the shop. Use it when you know its number."),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        length = len(tool.description)
        if length > self.option("max"):
            message = f"the description has {length:,} characters, {self.option('max'):,} are portable"
            yield tool.problem(message, "description")
        elif length > self.option("advised"):
            message = f"the description has {length:,} characters, {self.option('advised'):,} are advised"
            yield tool.problem(message, "description", severity=Severity.INFO)


_PLACEHOLDER = later(
    r"""\A\s*(?:(?:todo|tbd|fixme|xxx|n/?a|none|null|undefined|placeholder|\.{3}|-+|\?+)\s*[.!]?\s*\Z
    |(?:todo|tbd|fixme)\b\s*[:\-(\u2013\u2014])
    |\b(?:TODO|TBD|FIXME)(?::|\s*\Z|\.\s*\Z|\s*\))
    |\blorem\s+ipsum\b
    |\A\s*(?:add|insert|enter|write|put|your)?\s*(?:a\s+|the\s+|your\s+)?(?:tool\s+|parameter\s+|short\s+)?
      description\s+(?:goes\s+)?here\b
    |\A\s*<(?:description|insert|your|todo)[^>]{0,40}>\s*\Z
    |(?<![`'"{\w$])\{\{\s*[\w.]{1,40}\s*\}\}(?![`'"}])""",
    re.IGNORECASE | re.VERBOSE,
)
_TEMPLATES = later(r"template|handlebars|jinja|mustache|variable|placeholder|syntax|expression|liquid", re.IGNORECASE)
_UPPER = later(r"\b(?:TODO|TBD|FIXME)\b")
_SHORT = 100
"""A text that is a placeholder as a whole is shorter."""


_WITHIN = ("todo", "tbd", "fixme", "lorem", "{{")
"""Only these can stand within a longer text."""


@lru_cache(maxsize=16_384)  # parameters are described alike all over a list
def _placeholder(text: str) -> re.Match[str] | None:
    if len(text) > _SHORT and not any(map(text.lower().__contains__, _WITHIN)):
        return None
    return _PLACEHOLDER.search(text)


class Placeholder(Rule):
    code = "TD007"
    name = "placeholder"
    severity = Severity.WARNING
    what = (
        "A description is a placeholder: TODO, TBD or FIXME with nothing or a colon behind it, lorem ipsum, "
        "`description here`, n/a, or a `{{name}}` that was never filled in. Texts about templates are passed over."
    )
    why = "A model reads it as the description: it says nothing, or the wrong thing."
    source = f"{_PAPER}; custom."
    help = "Write the description."
    bad = (
        Example(
            "description: 'TODO: describe the order that is returned.'", at="/description", also=("TD003", "TD002")
        ),
        Example("type: string\nmaxLength: 9\ndescription: TBD", at="/description", wrap="property"),
        Example(
            "description: 'Return one order of {{shop_name}}. Use it when you know its number.'", at="/description"
        ),
    )
    good = (
        Example("description: Return TODO comments in the code. Use it before a release."),
        Example("description: Fill a template in which `{{name}}` stands for the customer. Use it for letters."),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        for text in tool.texts:
            if text.kind in ("description", "schema-description") and (found := _placeholder(text.value)) is not None:
                yield from self._check(text, found)

    @staticmethod
    def _check(text: Text, found: re.Match[str]) -> Iterator[Problem]:
        if found[0].lstrip().startswith("{{") and _TEMPLATES.search(text.value):
            return
        if _UPPER.search(found[0].upper()) and not _UPPER.search(found[0]) and not found[0].strip().startswith("T"):
            return
        if text.kind == "schema-description" and found[0].strip().rstrip(".").lower() in ("none", "null", "undefined"):
            return
        word = found[0].strip()
        yield text.problem(f"the description is a placeholder: `{word[:40]}`", span=found.span())
