"""A SKILL.md file as text with positions: fences, fields and body, and why a strict loader would refuse it.

Reading never fails and never changes a byte: `SkillText.text` encodes to the file again, and every offset counts its
characters. Where a file breaks a rule but can still be understood (blanks behind a fence, a blank line before it) the
fields are read all the same, so that other rules have something to look at; `problem` says that the source refuses it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..catalog.findings import Finding, Place, Severity
from .limits import MAX_FRONTMATTER
from .yamltext import Span, Value, YamlError, compose, duplicate_key

FENCE = "---"
BOM = "\ufeff"

_FENCE_LINE = re.compile(r"^---\r?(?:\n|\Z)", re.MULTILINE)
_LOOSE_FENCE = re.compile(r"^---[ \t]+\r?(?:\n|\Z)", re.MULTILINE)
_BEGINS_WITH_FENCE = re.compile(r"^---", re.MULTILINE)
_OPENING = re.compile(r"(?:[ \t]*\r?\n)*---[ \t]*(?:\r?\n|\Z)")
_KEY_LINE = re.compile(
    r"^ *(?:- +)?(?P<key>[A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(?P<value>[^\s][^\r\n]*?))?[ \t]*\r?$", re.MULTILINE
)
_CONTINUATION = re.compile(r"[ \t]*\r?\n[ \t]+[^\s#][^\r\n]*[^\s]")


_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a file is no skill: the rule's code and name, what is wrong (no word of the file), what to do, and where."""

    code: str
    name: str
    message: str
    help: str
    span: Span | None = None
    severity: Severity = Severity.ERROR


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the frontmatter: its key, where the key stands, and its value."""

    key: str
    key_span: Span
    value: Value


@dataclass(slots=True)
class SkillText:
    """A SKILL.md as it stands: `label` (the path as the user named it), its bytes and its text (BOM and CRs kept).

    `opening` and `closing` are the fence lines with their line ends, `yaml` what stands between them, `body` what
    follows; None where there is none. `fields` are in order of the file; `problem` is the first reason to refuse it.
    """

    label: str
    raw: bytes
    text: str = ""
    opening: Span | None = None
    closing: Span | None = None
    yaml: Span | None = None
    body: Span = _NOWHERE
    root: Value | None = None
    fields: tuple[Field, ...] = ()
    problem: Problem | None = None
    _first: dict[str, Field] = field(default_factory=dict[str, Field], repr=False)

    @property
    def has_bom(self) -> bool:
        """Whether the file begins with a byte order mark."""
        return self.text.startswith(BOM)

    @property
    def has_crlf(self) -> bool:
        """Whether a fence or a line of the frontmatter ends in CR LF."""
        end = self.body.start if self.closing else len(self.text)
        return self.text.find("\r\n", 0, end) >= 0

    @property
    def body_text(self) -> str:
        """The body as a model gets it: trimmed, line ends LF."""
        return self.text[self.body.start : self.body.end].replace("\r\n", "\n").strip()

    def get(self, key: str) -> Field | None:
        """Return the first field of this key."""
        return self._first.get(key)

    def place(self, span: Span | None = None, pointer: str | None = None) -> Place:
        """Return the place of a span (line and column count characters; a BOM is no column), or of the file."""
        if span is None:
            return Place(self.label, pointer=pointer)
        line, column = self._line_column(span.start)
        end_line, end_column = self._line_column(max(span.start, span.end))
        return Place(self.label, line, column, end_line, end_column, pointer)

    def finding(self, problem: Problem, pointer: str | None = None) -> Finding:
        """Return a problem as a finding, with its line as the message's own words cannot show it."""
        return Finding(
            problem.code,
            problem.name,
            problem.severity,
            problem.message,
            problem.help,
            self.place(problem.span, pointer),
        )

    def _line_column(self, offset: int) -> tuple[int, int]:
        line = self.text.count("\n", 0, offset) + 1
        column = offset - (self.text.rfind("\n", 0, offset) + 1) + 1
        if line == 1 and offset and self.has_bom:
            column -= 1
        return line, column


def parse(raw: bytes, label: str = "SKILL.md") -> SkillText:
    """Read the bytes of a SKILL.md. Never raises: what is wrong is in `problem`."""
    out = SkillText(label, raw)
    try:
        out.text = raw.decode()
    except UnicodeDecodeError as error:
        out.problem = _not_utf8(raw, error.start)
        return out
    out.body = Span(len(BOM) if out.has_bom else 0, len(out.text))
    _find_fences(out)
    if out.yaml is not None:
        _read_fields(out, out.yaml)
    return out


def _not_utf8(raw: bytes, offset: int) -> Problem:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Problem(
            "SF002", "not-utf8", "the file is UTF-16, not UTF-8", "save it as UTF-8 without a byte order mark"
        )
    line = raw.count(b"\n", 0, offset) + 1
    return Problem(
        "SF002",
        "not-utf8",
        f"the byte 0x{raw[offset]:02X} at offset {offset} (line {line}) is not UTF-8",
        "save the file as UTF-8",
    )


