"""The options of the TypeScript export."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ..types import Reading
from .naming import Layout, Style

ImportSuffix: TypeAlias = Literal["js", "ts", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeScriptOptions:
    """How a TypeScript tree is written.

    `import_suffix`: what relative imports end in (`ts` runs with types stripped, `none` is for bundlers). `layout`: a
    folder a server, or all files in one. `names`: camelCase functions, or raw names as far as they are identifiers.
    `reading`: what schemas mean (see `generators.types`). `templates`: a folder whose templates replace ours.
    `package_json`: write a package.json with `"type": "module"` unless a folder above has one.
    """

    import_suffix: ImportSuffix = "js"
    layout: Layout = "server"
    names: Style = "camel"
    reading: Reading = "intended"
    templates: Path | None = None
    package_json: bool = True


DEFAULTS = TypeScriptOptions()
