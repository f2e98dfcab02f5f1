"""M009–M014, M019, M020, M022: variants of `.meta` files and manifests, and what they depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ...catalog import codes
from ...catalog.sources.variants import ARCHITECTURES, MATCH_KEYS, OPERATING_SYSTEMS
from ..edits import Fix, Remove, Replace
from ..examples import Example
from ..fixes.data import NotFixable, value_at
from ..rule import Problem, Rule, Safety, Severity
from ..units import as_list, as_object
from .meta_files import NOISE, meta

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...catalog.documents import Document
    from ..units import Tool

_PAGE = "Ollie's page on its tool registry, variants"
_LATER = (*NOISE, "M019")


def _variants(*variants: str) -> str:
    return meta(f'"variants": [{", ".join(variants)}], ')


_ANYWHERE = '{"match": {}, "cmd": "true"}'
_LINUX = '{"match": {"os": "linux"}, "cmd": "true"}'


class VariantShape(Rule):
    code, name, severity = codes.VARIANT_SHAPE.code, codes.VARIANT_SHAPE.name, codes.VARIANT_SHAPE.severity
    in_source = True
    what = "`variants` is no list of objects, or a variant has no `match` object."
    why = "A variant whose conditions nobody knows is never taken; without any other the tool is hidden."
    source = f"{_PAGE}."
    help = "Write a list of objects, each with a `match`; an empty one matches everywhere."
    bad = (
        Example(_variants('{"cmd": "false"}', _ANYWHERE), at="/variants/0", wrap=None, file="glob.meta", also=_LATER),
    )
    good = (Example(_variants(_ANYWHERE), wrap=None, file="glob.meta", also=_LATER),)


class MatchUnknownKey(Rule):
    code, name, severity = codes.MATCH_KEY.code, codes.MATCH_KEY.name, codes.MATCH_KEY.severity
    in_source = True
    what = "A condition is none of " + ", ".join(MATCH_KEYS) + "."
    why = "The variant cannot be trusted to fit, so it never matches."
    source = f"{_PAGE}: these six are supported."
    help = "Use one of the six."
    bad = (
        Example(
            _variants('{"match": {"distro": "debian"}, "cmd": "false"}', _ANYWHERE),
            at="/variants/0/match/distro",
            wrap=None,
            file="glob.meta",
            also=_LATER,
        ),
    )
    good = (Example(_variants(_LINUX, _ANYWHERE), wrap=None, file="glob.meta", also=_LATER),)


class MatchValue(Rule):
    code, name, severity = codes.MATCH_VALUE.code, codes.MATCH_VALUE.name, codes.MATCH_VALUE.severity
    in_source = True
    what = "The value of a condition is no string and no list of strings, or is empty."
    why = "Nothing can be compared with it, so the variant never matches."
    source = f"{_PAGE}: a string, or an array of alternatives."
    help = "Write a string, or a list of alternatives; remove a condition that should always hold."
    bad = (
        Example(
            _variants('{"match": {"os": []}, "cmd": "false"}', _ANYWHERE),
            at="/variants/0/match/os",
            wrap=None,
            file="glob.meta",
            also=_LATER,
        ),
    )
    good = (Example(_variants(_LINUX, _ANYWHERE), wrap=None, file="glob.meta", also=_LATER),)


class VariantUnreachable(Rule):
    code = "M012"
    name = "variant-unreachable"
    severity = Severity.WARNING
    what = (
        "A variant can never be taken: an earlier one matches wherever it does, having no conditions, or only "
        "conditions that this one has, too, with the same alternatives or more."
    )
    why = "The first variant that matches is taken; the later one is dead text."
    source = f"{_PAGE}: the first one whose conditions all match."
    help = "Put the variant with more conditions first."
    bad = (
        Example(_variants(_ANYWHERE, _LINUX), at="/variants/1", wrap=None, file="glob.meta", also=_LATER),
        Example(
            _variants(
                '{"match": {"os": ["linux", "darwin"]}, "cmd": "true"}',
                '{"match": {"os": "linux", "binary": "rg"}, "cmd": "rg"}',
            ),
            at="/variants/1",
            wrap=None,
            file="glob.meta",
            also=_LATER,
        ),
    )
    good = (
        Example(_variants(_LINUX, _ANYWHERE), wrap=None, file="glob.meta", also=_LATER),
        Example(
            _variants('{"match": {"os": "linux", "binary": "rg"}, "cmd": "rg"}', _LINUX),
            wrap=None,
            file="glob.meta",
            also=_LATER,
        ),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if "variants" not in tool.raw:
            return
        earlier: list[tuple[int, dict[str, frozenset[str]]]] = []
        for place, variant in enumerate(as_list(tool.raw["variants"])):
            conditions = _conditions(as_object(variant).get("match"))
            if conditions is None:
                continue
            for first, known in earlier:
                if all(key in conditions and conditions[key] <= values for key, values in known.items()):
                    why = "matches everywhere" if not known else "matches wherever this one does"
                    message = f"variant {place + 1} is never taken: variant {first + 1} {why}"
                    yield tool.problem(message, "variants", place)
                    break
            else:
                earlier.append((place, conditions))


def _conditions(match: object) -> dict[str, frozenset[str]] | None:
    """Return the conditions of a match with their alternatives; None if they are not valid: it never matches."""
    if not isinstance(match, dict):
        return None
    found: dict[str, frozenset[str]] = {}
    for key, value in as_object(match).items():  # pyright: ignore[reportUnknownArgumentType]
        values = _alternatives(value)
        if key not in MATCH_KEYS or not values or not all(isinstance(each, str) and each for each in values):
            return None
        found[key] = frozenset(str(each) for each in values)
    return found


def _alternatives(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else [value]


class NenvAny(Rule):
    code = "M013"
    name = "nenv-any"
    severity = Severity.INFO
    what = "`nenv` has a list of several variables: it holds if *any* of them is unset or empty."
    why = "Nearly always *all* of them was meant: several values of a condition are alternatives."
    source = f"{_PAGE}: arrays are alternatives, and `nenv` holds for an empty or unset variable."
    help = "If all must be unset, put a variant in front that matches where one of them is set (`env`)."
    bad = (
        Example(
            _variants('{"match": {"nenv": ["CI", "SSH_TTY"]}, "cmd": "true"}'),
            at="/variants/0/match/nenv",
            wrap=None,
            file="glob.meta",
            also=_LATER,
        ),
    )
    good = (Example(_variants('{"match": {"nenv": "CI"}, "cmd": "true"}'), wrap=None, file="glob.meta", also=_LATER),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if "variants" not in tool.raw:
            return
        for place, variant in enumerate(as_list(tool.raw["variants"])):
            names = as_list(as_object(as_object(variant).get("match")).get("nenv"))
            if len(names) > 1:
                listed = " or ".join(str(name)[:40] for name in names[:4])
                yield tool.problem(
                    f"`nenv` holds if {listed} is unset: any of them", "variants", place, "match", "nenv"
                )


_MEANT = {
    "macos": "darwin",
    "mac": "darwin",
    "osx": "darwin",
    "win": "windows",
    "win32": "windows",
    "win64": "windows",
    "x86_64": "amd64",
    "x64": "amd64",
    "x86-64": "amd64",
    "aarch64": "arm64",
    "armv8": "arm64",
    "i386": "386",
    "i686": "386",
    "x86": "386",
    "armv7": "arm",
    "ppc64el": "ppc64le",
}


class OsArchUnknown(Rule):
    code, name, severity = codes.MATCH_PLATFORM.code, codes.MATCH_PLATFORM.name, codes.MATCH_PLATFORM.severity
    in_source = True
    fix = Safety.SAFE
    what = "An `os` or `arch` is no name that Go has for one (`macos` for darwin, `x86_64` for amd64)."
    why = "It is compared with Go's names and is never equal, so the variant matches nowhere."
    source = f"{_PAGE}: `runtime.GOOS` and `runtime.GOARCH`."
    help = "Use Go's names: darwin, linux, windows …; amd64, arm64 …"
    bad = (
        Example(
            _variants('{"match": {"os": "macos"}, "cmd": "false"}', _ANYWHERE),
            at="/variants/0/match/os",
            wrap=None,
            file="glob.meta",
            fixed=_variants('{"match": {"os": "darwin"}, "cmd": "false"}', _ANYWHERE),
            also=_LATER,
        ),
    )
    good = (Example(_variants(_LINUX, _ANYWHERE), wrap=None, file="glob.meta", also=_LATER),)

    @classmethod
    def mend(cls, document: Document, pointer: str) -> Fix | None:
        try:
            value = value_at(document.data, pointer)
        except NotFixable:
            return None
        values = _alternatives(value)
        known = OPERATING_SYSTEMS if pointer.endswith("/os") else ARCHITECTURES
        mended = [_MEANT.get(each.lower(), each) if isinstance(each, str) else each for each in values]
        if mended == values or not all(each in known for each in mended):
            return None
        return Fix.safe("use Go's name", Replace(pointer, mended if isinstance(value, list) else mended[0]))


class NoMatchHere(Rule):
    code, name, severity = codes.NO_MATCH.code, codes.NO_MATCH.name, codes.NO_MATCH.severity
    in_source = True
    what = "No variant matches this machine (or the one that --platform and --assume describe): the tool is hidden."
    why = "So that nobody wonders where it is; the condition that failed is named."
    source = f"{_PAGE}: a tool of which no variant matches is hidden."
    help = "Nothing, if the tool is not meant for this machine."
    bad = (
        Example(
            _variants('{"match": {"os": "plan9"}, "cmd": "false"}'),
            at="/variants",
            wrap=None,
            file="glob.meta",
            also=NOISE,
        ),
    )
    good = (Example(_variants(_ANYWHERE), wrap=None, file="glob.meta", also=NOISE),)


class NestedVariants(Rule):
    code, name, severity = codes.NESTED_VARIANTS.code, codes.NESTED_VARIANTS.name, codes.NESTED_VARIANTS.severity
    in_source = True
    what = "A variant has variants of its own."
    why = "They are never looked at, so the variant is not trusted."
    source = f"{_PAGE}, which shows one level."
    help = "List all of them in one row; the first that matches is taken."
    bad = (
        Example(
            _variants('{"match": {}, "variants": []}', _ANYWHERE),
            at="/variants/0/variants",
            wrap=None,
            file="glob.meta",
            also=(*_LATER, "M012"),
        ),
    )
    good = (Example(_variants(_LINUX, _ANYWHERE), wrap=None, file="glob.meta", also=_LATER),)


class EmptyOverride(Rule):
    code, name, severity = codes.EMPTY_OVERRIDE.code, codes.EMPTY_OVERRIDE.name, codes.EMPTY_OVERRIDE.severity
    in_source = True
    fix = Safety.SAFE
    what = "The variant that matches here has an empty value (null, an empty string, list or object)."
    why = "Only values that are not empty replace the tool's own, so it has no effect: it cannot take a value away."
    source = f"{_PAGE}; of two readings of its sentence on merging, this one was chosen."
    help = "Remove it."
    bad = (
        Example(
            _variants('{"match": {}, "cmd": "true", "prompt": ""}'),
            at="/variants/0/prompt",
            wrap=None,
            file="glob.meta",
            fixed=_variants('{"match": {}, "cmd": "true"}'),
            also=_LATER,
        ),
    )
    good = (Example(_variants(_ANYWHERE), wrap=None, file="glob.meta", also=_LATER),)

    @classmethod
    def mend(cls, document: Document, pointer: str) -> Fix | None:
        try:
            value_at(document.data, pointer)
        except NotFixable:
            return None
        return Fix.safe("remove it", Remove(pointer))
