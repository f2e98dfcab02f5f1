"""SL001-SL005, SL009: what a skill points at, and whether it is there."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from ...skills.yamltext import Span
from ..edits import Fix, Splice
from ..rule import Confidence, Problem, Safety, Severity
from ..skills_examples import DESCRIPTION, NAME, sample, skill
from ..skills_markdown import normalise, path_of, read
from ..skills_units import SkillFile, SkillRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..skills_units import Bundle

_API = {"demo/references/api.md": "# API\n"}


def _is_there(bundle: Bundle, path: str) -> bool:
    path = path.rstrip("/")
    return path in bundle.names or path in bundle.folders or path in ("", "SKILL.md") or path in bundle.inventory.links


def _in_other_case(bundle: Bundle, path: str) -> str | None:
    """Return the name that differs from a path in letter case only."""
    key = path.rstrip("/").casefold()
    names = [*bundle.names, *bundle.folders, "SKILL.md"]
    return next((name for name in sorted(names) if name.casefold() == key), None)


def _is_known(bundle: Bundle) -> bool:
    """Whether the files of the skill could be listed, so that one can be missed."""
    return bundle.inventory.refused is None and bundle.inventory.bad_name is None


def _links(skill: SkillFile) -> Iterator[tuple[Span, str, str]]:
    """Iterate over relative links of the body: place in the file, target as written, path as written."""
    for link in read(skill.body).links:
        path = path_of(link.target)
        if path is not None:
            yield Span(skill.body_start + link.span.start, skill.body_start + link.span.end), link.target, path


class LinkBroken(SkillRule):
    code = "SL001"
    name = "link-broken"
    severity = Severity.ERROR
    what = (
        "A relative Markdown link, image or reference leads to no file of the skill. An info for a path in a code span "
        "whose first folder exists. URLs, anchors, templates (`{name}/…`) and code are not looked at."
    )
    why = "A model that follows it finds nothing, and guesses."
    source = "agentskills.io specification: file references relative to the skill's root."
    help = "Correct the path, or add the file."
    bad = (
        sample(body="# Demo\n\nRead [the API](references/none.md) first.\n", files=_API),
        sample(body="# Demo\n\nRead `references/none.md` first.\n", files=_API),
    )
    good = (
        sample(
            body="# Demo\n\nRead [the API](./references/api.md#top) or [that](https://example.com/x).\n", files=_API
        ),
        sample(body="# Demo\n\nWrite `{lang}/none.md`, `out/x.md` or `[x](y.md)`.\n", files=_API),
    )

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        bundle = skill.bundle
        if bundle is None or not _is_known(bundle):
            return
        for span, target, path in _links(skill):
            inside = normalise(path)
            if inside is not None and not _is_there(bundle, inside) and _in_other_case(bundle, inside) is None:
                yield skill.problem(f"the link leads nowhere: {target!a}", at=span)
        body = skill.body
        for code in read(body).spans:
            inside = _path_in_code(body[slice(*code)])
            if inside is None or "/" not in inside or inside.split("/")[0] not in bundle.folders:
                continue
            if not _is_there(bundle, inside) and _in_other_case(bundle, inside) is None:
                span = Span(skill.body_start + code.start, skill.body_start + code.end)
                message = f"the skill has no file {inside!a}"
                yield skill.problem(message, at=span, severity=Severity.INFO, confidence=Confidence.MEDIUM)


def _path_in_code(text: str) -> str | None:
    """Return the path if a code span is one and nothing else: with an extension, without blanks and placeholders."""
    if not re.fullmatch(r"(?:\./)?[\w.-]+(?:/[\w.-]+)+\.[A-Za-z][A-Za-z0-9]{0,7}", text) or re.search(
        r"[A-Z]{4,}_|xxx|YYYY|NN\b", text
    ):
        return None
    return normalise(text)


class LinkEscapes(SkillRule):
    code = "SL002"
    name = "link-escapes"
    severity = Severity.WARNING
    what = "A relative link leads out of the skill's folder."
    why = "The skill is installed, packed and uploaded as a folder: what lies beside it is not there."
    source = "agentskills.io client guide: a skill is its folder."
    help = "Copy the file into the skill, or link to a URL."
    bad = (sample(body="# Demo\n\nRead [the other](../other/SKILL.md) first.\n"),)
    good = (sample(body="# Demo\n\nRead [the API](references/../references/api.md) first.\n", files=_API),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        for span, target, path in _links(skill):
            if normalise(path) is None:
                yield skill.problem(f"the link leads out of the skill: {target!a}", at=span)


class LinkCase(SkillRule):
    code = "SL003"
    name = "link-case"
    severity = Severity.WARNING
    fix = Safety.SAFE
    what = "A link's file exists only with other letter case."
    why = "It works on Windows and macOS and leads nowhere on Linux."
    source = "toolcat."
    help = "Write the name as the file has it."
    bad = (
        sample(
            body="# Demo\n\nRead [the API](References/API.md) first.\n",
            files=_API,
            fixed=skill(body="# Demo\n\nRead [the API](references/api.md) first.\n"),
        ),
    )
    good = (sample(body="# Demo\n\nRead [the API](references/api.md) first.\n", files=_API),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        bundle = skill.bundle
        if bundle is None or not _is_known(bundle):
            return
        for span, target, path in _links(skill):
            inside = normalise(path)
            if inside is None or _is_there(bundle, inside):
                continue
            name = _in_other_case(bundle, inside)
            if name is not None:
                at = target.find(inside)
                fix = None
                if at >= 0:
                    edit = Splice(span.start + at, span.start + at + len(inside), name)
                    fix = Fix.safe("write it as the file has it", edit)
                yield skill.problem(f"the file is called {name!a}", at=span, fix=fix)


class RefDepth(SkillRule):
    code = "SL004"
    name = "ref-depth"
    severity = Severity.INFO
    what = "A linked Markdown file links on to a file of the skill that SKILL.md does not link to."
    why = "Models read such chains in part, or not at all."
    source = "agentskills.io specification: keep file references one level deep."
    help = "Link to it from SKILL.md, too."
    bad = (
        sample(
            body="# Demo\n\nRead [the API](references/api.md) first.\n",
            files={"demo/references/api.md": "See [more](more.md).\n", "demo/references/more.md": "More.\n"},
        ),
    )
    good = (
        sample(
            body="# Demo\n\nRead [the API](references/api.md) and [more](references/more.md).\n",
            files={"demo/references/api.md": "See [more](more.md).\n", "demo/references/more.md": "More.\n"},
        ),
    )

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        bundle = skill.bundle
        if bundle is None or not _is_known(bundle):
            return
        linked = {inside: span for span, _, path in _links(skill) if (inside := normalise(path)) in bundle.names}
        named = skill.body
        for inside, span in linked.items():
            if not inside or not inside.endswith(".md"):
                continue
            text = bundle.text(inside)
            for link in read(text or "").links:
                path = path_of(link.target)
                if path is None:
                    continue
                further = normalise(posixpath.join(posixpath.dirname(inside), path)) or normalise(path)
                if further in bundle.names and further not in linked and further not in named:
                    message = f"{inside!a} links on to {further!a}, which SKILL.md does not name"
                    yield skill.problem(message, at=span)
                    break


class OrphanFile(SkillRule):
    code = "SL005"
    name = "orphan-file"
    severity = Severity.INFO
    off = True
    confidence = Confidence.LOW
    what = "A file of the skill is named neither in SKILL.md nor in a Markdown file of the skill."
    why = "No model knows that it is there, except by listing the folder."
    source = "agnix AS-023."
    help = "Name it where it is needed, or remove it."
    bad = (sample(files=_API),)
    good = (sample(body="# Demo\n\nRead `references/api.md` first.\n", files=_API),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        bundle = skill.bundle
        if bundle is None or not _is_known(bundle):
            return
        texts = [skill.text.text, *(bundle.text(name) or "" for name in sorted(bundle.names) if name.endswith(".md"))]
        whole = "\n".join(texts)
        for name in sorted(bundle.names):
            folder = posixpath.dirname(name)
            if name.lower().startswith(("license", "licence", "notice", "readme")) or posixpath.basename(name) in whole:
                continue
            if not folder or f"{folder}/" not in whole:
                yield skill.problem(f"nothing names the file {name!a}")


_FILE = re.compile(r"(?<![\w/.-])[\w-]*(?:LICEN[SC]E|COPYING|NOTICE)[\w-]*(?:\.(?:txt|md|rst))?\b")


class LicenseFile(SkillRule):
    code = "SL009"
    name = "license-file"
    severity = Severity.INFO
    what = "`license` names a file that the skill does not have."
    why = "Whoever wants to know the terms finds nothing."
    source = "agentskills.io specification: a licence's name or a bundled file."
    help = "Add the file, or write the licence's name."
    bad = (sample(NAME + DESCRIPTION + "license: Complete terms in LICENSE.txt\n", at="/license"),)
    good = (
        sample(NAME + DESCRIPTION + "license: MIT\n"),
        sample(NAME + DESCRIPTION + "license: See LICENSE.txt\n", files={"demo/LICENSE.txt": "MIT\n"}),
    )

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        bundle = skill.bundle
        if bundle is None or not _is_known(bundle):
            return
        match = _FILE.search(skill.value("license"))
        if match and not any(name.split("/")[-1].startswith(match[0]) for name in bundle.names):
            yield skill.problem(f"the skill has no file {match[0]!a}", "license")
