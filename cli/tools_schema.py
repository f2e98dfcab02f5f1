"""`tools schema`: print the JSON Schema of one of our formats, for editors and validators."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class SchemaName(StrEnum):
    """The formats that have a JSON Schema."""

    MANIFEST = "manifest"
    META = "meta"
    SKILL = "skill"
    CONFIG = "config"
    LOCK = "lock"
    APPROVALS = "approvals"


def read_schema(name: SchemaName) -> str:
    """Return the text of a schema file of `schemas/`."""
    from importlib.resources import files

    return (files("toolcat.schemas") / f"{name.value}.schema.json").read_text(encoding="utf-8")


def schema(name: Annotated[SchemaName, typer.Argument(help="Which format.")]) -> None:
    """Print the JSON Schema (draft 2020-12) of one of toolcat's formats."""
    typer.echo(read_schema(name), nl=False)
