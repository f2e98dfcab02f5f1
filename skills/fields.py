"""From the fields of a SKILL.md to what a source says of the skill; each field has its own overflow policy."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..catalog.findings import Severity
from . import limits
from .frontmatter import Problem, SkillText
from .names import skill_name_problem

if TYPE_CHECKING:
    from .frontmatter import Field

ELLIPSIS = "…"
RENAMED_TOOLS = {"Bash": "Shell"}
"""Tools that another host calls by another name; `allowed-tools` is read in our words."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The fields of a skill, each within its limit, and what was cut, dropped or ignored to get there."""

    name: str
    description: str
    license: str
    compatibility: str
    metadata: MappingProxyType[str, str]
    allowed_tools: tuple[str, ...]
    body: str
    warnings: tuple[Problem, ...]


def accept(file: SkillText, directory: str | None = None) -> Accepted | Problem:
    """Return the skill's fields, or why it is refused.

    `directory` is the name of its folder, which the skill's name must equal; None does not compare.
    """
    if file.problem is not None:
        return file.problem
    name = _required(file, "name", "SN001", "give it the name of its folder")
    if isinstance(name, Problem):
        return name
    bad = _name_problem(file, name, directory)
    if bad is not None:
        return bad
    description = _required(file, "description", "SD001", "say what the skill does and when to use it")
    if isinstance(description, Problem):
        return description
    warnings: list[Problem] = []
    if limits.utf8_size(description) > limits.MAX_DESCRIPTION:
        size = limits.utf8_size(description)
        description = limits.cut(description, limits.MAX_DESCRIPTION, ELLIPSIS)
        warnings.append(
            _warning(
                file,
                "description",
                ("SK101", "description-cut"),
                f"the description has {size} bytes and is cut to {limits.MAX_DESCRIPTION}",
                "put first what decides when to use it, and shorten the rest",
            )
        )
    body = file.body_text
    size = limits.utf8_size(body)
    license_text = _text(file, "license", warnings)
    compatibility = _text(file, "compatibility", warnings)
    metadata = _metadata(file, warnings)
    tools = _allowed_tools(file, warnings)
    if size > limits.MAX_ACTIVATION:
        warnings.append(
            Problem(
                "SK105",
                "body-over-activation",
                f"the body has {size} bytes; activation cuts it to {limits.MAX_ACTIVATION}",
                "move parts into reference files that the body names",
                file.body,
                Severity.WARNING,
            )
        )
    return Accepted(name, description, license_text, compatibility, metadata, tools, body, tuple(warnings))


def _required(file: SkillText, key: str, code: str, advice: str) -> str | Problem:
    found = file.get(key)
    if found is None:
        return Problem(code, f"{key}-missing", f"there is no '{key}'", advice, file.yaml)
    if found.value.kind != "scalar":
        return Problem(
            "SF015",
            "field-type",
            f"'{key}' is a {found.value.kind}, not text",
            "write it as one text",
            found.value.span,
        )
    text = found.value.text.strip()
    return text or Problem(code, f"{key}-missing", f"'{key}' is empty", advice, found.key_span)


def _name_problem(file: SkillText, name: str, directory: str | None) -> Problem | None:
    found = file.get("name")
    span = None if found is None else found.value.span
    problem = skill_name_problem(name)
    if problem is not None:
        too_long = len(name) > limits.MAX_NAME and skill_name_problem(name[: limits.MAX_NAME]) is None
        code, rule = ("SN002", "name-length") if too_long else ("SN003", "name-charset")
        return Problem(code, rule, problem, "rename the skill and its folder, for example my-skill", span)
    if directory is not None and name != directory:
        return Problem(
            "SN005",
            "name-dir-mismatch",
            f"the name differs from its folder's, {directory!a}",
            "rename one of the two",
            span,
        )
    return None


def _warning(file: SkillText, key: str, rule: tuple[str, str], message: str, advice: str) -> Problem:
    found = file.get(key)
    return Problem(*rule, message, advice, None if found is None else found.value.span, Severity.WARNING)


def _ignored(file: SkillText, found: Field, wanted: str) -> Problem:
    return _warning(
        file,
        found.key,
        ("SK107", "field-ignored"),
        f"'{found.key}' is a {found.value.kind}, not {wanted}, and is ignored",
        f"write it as {wanted}",
    )


