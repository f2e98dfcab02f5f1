"""Slash commands: `/<name> ARGUMENTS` becomes the body of a command file or a skill with its placeholders filled in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .frontmatter import FENCE, parse
from .model import UnknownSkillError
from .scan import read_bounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from .port import SkillSource

# `$5.00`, `$1,000` and `$10` are prices and the like, no placeholders.
PLACEHOLDER = re.compile(r"\$(?:(ARGUMENTS)(?![A-Za-z0-9_])|([1-9])(?![0-9A-Za-z_]|[.,][0-9]))")
_COMMAND = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Expansion:
    """The text, what it came from (a command file's label, or the skill), and whether arguments had a place in it."""

    text: str
    kind: Literal["command", "skill"]
    origin: str
    used_arguments: bool
    missing: tuple[int, ...]


def fill(body: str, arguments: Sequence[str]) -> tuple[str, bool, tuple[int, ...]]:
    """Return the body with `$ARGUMENTS` (all, joined by blanks) and `$1` … `$9` replaced, once and from left to right.

    What an argument brings in is never expanded again. Also returned: whether there was a placeholder at all, and the
    positions that were asked for and not given, which become empty.
    """
    missing: list[int] = []
    used = False

    def replace(match: re.Match[str]) -> str:
        nonlocal used
        used = True
        if match[1]:
            return " ".join(arguments)
        position = int(match[2])
        if position <= len(arguments):
            return arguments[position - 1]
        missing.append(position)
        return ""

    return PLACEHOLDER.sub(replace, body), used, tuple(dict.fromkeys(missing))


def expand(
    name: str, arguments: Sequence[str], source: SkillSource, commands: Iterable[tuple[Path, str]] = ()
) -> Expansion | None:
    """Expand `/<name>`: a command file `<name>.md` in one of the `commands` directories (path, label), else a skill.

    The first that expands wins; an empty body does not expand. None if the name is known and every body is empty.
    Raises UnknownSkillError if nothing has that name. Frontmatter is never part of the text, and no placeholder in it
    counts.
    """
    known = False
    if _COMMAND.fullmatch(name):
        for directory, label in commands:
            body = _command_body(directory / f"{name}.md")
            if body is not None:
                known = True
                if body:
                    return Expansion(*_ordered(fill(body, arguments), "command", f"{label}/{name}.md"))
    try:
        body = source.skill_body(name)
    except UnknownSkillError:
        if known:
            return None
        raise
    return Expansion(*_ordered(fill(body, arguments), "skill", name)) if body else None


def _ordered(
    filled: tuple[str, bool, tuple[int, ...]], kind: Literal["command", "skill"], origin: str
) -> tuple[str, Literal["command", "skill"], str, bool, tuple[int, ...]]:
    text, used, missing = filled
    return text, kind, origin, used, missing


def _command_body(path: Path) -> str | None:
    if not path.is_file():
        return None
    raw = read_bounded(str(path))
    if not isinstance(raw, bytes):
        return None
    file = parse(raw)
    if file.closing is None and file.text.lstrip("\ufeff").startswith(FENCE):
        return ""
    return file.body_text
