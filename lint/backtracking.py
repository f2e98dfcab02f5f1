"""Regular expressions that may take exponential time on a text that does not match."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from .ecmascript import BadPattern, Chars, Choice, Empty, Part, Repeat, Sequence, parse_pattern

MAX_LENGTH = 1_000
"""Longer patterns are not asked."""


@lru_cache(maxsize=4096)
def slow_part(pattern: str) -> int | None:
    """Return where a part begins that may take exponential time, None if there is none, or no telling.

    Found is a repetition without end whose body can be split in more than one way: it holds another repetition, and
    all that stands beside that may be absent or may be a character of it; or it chooses between single characters
    that overlap. What begins or ends at an assertion is left alone.
    """
    if len(pattern) > MAX_LENGTH:
        return None
    for unicode in (True, False):
        try:
            part = parse_pattern(pattern, unicode=unicode)
        except BadPattern:
            continue
        except RecursionError:
            return None
        return _slow(part)
    return None


def _slow(part: Part) -> int | None:
    stack = [part]
    while stack:
        part = stack.pop()
        if isinstance(part, Repeat):
            if part.most is None and _is_ambiguous(part.part):
                return part.at
            stack.append(part.part)
        elif isinstance(part, Sequence):
            stack.extend(reversed(part.parts))
        elif isinstance(part, Choice):
            stack.extend(reversed(part.options))
    return None


def _is_ambiguous(body: Part) -> bool:
    options = body.options if isinstance(body, Choice) else (body,)
    for option in options:
        parts = option.parts if isinstance(option, Sequence) else (option,)
        if any(isinstance(part, Empty) for part in parts):
            continue
        for place, part in enumerate(parts):
            if isinstance(part, Repeat) and part.most is None:
                own = _characters(part.part)
                rest = (*parts[:place], *parts[place + 1 :])
                if own and all(_is_optional(each) or _characters(each) & own for each in rest):
                    return True
    singles = [found for option in options if (found := _single(option)) is not None]
    return any(first & second for first, second in combinations(singles, 2))


def _single(part: Part) -> frozenset[int] | None:
    if isinstance(part, Repeat) and part.least <= 1 and part.most is None:
        part = part.part
    return part.set if isinstance(part, Chars) else None


def _is_optional(part: Part) -> bool:
    if isinstance(part, Repeat):
        return part.least == 0 or _is_optional(part.part)
    if isinstance(part, Sequence):
        return all(_is_optional(each) for each in part.parts)
    return any(_is_optional(each) for each in part.options) if isinstance(part, Choice) else False


def _characters(part: Part) -> frozenset[int]:
    """Return the characters that a part may begin with or hold; for a sequence those of all its parts."""
    if isinstance(part, Chars):
        return part.set
    if isinstance(part, Repeat):
        return _characters(part.part)
    parts = part.parts if isinstance(part, Sequence) else part.options if isinstance(part, Choice) else ()
    found: frozenset[int] = frozenset()
    for each in parts:
        found |= _characters(each)
    return found