def _find_fences(out: SkillText) -> None:
    text, start = out.text, out.body.start
    opening = _OPENING.match(text, start)
    if opening is None:
        out.problem = _missing(out)
        return
    fence_start = text.index(FENCE, start)
    out.opening = Span(fence_start, opening.end())
    if fence_start != start:
        out.problem = Problem(
            "SF005",
            "frontmatter-missing",
            "a blank line stands before the opening '---', which must be the first line",
            "remove what stands before it",
            Span(start, fence_start),
        )
    elif text[fence_start : opening.end()].rstrip("\r\n") != FENCE:
        out.problem = _loose(out.opening, text)
    closing = _FENCE_LINE.search(text, opening.end())
    loose = _LOOSE_FENCE.search(text, opening.end(), len(text) if closing is None else closing.start())
    if loose is not None and (closing is None or not _reads(text[opening.end() : closing.start()])):
        closing = loose
        out.problem = out.problem or _loose(Span(*loose.span()), text)
    if closing is None:
        out.problem = out.problem or _unclosed(out, opening.end())
        return
    out.closing = Span(*closing.span())
    out.yaml = Span(opening.end(), closing.start())
    out.body = Span(closing.end(), len(text))


def _missing(out: SkillText) -> Problem:
    start = out.body.start
    first = out.text[start:].partition("\n")[0]
    if not out.text[start:].strip():
        message, advice = "the file is empty", "begin it with '---', name, description and '---'"
    elif "\n" not in out.text and "\r" in out.text:
        message, advice = "lines end in a lone CR, so the first line is the whole file", "save it with LF line ends"
    elif _FENCE_LINE.search(out.text):
        message, advice = (
            "text stands before the opening '---', which must be the first line",
            "remove what stands before it",
        )
    else:
        message, advice = "the first line is not '---'", "begin the file with '---', name, description and '---'"
    return Problem("SF005", "frontmatter-missing", message, advice, Span(start, start + len(first.rstrip("\r"))))


def _unclosed(out: SkillText, start: int) -> Problem:
    glued = _BEGINS_WITH_FENCE.search(out.text, start)
    advice = "end the frontmatter with a line that is exactly '---'"
    if glued is not None:
        line = out.text.count("\n", 0, glued.start()) + 1
        end = out.text.find("\n", glued.start())
        return Problem(
            "SF006",
            "frontmatter-unclosed",
            f"no line is exactly '---' again; line {line} begins with it and goes on",
            advice,
            Span(glued.start(), len(out.text) if end < 0 else end),
        )
    return Problem(
        "SF006", "frontmatter-unclosed", "no later line is exactly '---'", advice, Span(out.body.start, start)
    )


def _loose(span: Span, text: str) -> Problem:
    end = span.start + len(text[span.start : span.end].rstrip("\r\n"))
    return Problem(
        "SF007",
        "fence-spaces",
        "blanks follow the '---' of a fence, which some loaders refuse",
        "remove the blanks",
        Span(span.start + len(FENCE), end),
    )


def _reads(text: str) -> bool:
    try:
        compose(text)
    except YamlError:
        return False
    return True


def _read_fields(out: SkillText, where: Span) -> None:
    if where.end - where.start > MAX_FRONTMATTER:
        out.problem = out.problem or Problem(
            "SF009", "yaml-error", f"the frontmatter is longer than {MAX_FRONTMATTER} characters", "shorten it", where
        )
        return
    try:
        root = compose(out.text[where.start : where.end], where.start)
    except YamlError as error:
        out.problem = out.problem or _yaml_problem(out, where, error)
        return
    if root is None:
        return
    out.root = root
    if root.kind != "map":
        what = "a list" if root.kind == "list" else "plain text"
        out.problem = out.problem or Problem(
            "SF009",
            "yaml-error",
            f"the frontmatter is {what}, not a map of fields",
            "write 'name: …' and 'description: …'",
            root.span,
        )
        return
    out.fields = tuple(Field(key.text, key.span, value) for key, value in root.entries if key.kind == "scalar")
    for entry in out.fields:
        out._first.setdefault(entry.key, entry)  # pyright: ignore[reportPrivateUsage]
    again = duplicate_key(root)
    if again is not None:
        out.problem = out.problem or Problem(
            "SF012", "duplicate-key", "a key stands twice in one map", "remove one of the two", again.span
        )


def _yaml_problem(out: SkillText, where: Span, error: YamlError) -> Problem:
    end = out.text.find("\n", error.at)
    span = Span(error.at, max(error.at, min(error.at + 1, where.end, len(out.text) if end < 0 else end)))
    if error.raw_problem.startswith("mapping values are not allowed"):
        plain = unquoted_value(out, error.at)
        if plain is not None:
            return Problem(
                "SF010",
                "colon-unquoted",
                "unquoted text holds ': ', which starts a new key in YAML",
                "put the text in quotes",
                span,
            )
    return Problem("SF009", "yaml-error", error.message, "mend the YAML, or put the text in quotes", span)


def unquoted_value(out: SkillText, at: int) -> Span | None:
    """Return the span of the plain value, on one or several lines, of the `key: value` line that `at` belongs to.

    None if the value there is quoted, a list, a map or absent.
    """
    if out.yaml is None:
        return None
    found = None
    for match in _KEY_LINE.finditer(out.text, out.yaml.start, out.yaml.end):
        if match.start() > at:
            break
        if match["value"] and match.start("value") <= at:
            found = match
    if found is None or found["value"][0] in "\"'|>[{&*!#%@`":
        return None
    end = found.end("value")
    while more := _CONTINUATION.match(out.text, end, out.yaml.end):
        end = more.end()
    return Span(found.start("value"), end) if at < end else None