def _text(file: SkillText, key: str, warnings: list[Problem]) -> str:
    found = file.get(key)
    if found is None:
        return ""
    if found.value.kind != "scalar":
        warnings.append(_ignored(file, found, "text"))
        return ""
    text = found.value.text.strip()
    if limits.utf8_size(text) > limits.MAX_TEXT:
        message = f"'{key}' has {limits.utf8_size(text)} bytes and is cut to {limits.MAX_TEXT}"
        warnings.append(_warning(file, key, ("SK102", "text-cut"), message, "shorten it"))
    return limits.cut(text, limits.MAX_TEXT)


def _metadata(file: SkillText, warnings: list[Problem]) -> MappingProxyType[str, str]:
    found = file.get("metadata")
    nothing: MappingProxyType[str, str] = MappingProxyType({})
    if found is None or (found.value.kind == "scalar" and not found.value.text.strip()):
        return nothing
    if found.value.kind != "map":
        warnings.append(_ignored(file, found, "a map of texts"))
        return nothing
    entries = found.value.entries
    if len(entries) > limits.MAX_METADATA_ENTRIES:
        why = f"it has {len(entries)} entries, {limits.MAX_METADATA_ENTRIES} are allowed"
    elif any(key.kind != "scalar" or value.kind != "scalar" for key, value in entries):
        why = "a value is no text"
    elif any(limits.utf8_size(value.text) > limits.MAX_METADATA_VALUE for _, value in entries):
        why = f"a value has more than {limits.MAX_METADATA_VALUE} bytes"
    else:
        return MappingProxyType({key.text: value.text for key, value in entries})
    message = f"'metadata' is dropped as a whole: {why}"
    warnings.append(_warning(file, "metadata", ("SK103", "metadata-dropped"), message, "keep it a small map of texts"))
    return nothing


def allowed_tools(found: Field | None) -> list[str]:
    """Return the entries of `allowed-tools` as written: a text or a list of texts, each split at white space.

    Blanks inside parentheses do not split (`Bash(git add *)`); commas between entries go.
    """
    if found is None:
        return []
    texts = [found.value.text] if found.value.kind == "scalar" else [item.text for item in found.value.items]
    return [entry for text in texts for entry in split_tools(text)]


def split_tools(text: str) -> list[str]:
    """Split one text at white space and commas outside parentheses; an unclosed parenthesis runs to the end."""
    out: list[str] = []
    depth, start = 0, 0
    for i, character in enumerate(text):
        if character == "(":
            depth += 1
        elif character == ")":
            depth = max(0, depth - 1)
        elif depth == 0 and (character == "," or character.isspace()):
            out.append(text[start:i])
            start = i + 1
    out.append(text[start:])
    return [entry for entry in out if entry]


def _allowed_tools(file: SkillText, warnings: list[Problem]) -> tuple[str, ...]:
    found = file.get("allowed-tools")
    if found is not None and found.value.kind == "map":
        warnings.append(_ignored(file, found, "a text or a list of texts"))
        return ()
    names = [_renamed(name) for name in allowed_tools(found)]
    if len(names) > limits.MAX_ALLOWED_TOOLS:
        message = f"'allowed-tools' has {len(names)} entries; the first {limits.MAX_ALLOWED_TOOLS} are kept"
        warnings.append(_warning(file, "allowed-tools", ("SK104", "allowed-tools-cut"), message, "name fewer tools"))
        names = names[: limits.MAX_ALLOWED_TOOLS]
    if any(limits.utf8_size(name) > limits.MAX_ALLOWED_TOOL for name in names):
        message = f"an entry of 'allowed-tools' is cut to {limits.MAX_ALLOWED_TOOL} bytes"
        warnings.append(_warning(file, "allowed-tools", ("SK104", "allowed-tools-cut"), message, "shorten it"))
    return tuple(limits.cut(name, limits.MAX_ALLOWED_TOOL) for name in names)


def _renamed(entry: str) -> str:
    tool, paren, rest = entry.partition("(")
    return RENAMED_TOOLS.get(tool, tool) + paren + rest
