"""TN001–TN006: what a tool is called."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from ...catalog.names import MAX_NAME_BYTES, tool_name_problem
from ...catalog.text import printable
from ..edits import Fix, Replace
from ..examples import Example
from ..patterns import later
from ..rule import Confidence, Problem, Rule, Safety, Severity
from ..words import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..units import File, Tool

_SPEC = "The tools page of MCP 2025-11-25 and 2026-07-28, tool names (SHOULD)"


def _shown(name: str) -> str:
    text = printable(name)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _rename(tool: Tool, name: str) -> Fix | None:
    """Return a fix that gives the tool another name, if the name stands in the file and no other tool has it."""
    if not name or tool.raw.get("name") != tool.name or any(other.name == name for other in tool.file.tools):
        return None
    return Fix.unsafe(f"rename it to {name}", Replace(tool.at("name"), name))


class NameLength(Rule):
    code = "TN001"
    name = "name-length"
    severity = Severity.WARNING
    since = "2025-11-25"
    what = "A tool's name has more than 128 characters."
    why = "Vendors refuse names over 64 or 128 characters, and with one name the whole request."
    source = f"{_SPEC}: 1 to 128 characters; anthropics/claude-code issue 985, modelcontextprotocol issue 1345."
    help = "Shorten it; the description has room for the rest."
    bad = (Example(f"name: get_{'x' * 125}", at="/name", also=("TC",)),)
    good = (Example(f"name: get_{'x' * 60}", also=("TC",)),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        # What is past the catalog's own limit is an error of reading already.
        if len(tool.name) > 128 and len(tool.name.encode("utf-8", "replace")) <= MAX_NAME_BYTES:
            yield tool.problem(f"the name has {len(tool.name)} characters, 128 are allowed", "name")


_CHARSET = later(r"[A-Za-z0-9_.-]+")
_OUTSIDE = later(r"[^A-Za-z0-9_.-]+")


class NameCharset(Rule):
    code = "TN002"
    name = "name-charset"
    severity = Severity.WARNING
    fix = Safety.UNSAFE
    since = "2025-11-25"
    what = "A tool's name holds something else than ASCII letters, digits, `_`, `-` and `.`."
    why = "Every large vendor refuses such a name, and with it the whole request: one name stops every other tool."
    source = f"{_SPEC}; modelcontextprotocol issue 1345 (spaces), github/copilot-cli issue 1879 (`/`)."
    help = "Use letters, digits and `_`."
    bad = (
        Example("name: get order", at="/name", fixed="name: get_order", also=("TC",)),
        Example("name: shop/get_order", at="/name", fixed="name: shop_get_order", also=("TC",)),
    )
    good = (Example("name: shop.get_order-v2", also=("TC",)),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        name = tool.name
        if not name.strip() or _CHARSET.fullmatch(name) or tool.shape == "meta":
            return
        if tool_name_problem(name) is not None:
            return
        odd = sorted(set("".join(_OUTSIDE.findall(name))))
        listed = ", ".join(repr(printable(char)) for char in odd[:5])
        yield tool.problem(
            f"the name `{_shown(name)}` holds {listed}",
            "name",
            fix=_rename(tool, _OUTSIDE.sub("_", unicodedata.normalize("NFKC", name)).strip("_")),
        )


_GENERIC = word_set("run do execute call tool query process handle test action function main invoke go")


class NameGeneric(Rule):
    code = "TN003"
    name = "name-generic"
    severity = Severity.INFO
    what = (
        "A tool is called by one word that fits any tool: run, do, execute, call, tool, query, process, handle, test …"
    )
    why = "Beside the tools of other servers nobody, the model included, knows which one is meant."
    source = "Checks of the same kind in mcp-tool-card-linter 1.0.0 and agent-friend."
    help = "Say on what: `query_orders`."
    bad = (Example("name: run", at="/name", also=("TC", "TD")),)
    good = (Example("name: run_report", also=("TC", "TD")),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.name.lower() in _GENERIC:
            yield tool.problem(f"the name `{tool.name}` fits any tool", "name")


_STYLES = (
    ("snake_case", later(r"[a-z0-9]+(?:_[a-z0-9]+)+")),
    ("kebab-case", later(r"[a-z0-9]+(?:-[a-z0-9]+)+")),
    ("dotted", later(r"[a-z0-9]+(?:\.[a-z0-9]+)+")),
    ("camelCase", later(r"[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*")),
    ("PascalCase", later(r"[A-Z][A-Z0-9]*[a-z][A-Za-z0-9]*")),
    ("UPPER_CASE", later(r"[A-Z0-9]+(?:_[A-Z0-9]+)+")),
)
"""Ways to join words. One word in lower case fits all but the last two, so it counts for none."""


def _style(name: str) -> str | None:
    if len(name) > MAX_NAME_BYTES:
        return None
    return next((style for style, pattern in _STYLES if pattern.fullmatch(name)), None)


class NameStyleMixed(Rule):
    code = "TN004"
    name = "name-style-mixed"
    severity = Severity.INFO
    fold = 3
    what = (
        "Of five or more tools that show a style (snake_case, kebab-case, camelCase, dotted …), fewer than a fifth use "
        "another one than the rest. Names of one word fit any."
    )
    why = "Models write names from memory, and get the odd one wrong."
    source = "Custom: of 36 published servers with five tools or more, none mixes styles so."
    help = "Rename the odd ones, or live with it where others already call them so."
    bad = (
        Example(
            "tools:\n"
            + "".join(
                f"- name: {name}\n  description: Return {name.replace('_', ' ')} of the shop. Use it daily.\n"
                "  inputSchema: {type: object, additionalProperties: false}\n"
                for name in ("get_a1", "get_b1", "get_c1", "get_d1", "get_e1", "getFx")
            ),
            at="/tools/5/name",
            wrap=None,
            also=("T",),
        ),
    )
    good = (Example("name: get_order"),)

    def check_file(self, file: File) -> Iterator[Problem]:
        if len(file.tools) < 5:
            return
        styles = [(tool, style) for tool in file.tools if (style := _style(tool.name)) is not None]
        counts = Counter(style for _, style in styles)
        if len(styles) < 5 or len(counts) < 2:
            return
        usual, most = counts.most_common(1)[0]
        if (len(styles) - most) * 5 < len(styles):
            for tool, style in styles:
                if style != usual:
                    message = f"`{tool.name}` is {style}, {most} of the {len(styles)} tools here are {usual}"
                    yield tool.problem(message, "name")


_EDGES = later(r"^[_.-]+|[_.-]+$")
_DOUBLED = later(r"__+|--+")


class NameEdgeSeparator(Rule):
    code = "TN005"
    name = "name-edge-separator"
    severity = Severity.WARNING
    fix = Safety.UNSAFE
    what = "A tool's name begins or ends with `_`, `-` or `.`, or contains `__` or `--`."
    why = (
        "Clients join server and tool with `__` and split them there again (`mcp__server__tool`), so that such a name "
        "comes back as another one."
    )
    source = "apify/actors-mcp-server issue 36; the joins of Claude Code (`mcp__`) and 5ire (`--`)."
    help = "Use single separators, inside only."
    bad = (
        Example("name: _order", at="/name", fixed="name: order", also=("TC", "TD")),
        Example("name: get__order", at="/name", fixed="name: get_order", also=("TC", "TD")),
    )
    good = (Example("name: get_order"),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        name = tool.name
        if not name or (not _EDGES.search(name) and not _DOUBLED.search(name)):
            return
        where = "begins or ends with a separator" if _EDGES.search(name) else "has a doubled separator"
        cleaned = _DOUBLED.sub(lambda match: match[0][0], _EDGES.sub("", name))
        yield tool.problem(f"the name `{_shown(name)}` {where}", "name", fix=_rename(tool, cleaned))


_TOGETHER = (
    frozenset(("LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA")),
    frozenset(("LATIN", "CJK", "BOPOMOFO")),
    frozenset(("LATIN", "CJK", "HANGUL")),
)
"""Scripts that are written together (UTS 39, highly restrictive)."""

_PARTS = later(r"[^\W\d_]+")


_SYMBOLS = str.maketrans(
    {"\N{MICRO SIGN}": "\N{GREEK SMALL LETTER MU}", "\N{OHM SIGN}": "\N{GREEK CAPITAL LETTER OMEGA}"}
)
"""Signs that keyboards have and that are equal to letters: nobody means harm by them."""

_LATIN_LIKE = frozenset(
    "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
)
"""Greek letters that look Latin; the others stand beside Latin ones in formulas and units."""


@lru_cache(maxsize=1024)
def _script(char: str) -> str:
    """Return the script of a letter: the first word of its Unicode name."""
    script = unicodedata.name(char, "UNKNOWN").split(" ", 1)[0].split("-", 1)[0]
    return "" if script == "GREEK" and char not in _LATIN_LIKE else script


@lru_cache(maxsize=1024)
def _is_disguise(char: str) -> bool:
    """Whether a character is another form of a Latin letter: full width, mathematical, a ligature (no ordinal sign)."""
    plain = unicodedata.normalize("NFKC", char)
    return (
        plain != char
        and plain.isascii()
        and plain.isalpha()
        and char not in "\u00aa\u00ba"
        and unicodedata.category(char) != "Lm"
    )


def _mixed_scripts(text: str) -> list[str]:
    """Return the scripts of a text's letters if they are not written together, else nothing."""
    scripts = {_script(char) for char in text if char.isalpha() and unicodedata.category(char) != "Lm"} - {""}
    if len(scripts) < 2 or any(scripts <= together for together in _TOGETHER):
        return []
    return sorted(script.title() for script in scripts)


