"""Which loader would take a skill, under what name and with what description: six loaders, as each is known to work.

`measured` verdicts were compared with the program itself (skills-ref 0.1.1, skills 1.5.18) over real files;
`documented` ones follow its source or its pages, and say None where those are silent.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from .assets import MAIN
from .scalars import core_type, yaml_1_1_type
from .yamltext import Value, YamlError, compose, duplicate_key, features

if TYPE_CHECKING:
    from collections.abc import Callable

Basis = Literal["measured", "documented"]

SPEC_FIELDS = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
"""The fields of the public specification."""

LISTING_CUT = 1536
"""Claude Code cuts description and `when_to_use` together here."""


class Loader(StrEnum):
    """The loaders that can be asked about."""

    CLAUDE_CODE = "claude-code"
    CLAUDE_AI = "claude-ai"
    VSCODE = "vscode"
    CODEX = "codex"
    SKILLS_CLI = "skills-cli"
    SKILLS_REF = "skills-ref"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A skill's file as a loader meets it: bytes, the names of its file and folder, and how the folder is reached."""

    raw: bytes
    folder: str
    file: str = MAIN
    linked: bool = False
    nested: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a loader takes the skill (None: not known), as what, why not, and what it changes on the way."""

    loader: Loader
    loads: bool | None
    name: str = ""
    description: str = ""
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    basis: Basis = "documented"


class _RefusedError(Exception):
    """The loader refuses the file."""


class _UnknownError(Exception):
    """What the loader does is not known."""


def judge(loader: Loader, candidate: Candidate) -> Verdict:
    """Return what a loader makes of a skill. Never raises."""
    take, basis = _LOADERS[loader]
    try:
        name, description, notes = take(candidate)
    except _RefusedError as error:
        return Verdict(loader, False, reasons=(str(error),), basis=basis)
    except _UnknownError as error:
        return Verdict(loader, None, reasons=(str(error),), basis=basis)
    return Verdict(loader, True, name, description, notes=tuple(notes), basis=basis)


_Taken = tuple[str, str, list[str]]


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise _RefusedError("the file is not UTF-8") from None


def _exact_file(candidate: Candidate) -> None:
    if candidate.file != MAIN:
        raise _RefusedError(f"it looks for exactly {MAIN}")


def _between(pattern: str, text: str) -> str:
    match = re.match(pattern, text, re.DOTALL)
    if match is None:
        raise _RefusedError("it finds no frontmatter between its fences")
    return match[1]


def _map(text: str, *, duplicates: bool = False) -> dict[str, Value]:
    """Return the fields of YAML text, of a key that stands twice the last. Raises _RefusedError for what is no map."""
    try:
        root = compose(text)
    except YamlError as error:
        raise _RefusedError(f"invalid YAML: {error.message}") from None
    if root is None or root.kind != "map":
        raise _RefusedError("the frontmatter is no map of fields")
    if not duplicates and duplicate_key(root) is not None:
        raise _RefusedError("a key stands twice")
    return {key.text: value for key, value in root.entries}


def _string(fields: dict[str, Value], key: str, *, version: Literal["text", "1.1", "1.2"] = "1.2") -> str:
    """Return a required field's text, as a loader with this reading of plain scalars sees it."""
    value = fields.get(key)
    if value is None:
        raise _RefusedError(f"there is no '{key}'")
    if value.kind != "scalar":
        raise _RefusedError(f"'{key}' is a {value.kind}, not text")
    if value.style == "plain" and version != "text":
        kind = core_type(value.text) or (yaml_1_1_type(value.text) if version == "1.1" else None)
        if kind is not None:
            raise _RefusedError(f"'{key}' is read as a {kind}, not text")
    return value.text


