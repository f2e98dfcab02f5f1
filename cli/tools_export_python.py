"""`tools export-python`: the selected tools as an importable Python package, or the check of one."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.text import one_line
from . import export_common as e
from .configured import configured
from .groups import option_groups
from .host_options import HostOptions
from .input import FilterOptions, ReportOptions, SourceOptions
from .report import Report, styled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..catalog import ToolSpec
    from ..generators.hosts.request import HostText
    from ..generators.python import PythonOptions


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


@configured("python")
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

    def options() -> PythonOptions:
        from ..generators.python import PythonOptions

        return PythonOptions(
            models=models.value,
            sync=sync,
            names=names.value,
            results=results.value,
            reading=exporting.reading.value,
            templates=exporting.templates,
        )

    def target() -> tuple[e.Checks, e.Exports]:
        from ..generators.python import check_python
        from ..generators.python import export_python as export

        return partial(check_python, options=options(), host=host), partial(export, options=options(), host=host)

    def shown(specs: Sequence[ToolSpec]) -> HostText:
        from ..generators.python.exporter import python_text

        assert host is not None
        return python_text(specs, options(), host)

    flat = host is not None and host.settled_form != "tree"
    if exporting.output is not None and not exporting.check and not flat and (host is None or not host.host.root):
        _warn_of_name(exporting.output, reporting.report())
    e.run_export(exporting, inputs, filters, reporting, target, shown if flat else None, hosting.detail.value)


def _warn_of_name(output: Path, report: Report) -> None:
    """Say so if no program can import a package of that name."""
    import sys
    from keyword import iskeyword

    folder = output.absolute()
    name = folder.name
    why = None
    if not name.isidentifier():
        why = "no name"
    elif iskeyword(name):
        why = "a word of the language"
    elif name in sys.stdlib_module_names and not (folder.parent / "__init__.py").exists():
        why = "a module of Python's own"
    if why is not None:
        named = styled("warning", "yellow", bold=True)
        what = f"{one_line(name)} is {why}, so that programs cannot import it; export into a folder with another name"
        report.note(f"{named}: {what}")
