"""M001–M008, M021: the fields and the names of `.meta` files. The source reports them; some come with a fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog import codes
from ...catalog.pointers import tokens
from ..edits import Fix, Remove, Rename, Replace
from ..examples import Example
from ..fixes.data import NotFixable, value_at
from ..rule import Rule, Safety
from ..words import nearest

if TYPE_CHECKING:
    from ...catalog.documents import Document

NOISE = ("T", "M015")
_PAGE = "Ollie's page on its tool registry"
_FIELDS = ("description", "prompt", "args", "tier", "scope", "outputFormat", "cmd", "resetsCounter", "variants")


def meta(fields: str, description: str = '"description": "Find files by a pattern. Use it for names.", ') -> str:
    """Return the text of a `.meta` file with these fields."""
    return f'{{{description}{fields}"args": {{"type": "object", "additionalProperties": false}}}}'


class NotJsonObject(Rule):
    code, name, severity = codes.META_NOT_OBJECT.code, codes.META_NOT_OBJECT.name, codes.META_NOT_OBJECT.severity
    in_source = True
    always = True
    what = "A `.meta` file cannot be read as a JSON object, or has a key twice."
    why = "The registry passes over the file without a word."
    source = f"{_PAGE}: invalid metadata is skipped."
    help = "Mend it at the place named."
    bad = (
        Example("[]", wrap=None, file="glob.meta", also=NOISE),
        Example(
            '{"description": "Find files.", "description": "Find all files."}',
            at="/description",
            wrap=None,
            file="glob.meta",
            also=NOISE,
        ),
    )
    good = (Example(meta('"cmd": "true", '), wrap=None, file="glob.meta", also=NOISE),)


class MetaNameInvalid(Rule):
    code, name, severity = codes.META_NAME.code, codes.META_NAME.name, codes.META_NAME.severity
    in_source = True
    what = "The name of a `.meta` file, without its ending, is no tool name: 1 to 128 of `A-Za-z0-9_.-`, no sign first."
    why = "The tool is called by it, and a file of the same name beside it is run."
    source = f"{_PAGE}, which leaves the grammar open; MCP's 2025-11-25 names and no hidden files were chosen."
    help = "Rename the file."
    bad = (Example(meta('"cmd": "true", '), wrap=None, file="find files.meta", also=NOISE),)
    good = (Example(meta('"cmd": "true", '), wrap=None, file="find_files.meta", also=NOISE),)


class MetaDescriptionMissing(Rule):
    code, name, severity = codes.META_DESCRIPTION.code, codes.META_DESCRIPTION.name, codes.META_DESCRIPTION.severity
    in_source = True
    what = "A `.meta` file has no description, or a blank one."
    why = "The tool is not listed: nobody could choose it."
    source = f"{_PAGE}; its predecessor listed no tool without one."
    help = "Say in a sentence what the tool does and when to use it."
    bad = (Example(meta('"cmd": "true", ', ""), at="/description", wrap=None, file="glob.meta", also=NOISE),)
    good = (Example(meta('"cmd": "true", '), wrap=None, file="glob.meta", also=NOISE),)


class MetaArgsSchema(Rule):
    code, name, severity = codes.META_ARGS.code, codes.META_ARGS.name, codes.META_ARGS.severity
    in_source = True
    what = "`args` is no JSON Schema (an object, or true or false). What it says is checked by the rules about schemas."
    why = "Nobody knows what the tool takes, so it is left out."
    source = f"{_PAGE}: args is a JSON Schema, an empty object schema by default."
    help = "Write a schema, or leave `args` out."
    bad = (
        Example(
            '{"description": "Find files by a pattern. Use it for names.", "cmd": "true", "args": []}',
            at="/args",
            wrap=None,
            file="glob.meta",
            also=NOISE,
        ),
    )
    good = (Example(meta('"cmd": "true", '), wrap=None, file="glob.meta", also=NOISE),)


class MetaUnknownField(Rule):
    code, name, severity = codes.META_UNKNOWN.code, codes.META_UNKNOWN.name, codes.META_UNKNOWN.severity
    in_source = True
    fix = Safety.UNSAFE
    what = "A `.meta` file has a field other than " + ", ".join(_FIELDS) + "."
    why = "It has no effect: a misspelt `cmd` leaves the tool without a command."
    source = f"{_PAGE}, metadata."
    help = "Correct its name, or remove it."
    bad = (
        Example(
            meta('"cmnd": "true", '),
            at="/cmnd",
            wrap=None,
            file="glob.meta",
            fixed=meta('"cmd": "true", '),
            also=NOISE,
        ),
    )
    good = (Example(meta('"cmd": "true", '), wrap=None, file="glob.meta", also=NOISE),)

    @classmethod
    def mend(cls, document: Document, pointer: str) -> Fix | None:
        parts = tokens(pointer)
        meant = nearest(parts[-1], _FIELDS) if parts else None
        if meant is None or _is_there(document, f"{pointer.rpartition('/')[0]}/{meant}"):
            return None
        return Fix.unsafe(f"rename it to {meant}", Rename(pointer, meant))


class MetaRemovedField(Rule):
    code, name, severity = codes.META_REMOVED.code, codes.META_REMOVED.name, codes.META_REMOVED.severity
    in_source = True
    fix = Safety.SAFE
    what = "A `.meta` file has `readOnly` or `bypass`, which are no longer current."
    why = "They have no effect: what protects the machine is set where tools are run."
    source = f"{_PAGE}: neither is a current field."
    help = "Remove it."
    bad = (
        Example(
            meta('"cmd": "true", "readOnly": true, '),
            at="/readOnly",
            wrap=None,
            file="glob.meta",
            fixed=meta('"cmd": "true", '),
            also=NOISE,
        ),
    )
    good = (Example(meta('"cmd": "true", "scope": "read", '), wrap=None, file="glob.meta", also=NOISE),)

    @classmethod
    def mend(cls, document: Document, pointer: str) -> Fix | None:
        return Fix.safe("remove it", Remove(pointer)) if _is_there(document, pointer) else None


class MetaEnumValue(Rule):
    code, name, severity = codes.META_ENUM.code, codes.META_ENUM.name, codes.META_ENUM.severity
    in_source = True
    what = (
        "`tier` is neither hot nor cold, `scope` is not read, or `outputFormat` is not text: the values that are known."
    )
    why = "The registry's own default, or nothing at all, takes its place."
    source = f"{_PAGE}, which shows these values and no others."
    help = "Use a known value, or leave the field out."
    bad = (Example(meta('"cmd": "true", "tier": "warm", '), at="/tier", wrap=None, file="glob.meta", also=NOISE),)
    good = (Example(meta('"cmd": "true", "tier": "cold", '), wrap=None, file="glob.meta", also=NOISE),)


class MetaFieldType(Rule):
    code, name, severity = codes.META_TYPE.code, codes.META_TYPE.name, codes.META_TYPE.severity
    in_source = True
    fix = Safety.SAFE
    what = "`description`, `prompt` or `cmd` is no string, or `resetsCounter` is neither true nor false."
    why = "The file is invalid and passed over."
    source = f"{_PAGE}, metadata."
    help = "Write a value of the type named."
    bad = (
        Example(
            meta('"cmd": "true", "resetsCounter": "false", '),
            at="/resetsCounter",
            wrap=None,
            file="glob.meta",
            fixed=meta('"cmd": "true", "resetsCounter": false, '),
            also=NOISE,
        ),
        Example(meta('"cmd": 3, '), at="/cmd", wrap=None, file="glob.meta", also=NOISE),
    )
    good = (Example(meta('"cmd": "true", "resetsCounter": false, '), wrap=None, file="glob.meta", also=NOISE),)

    @classmethod
    def mend(cls, document: Document, pointer: str) -> Fix | None:
        if not pointer.endswith("/resetsCounter") or not _is_there(document, pointer):
            return None
        meant = {"true": True, "false": False}.get(str(value_at(document.data, pointer)).lower())
        return None if meant is None else Fix.safe(f"write {str(meant).lower()}", Replace(pointer, meant))


class MetaDuplicateCasefold(Rule):
    code, name, severity = codes.META_CASEFOLD.code, codes.META_CASEFOLD.name, codes.META_CASEFOLD.severity
    in_source = True
    what = "Two `.meta` files of a folder differ only in case."
    why = "On macOS and Windows they are one file, and the tool is the one that was copied last."
    source = f"{_PAGE}: a tool is called as its file."
    help = "Rename one of them."
    bad = ()
    good = ()


def _is_there(document: Document, pointer: str) -> bool:
    try:
        value_at(document.data, pointer)
    except NotFixable:
        return False
    return True
