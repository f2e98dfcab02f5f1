"""What a comment says of a type or a property: a text, and tags for what the type itself cannot say."""

from __future__ import annotations

from typing import NamedTuple


class Tag(NamedTuple):
    """A named remark such as `@minimum 1`. The text is raw: a printer escapes it for its language."""

    name: str
    text: str = ""


class Doc(NamedTuple):
    """A text as the schema's author wrote it, and tags in a fixed order."""

    summary: str = ""
    tags: tuple[Tag, ...] = ()


NO_DOC = Doc()
