"""Plain values of the command line, converted here: Typer's own way to read any value imports pydantic first.

That import costs as much as all else that a small command does. What is not plainly right (an unknown word, a number
that is none, a folder that cannot be read) is left to Typer, which words the error.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class _NotPlainError(Exception):
    """Says that Typer has to look at a value."""


def read_plainly(parameters: Iterable[Any]) -> None:
    """Let the parameters of a Typer command read plain values without pydantic; what a value becomes stays the same.

    Nothing changes for those that do so already, and under a Typer whose parameters convert in another way.
    """
    for parameter in parameters:
        make = getattr(parameter, "get_runtime_param", None)
        described = getattr(parameter, "type_descriptor", None)
        if make is not None and described is not None and "get_runtime_param" not in vars(parameter):
            parameter.get_runtime_param = _always(_Plain(described.annotation, described.parameter_info, make))


@dataclass(frozen=True, slots=True)
class _Plain:
    """Converts the values of one parameter; `make` gives Typer's own converter for those that are not plain."""

    annotation: Any
    said: Any
    make: Callable[[], Any]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return what Typer makes of a value: of several values a list, of none what stands for none."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        try:
            if several and get_origin(self.annotation) is list:
                (kind,) = get_args(self.annotation)
                return [_converted(each, kind, self.said) for each in value]
            return _converted(value, self.annotation, self.said)
        except _NotPlainError:
            return self._by_typer(value, param, ctx)

    def _by_typer(self, value: Any, param: Any, ctx: Any) -> Any:
        try:
            return self.make().coerce(value, param=param, ctx=ctx)
        except Exception as error:
            message = getattr(error, "message", None)
            if isinstance(message, str):  # who mistyped a word need not know what class said so
                error.message = message.removeprefix("Value error, ")  # pyright: ignore[reportAttributeAccessIssue]
            raise


def _always(plain: _Plain) -> Callable[[], _Plain]:
    return lambda: plain


def _converted(value: object, kind: Any, said: Any) -> object:
    """Return what Typer makes of a value, `said` being what its parameter says. Raises _NotPlainError if in doubt."""
    if (
        isinstance(value, int | float)
        and value.__class__ is kind
        and kind is not bool
        and _is_between(value, said.min, said.max)
    ):
        return value
    if not isinstance(value, str) or not _is_text(value):
        raise _NotPlainError
    if kind is str:
        return value
    if kind is int and value.isascii() and value.isdigit() and _is_between(int(value), said.min, said.max):
        return int(value)
    if kind is Path and _is_unchecked(said) and (os.access(value, os.R_OK) or not Path(value).exists()):
        return Path(value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(value)
        except ValueError:
            pass
    raise _NotPlainError


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:  # bytes that are no UTF-8
        return False
    return True


def _is_between(value: float, least: float | None, most: float | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _is_unchecked(said: Any) -> bool:
    """Whether a path may lead to anything that can be read, or to nothing, and is taken as it is written."""
    asked = said.exists or said.writable or said.resolve_path or said.allow_dash or said.path_type is not None
    return not asked and said.file_okay and said.dir_okay
