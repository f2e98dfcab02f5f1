"""SF010, SF011, SF013: unquoted text that YAML reads otherwise than its author, and YAML that few loaders know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...skills.frontmatter import unquoted_value
from ...skills.scalars import quoted_in_place
from ...skills.yamltext import Span, YamlError, compose, features
from ..edits import Fix, Splice
from ..rule import Problem, Safety, Severity
from ..skills_examples import DESCRIPTION, NAME, sample, skill
from ..skills_units import SkillFile, SkillRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...skills.yamltext import Value

TEXT_FIELDS = ("description", "compatibility", "license", "when_to_use", "argument-hint")
MAX_REPAIRS = 50

_COMMENT = re.compile(r"[ \t]+#[^\r\n]*")
_DIRECTIVE = re.compile(r"[ \t]+#[ \t]*toolcat:")


class ColonUnquoted(SkillRule):
    code = "SF010"
    name = "colon-unquoted"
    severity = Severity.ERROR
    fix = Safety.SAFE
    what = "Unquoted text holds a colon and a blank, or ends in a colon."
    why = "In YAML that starts a new key: every loader refuses the file, most of them without a word."
    source = "YAML 1.2 §7.3.3; mattpocock/skills issues 907 and 908, BuilderIO/skills issue 38."
    help = "Put the text in quotes."
    bad = (
        sample(
            NAME + "description: Makes demos. Use when: a demo is wanted, or asked for.\n",
            fixed=skill(NAME + 'description: "Makes demos. Use when: a demo is wanted, or asked for."\n'),
        ),
        sample(
            NAME + 'description: Says "note: done". Use when it\'s wanted, or asked for.\n',
            fixed=skill(NAME + "description: 'Says \"note: done\". Use when it''s wanted, or asked for.'\n"),
        ),
    )
    good = (sample(NAME + 'description: "Makes demos. Use when: a demo is wanted, or asked for."\n'),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        problem = skill.text.problem
        if problem is not None and problem.code == self.code:
            yield skill.problem(problem.message, at=problem.span, fix=_quote_all(skill))


def _quote_all(skill: SkillFile) -> Fix | None:
    """Return the fix that quotes every value that holds a colon, or None if the YAML has other errors, too."""
    where = skill.text.yaml
    if where is None:
        return None
    values: list[Span] = []
    for _ in range(MAX_REPAIRS):
        edits = [(span, quoted_in_place(skill.text.text[slice(*span)])) for span in values]
        try:
            compose(_edited(skill.text.text, where, edits))
        except YamlError as error:
            span = None
            if error.raw_problem.startswith("mapping values are not allowed"):
                span = unquoted_value(skill.text, _origin(error.at + where.start, edits))
            if span is None or span in values:
                return None
            values = sorted([*values, span])
        else:
            return Fix.safe("put the text in quotes", *(Splice(*span, text) for span, text in edits)) if edits else None
    return None


def _edited(text: str, where: Span, edits: list[tuple[Span, str]]) -> str:
    out, at = "", where.start
    for span, new in edits:
        out, at = out + text[at : span.start] + new, span.end
    return out + text[at : where.end]


def _origin(offset: int, edits: list[tuple[Span, str]]) -> int:
    """Return where a character of the edited text stands in the text; errors stand behind the edits before them."""
    for span, new in edits:
        if span.end + len(new) - (span.end - span.start) <= offset:
            offset -= len(new) - (span.end - span.start)
    return offset


class HashTruncates(SkillRule):
    code = "SF011"
    name = "hash-truncates"
    severity = Severity.ERROR
    fix = Safety.SAFE
    what = "In an unquoted text a `#` follows a blank: the rest of the line is a comment."
    why = "The text is cut there, and no loader says a word."
    source = "YAML 1.2 §6.6; anthropics/claude-plugins-official issue 1170, kamp-us/phoenix issue 5700."
    help = "Put the text in quotes; put a real comment on a line of its own."
    bad = (
        sample(
            NAME + "description: Makes demos as #12 asks. Use this skill when a demo is wanted.\n",
            at="/description",
            also=("SD",),
            fixed=skill(NAME + 'description: "Makes demos as #12 asks. Use this skill when a demo is wanted."\n'),
        ),
    )
    good = (
        sample(NAME + '# The text follows.\ndescription: "Makes demos #12. Use this skill when a demo is wanted."\n'),
        sample(NAME + "description: Makes demos#12. Use this skill when a demo is wanted.\n"),
    )

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        text = skill.text.text
        for key in TEXT_FIELDS:
            entry = skill.text.get(key)
            if entry is None or entry.value.kind != "scalar" or entry.value.style != "plain" or not entry.value.text:
                continue
            comment = _COMMENT.match(text, entry.value.span.end)
            if comment is None or _DIRECTIVE.match(comment[0]):
                continue
            start = comment.start() + len(comment[0]) - len(comment[0].lstrip())
            whole = Span(entry.value.span.start, comment.start() + len(comment[0].rstrip()))
            edit = Splice(*whole, quoted_in_place(text[slice(*whole)]))
            # `# note` with a blank may have been meant as a comment; `#12` was not.
            is_word = text[start + 1 : start + 2] not in ("", " ", "\t")
            fix = (Fix.safe if is_word else Fix.unsafe)("put the whole line in quotes", edit)
            message = f"the text of {key} ends here: what follows is a comment"
            yield skill.problem(message, key, at=Span(start, whole.end), fix=fix)


class YamlFeature(SkillRule):
    code = "SF013"
    name = "yaml-feature"
    severity = Severity.WARNING
    fix = Safety.SAFE
    what = (
        "The frontmatter uses YAML that not every loader reads: `{…}` maps and `[…]` lists on one line, anchors, "
        "aliases, tags, or a quoted text that goes on in the first column."
    )
    why = "skills-ref's strict YAML refuses flow maps, flow lists, anchors and tags; YAML 1.2 itself refuses the last."
    source = "StrictYAML 1.7, which skills-ref uses; YAML 1.2 §7.3.1 and the parser of the skills CLI; run."
    help = "Write maps and lists over several lines, and texts in full; indent the lines of a quoted text."
    bad = (
        sample(
            NAME + DESCRIPTION + 'metadata: {author: me, version: "1.0"}\n',
            at="/metadata",
            fixed=skill(NAME + DESCRIPTION + 'metadata:\n  author: me\n  version: "1.0"\n'),
        ),
        sample(NAME + DESCRIPTION + "license: !!str MIT\n", at="/license"),
        sample(
            NAME + 'description: "Makes demos of things.\nUse this skill when a demo is wanted."\n', at="/description"
        ),
    )
    good = (sample(NAME + DESCRIPTION + "metadata:\n  author: me\n"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        where = skill.text.yaml
        if where is None or skill.text.root is None or skill.text.problem is not None:
            return
        seen: set[str] = set()
        for feature, span in features(skill.text.text[slice(*where)], where.start):
            pointer = skill.document.pointer_at(span.start)
            key = pointer.removeprefix("/") or None
            if pointer in seen or (key == "allowed-tools" and feature == "flow list"):
                continue
            seen.add(pointer)
            entry = skill.text.get(key) if key else None
            fix = None if entry is None or feature != "flow map" else _unfold(skill, entry.key_span, entry.value)
            article = "an" if feature[0] == "a" else "a"
            yield skill.problem(f"not every loader reads {article} {feature}", key, at=span, fix=fix)
        for entry in skill.text.fields:
            span = entry.value.span
            if entry.value.style in ("'", '"') and re.search(r"\n[^\s]", skill.text.text[slice(*span)]):
                message = "YAML 1.2 wants the lines of a quoted text indented, and some loaders insist"
                yield skill.problem(message, entry.key, at=span)


def _unfold(skill: SkillFile, key: Span, value: Value) -> Fix | None:
    """Return the fix that writes a flat `{…}` map of one line over several lines."""
    text = skill.text.text
    source = text[slice(*value.span)]
    between = text[key.end : value.span.start]
    after = text[value.span.end : text.find("\n", value.span.end)].strip()
    if "\n" in source or not re.fullmatch(r":[ \t]+", between) or after or not value.entries:
        return None
    if any(each.kind != "scalar" or name.kind != "scalar" for name, each in value.entries):
        return None
    newline = "\r\n" if skill.text.has_crlf else "\n"
    lines = [f"  {text[slice(*name.span)]}: {text[slice(*each.span)]}".rstrip() for name, each in value.entries]
    return Fix.safe(
        "write the map over several lines", Splice(key.end + 1, value.span.end, newline + newline.join(lines))
    )
