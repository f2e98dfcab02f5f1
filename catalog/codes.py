"""The codes of the findings that reading a catalog can give; lint rules and sources share one scheme.

Two letters and three digits (one letter for `.meta`), a stable kebab-case name, and the severity it has unless a
finding says otherwise. An error leaves something out; a warning and an info do not.
"""

from __future__ import annotations

from dataclasses import dataclass

from .findings import Severity


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: its code, its name, its usual severity, and what it means in one sentence."""

    code: str
    name: str
    severity: Severity
    meaning: str


CODES: dict[str, Code] = {}
"""Every code of this package, by code."""


def _code(code: str, name: str, severity: Severity, meaning: str) -> Code:
    made = Code(code, name, severity, meaning)
    CODES[code] = made
    return made


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

# Files and shapes
UNREADABLE = _code("TS001", "unreadable-input", _E, "A file cannot be read, decoded or parsed, or is past a limit.")
UNKNOWN_SHAPE = _code("TS002", "unknown-shape", _E, "A file holds none of the shapes that are read.")
NO_INPUT = _code("TS003", "no-input", _E, "A path matched no file, or a file holds an empty list of tools.")
DUPLICATE_KEY = _code("TS004", "duplicate-key", _E, "A key stands twice in one mapping, so its value is not known.")
NOT_AN_OBJECT = _code("TS005", "not-an-object", _E, "An entry of a list of tools is not an object.")
MISSING_NAME = _code("TS006", "missing-name", _E, "A tool's name is absent, not a string, or blank.")
MISSING_SCHEMA = _code("TS007", "missing-input-schema", _W, "A tool has no input schema; it gets an empty object.")
FIELD_TYPE = _code("TS009", "field-type", _E, "A field of a tool or of a manifest has a value of the wrong type.")
LIST_INCOMPLETE = _code("TS017", "list-incomplete", _W, "A list has a nextCursor: its later pages are missing.")
UNKNOWN_CATEGORY = _code("TS019", "unknown-category", _E, "A category is not in the closed set of its catalog.")
SKIPPED_FILE = _code("TS020", "skipped-file", _I, "A file or folder met in a directory was not read.")
UNKNOWN_MANIFEST_KEY = _code("TS021", "unknown-manifest-key", _W, "A key at the top of a manifest means nothing.")
NOT_JSON = _code("TS022", "not-json", _E, "A value cannot be written as JSON (NaN, a date, half a surrogate pair).")
FOREIGN_FIELD = _code("TS023", "foreign-field", _I, "A bundle's field has our name and another meaning: not read.")
SERVER_FAILED = _code("TS024", "server-failed", _E, "A live server could not be asked for its tools.")
UNSTABLE = _code("TS025", "unstable-list", _W, "A list of a live server holds values that differ from start to start.")
IDLE_FIELD = _code("TS026", "idle-field", _W, "A field of a manifest's tool or variant does nothing there.")

# Names
INVALID_NAME = _code("TN010", "invalid-name", _E, "A tool's name is too long or holds control characters.")
INVALID_SERVER = _code("TN011", "invalid-server-name", _E, "A server's name cannot stand in a tool's catalog name.")
DUPLICATE_NAME = _code("TU001", "duplicate-name", _E, "Two tools of one list have the same name.")
SHADOWED = _code("TU007", "shadowed-tool", _W, "A tool lost its name to an earlier source (first wins).")
SERVER_CLASH = _code("TU008", "server-name-clash", _E, "Two server names differ only in case, '-' and '_'.")
OTHER_SERVER = _code("TU009", "other-server", _W, "Names that are already qualified keep their own server.")

# The config
UNMATCHED_OVERRIDE = _code("CF001", "unmatched-override", _W, "An override names a tool that is not in the catalog.")
UNMATCHED_FILTER = _code("CF002", "unmatched-filter", _W, "An include or exclude pattern matches no tool.")
BAD_OVERRIDE = _code("CF003", "bad-override", _E, "An override cannot be applied.")
UNMATCHED_GATE = _code("CF004", "unmatched-gate", _W, "A gate is switched that no tool has.")
IDLE_OVERRIDE = _code("CF005", "idle-override", _W, "An override sets no field.")

# `.meta` registries
META_NOT_OBJECT = _code("M001", "not-json-object", _E, "A .meta file holds no JSON object.")
META_NAME = _code("M002", "name-invalid", _E, "A .meta file's stem is no tool name.")
META_DESCRIPTION = _code("M003", "meta-description-missing", _E, "A .meta file has no description.")
META_ARGS = _code("M004", "args-schema", _E, "A .meta file's args are no JSON Schema.")
META_UNKNOWN = _code("M005", "meta-unknown-field", _W, "A .meta file has a field that means nothing.")
META_REMOVED = _code("M006", "removed-field", _W, "A .meta file has a field that is no longer current.")
META_ENUM = _code("M007", "enum-value", _W, "A .meta field has a value outside its known set.")
META_TYPE = _code("M008", "meta-field-type", _E, "A .meta field has a value of the wrong type.")
VARIANT_SHAPE = _code("M009", "variant-shape", _E, "Variants are not a list of objects with an object `match`.")
MATCH_KEY = _code("M010", "match-unknown-key", _E, "A variant's condition is not known; the variant is not trusted.")
MATCH_VALUE = _code("M011", "match-value", _E, "A condition's value is no string and no non-empty list of strings.")
MATCH_PLATFORM = _code("M014", "os-arch-unknown", _W, "A condition names no operating system or architecture of Go.")
FILE_BEATS_CMD = _code("M016", "file-beats-cmd", _W, "A file with the tool's name is called instead of its cmd.")
NO_MATCH = _code("M019", "no-match-here", _I, "No variant matches here: the tool is hidden.")
NESTED_VARIANTS = _code("M020", "nested-variants", _E, "A variant has variants of its own.")
META_CASEFOLD = _code("M021", "duplicate-casefold", _W, "Two .meta files differ only in case.")
EMPTY_OVERRIDE = _code("M022", "empty-override", _W, "A variant's empty value has no effect.")
