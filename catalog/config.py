"""The config: `toolcat.toml`, else `[tool.toolcat]` in `pyproject.toml`. Sources in order, overrides, gates.

The section `lint` belongs to others; it is kept as it stands, with the document for its places.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from .config_exports import Exports, ExportValue, read_exports
from .documents import Document
from .findings import ToolcatError
from .names import server_name_problem
from .pointers import join
from .requests import SourceRequest
from .spec import EMPTY, JsonObject
from .text import quoted

CONFIG_NAME = "toolcat.toml"
PYPROJECT = "pyproject.toml"
MAX_CONFIG_BYTES = 4 << 20

_TOP = ("sources", "overrides", "gates", "categories", "lint", "exports")
_SOURCE = ("path", "server", "include", "exclude", "command", "env", "cwd", "url", "headers", "insecure-http")
_LIVE = frozenset(("command", "env", "cwd", "url", "headers", "insecure-http"))
_OVERRIDE = ("tool", "description", "usageHint", "category", "gate", "readOnly", "outputSchema")


@dataclass(frozen=True, slots=True)
class Override:
    """What a platform knows better about a tool than its source; None leaves the source's value.

    `tool` is a catalog name, or a pattern (`mcp__github__delete_*`). `output_schema` is the path of a file with a JSON
    Schema. `pointer` says where the override stands in the config's document.
    """

    tool: str
    pointer: str
    description: str | None = None
    usage_hint: str | None = None
    category: str | None = None
    gate: str | None = None
    read_only: bool | None = None
    output_schema: Path | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """A config. Paths in it are relative to the folder of its file, `root`."""

    path: Path
    root: Path
    document: Document
    sources: tuple[SourceRequest, ...] = ()
    overrides: tuple[Override, ...] = ()
    gates: Mapping[str, bool] = field(default_factory=dict[str, bool])
    categories: tuple[str, ...] | None = None
    lint: JsonObject = field(default_factory=lambda: EMPTY)
    exports: Exports = field(default_factory=dict[str, Mapping[str, ExportValue]])
    prefix: str = ""
    """The pointer of the config in its document: `/tool/toolcat` in a pyproject.toml."""

    def path_of(self, path: str) -> Path:
        """Return a path that the config names as it is opened and shown: from the working folder if it is below it."""
        return Path(_from_here(self.root, path))


def find_config(start: Path) -> Path | None:
    """Return the nearest config, from `start` (a folder) upwards.

    In each folder `toolcat.toml` comes before a `pyproject.toml` with a table `[tool.toolcat]`; a pyproject.toml that
    cannot be read or parsed is not ours to complain about, unless that table is seen in it.
    """
    folder = start.resolve()
    for each in (folder, *folder.parents):
        own = each / CONFIG_NAME
        # A folder of that name is a mistake that load_config explains; passing it over would lose what it forbids.
        if own.is_file() or own.is_dir():
            return own
        project = each / PYPROJECT
        if project.is_file() and _has_table(project):
            return project
    return None


def _has_table(path: Path) -> bool:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    if "toolcat" not in text:
        return False
    import tomllib

    try:
        tool = tomllib.loads(text).get("tool")
    except (ValueError, RecursionError):
        import re

        return re.search(r"^\s*\[{1,2}\s*tool\.toolcat\b", text, re.MULTILINE) is not None
    return isinstance(tool, dict) and isinstance(cast("dict[str, object]", tool).get("toolcat"), dict)


def load_config(path: Path) -> Config:
    """Read a config file.

    Raises ToolcatError, with file and line and what to do, if it cannot be read or if anything in it is not
    understood: a misspelt key must not be passed over in a file that says what a program may do.
    """
    from .sources.text import Limits, Unreadable, decode, read_bytes
    from .sources.toml_text import parse_toml

    label = _shown(path)
    if path.is_dir():
        raise ToolcatError(f"{label}: the config is a folder", hint="Rename the folder, or write a file of that name.")
    try:
        text, _ = decode(read_bytes(str(path), MAX_CONFIG_BYTES))
        parsed = parse_toml(text, label, Limits())
    except Unreadable as error:
        where = label if error.line is None else f"{label}:{error.line}"
        raise ToolcatError(f"{where}: the config {error.message}", hint=error.help) from None
    top, prefix = cast("dict[str, object]", parsed.document.data), ""
    if path.name == PYPROJECT:
        prefix = "/tool/toolcat"
        tool = top.get("tool")
        table = cast("dict[str, object]", tool).get("toolcat") if isinstance(tool, dict) else None
        if not isinstance(table, dict):
            raise ToolcatError(f"{label}: there is no table [tool.toolcat]", hint="Add it, or name a toolcat.toml.")
        top = cast("dict[str, object]", table)
    return _Reader(path, parsed.document, prefix).read(top)


def _from_here(root: Path, path: str) -> str:
    full = root / Path(path).expanduser()
    try:
        return os.path.normpath(full.relative_to(Path.cwd()))
    except ValueError:
        return os.path.normpath(full)


def _shown(path: Path) -> str:
    """Return a path as findings show it: relative to the working folder if it is below it."""
    try:
        return Path(os.path.realpath(path)).relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return str(path)


class _Reader:
    """Reads one config; the first thing that is wrong ends it."""

    def __init__(self, path: Path, document: Document, prefix: str) -> None:
        self._path = path
        self._root = Path(os.path.realpath(path)).parent
        self._document = document
        self._prefix = prefix

    def read(self, top: dict[str, object]) -> Config:
        """Return the config."""
        self._known(top, "", _TOP, "a config")
        gates = self._table(top.get("gates"), "/gates")
        for name, value in gates.items():
            if not isinstance(value, bool):
                raise self._wrong(join("/gates", name), f"the gate {name!r} is {quoted(value)}", "Write true or false.")
        categories = top.get("categories")
        if categories == []:
            help = "Remove it for the eight of toolcat, or list your own."
            raise self._wrong("/categories", "categories is empty, so no tool could have one", help)
        return Config(
            path=self._path,
            root=self._root,
            document=self._document,
            sources=tuple(
                self._source(entry, f"/sources/{place}")
                for place, entry in enumerate(self._tables(top.get("sources"), "sources"))
            ),
            overrides=tuple(
                self._override(entry, f"/overrides/{place}")
                for place, entry in enumerate(self._tables(top.get("overrides"), "overrides"))
            ),
            gates=cast("dict[str, bool]", gates),
            categories=None if categories is None else tuple(self._strings(top, "", "categories")),
            lint=self._table(top.get("lint"), "/lint"),
            exports=read_exports(self._table(top.get("exports"), "/exports"), self._wrong, self._relative),
            prefix=self._prefix,
        )

    def _wrong(self, pointer: str, message: str, help: str, *, key: bool = False) -> ToolcatError:
        place = self._document.place(self._prefix + pointer, key=key)
        return ToolcatError(f"{place}: {message}", hint=help)

    def _known(self, table: dict[str, object], pointer: str, known: tuple[str, ...], what: str) -> None:
        for key in table:
            if key not in known:
                from difflib import get_close_matches

                near = get_close_matches(key, known, n=1)
                hint = f"Did you mean {near[0]!r}?" if near else f"The keys of {what} are {', '.join(known)}."
                raise self._wrong(join(pointer, key), f"the key {quoted(key)} is not known in {what}", hint, key=True)

    def _table(self, value: object, pointer: str) -> dict[str, object]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self._wrong(pointer, f"{pointer[1:]} is no table", f"Write [{pointer[1:]}].")
        return cast("dict[str, object]", value)

    def _tables(self, value: object, name: str) -> list[dict[str, object]]:
        if value is None:
            return []
        entries = cast("list[object]", value) if isinstance(value, list) else [None]
        if not all(isinstance(entry, dict) for entry in entries):
            raise self._wrong(f"/{name}", f"{name} is no list of tables", f"Write [[{name}]] before each.")
        return cast("list[dict[str, object]]", entries)

    def _text(self, table: dict[str, object], pointer: str, key: str) -> str | None:
        value = table.get(key)
        if value is None or (isinstance(value, str) and value.strip()):
            return value
        raise self._wrong(join(pointer, key), f"{key} is {quoted(value)}, a text is expected", "Correct or remove it.")

    def _strings(self, table: dict[str, object], pointer: str, key: str) -> list[str]:
        value = table.get(key)
        if value is None:
            return []
        entries = cast("list[object]", value) if isinstance(value, list) else [None]
        if not all(isinstance(entry, str) and entry.strip() for entry in entries):
            raise self._wrong(join(pointer, key), f"{key} is no list of texts", f'Write {key} = ["…"].')
        return cast("list[str]", entries)

    def _source(self, table: dict[str, object], pointer: str) -> SourceRequest:
        self._known(table, pointer, _SOURCE, "a source")
        path = self._text(table, pointer, "path")
        server = self._text(table, pointer, "server")
        problem = None if server is None else server_name_problem(server)
        if problem:
            raise self._wrong(join(pointer, "server"), problem, "Rename it.")
        if table.get("include") == []:
            help = "Remove it to take every tool, or write patterns."
            raise self._wrong(join(pointer, "include"), "include is empty, so no tool would be taken", help)
        live = None
        if not _LIVE.isdisjoint(table):
            from .config_servers import read_server

            where = _shown(self._path)
            live = read_server(table, pointer, server, root=self._root, wrong=self._wrong, where=where)
        elif path is None:
            raise self._wrong(pointer, "a source has no path", "Add path, a file, a folder or a pattern.")
        return SourceRequest(
            path="" if path is None else path if path == "-" else self._relative(path),
            server=server,
            include=tuple(self._strings(table, pointer, "include")),
            exclude=tuple(self._strings(table, pointer, "exclude")),
            pointer=self._prefix + pointer,
            live=live,
        )

    def _relative(self, path: str) -> str:
        """Return a path of the config as seen from the working folder, shortest form first."""
        return _from_here(self._root, path)

    def _override(self, table: dict[str, object], pointer: str) -> Override:
        self._known(table, pointer, _OVERRIDE, "an override")
        tool = self._text(table, pointer, "tool")
        if tool is None:
            raise self._wrong(pointer, "an override has no tool", "Add tool, the catalog name that `tools list` shows.")
        read_only = table.get("readOnly")
        if read_only is not None and not isinstance(read_only, bool):
            message = f"readOnly is {read_only!r}"
            raise self._wrong(join(pointer, "readOnly"), message, "Write true or false.")
        schema = self._text(table, pointer, "outputSchema")
        return Override(
            tool=tool,
            pointer=self._prefix + pointer,
            description=self._text(table, pointer, "description"),
            usage_hint=self._text(table, pointer, "usageHint"),
            category=self._text(table, pointer, "category"),
            gate=self._text(table, pointer, "gate"),
            read_only=read_only,
            output_schema=None if schema is None else Path(self._relative(schema)),
        )