def _skills_ref(candidate: Candidate) -> _Taken:
    if candidate.nested:
        raise _UnknownError("it is given one folder and looks for no others")
    if candidate.file not in (MAIN, MAIN.lower()):
        raise _RefusedError(f"it looks for {MAIN} or {MAIN.lower()}")
    text = _text(candidate.raw).replace("\r\n", "\n").replace("\r", "\n")
    if not text.startswith("---"):
        raise _RefusedError("the file does not begin with '---'")
    parts = text.split("---", 2)
    if len(parts) < 3:
        raise _RefusedError("there are no three dashes after the first")
    fields = _map(parts[1])
    strict = [feature for feature, _ in features(parts[1]) if feature != "alias"]
    if strict:
        raise _RefusedError(f"its strict YAML has no {strict[0]}")
    unknown = sorted(set(fields) - set(SPEC_FIELDS))
    if unknown:
        raise _RefusedError(f"it knows no field {unknown[0]!a}")
    name = unicodedata.normalize("NFKC", _string(fields, "name", version="text").strip())
    description = _string(fields, "description", version="text")
    _ref_name(name, candidate)
    if not description.strip():
        raise _RefusedError("'description' is empty")
    if len(description) > 1024:
        raise _RefusedError(f"the description has {len(description)} characters, 1024 are allowed")
    compatibility = fields.get("compatibility")
    if compatibility is not None and (compatibility.kind != "scalar" or len(compatibility.text) > 500):
        raise _RefusedError("'compatibility' is no text of at most 500 characters")
    notes = ["it cuts the frontmatter at the first '---' inside it"] if _cut_inside(text, parts[1]) else []
    return name, description.strip(), notes


def _ref_name(name: str, candidate: Candidate) -> None:
    if not name:
        raise _RefusedError("'name' is empty")
    if len(name) > 64:
        raise _RefusedError(f"the name has {len(name)} characters, 64 are allowed")
    if name != name.lower():
        raise _RefusedError("the name is not lower-case")
    if name.startswith("-") or name.endswith("-") or "--" in name:
        raise _RefusedError("the name has a hyphen at an edge, or two in a row")
    if not all(character.isalnum() or character == "-" for character in name):
        raise _RefusedError("the name has other characters than letters, digits and hyphens")
    if unicodedata.normalize("NFKC", candidate.folder) != name:
        raise _RefusedError("the name differs from its folder's")


def _cut_inside(text: str, frontmatter: str) -> bool:
    return not re.match(r"---[ \t]*\n", text[3 + len(frontmatter) :] + "\n") or not frontmatter.endswith("\n")


def _claude_ai(candidate: Candidate) -> _Taken:
    """Check an upload as Anthropic's quick_validate does, and for reserved words."""
    if candidate.nested:
        raise _RefusedError("an upload holds one skill")
    _exact_file(candidate)
    text = _text(candidate.raw).replace("\r\n", "\n").replace("\r", "\n")
    frontmatter = _between(r"^---\n(.*?)\n---", text)
    fields = _map(frontmatter, duplicates=True)
    unknown = sorted(set(fields) - set(SPEC_FIELDS))
    if unknown:
        raise _RefusedError(f"it knows no field {unknown[0]!a}")
    name = _string(fields, "name", version="1.1").strip()
    description = _string(fields, "description", version="1.1").strip()
    if not name:
        raise _RefusedError("'name' is empty")
    if not re.fullmatch(r"[a-z0-9-]+", name) or name.startswith("-") or name.endswith("-") or "--" in name:
        raise _RefusedError("the name is not lower-case letters and digits with single hyphens between")
    if len(name) > 64:
        raise _RefusedError(f"the name has {len(name)} characters, 64 are allowed")
    if "anthropic" in name or "claude" in name:
        raise _RefusedError("the name has a reserved word")
    if "<" in description or ">" in description:
        raise _RefusedError("the description has angle brackets")
    if not description:
        raise _RefusedError("'description' is empty")
    if len(description) > 1024:
        raise _RefusedError(f"the description has {len(description)} characters, 1024 are allowed")
    compatibility = fields.get("compatibility")
    if compatibility is not None and (compatibility.kind != "scalar" or len(compatibility.text) > 500):
        raise _RefusedError("'compatibility' is no text of at most 500 characters")
    return name, description, []


def _skills_cli(candidate: Candidate) -> _Taken:
    _exact_file(candidate)
    if candidate.nested:
        raise _RefusedError("it does not look below a skill")
    # It reads bytes that are no UTF-8 as replacement characters, as Node does.
    text = candidate.raw.decode(errors="replace")
    frontmatter = _between(r"^---\r?\n(.*?)\r?\n---\r?\n?", text)
    fields = _map(frontmatter)
    name = _string(fields, "name")
    description = _string(fields, "description")
    if not name or not description:
        raise _RefusedError("name or description is empty")
    if any(_unindented(frontmatter, value) for value in fields.values()):
        raise _RefusedError("invalid YAML: a quoted text goes on at the beginning of a line")
    metadata = fields.get("metadata")
    if metadata is not None and any(
        key.text == "internal" and value.style == "plain" and value.text in ("true", "True", "TRUE")
        for key, value in metadata.entries
    ):
        raise _RefusedError("metadata says that it is internal")
    notes = ["bytes that are not UTF-8 become U+FFFD"] if "\ufffd" in text else []
    return name, description.strip(), notes


