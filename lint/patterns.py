"""Patterns that are compiled when they are first used: all rules are imported, and few patterns are needed."""

from __future__ import annotations

import re
from typing import cast


class _Later:
    """Stands for a compiled pattern, and becomes one when something is asked of it."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        value: object = getattr(re.compile(self._source, self._flags), name)
        self.__dict__[name] = value  # the next time it is found before this method is asked
        return value


def later(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `re.compile` would, without compiling it yet: that takes as long as linting a tool or two.

    A source that is no regular expression raises re.error at its first use.
    """
    return cast("re.Pattern[str]", cast("object", _Later(source, flags)))
