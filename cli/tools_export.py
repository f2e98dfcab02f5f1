"""`tools export-typescript`: the selected tools as an importable TypeScript tree, or the check of one."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from . import export_common as e
from .configured import configured
from .groups import option_groups
from .host_options import HostOptions
from .input import FilterOptions, ReportOptions, SourceOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..catalog import ToolSpec
    from ..generators.hosts.request import HostText
    from ..generators.typescript import TypeScriptOptions


class ImportSuffix(StrEnum):
    """What relative imports in the tree end in."""

    JS = "js"
    TS = "ts"
    NONE = "none"


class Layout(StrEnum):
    """Where the files stand: a folder per server, or all in one."""

    SERVER = "server"
    FLAT = "flat"


class TypeScriptNames(StrEnum):
    """How functions are named."""

    CAMEL = "camel"
    PRESERVE = "preserve"


@configured("typescript")
@option_groups
def export_typescript(
    *,
    exporting: e.ExportOptions,
    hosting: HostOptions,
    import_suffix: Annotated[
        ImportSuffix | None, typer.Option(help="What relative imports end in: js, or what the host needs.")
    ] = None,
    layout: Annotated[Layout, typer.Option(help="A folder per server, or one for all.")] = Layout.SERVER,
    names: Annotated[
        TypeScriptNames, typer.Option(help="camelCase functions, or the tools' own names where they are identifiers.")
    ] = TypeScriptNames.CAMEL,
    package_json: Annotated[
        bool, typer.Option("--package-json/--no-package-json", help='Write a package.json with "type": "module".')
    ] = True,
    filters: FilterOptions,
    inputs: SourceOptions,
    reporting: ReportOptions,
) -> None:
    """Export tools as a TypeScript tree: one typed function a tool, one file a function."""
    host = hosting.request("typescript")

    def options() -> TypeScriptOptions:
        from ..generators.typescript import TypeScriptOptions

        suffix = "js" if host is None or host.host.import_suffix is None else host.host.import_suffix
        return TypeScriptOptions(
            import_suffix=suffix if import_suffix is None else import_suffix.value,
            layout=layout.value,
            names=names.value,
            reading=exporting.reading.value,
            templates=exporting.templates,
            package_json=package_json,
        )

    def target() -> tuple[e.Checks, e.Exports]:
        from ..generators.typescript import check_typescript
        from ..generators.typescript import export_typescript as export

        return partial(check_typescript, options=options(), host=host), partial(export, options=options(), host=host)

    def shown(specs: Sequence[ToolSpec]) -> HostText:
        from ..generators.typescript.exporter import typescript_text

        assert host is not None
        return typescript_text(specs, options(), host)

    flat = host is not None and host.settled_form != "tree"
    e.run_export(exporting, inputs, filters, reporting, target, shown if flat else None, hosting.detail.value)
