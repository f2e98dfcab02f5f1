"""Approvals: the record of reviewed definitions, `toolcat.approved.json`, and what has changed since.

`tools lint --approve` writes it; it belongs under version control, where its diff is what a reviewer reads. A tool's
entry holds its whole definition, so that a change can be named, and a hash.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..catalog.documents import Document
from ..catalog.findings import ToolcatError
from ..catalog.pointers import join
from ..catalog.text import json_safe
from .units import as_object

if TYPE_CHECKING:
    from ..catalog.comparison import Change
    from ..catalog.spec import JsonObject, ToolSpec
    from .context import LintOptions
    from .reading import Reading

NAME = "toolcat.approved.json"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Approvals:
    """A record as it was read: definitions by catalog name, and the document for places in it."""

    path: Path
    document: Document
    tools: Mapping[str, JsonObject]

    def changes(self, spec: ToolSpec) -> list[Change] | None:
        """Return what changed in a tool since it was approved; None if it was not."""
        entry = self.tools.get(spec.name)
        if entry is None:
            return None
        from ..catalog.comparison import compare_tools, definition, definition_hash

        now = definition(spec)
        if entry.get("hash") == definition_hash(now):
            return []
        return compare_tools(cast("JsonObject", entry.get("definition", {})), now)


@dataclass(frozen=True, slots=True)
class Approved:
    """What approving did.

    How many tools were approved, how many of them are new or changed in the record, how many that it held are gone, and
    how many were kept as they stood, since their sources were not read.
    """

    path: Path
    tools: int
    new: int
    changed: int
    gone: int
    kept: int


def approvals_path(options: LintOptions) -> Path:
    """Return where the record stands: where the config says, else in the working folder."""
    return options.approvals or Path(NAME)


def wanted_approvals(options: LintOptions) -> Approvals | None:
    """Return the record that a run goes by; None if there is none, and none is configured.

    Raises ToolcatError if it cannot be read or is none, and if the config names one that is not there.
    """
    path = approvals_path(options)
    found = read_approvals(path)
    if found is None and options.approvals is not None:
        raise ToolcatError(f"there is no record of approvals {path}", hint="`tools lint --approve` writes it")
    return found


_ANEW = "restore the file, or remove it and approve anew"


def read_approvals(path: Path) -> Approvals | None:
    """Return the record, None if there is none. Raises ToolcatError if it cannot be read or is none."""
    try:
        text = path.read_text(encoding="utf-8")
        data: object = json.loads(text)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ToolcatError(f"the approvals {path} cannot be read: {error.strerror}", hint=_ANEW) from None
    except UnicodeDecodeError:
        raise ToolcatError(f"the approvals {path} are not UTF-8", hint=_ANEW) from None
    except (ValueError, RecursionError):
        raise ToolcatError(f"the approvals {path} are no JSON", hint=_ANEW) from None
    top = as_object(data)
    tools = top.get("tools")
    if not isinstance(tools, dict):
        raise ToolcatError(f"the file {path} is no record of approvals", hint="`tools schema approvals` describes one")
    version = top.get("version")
    if version != VERSION:
        raise ToolcatError(f"the approvals {path} have version {version!r}, {VERSION} is known", hint="update toolcat")
    document = Document(str(path), text, "json", top)
    entries: dict[str, JsonObject] = {}
    for name, entry in as_object(cast("object", tools)).items():
        problem = _problem(entry)
        if problem is not None:
            place = document.place(join("/tools", name, *problem[0]))
            raise ToolcatError(f"{place}: {problem[1]}", hint=_ANEW)
        entries[name] = as_object(entry)
    return Approvals(path, document, entries)


def _problem(entry: object) -> tuple[tuple[str, ...], str] | None:
    """Return where an entry of the record is wrong, and what is; None if it is as `--approve` writes it."""
    if not isinstance(entry, dict):
        return (), "the entry is no object"
    fields = as_object(cast("object", entry))
    if not isinstance(fields.get("hash", ""), str):
        return ("hash",), "the hash is no text"
    if "definition" not in fields:
        return (), "the entry has no definition"
    return None if isinstance(fields["definition"], dict) else (("definition",), "the definition is no object")


def render(specs: Iterable[ToolSpec], kept: Mapping[str, JsonObject] | None = None) -> str:
    """Return the text of a record of these tools and of the entries that are kept, sorted by name."""
    from ..catalog.comparison import definition, definition_hash

    tools = dict(kept or {})
    for spec in specs:
        made = definition(spec)
        tools[spec.name] = {"hash": definition_hash(made), "definition": made}
    data = {"version": VERSION, "tools": dict(sorted(tools.items()))}
    return json_safe(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"


def approve(reading: Reading, options: LintOptions, *, is_complete: bool = True) -> Approved:
    """Write the record of all tools that were read; what it held before and is gone is dropped.

    Unless what was read is all there is (`is_complete`), what it held besides is kept. Raises ToolcatError if there
    is no tool, if a source could not be read (its tools would be gone), or if the file cannot be written.
    """
    if reading.unread:
        message = "not every source could be read, so nothing was approved"
        raise ToolcatError(message, hint="mend the source, or leave it out", findings=reading.unread)
    specs = reading.loaded.catalog.tools() if reading.loaded is not None else []
    if not specs:
        raise ToolcatError("there is no tool to approve", hint="name a file with tools")
    path = approvals_path(options)
    before = read_approvals(path)
    held: Mapping[str, JsonObject] = {} if before is None else before.tools
    rest = {name: held[name] for name in held.keys() - {spec.name for spec in specs}}
    kept: Mapping[str, JsonObject] = {} if is_complete else rest
    text = render(specs, kept)
    changes = [None if before is None else before.changes(spec) for spec in specs]
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ToolcatError(f"cannot write {path}: {error.strerror}", hint="check the folder") from error
    new = sum(each is None for each in changes)
    return Approved(path, len(specs), new, sum(map(bool, changes)), len(rest) - len(kept), len(kept))
