"""TJ011, TJ012: regular expressions that do not compile, or that may take for ever."""

from __future__ import annotations

import re
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

from ..examples import Example
from ..rule import Confidence, Problem, Rule, Severity
from ..units import as_object

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import Token

_TEXT = "type: string\nmaxLength: 9\ndescription: The number."


def _patterns(node: Node) -> Iterator[tuple[str, tuple[Token, ...], bool]]:
    """Iterate over the patterns of a schema: the pattern, the path to it, and whether it is a key."""
    pattern = node.schema.get("pattern")
    if isinstance(pattern, str):
        yield pattern, ("pattern",), False
    if "patternProperties" in node.schema:
        for key in as_object(node.schema["patternProperties"]):
            yield key, ("patternProperties", key), True


@lru_cache(maxsize=4096)
def _python_problem(pattern: str) -> str | None:
    """Return why Python's `re` does not take a pattern, or None."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern)
    except re.error as error:
        return error.msg
    except (RecursionError, OverflowError):
        return "it is too large"
    return None


class PatternInvalid(Rule):
    code = "TJ011"
    name = "pattern-invalid"
    severity = Severity.ERROR
    keywords = ("pattern", "patternProperties")
    what = (
        "A `pattern`, or a key of `patternProperties`, is no regular expression of ECMA-262. A warning if it is one "
        "only without the `u` flag, a remark if only Python's `re` cannot compile it."
    )
    why = "Validators raise when they compile the schema (ajv does so with `u`), and the tool cannot be called."
    source = "JSON Schema 2020-12 core §6.4 and validation §6.3.3: ECMA-262 with the `u` flag."
    help = "Correct the expression; in YAML and JSON mind the backslashes."
    bad = (
        Example(f"{_TEXT}\npattern: '('", at="/pattern", wrap="property", also=("TC",)),
        Example(f"{_TEXT}\npattern: '(?i)[a-f]+'", at="/pattern", wrap="property", also=("TC",)),
        Example(
            f"{_TEXT}\npattern: '^\\@[a-z]$'",
            at="/pattern",
            wrap="property",
            also=("TC",),
            note="A warning: with the `u` flag only what has a meaning may be escaped.",
        ),
        Example(
            f"{_TEXT}\npattern: '^\\p{{Lu}}$'",
            at="/pattern",
            wrap="property",
            also=("TC",),
            note="A remark: Python's `re` does not know `\\p`.",
        ),
    )
    good = (Example(f"{_TEXT}\npattern: '^[A-Z]{{2}}-\\d+$'", wrap="property", also=("TC",)),)

    def check_node(self, node: Node) -> Iterator[Problem]:
        from ..ecmascript import problem_of

        for pattern, at, is_key in _patterns(node):
            found, severity = problem_of(pattern), None
            if found is not None:
                if problem_of(pattern, unicode=False) is None:
                    severity = Severity.WARNING
                message = f"the pattern of {node.where} is no regular expression: {found.message}"
                start = min(found.at, len(pattern) - 1)
                span = (start, start + 1) if pattern and not is_key else None
                yield node.problem(message, *at, key=is_key, severity=severity, span=span)
            elif (why := _python_problem(pattern)) is not None:
                message = f"Python's `re` cannot compile the pattern of {node.where}: {why}"
                yield node.problem(message, *at, key=is_key, severity=Severity.INFO)


class PatternSlow(Rule):
    code = "TJ012"
    name = "pattern-slow"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    keywords = ("pattern", "patternProperties")
    what = (
        "A repetition without end within another one, with nothing certain between them, or a choice of overlapping "
        "characters under one: the time to say no may double with each character. Patterns over 1,000 characters are "
        "passed over."
    )
    why = "One argument of forty characters stops the client or the server that checks it."
    source = "OWASP, Regular expression denial of service; mcp-tool-card-linter 1.0.0 has a check of the kind."
    help = "Let each repetition end at a character that it cannot take itself; bound the length."
    bad = (
        Example(f"{_TEXT}\npattern: '^(a+)+$'", at="/pattern", wrap="property", also=("TC",)),
        Example(f"{_TEXT}\npattern: '^(\\w|\\d)*$'", at="/pattern", wrap="property", also=("TC",)),
    )
    good = (
        Example(f"{_TEXT}\npattern: '^[a-z]+(-[a-z]+)*$'", wrap="property", also=("TC",)),
        Example(f"{_TEXT}\npattern: '^(?:[^/]+/)+$'", wrap="property", also=("TC",)),
    )

    def check_node(self, node: Node) -> Iterator[Problem]:
        from ..backtracking import slow_part

        for pattern, at, is_key in _patterns(node):
            start = slow_part(pattern)
            if start is not None:
                span = None if is_key else (start, len(pattern))
                message = f"the pattern of {node.where} may take for ever on a text that does not match"
                yield node.problem(message, *at, key=is_key, span=span)
