"""Options that the config gives: a command does what its flags say, else its config, else its defaults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import typer

from ..catalog.findings import ToolcatError
from .input import find_settings

if TYPE_CHECKING:
    from ..catalog.config import Config
    from ..catalog.config_exports import ExportValue

_CONTEXT = "typer_context"


def configured(language: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let the config's `[exports.<language>]` stand for the flags that a command was not given.

    Goes around a command that has the options of `SourceOptions` (`--config`, `--no-config`). The config has checked
    names and values already; its keys are the long flags.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        shape = signature(command)

        @wraps(command)
        def run(**values: Any) -> None:
            context: typer.Context = values.pop(_CONTEXT)
            settings = find_settings(values["config"], no_config=values["no_config"])
            taken: dict[str, ExportValue] = {}
            if settings is not None:
                names = {flag: each.name for each in context.command.params for flag in each.opts}
                for key, value in settings.exports.get(language, {}).items():
                    name = names.get("--" + key.replace("_", "-"))
                    if name is not None and _is_default(context, name):
                        values[name] = _converted(value, shape.parameters[name].annotation)
                        taken[key] = value
            try:
                command(**values)
            except ToolcatError as error:
                if settings is not None and (origin := _origin(error, taken, settings, language)):
                    raise ToolcatError(
                        error.message, hint="; ".join(filter(None, (error.hint, origin))), findings=error.findings
                    ) from None
                raise

        extra = Parameter(_CONTEXT, Parameter.KEYWORD_ONLY, annotation=typer.Context)
        run.__signature__ = Signature([extra, *shape.parameters.values()])  # pyright: ignore[reportAttributeAccessIssue]
        run.__annotations__ = {**command.__annotations__, _CONTEXT: typer.Context}
        return run

    return decorate


def _origin(error: ToolcatError, taken: Mapping[str, ExportValue], settings: Config, language: str) -> str:
    """Say which values of the config an error speaks of, by flag or by value: they stand on no command line."""
    from ..catalog.pointers import join

    said: list[str] = []
    for key, value in taken.items():
        flag = key.replace("_", "-")
        given = [str(pair).partition("=")[0] for pair in value] if isinstance(value, tuple) else [value]
        words = [f"--{flag}", *(str(each) for each in given if isinstance(each, str | Path) and str(each))]
        if any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", error.message) for word in words):
            # A key that is spelt with `_` has the place of its table.
            place = settings.document.place(join(f"{settings.prefix}/exports/{language}", flag), key=True)
            said.append(f"{place} sets {flag}")
    return "; ".join(said)


def _is_default(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is None or source.name.startswith("DEFAULT")


def _converted(value: object, annotation: Any) -> object:
    """Return a value of the config as the option holds it: a word as the member of its enum, a tuple as a list."""
    if isinstance(value, tuple):
        return list(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    kind = _enum_in(annotation)
    return value if kind is None else kind(value)


def _enum_in(annotation: Any) -> type[Enum] | None:
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return annotation
    return next((found for each in get_args(annotation) if (found := _enum_in(each)) is not None), None)
