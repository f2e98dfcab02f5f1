"""Regular expressions of ECMA-262, read but not run: whether a pattern is one, and what it is made of.

JSON Schema's `pattern` is such an expression with the `u` flag; this reads it with and without it (the latter as
Annex B has it, which takes more). A set of characters is kept as its part of ASCII and two that stand for the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

MAX_DEPTH = 100

_LETTER, _OTHER = 128, 129
_ALL = frozenset(range(130))
_DIGITS = frozenset(range(48, 58))
_WORD = _DIGITS | frozenset(range(65, 91)) | frozenset(range(97, 123)) | {95}
_SPACE = frozenset((9, 10, 11, 12, 13, 32, _OTHER))
_CLASSES = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_LINE_ENDS = frozenset((10, 13))
_SYNTAX = frozenset("^$\\.*+?()[]{}|/")
_CONTROL = {"f": 12, "n": 10, "r": 13, "t": 9, "v": 11}

_BINARY = frozenset(
    """
    ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored Bidi_M Case_Ignorable CI
    Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL
    Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash
    Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier EMod
    Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base
    Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS
    Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math Noncharacter_Code_Point NChar
    Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI
    Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper
    Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS
    """.split()  # noqa: SIM905
)
_CATEGORIES = frozenset(
    """
    C Other Cc Control cntrl Cf Format Cn Unassigned Co Private_Use Cs Surrogate L Letter LC Cased_Letter Ll
    Lowercase_Letter Lm Modifier_Letter Lo Other_Letter Lt Titlecase_Letter Lu Uppercase_Letter M Mark Combining_Mark Mc
    Spacing_Mark Me Enclosing_Mark Mn Nonspacing_Mark N Number Nd Decimal_Number digit Nl Letter_Number No
    Other_Number P
    Punctuation punct Pc Connector_Punctuation Pd
    Dash_Punctuation Pe Close_Punctuation Pf Final_Punctuation Pi
    Initial_Punctuation Po Other_Punctuation Ps Open_Punctuation S Symbol Sc Currency_Symbol Sk Modifier_Symbol Sm
    Math_Symbol So Other_Symbol Z Separator Zl Line_Separator Zp Paragraph_Separator Zs Space_Separator
    """.split()  # noqa: SIM905
)
_SETS = frozenset(("General_Category", "gc", "Script", "sc", "Script_Extensions", "scx"))


class BadPattern(ValueError):
    """A pattern that is no regular expression: why, and at which character."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a set."""

    set: frozenset[int]


@dataclass(frozen=True, slots=True)
class Empty:
    """What takes no character: an assertion; or what is not looked into, a reference back."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after another."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    options: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Again and again: `most` is None for no end. `at` is where the repeated part begins."""

    part: Part
    least: int
    most: int | None
    at: int


Part = Chars | Empty | Sequence | Choice | Repeat

_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_COUNT = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")
_MODIFIERS = re.compile(r"\(\?[ims]*(?:-[ims]*)?:")


