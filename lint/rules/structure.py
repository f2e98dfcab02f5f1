"""TS001–TS007, TS009, TS017, TS019–TS023: what the sources report of files and entries that they cannot take as is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog import codes
from ..edits import Fix, Insert, Replace
from ..examples import Example
from ..rule import Rule, Safety

if TYPE_CHECKING:
    from ...catalog.documents import Document

_NOISE = ("TC", "TQ", "TA", "TD")
_SCHEMA = "inputSchema: {type: object, additionalProperties: false}"
_ONE = f"- name: get_order\n  description: Return one order of the shop. Use it daily.\n  {_SCHEMA}\n"
_TOOL = '{"name": "get_order", "description": "Return one order of the shop. Use it daily.", "inputSchema": {%s}}'
_NOTHING = {"type": "object", "additionalProperties": False}
_EMPTY = '"type": "object", "additionalProperties": false'


class UnreadableInput(Rule):
    code, name, severity = codes.UNREADABLE.code, codes.UNREADABLE.name, codes.UNREADABLE.severity
    in_source = True
    always = True
    what = (
        "A file cannot be read, is not UTF-8, cannot be parsed as JSON, JSON Lines, YAML or TOML, or is past a limit "
        "(size, nesting, aliases). A byte order mark is an info; a broken file met in a folder is a warning."
    )
    why = "Nothing in it is checked, listed or exported; other programs stop at it."
    source = "RFC 8259 (JSON: UTF-8, no byte order mark), YAML 1.2.2, TOML 1.0."
    help = "Mend the file at the place named."
    bad = (Example('{"tools": [', wrap=None, file="example.json"),)
    good = (Example(f'{{"tools": [{_TOOL % _EMPTY}]}}', wrap=None, file="example.json", also=_NOISE),)


class UnknownShape(Rule):
    code, name, severity = codes.UNKNOWN_SHAPE.code, codes.UNKNOWN_SHAPE.name, codes.UNKNOWN_SHAPE.severity
    in_source = True
    always = True
    what = (
        "A file is none of the shapes that are read: a list of tools, `{tools: [...]}`, a JSON-RPC result, one tool, "
        "JSON Lines of these, a vendor's function tools, our manifest, a `.meta` file. Or an entry of a list is none."
    )
    why = "What is not recognised is not checked, and silence would look like success."
    source = (
        "Inputs that toolcat reads; `tools/list` of MCP, the tool formats of OpenAI, Anthropic, Gemini and Bedrock."
    )
    help = "Name the file that holds the tools, or wrap them in `tools:`."
    bad = (Example('{"items": []}', wrap=None, file="example.json"),)
    good = (Example(f"[{_TOOL % _EMPTY}]", wrap=None, file="example.json", also=_NOISE),)


class NoInput(Rule):
    code, name, severity = codes.NO_INPUT.code, codes.NO_INPUT.name, codes.NO_INPUT.severity
    in_source = True
    always = True
    what = "A path matches no file, or a file's list of tools is empty (a warning). `--allow-empty` lets it pass."
    why = "A check over nothing ends well every time, also on the day when somebody has moved the files."
    source = "Three linters of tools and skills were seen to end with 0 after checking nothing."
    help = "Correct the path, or look at what was captured."
    bad = (Example('{"tools": []}', wrap=None, file="example.json"),)
    good = (Example(f'{{"tools": [{_TOOL % _EMPTY}]}}', wrap=None, file="example.json", also=_NOISE),)


class DuplicateKey(Rule):
    code, name, severity = codes.DUPLICATE_KEY.code, codes.DUPLICATE_KEY.name, codes.DUPLICATE_KEY.severity
    in_source = True
    what = "A key stands twice in one mapping."
    why = "Parsers keep the first, keep the last, or refuse the file: what a tool is depends on who reads it."
    source = "RFC 8259, section 4 (names should be unique); YAML 1.2.2, section 3.2.1.1 (keys must be)."
    help = "Keep one of the two."
    bad = (
        Example(
            "description: Return one order. Use it daily.\ndescription: Return two orders. Use it on Sunday.\n",
            at="/description",
        ),
    )
    good = (Example("description: Return one order. Use it when you know its number."),)


class NotAnObject(Rule):
    code, name, severity = codes.NOT_AN_OBJECT.code, codes.NOT_AN_OBJECT.name, codes.NOT_AN_OBJECT.severity
    in_source = True
    what = "An entry of a list of tools is not an object."
    why = "Clients that check the list refuse all of it."
    source = "`Tool` in the schema of every version of MCP."
    help = "Remove the entry, or write the tool."
    bad = (Example(f"tools:\n{_ONE}- get_parcel\n", at="/tools/1", wrap=None, also=_NOISE),)
    good = (Example(f"tools:\n{_ONE}", wrap=None, also=_NOISE),)


class MissingName(Rule):
    code, name, severity = codes.MISSING_NAME.code, codes.MISSING_NAME.name, codes.MISSING_NAME.severity
    in_source = True
    what = "A tool has no name, a blank one, or one that is no string."
    why = "It cannot be called, and clients that check the list refuse all of it."
    source = "`BaseMetadata.name` in the schema of MCP 2025-06-18 and later, `Tool.name` before."
    help = "Give it a name."
    bad = (Example("name: '  '", at="/name", also=("TC", "TD")), Example("name: 3", at="/name", also=("TC", "TD")))
    good = (Example("name: get_order"),)


class MissingInputSchema(Rule):
    code, name, severity = codes.MISSING_SCHEMA.code, codes.MISSING_SCHEMA.name, codes.MISSING_SCHEMA.severity
    in_source = True
    fix = Safety.UNSAFE
    what = "A tool has no `inputSchema` (a warning: taken to be an empty object), or one that is no schema (an error)."
    why = "Clients that check the list refuse all of it; others offer the tool without its arguments."
    source = "The tools page of MCP 2025-11-25 and 2026-07-28: the schema is an object and never null."
    help = "Write a schema; a tool without arguments has `{type: object, additionalProperties: false}`."
    bad = (
        Example(
            "inputSchema: null",
            at="/inputSchema",
            fixed="inputSchema: {type: object, additionalProperties: false}",
            also=("TC", "TJ", "TQ"),
        ),
        Example(
            f"tools:\n{_ONE}- name: get_parcel\n  description: Return one parcel on its way. Use it daily.\n",
            at="/tools/1/name",
            wrap=None,
            also=(*_NOISE, "TJ"),
        ),
    )
    good = (Example(_SCHEMA, also=("TC",)),)

    @classmethod
    def mend(cls, document: Document, pointer: str) -> Fix | None:
        where, _, field = pointer.rpartition("/")
        if field == "inputSchema":
            return Fix.unsafe("let it take nothing", Replace(pointer, _NOTHING))
        return Fix.unsafe("let it take nothing", Insert(f"{where}/inputSchema", _NOTHING)) if field == "name" else None


class FieldType(Rule):
    code, name, severity = codes.FIELD_TYPE.code, codes.FIELD_TYPE.name, codes.FIELD_TYPE.severity
    in_source = True
    what = (
        "A field of a tool or of a manifest has a value of the wrong type: a description that is no string, "
        "annotations that are no object, icons that are no list, a keyword that is no word …"
    )
    why = "The field is left out, or the tool, where it cannot be used without; clients refuse the list."
    source = "`Tool` in the schema of MCP 2025-11-25 and 2026-07-28; toolcat's schema of manifests."
    help = "Write a value of the type named."
    bad = (
        Example("description: 3", at="/description", also=("TC", "TD")),
        Example("annotations: [readOnlyHint]", at="/annotations", also=("TC", "TA")),
    )
    good = (Example("title: Get one order"),)


class ListIncomplete(Rule):
    code, name, severity = codes.LIST_INCOMPLETE.code, codes.LIST_INCOMPLETE.name, codes.LIST_INCOMPLETE.severity
    in_source = True
    what = (
        "A recorded list has a `nextCursor`: the pages behind it are not here. Or a package makes tools when it runs."
    )
    why = "The tools of the other pages are checked nowhere."
    source = "Pagination in MCP, every version; `tools_generated` in MCPB manifests."
    help = "Fetch the other pages and put them into the list; a list of pages is read, too."
    bad = (Example(f"nextCursor: p2\ntools:\n{_ONE}", at="/nextCursor", wrap=None, also=_NOISE),)
    good = (Example(f"tools:\n{_ONE}", wrap=None, also=_NOISE),)


class UnknownCategory(Rule):
    code, name, severity = codes.UNKNOWN_CATEGORY.code, codes.UNKNOWN_CATEGORY.name, codes.UNKNOWN_CATEGORY.severity
    in_source = True
    what = "A tool's category is not in the closed set: eight, unless the manifest lists its own under `categories`."
    why = "A misspelt category would hide the tool from everybody who filters by it, so the tool is left out."
    source = "toolcat's manifest."
    help = "Use one of the set, or list your own."
    bad = (Example("category: wbe", at="/category", also=("TC",)),)
    good = (Example("category: web"),)


class SkippedFile(Rule):
    code, name, severity = codes.SKIPPED_FILE.code, codes.SKIPPED_FILE.name, codes.SKIPPED_FILE.severity
    in_source = True
    what = (
        "Files or folders met in a directory were not read: they hold no tools, or are hidden. Reported once a folder."
    )
    why = "So that nobody takes an unread file for a clean one."
    source = "toolcat."
    help = "Name a file itself to learn why it is not read."
    bad = ()
    good = ()


class UnknownManifestKey(Rule):
    code, name = codes.UNKNOWN_MANIFEST_KEY.code, codes.UNKNOWN_MANIFEST_KEY.name
    severity = codes.UNKNOWN_MANIFEST_KEY.severity
    in_source = True
    what = (
        "A key at the top of a manifest, or in its `defaults`, means nothing. Keys that begin with `x-` are your own."
    )
    why = "A misspelt `defaults` has no effect, and nobody is told."
    source = "toolcat's manifest."
    help = "Correct it, or let it begin with `x-`."
    bad = (Example(f"server: shop\nservre: depot\ntools:\n{_ONE}", at="/servre", wrap=None, also=_NOISE),)
    good = (Example(f"server: shop\nx-team: depot\ntools:\n{_ONE}", wrap=None, also=_NOISE),)


class IdleField(Rule):
    code, name, severity = codes.IDLE_FIELD.code, codes.IDLE_FIELD.name, codes.IDLE_FIELD.severity
    in_source = True
    what = (
        "A tool of a manifest has a field whose name is nearly one of ours, or a variant has one that nobody knows or "
        "that it cannot set (`name`)."
    )
    why = "What was meant (a category, a hint, read-only) has no effect, and nobody is told."
    source = "toolcat's manifest."
    help = "Correct the name, or let it begin with `x-`."
    bad = (
        Example(
            "command: orders\nvariants:\n- match: {}\n  comand: orders --all",
            at="/variants/0/comand",
            also=("TC", "TS"),
        ),
    )
    good = (Example("command: orders\nvariants:\n- match: {}\n  command: orders --all", also=("TC", "TS")),)


class NotJson(Rule):
    code, name, severity = codes.NOT_JSON.code, codes.NOT_JSON.name, codes.NOT_JSON.severity
    in_source = True
    what = "A value cannot be written as JSON: NaN and infinities, half a surrogate pair, tagged YAML values."
    why = "The tool could be listed here and sent to nobody."
    source = "RFC 8259, sections 6 and 8.2."
    help = "Write a number, a string or null."
    bad = (
        Example(
            "type: number\nmaximum: .inf\nminimum: 0\ndescription: The sum.",
            wrap="property",
            at="/maximum",
            also=("TJ",),
        ),
    )
    good = (Example("type: number\nmaximum: 9\nminimum: 0\ndescription: The sum.", wrap="property"),)


class ForeignField(Rule):
    code, name, severity = codes.FOREIGN_FIELD.code, codes.FOREIGN_FIELD.name, codes.FOREIGN_FIELD.severity
    in_source = True
    what = "Tools in a package description have fields that are called like ours (`category`) and mean something else."
    why = "They are not read: a package's own categories are not the catalog's."
    source = "MCPB manifests and the like."
    help = "Nothing, unless they were meant for toolcat: then write a manifest."
    bad = (
        Example(
            '{"manifest_version": "0.3", "name": "shop", "version": "1.0.0", "tools": [{"name": "get_order", '
            '"description": "Return one order of the shop. Use it daily.", "category": "orders"}]}',
            wrap=None,
            file="manifest.json",
            also=(*_NOISE, "TS007", "TJ"),
        ),
    )
    good = (
        Example(
            '{"manifest_version": "0.3", "name": "shop", "version": "1.0.0", "tools": [{"name": "get_order", '
            '"description": "Return one order of the shop. Use it daily."}]}',
            wrap=None,
            file="manifest.json",
            also=(*_NOISE, "TS007", "TJ"),
        ),
    )
