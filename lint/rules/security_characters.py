"""TX001: characters that a reviewer does not see and a model reads."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...catalog.text import UNSAFE, printable
from ..edits import Fix, Replace
from ..examples import Example
from ..folding import instructions
from ..patterns import later
from ..rule import Problem, Rule, Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..nodes import Text
    from ..units import File, Tool

_CONTROL = later("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)")

_EMOJI = "[\u00a9\u00ae\u203c-\u205f\u2070-\u3163\u3165-\u3299\U0001f000-\U0001faff]"
"""Signs that may be followed by a selector or joined; what is not seen itself is none of them."""
_JOINED_SCRIPTS = "\u0600-\u08ff\u0900-\u109f\u1780-\u17ff\ufb50-\ufdff\ufe70-\ufefc"
_LEGITIMATE = (
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"  # the flags of England, Scotland and Wales
    f"|{_EMOJI}[\ufe0e\ufe0f]?(?:\u200d{_EMOJI}[\ufe0e\ufe0f]?)*"  # emoji and the ones that are joined of several
    "|[0-9#*]\ufe0f?\u20e3"  # keycaps
    f"|(?<=[{_JOINED_SCRIPTS}])[\u200c\u200d]"  # joiners, which Persian and the scripts of India spell with
    "|(?<=[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"  # variants of Han
    "|(?<=[\u1820-\u18aa])[\u180b-\u180f]"  # and of Mongolian letters
    "|\u115f\u1160(?=[\u11a8-\u11ff])|(?<=[\u1100-\u115e\u1161-\u11ff])[\u115f\u1160]"
    "|[\u115f\u1160](?=[\u1100-\u115e\u1161-\u11ff])"  # fillers within old Hangul
    "|(?<![\ufe00-\ufe0f])[\ufe00-\ufe0f]{1,2}(?![\ufe00-\ufe0f])"  # a stray selector; three in a row carry text
)
_SPOTTED = later(f"(?P<fine>{_LEGITIMATE}|\r\n)|(?P<bad>{UNSAFE.pattern})")
_RIGHT_TO_LEFT = later("[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_MARKS = frozenset("\u061c\u200e\u200f")
_ISOLATES = frozenset("\u2066\u2067\u2068\u2069")
_BREAKS = frozenset("\x0b\x0c\x85\u2028\u2029\r")
"""These are seen, as line ends: a newline takes their place."""

_WHERE = {
    "name": "a name",
    "title": "the title",
    "description": "the description",
    "schema-title": "a title in the schema",
    "schema-description": "a description in the schema",
    "value": "a value in the schema",
    "meta": "the metadata",
}


def hidden_characters(text: str) -> list[int]:
    """Return the positions of the characters that are not seen and have no business in the text."""
    if text.isascii():
        return [match.start() for match in _CONTROL.finditer(text)]
    if UNSAFE.search(text) is None:
        return []
    found = [match.start() for match in _SPOTTED.finditer(text) if match["bad"] is not None]
    found = [index for index in found if not "\ud800" <= text[index] <= "\udfff"]
    if found and _RIGHT_TO_LEFT.search(text):
        found = [index for index in found if text[index] not in _MARKS]
    return found


class HiddenUnicode(Rule):
    code = "TX001"
    name = "hidden-unicode"
    severity = Severity.ERROR
    fix = Safety.SAFE
    security = True
    what = (
        "A text holds characters that are not seen: tags (U+E0000…), zero-width and bidirectional controls, soft "
        "hyphens, fillers, runs of variation selectors, control characters. Emoji, the joiners of scripts that spell "
        "with them, marks in right-to-left text and CR LF are fine."
    )
    why = (
        "Whoever reviews the definition sees one text and the model reads another: it is how instructions are "
        "smuggled in. The harmless ones come from copying and pasting, and cost tokens and break searches."
    )
    source = (
        "Unicode 16 chapter 23 (default-ignorable code points); reported of live servers in blitzcrieg1/agentmetry "
        "issue 152, promptfoo/promptfoo issue 9983 and GLips/Figma-Context-MCP issue 336."
    )
    help = "Remove them; type the text anew where it came from a page or a document."
    bad = (
        Example(
            'description: "Return one order of the shop.\\U000E0068\\U000E0069 Use it when you know its number."',
            at="/description",
            fixed='description: "Return one order of the shop. Use it when you know its number."',
            note="The two characters are tags and spell `hi`.",
        ),
        Example(
            'description: "Return one order\\u200B of the shop. Use it when you know its number."',
            at="/description",
            fixed='description: "Return one order of the shop. Use it when you know its number."',
        ),
        Example(
            'type: string\nmaxLength: 40\ndescription: "The number\\u202E of the order."',
            wrap="property",
            at="/description",
            fixed='type: string\nmaxLength: 40\ndescription: "The number of the order."',
        ),
        Example(
            'description: "Return one order of the shop.\\u001B[2K Use it when you know its number."', at="/description"
        ),
    )
    good = (
        Example('description: "\\u26A0\\uFE0F Return one order of the shop. Use it when you know its number."'),
        Example(
            'description: "Return the \\U0001F468\\u200D\\U0001F469\\u200D\\U0001F466 plan of the shop. Use it to see '
            'who is in it."'
        ),
        Example('description: "Return one order of the shop.\\r\\nUse it when you know its number."'),
    )

    def check_file(self, file: File) -> Iterator[Problem]:
        yield from self._check(instructions(file))

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if not (tool.prose.isascii() and tool.prose.replace("\n", "").isprintable()):
            yield from self._check(tool.texts)

    def _check(self, texts: Iterable[Text]) -> Iterator[Problem]:
        for text in texts:
            value = text.value
            if value.isascii() and value.isprintable():
                continue
            found = hidden_characters(value)
            if text.kind == "name" and not text.is_key:
                # A control character in a tool's name is another finding, and the tool is not read.
                found = [index for index in found if ord(value[index]) > 0x9F]
            if found:
                yield self._problem(text, found)

    def _problem(self, text: Text, found: list[int]) -> Problem:
        value = text.value
        counts = Counter(value[index] for index in found)
        named = ", ".join(
            f"U+{ord(char):04X}" + (f" ×{count}" if count > 1 else "") for char, count in counts.most_common(4)
        )
        more = ", …" if len(counts) > 4 else ""
        what = "an invisible character" if len(found) == 1 else f"{len(found)} invisible characters"
        message = f"{_WHERE[text.kind]} holds {what} ({named}{more})"
        spelled = "".join(chr(ord(char) - 0xE0000) for char in map(value.__getitem__, found) if _is_tag(char))
        if spelled:
            message += f", which spell {printable(spelled[:60])!r}"
        only_isolates = counts.keys() <= _ISOLATES and _RIGHT_TO_LEFT.search(value)
        run = 1
        while run < len(found) and found[run] == found[0] + run:
            run += 1
        fix = None
        if not text.is_key and text.kind != "name":
            hidden = set(found)
            cleaned = "".join(
                char if index not in hidden else "\n" if char in _BREAKS else "" for index, char in enumerate(value)
            )
            fix = Fix.safe("remove the invisible characters", Replace(text.pointer, cleaned))
        return text.problem(
            message, span=(found[0], found[0] + run), severity=Severity.WARNING if only_isolates else None, fix=fix
        )


def _is_tag(char: str) -> bool:
    return 0xE0020 <= ord(char) <= 0xE007E