class _Parser:
    def __init__(self, pattern: str, *, unicode: bool) -> None:
        self.text = pattern
        self.unicode = unicode
        self.at = 0
        self.depth = 0
        bare = re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]", "  ", pattern, flags=re.DOTALL)
        self.groups = len(re.findall(r"\((?!\?)|\(\?<(?![=!])", bare))
        self.names = set(re.findall(r"\(\?<([A-Za-z_$][\w$]*)>", bare))

    def fail(self, message: str, at: int | None = None) -> BadPattern:
        return BadPattern(message, self.at if at is None else at)

    def parse(self) -> Part:
        part = self.choice()
        if self.at < len(self.text):
            raise self.fail("a `)` without its `(`")
        return part

    def choice(self) -> Part:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise RecursionError
        options = [self.sequence()]
        while self.text.startswith("|", self.at):
            self.at += 1
            options.append(self.sequence())
        self.depth -= 1
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self) -> Part:
        parts: list[Part] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            start = self.at
            part, may_repeat = self.atom()
            parts.append(self.repeated(part, start, may_repeat))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def repeated(self, part: Part, start: int, may_repeat: bool) -> Part:
        text, at = self.text, self.at
        if at >= len(text):
            return part
        char = text[at]
        if char in "*+?":
            least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[char]
            self.at += 1
        elif char == "{" and (found := _COUNT.match(text, at)):
            least = int(found[1][:9])
            most = least if found[2] is None else int(found[3][:9]) if found[3] else None
            if most is not None and most < least:
                raise self.fail("the numbers of a `{…}` are the wrong way round")
            self.at = found.end()
        else:
            return part
        if not may_repeat:
            raise self.fail(f"there is nothing that `{char}` could repeat", at)
        if text.startswith("?", self.at):
            self.at += 1
        return Repeat(part, least, most, start)

    def atom(self) -> tuple[Part, bool]:
        text, start = self.text, self.at
        char = text[start]
        self.at += 1
        if char in "^$":
            return Empty(), False
        if char == ".":
            return Chars(_ALL - _LINE_ENDS), True
        if char == "\\":
            return self.escape(start)
        if char == "[":
            return Chars(self.klass(start)), True
        if char == "(":
            return self.group(start)
        if char in "*+?":
            raise self.fail(f"there is nothing that `{char}` could repeat", start)
        if char == "{" and (_COUNT.match(text, start) or self.unicode):
            raise self.fail("a `{` that repeats nothing must be written `\\{`", start)
        if char in "}]" and self.unicode:
            raise self.fail(f"a lone `{char}` must be written `\\{char}`", start)
        return Chars(frozenset((_code(char),))), True

    def group(self, start: int) -> tuple[Part, bool]:
        text = self.text
        may_repeat, is_empty = True, False
        if text.startswith("(?", start):
            after = text[start + 2 : start + 4]
            if after[:1] in ("=", "!") and after:
                self.at, is_empty, may_repeat = start + 3, True, not self.unicode
            elif after in ("<=", "<!"):
                self.at, is_empty, may_repeat = start + 4, True, False
            elif after[:1] == "<":
                name = _NAME.match(text, start + 3)
                if name is None or not text.startswith(">", name.end()):
                    raise self.fail("the name of a group is no name", start)
                self.at = name.end() + 1
            elif found := _MODIFIERS.match(text, start):
                self.at = found.end()
            else:
                raise self.fail(_foreign_group(text[start : start + 4]), start)
        inside = self.choice()
        if not text.startswith(")", self.at):
            raise self.fail("a `(` without its `)`", start)
        self.at += 1
        return (Empty() if is_empty else inside), may_repeat

    def escape(self, start: int) -> tuple[Part, bool]:
        text = self.text
        if self.at >= len(text):
            raise self.fail("it ends in a backslash", start)
        char = text[self.at]
        if char in "bB":
            self.at += 1
            return Empty(), False
        if char in "123456789":
            digits = re.compile(r"\d+").match(text, self.at)
            if digits is not None and (self.unicode or int(digits[0][:9]) <= self.groups):
                if int(digits[0][:9]) > self.groups:
                    raise self.fail(f"`\\{digits[0]}` refers to a group that is not there", start)
                self.at = digits.end()
                return Empty(), True
        if char == "k" and (self.unicode or self.names):
            name = re.compile(r"k<([A-Za-z_$][\w$]*)>").match(text, self.at)
            if name is None or name[1] not in self.names:
                raise self.fail("`\\k` refers to a group that is not there", start)
            self.at = name.end()
            return Empty(), True
        return Chars(self.character(start, in_class=False)), True

    def character(self, start: int, *, in_class: bool) -> frozenset[int]:
        """Read what stands behind a backslash."""
        text = self.text
        char = text[self.at]
        self.at += 1
        if char.lower() in _CLASSES:
            return _CLASSES[char] if char.islower() else _ALL - _CLASSES[char.lower()]
        if char in _CONTROL:
            return frozenset((_CONTROL[char],))
        if char in "pP" and self.unicode:
            return self.property(start, is_negated=char == "P")
        if char == "u":
            found = re.compile(r"([0-9A-Fa-f]{4})").match(text, self.at)
            if found is None and self.unicode:
                found = re.compile(r"\{([0-9A-Fa-f]+)\}").match(text, self.at)
                if found is not None and int(found[1][:9], 16) > 0x10FFFF:
                    found = None
            if found is not None:
                self.at = found.end()
                return frozenset((_code(chr(min(int(found[1][:9], 16), 0x10FFFF))),))
        if char == "x" and (found := re.compile(r"[0-9A-Fa-f]{2}").match(text, self.at)):
            self.at = found.end()
            return frozenset((_code(chr(int(found[0], 16))),))
        if char == "c" and (found := re.compile(r"[A-Za-z]").match(text, self.at)):
            self.at = found.end()
            return frozenset((ord(found[0]) % 32,))
        if char == "0" and not re.compile(r"\d").match(text, self.at):
            return frozenset((0,))
        if self.unicode and char not in _SYNTAX and not (in_class and char == "-"):
            raise self.fail(f"`\\{char}` is no escape with the `u` flag", start)
        return frozenset((_code(char),))

    def property(self, start: int, *, is_negated: bool) -> frozenset[int]:
        found = re.compile(r"\{(?:(\w+)=)?(\w+)\}").match(self.text, self.at)
        if found is None:
            raise self.fail("`\\p` needs a property in braces", start)
        self.at = found.end()
        if found[1] is not None:
            if found[1] not in _SETS:
                raise self.fail(f"Unicode has no property `{found[1]}` that takes a value", start)
        elif found[2] not in _BINARY and found[2] not in _CATEGORIES:
            raise self.fail(f"`{found[2]}` is no property that `\\p` knows; scripts are `Script={found[2]}`", start)
        del is_negated
        return _ALL

    def klass(self, start: int) -> frozenset[int]:
        """Read a class of characters, from behind its `[` to behind its `]`."""
        text = self.text
        is_negated = text.startswith("^", self.at)
        self.at += is_negated
        found: set[int] = set()
        while True:
            if self.at >= len(text):
                raise self.fail("a `[` without its `]`", start)
            if text[self.at] == "]":
                self.at += 1
                return _ALL - found if is_negated else frozenset(found)
            at = self.at
            low, first = self.member()
            if text.startswith("-", self.at) and self.at + 1 < len(text) and text[self.at + 1] != "]":
                self.at += 1
                high, last = self.member()
                if first is None or last is None:
                    if self.unicode:
                        raise self.fail("a class such as `\\d` is no end of a range", at)
                    found |= low | high | {45}
                elif ord(first) > ord(last):
                    raise self.fail(f"the range `{first}-{last}` is the wrong way round", at)
                else:
                    found |= _range(first, last)
            else:
                found |= low

    def member(self) -> tuple[frozenset[int], str | None]:
        """Read a member of a class: its set, and its character if it is a single one."""
        text, start = self.text, self.at
        char = text[start]
        self.at += 1
        if char != "\\":
            return frozenset((_code(char),)), char
        if self.at >= len(text):
            raise self.fail("it ends in a backslash", start)
        following = text[self.at]
        if following == "b":
            self.at += 1
            return frozenset((8,)), "\b"
        found = self.character(start, in_class=True)
        if following.lower() in "dswp" and (following.lower() != "p" or self.unicode):
            return found, None
        if following == "u":
            digits = re.sub(r"[^0-9A-Fa-f]", "", text[start + 2 : self.at])
            return found, chr(min(int(digits, 16), 0x10FFFF)) if digits else "u"
        only = next(iter(found))
        return found, chr(only) if only < _LETTER else following


