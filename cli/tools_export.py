"""`tools export-typescript`: the selected tools as an importable TypeScript tree, or the check of one."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from . import export_common as e
from . import options as o
from .input import InputOptions


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


def export_typescript(
    sources: o.Sources = None,
    output: e.Output = None,
    check: e.Check = False,
    dry_run: e.DryRun = False,
    force: e.Force = False,
    strict: e.Strict = False,
    reading: e.ReadingOption = e.Reading.INTENDED,
    import_suffix: Annotated[ImportSuffix, typer.Option(help="What relative imports end in.")] = ImportSuffix.JS,
    layout: Annotated[Layout, typer.Option(help="A folder per server, or one for all.")] = Layout.SERVER,
    names: Annotated[
        TypeScriptNames, typer.Option(help="camelCase functions, or the tools' own names where they are identifiers.")
    ] = TypeScriptNames.CAMEL,
    templates: e.Templates = None,
    package_json: Annotated[
        bool, typer.Option("--package-json/--no-package-json", help='Write a package.json with "type": "module".')
    ] = True,
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
    """Export tools as a TypeScript tree: one typed function a tool, one file a function."""

    def target() -> tuple[e.Checks, e.Exports]:
        from ..generators.typescript import TypeScriptOptions, check_typescript
        from ..generators.typescript import export_typescript as export

        options = TypeScriptOptions(
            import_suffix=import_suffix.value,
            layout=layout.value,
            names=names.value,
            reading=reading.value,
            templates=templates,
            package_json=package_json,
        )
        return partial(check_typescript, options=options), partial(export, options=options)

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
