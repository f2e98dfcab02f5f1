"""`tools init`: a starter manifest and config, never over an existing file."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from ..catalog.config import PYPROJECT, find_config
from ..catalog.findings import ToolcatError
from .report import Report
from .tools_schema import SchemaName, read_schema

MANIFEST = "catalog.tools.yaml"
CONFIG = "toolcat.toml"
SCHEMAS = ".toolcat"

_MANIFEST_TEXT = f"""\
# yaml-language-server: $schema=./{SCHEMAS}/manifest.schema.json
# A toolcat manifest: an MCP tools/list result with catalog fields. `tools list` shows what is in it.

# The server that these tools are called on; without it they are called by name alone.
server: notes

tools:
  - name: search_notes
    title: Search notes
    description: |
      Find notes by the words in them.

      Returns the newest first; an empty list if nothing matches.
    category: discovery
    keywords: [find, look up]
    usageHint: Use it before read_note when you do not know the id.
    inputSchema:
      type: object
      properties:
        query:
          type: string
          description: Words that must all occur.
          minLength: 1
        limit:
          type: integer
          description: How many notes to return.
          minimum: 1
          maximum: 100
          default: 20
      required: [query]
    outputSchema:
      type: object
      properties:
        notes:
          type: array
          items:
            type: object
            title: Note
            properties:
              id: {{type: string}}
              text: {{type: string}}
            required: [id, text]
      required: [notes]
    annotations:
      readOnlyHint: true

  - name: delete_note
    description: Delete one note for good.
    category: file
    gate: deleting          # switch it off with --gate deleting=off, or under [gates] in {CONFIG}
    inputSchema:
      type: object
      properties:
        id:
          type: string
          description: The note's id, as search_notes returns it.
      required: [id]
    annotations:
      destructiveHint: true
"""

_CONFIG_TEXT = f"""\
#:schema ./{SCHEMAS}/config.schema.json
# Which tools are in the catalog. Sources are read in order; of two tools with one name the first wins.

[[sources]]
path = "{MANIFEST}"

# [[sources]]
# path = "github.json"          # a captured tools/list result
# server = "github"             # the server it came from
# exclude = ["delete_*"]

# [[overrides]]
# tool = "mcp__notes__search_notes"
# usageHint = "What you know better than the server."

# [gates]
# deleting = false
"""


def init(
    folder: Annotated[Path, typer.Argument(metavar="[FOLDER]", help="Where to put the files.")] = Path(),
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
) -> None:
    """Write a starter manifest and config, with their schemas for an editor. An existing file is never touched."""
    report = Report(quiet=quiet)
    files = {
        MANIFEST: _MANIFEST_TEXT,
        CONFIG: _CONFIG_TEXT,
        f"{SCHEMAS}/manifest.schema.json": read_schema(SchemaName.MANIFEST),
        f"{SCHEMAS}/config.schema.json": read_schema(SchemaName.CONFIG),
    }
    if folder.exists() and not folder.is_dir():
        raise ToolcatError(f"{folder} is a file, not a folder", hint="name the folder that the files go into")
    if folder.is_symlink() and not folder.exists():
        raise ToolcatError(f"{folder} is a link to nothing", hint="name the folder that the files go into")
    found = find_config(folder) if folder.is_dir() else None
    project = found if found is not None and found.name == PYPROJECT and found.parent == folder.resolve() else None
    if project is not None:
        # A toolcat.toml beside it would win, and switch off what it says.
        del files[CONFIG]
        report.note(f"kept   {folder / PYPROJECT} (it holds the config)")
    written: list[str] = []
    for name, text in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            report.note(f"kept   {path} ({'it exists' if path.exists() else 'a link to nothing'})")
        except OSError as error:
            raise ToolcatError(f"cannot write {path}: {error.strerror}", hint="choose another folder") from error
        else:
            written.append(name)
            report.note(f"wrote  {path}")
    if not written:
        raise ToolcatError("nothing to do: every file exists already", hint="delete one to get it anew")
    if CONFIG not in written and MANIFEST in written:
        named = False
        table, config = ("tool.toolcat.sources", PYPROJECT) if project is not None else ("sources", CONFIG)
        with contextlib.suppress(OSError):
            named = MANIFEST in (folder / config).read_text(encoding="utf-8", errors="replace")
        if not named:
            report.note(f'next   add to {config}: [[{table}]] path = "{MANIFEST}"')
    report.note("next   tools list")
