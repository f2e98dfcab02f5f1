"""The options of the Python export."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ..types import Reading
from .identifiers import Style
from .wrappers import Results

Models: TypeAlias = Literal["pydantic", "typeddict"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonOptions:
    """How a Python tree is written.

    `models`: pydantic models, or TypedDicts, which need no dependency. `sync`: plain functions, and a caller that is
    one. `names`: snake_case, or raw names as far as they are identifiers. `results`: whether one that its schema
    refuses is an error or returned as it came. `reading`: what schemas mean (see `generators.types`). `templates`: a
    folder whose templates replace ours.
    """

    models: Models = "pydantic"
    sync: bool = False
    names: Style = "snake"
    results: Results = "validate"
    reading: Reading = "intended"
    templates: Path | None = None


DEFAULTS = PythonOptions()
