"""Examples for the rules of skills: a whole SKILL.md from the part that matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .examples import Example

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "name: demo\n"
DESCRIPTION = "description: Makes demos of things, step by step. Use this skill when a demo is wanted.\n"
BODY = "# Demo\n\nShow the thing, then say how to check it.\n"
PROFILE = "skill-profile"
"""In `Example.options`: the profile to lint with."""


def skill(head: str = NAME + DESCRIPTION, body: str = BODY) -> str:
    """Return a SKILL.md of this frontmatter (lines that end in a newline) and body."""
    return f"---\n{head}---\n\n{body}"


def sample(
    head: str = NAME + DESCRIPTION,
    body: str = BODY,
    *,
    text: str | None = None,
    at: str = "",
    also: tuple[str, ...] = (),
    fixed: str | None = None,
    file: str = "demo/SKILL.md",
    files: Mapping[str, str] | None = None,
    profile: str = "portable",
    note: str = "",
) -> Example:
    """Return an example: a skill of this frontmatter and body, or the whole `text`.

    `at` is the pointer of the problem (empty: the body or the file; `folder#`: that folder), `fixed` the whole text
    after the fix, `files` are more files beside the folder `demo`, `also` names other rules that it may set off.
    """
    return Example(
        skill(head, body) if text is None else text,
        at=at,
        wrap=None,
        also=also,
        fixed=fixed,
        file=file,
        files=dict(files or {}),
        options={} if profile == "portable" else {PROFILE: profile},
        note=note,
    )