def _code(char: str) -> int:
    return ord(char) if char < "\x80" else _LETTER if char.isalnum() else _OTHER


def _range(first: str, last: str) -> set[int]:
    found = set(range(ord(first), min(ord(last), 127) + 1))
    if last >= "\x80":
        found |= {_LETTER, _OTHER}
    return found


def _foreign_group(start: str) -> str:
    if start.startswith("(?P"):
        return "`(?P` is Python's way to name a group, ECMAScript's is `(?<name>`"
    if re.match(r"\(\?[a-zA-Z]", start):
        return "flags within a pattern, such as `(?i)`, are not known to ECMAScript"
    return f"`{start[:3]}` begins no group that ECMAScript knows"


def parse_pattern(pattern: str, *, unicode: bool = True) -> Part:
    """Return what a pattern is made of. Raises BadPattern, and RecursionError for one that is nested too deep."""
    return _Parser(pattern, unicode=unicode).parse()


@lru_cache(maxsize=4096)
def problem_of(pattern: str, *, unicode: bool = True) -> BadPattern | None:
    """Return why a pattern is no regular expression of ECMA-262, or None if it is one (or nested too deep to say)."""
    try:
        parse_pattern(pattern, unicode=unicode)
    except BadPattern as error:
        return error
    except RecursionError:
        return None
    return None
