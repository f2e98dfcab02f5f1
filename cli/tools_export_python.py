"""`tools export-python`: the selected tools as an importable Python package, or the check of one."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from . import export_common as e
from . import options as o
from .input import InputOptions


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


def export_python(
    sources: o.Sources = None,
    output: e.Output = None,
    check: e.Check = False,
    dry_run: e.DryRun = False,
    force: e.Force = False,
    strict: e.Strict = False,
    reading: e.ReadingOption = e.Reading.INTENDED,
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
    templates: e.Templates = None,
    form: e.Format = e.ExportFormat.TEXT,
    mode: o.ModeOption = None,
    category: o.Category = None,
    gate: o.Gate = None,
    source: o.Source = None,
    include: o.Include = None,
    exclude: o.Exclude = None,
    platform: o.Platform = None,
    assume: o.Assume = None,
    config: o.ConfigFile = None,
    no_config: o.NoConfig = False,
    quiet: o.Quiet = False,
    verbose: o.Verbose = False,
) -> None:
    """Export tools as a Python package: one typed function a tool, one module a function."""

    def target() -> tuple[e.Checks, e.Exports]:
        from ..generators.python import PythonOptions, check_python
        from ..generators.python import export_python as export

        options = PythonOptions(
            models=models.value,
            sync=sync,
            names=names.value,
            results=results.value,
            reading=reading.value,
            templates=templates,
        )
        return partial(check_python, options=options), partial(export, options=options)

    e.run_export(
        e.Request(
            output=output,
            check=check,
            dry_run=dry_run,
            force=force,
            strict=strict,
            form=form,
            quiet=quiet,
            verbose=verbose,
        ),
        InputOptions(
            sources=sources,
            config=config,
            no_config=no_config,
            mode=mode,
            category=category,
            gate=gate,
            source=source,
            include=include,
            exclude=exclude,
            platform=platform,
            assume=assume,
        ),
        target,
    )