def _unindented(text: str, value: Value) -> bool:
    """Whether a quoted text goes on in the first column, which YAML 1.2 forbids and libyaml allows."""
    if value.kind != "scalar" or value.style not in ("'", '"'):
        return False
    return re.search(r"\n[^\s]", text[value.span.start : value.span.end]) is not None


def _codex(candidate: Candidate) -> _Taken:
    _exact_file(candidate)
    if candidate.linked:
        raise _RefusedError("it follows no links")
    lines = _text(candidate.raw).split("\n")
    if lines[0].strip() != "---":
        raise _RefusedError("the first line is not '---'")
    end = next((i for i, line in enumerate(lines) if i and line.strip() == "---"), 0)
    if end < 2:
        raise _RefusedError("there is no closing '---'")
    fields = _map("\n".join(line.rstrip("\r") for line in lines[1:end]))
    name = " ".join(_string(fields, "name").split())
    description = " ".join(_string(fields, "description").split())
    for key, value, limit in (("name", name, 64), ("description", description, 1024)):
        if not value:
            raise _RefusedError(f"'{key}' is empty")
        if len(value) > limit:
            raise _RefusedError(f"the {key} has {len(value)} characters, {limit} are allowed")
    return name, description, []


def _vscode(candidate: Candidate) -> _Taken:
    if candidate.nested:
        raise _UnknownError("whether it looks below a skill is not documented")
    _exact_file(candidate)
    text = candidate.raw.decode(errors="replace")
    if text.startswith("\ufeff"):
        raise _UnknownError("whether it takes a byte order mark off is not documented")
    frontmatter = _between(r"---\s*?\n(.*?)(?:\n|^)---\s*(?:\n|\Z)", text)
    try:
        fields = _map(frontmatter)
    except _RefusedError as error:
        # Its own YAML reader goes on after errors; what it then sees is not documented.
        raise _UnknownError(f"its YAML reader is lenient; {error}") from None
    name = re.sub(r"<[^>]+>", "", _string(fields, "name"))[:64]
    description = re.sub(r"<[^>]+>", "", _string(fields, "description"))[:1024]
    if not name or not description:
        raise _RefusedError("name or description is empty")
    if name != candidate.folder:
        raise _RefusedError("the name differs from its folder's")
    return name, description, []


def _claude_code(candidate: Candidate) -> _Taken:
    _exact_file(candidate)
    if candidate.nested:
        raise _RefusedError("it looks one folder deep")
    text = candidate.raw.decode(errors="replace")
    if text.startswith("\ufeff"):
        raise _UnknownError("whether it takes a byte order mark off is not documented")
    if "\ufffd" in text:
        raise _UnknownError("what it does with bytes that are not UTF-8 is not documented")
    if not re.match(r"---\s*\n", text):
        raise _UnknownError("what it takes as description without frontmatter is not documented")
    fields = _map(_between(r"---\s*\n(.*?)(?:\n|^)---", text), duplicates=True)
    name = _plain(fields, "name") or candidate.folder
    description = _plain(fields, "description")
    if not description:
        raise _RefusedError("'description' is missing or empty")
    notes: list[str] = []
    if "name" not in fields:
        notes.append("it uses the folder's name")
    when = _plain(fields, "when_to_use")
    description = f"{description} {when}".strip()
    if len(description) > LISTING_CUT:
        description = description[:LISTING_CUT]
        notes.append(f"description and when_to_use are cut to {LISTING_CUT} characters")
    return name, description, notes


def _plain(fields: dict[str, Value], key: str) -> str:
    value = fields.get(key)
    return value.text.strip() if value is not None and value.kind == "scalar" else ""


_LOADERS: dict[Loader, tuple[Callable[[Candidate], _Taken], Basis]] = {
    Loader.CLAUDE_CODE: (_claude_code, "documented"),
    Loader.CLAUDE_AI: (_claude_ai, "documented"),
    Loader.VSCODE: (_vscode, "documented"),
    Loader.CODEX: (_codex, "documented"),
    Loader.SKILLS_CLI: (_skills_cli, "measured"),
    Loader.SKILLS_REF: (_skills_ref, "measured"),
}