class NameConfusable(Rule):
    code = "TN006"
    name = "name-confusable"
    severity = Severity.ERROR
    security = True
    what = (
        "One word of a name (of a tool or a property) has letters of scripts that are not written together (a "
        "Cyrillic o among Latin letters), or the name has compatibility forms (full-width letters). Whole words "
        "of different scripts, and signs like \u00b2 or \u00ba, are a warning; letters of formulas are fine."
    )
    why = "It reads like another name and is not: a tool passes for a trusted one, an argument is never found."
    source = "Unicode Technical Standard 39 (mixed-script detection); UAX 15 (NFKC); mcp-watch issue 4."
    help = "Type the name anew in one script."
    bad = (
        Example("name: get_\N{CYRILLIC SMALL LETTER O}rder", at="/name", also=("TN002", "TC", "TD")),
        Example("name: get_\N{FULLWIDTH LATIN SMALL LETTER O}rder", at="/name", also=("TN002", "TC", "TD")),
    )
    good = (Example("name: caf\N{LATIN SMALL LETTER E WITH ACUTE}_list", also=("TN002", "TC", "TD")),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        for text in tool.texts:
            if text.kind != "name" or text.value.isascii():
                continue
            name = text.value.translate(_SYMBOLS)
            if unicodedata.normalize("NFKC", name) != unicodedata.normalize("NFC", name):
                plain = printable(unicodedata.normalize("NFKC", name))
                yield text.problem(
                    f"`{_shown(name)}` has compatibility characters: it reads `{plain}` and is not equal",
                    severity=None if any(map(_is_disguise, name)) else Severity.WARNING,
                )
            elif parts := [scripts for word in _PARTS.findall(name) if (scripts := _mixed_scripts(word))]:
                yield text.problem(f"`{_shown(name)}` mixes {' and '.join(parts[0])} letters in one word")
            elif whole := _mixed_scripts(name):
                message = f"`{_shown(name)}` has words in {' and '.join(whole)}"
                yield text.problem(message, severity=Severity.WARNING, confidence=Confidence.MEDIUM)
