"""`tools export-python`: the selected tools as an importable Python package, or the check of one."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from . import export_common as e
from .groups import option_groups
from .host_options import HostOptions
from .input import FilterOptions, ReportOptions, SourceOptions


class Models(StrEnum):
    """What nested objects and results are."""

    PYDANTIC = "pydantic"
    TYPEDDICT = "typeddict"


class PythonNames(StrEnum):
    """How functions and parameters are named."""

    SNAKE = "snake"
    PRESERVE = "preserve"


class Results(StrEnum):
    """What becomes of a result that its own schema refuses."""

    VALIDATE = "validate"
    TRUST = "trust"


@option_groups
def export_python(
    *,
    exporting: e.ExportOptions,
    hosting: HostOptions,
    models: Annotated[
        Models, typer.Option(help="pydantic models, or TypedDicts, which need no dependency.")
    ] = Models.PYDANTIC,
    sync: Annotated[bool, typer.Option("--sync", help="Plain functions instead of async ones.")] = False,
    names: Annotated[
        PythonNames, typer.Option(help="snake_case names, or the tools' own where they are identifiers.")
    ] = PythonNames.SNAKE,
    results: Annotated[
        Results, typer.Option(help="validate: a result that its schema refuses is an error. trust: it is returned.")
    ] = Results.VALIDATE,
    filters: FilterOptions,
    inputs: SourceOptions,
    reporting: ReportOptions,
) -> None:
    """Export tools as a Python package: one typed function a tool, one module a function."""
    host = hosting.request("python")

    def target() -> tuple[e.Checks, e.Exports]:
        from ..generators.python import PythonOptions, check_python
        from ..generators.python import export_python as export

        options = PythonOptions(
            models=models.value,
            sync=sync,
            names=names.value,
            results=results.value,
            reading=exporting.reading.value,
            templates=exporting.templates,
        )
        return partial(check_python, options=options, host=host), partial(export, options=options, host=host)

    e.run_export(exporting, inputs, filters, reporting, target)
