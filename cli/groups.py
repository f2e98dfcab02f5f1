"""Option groups: options that several commands share are the fields of one dataclass, and a command takes that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints


def option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take option groups: dataclasses whose fields are annotated as Typer options.

    A parameter whose type is such a dataclass is replaced, for Typer, by an option for each of its fields (with the
    field's name, annotation and default), and the command gets an instance of it. Help shows the options in the order
    of the command's parameters. A field named like a parameter of the command is left to the command.
    """
    hints = get_type_hints(command, include_extras=True)
    own = list(signature(command).parameters.values())
    groups = {each.name: hints[each.name] for each in own if hasattr(hints[each.name], "__dataclass_fields__")}
    names = {each.name for each in own}
    parameters: list[Parameter] = []
    members: dict[str, list[str]] = {}
    for each in own:
        group = groups.get(each.name)
        if group is None:
            parameters.append(each.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[each.name]))
            continue
        types = get_type_hints(group, include_extras=True)
        members[each.name] = [field.name for field in fields(group) if field.name not in names]
        parameters += [
            Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=types[field.name])
            for field in fields(group)
            if field.name not in names
        ]

    @wraps(command)
    def run(**values: Any) -> None:
        made = {
            name: group(**{member: values.pop(member) for member in members[name]}) for name, group in groups.items()
        }
        command(**values, **made)

    run.__signature__ = Signature(parameters)  # pyright: ignore[reportAttributeAccessIssue]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run
