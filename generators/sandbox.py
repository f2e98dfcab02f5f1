"""The sandbox of templates: no way to the machine, and no way to fill its memory by mistake.

Jinja2's own sandbox keeps templates from unsafe attributes and from huge ranges. What is added here: one operation or
one method may not make a text, or a number, of more than a limit, and neither may a whole template.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, TemplateSyntaxError
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

LIMIT = 16 * 1024 * 1024
"""What one template may produce, in characters; a number may have as many bits."""

_FORMATS = frozenset({"format", "format_map"})
_WIDTHS = frozenset({"center", "ljust", "rjust", "zfill", "expandtabs"})
_WIDE_FILTERS = ("center", "indent", "batch", "slice")

# A width or a precision of so many digits is more than the limit.
_WIDE_PERCENT = re.compile(r"%[^a-zA-Z%]*\d{8}")
_NESTED_FORMAT = re.compile(r"\{[^{}]*:[^{}]*\{")
_WIDE_FORMAT = re.compile(r"\{[^{}]*:[^{}]*\d{8}")


class TooMuch(Exception):
    """A template made more than it may."""

    def __init__(self) -> None:
        super().__init__(f"it makes more than the {LIMIT // 1024 // 1024} MiB that a template may")


class LimitedEnvironment(SandboxedEnvironment):
    """Jinja2's sandbox, in which no single operation makes more than the limit."""

    intercepted_binops = frozenset({"*", "**", "+", "%"})

    def __init__(self, **options: Any) -> None:
        """Take the options of a Jinja2 environment."""
        super().__init__(**options)
        for name in _WIDE_FILTERS:
            self.filters[name] = _narrow(self.filters[name], _check_sizes)
        self.filters["format"] = _narrow(self.filters["format"], _check_percent)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Return what an operator makes, if that is not too much."""
        if operator == "*":
            _check_product(left, right)
        elif operator == "**":
            if isinstance(left, int) and isinstance(right, int) and left.bit_length() * right > LIMIT:
                raise TooMuch
        elif operator == "+":
            if _length(left) + _length(right) > LIMIT:
                raise TooMuch
        elif isinstance(left, str):
            _check_percent((left, *cast("tuple[object, ...]", right if isinstance(right, tuple) else (right,))), {})
        return super().call_binop(context, operator, left, right)

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Call what a template calls, if it does not ask for too much."""
        text = getattr(getattr(obj, "__wrapped__", obj), "__self__", None)
        if isinstance(text, str):
            name = getattr(obj, "__name__", "")
            if name in _WIDTHS or (name in _FORMATS and _NESTED_FORMAT.search(text)):
                _check_sizes(args, kwargs)
            if name in _FORMATS and _WIDE_FORMAT.search(text):
                raise TooMuch
        return super().call(context, obj, *args, **kwargs)


class Loader(FileSystemLoader):
    """Jinja2's loader of files, which says where a file is no text."""

    def get_source(self, environment: Environment, template: str) -> Any:
        """Return a template's text, its path, and whether it is as it was."""
        try:
            return super().get_source(environment, template)
        except UnicodeDecodeError:
            path = Path(self.searchpath[0], template)
            line = path.read_bytes().decode("utf-8", "replace").partition("\ufffd")[0].count("\n") + 1
            raise TemplateSyntaxError("it is not UTF-8 text", line, template, str(path)) from None


def _narrow(
    filter_: Callable[..., Any], check: Callable[[tuple[object, ...], Mapping[str, object]], None]
) -> Callable[..., Any]:
    """Return a filter of Jinja2's that checks its arguments first."""
    from functools import wraps

    @wraps(filter_)
    def narrow(*args: Any, **kwargs: Any) -> Any:
        check(args, kwargs)
        return filter_(*args, **kwargs)

    return narrow


def _check_sizes(args: tuple[object, ...], kwargs: Mapping[str, object]) -> None:
    if any(isinstance(value, int) and value > LIMIT for value in (*args, *kwargs.values())):
        raise TooMuch


def _check_percent(args: tuple[object, ...], kwargs: Mapping[str, object]) -> None:
    """Refuse a `%` format, the first argument, with a width that is too much, its own or an argument's."""
    pattern = str(args[0])
    if _WIDE_PERCENT.search(pattern):
        raise TooMuch
    if "*" in pattern:
        _check_sizes(args[1:], kwargs)


def _check_product(left: object, right: object) -> None:
    if isinstance(left, int) and isinstance(right, int):
        if left.bit_length() + right.bit_length() > LIMIT:
            raise TooMuch
        return
    for text, times in ((left, right), (right, left)):
        if isinstance(times, int) and _length(text) * times > LIMIT:
            raise TooMuch


def _length(value: object) -> int:
    return len(cast("str", value)) if isinstance(value, (str, bytes, list, tuple)) else 0
