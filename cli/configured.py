"""Options that the config gives: a command does what its flags say, else its config, else its defaults."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_args

import typer

from .input import find_settings

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
            if settings is not None:
                names = {flag: each.name for each in context.command.params for flag in each.opts}
                for key, value in settings.exports.get(language, {}).items():
                    name = names.get("--" + key.replace("_", "-"))
                    if name is not None and _is_default(context, name):
                        values[name] = _converted(value, shape.parameters[name].annotation)
            command(**values)

        extra = Parameter(_CONTEXT, Parameter.KEYWORD_ONLY, annotation=typer.Context)
        run.__signature__ = Signature([extra, *shape.parameters.values()])  # pyright: ignore[reportAttributeAccessIssue]
        run.__annotations__ = {**command.__annotations__, _CONTEXT: typer.Context}
        return run

    return decorate


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
