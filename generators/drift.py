"""The check of a tree against its lock: what it was made from, compared by hashes, and what became of its files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from .lock import LOCK_NAME, Lock, is_same, render
from .outcome import Difference, Kind
from .swap import is_temporary


@dataclass(frozen=True, slots=True)
class Made:
    """What a tree is to be made from: the target, toolcat's version, the options and the hash of each spec by name."""

    target: str
    toolcat: str
    options: Mapping[str, object]
    filters: Mapping[str, object]
    assumptions: Mapping[str, str]
    specs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of a tree, in code-point order within each kind, and the size of its files in bytes."""

    differences: list[Difference]
    bytes: int


def compare(folder: Path, lock: Lock, lock_text: str, made: Made, mark: bytes) -> Comparison:
    """Compare the tree in `folder`, whose lock file reads `lock_text`, with what an export of `made` would leave.

    Nothing is generated: equal hashes of what goes in, and of what came out, are the proof. `mark` is what our files
    begin with; a file that begins so and is in no lock is left over. Raises OSError if a file cannot be read.
    """
    size, files, fates = _files(folder, lock, made)
    found = [*_sources(lock, made), *_tools(lock, made, fates), *files]
    found += [Difference("stale", path, None, "no tool needs it") for path in _left_over(folder, lock, mark)]
    if not found and render(lock) != lock_text.replace("\r\n", "\n"):
        found.append(Difference("edited", LOCK_NAME, None, "not as toolcat writes it"))
    return Comparison(found, size + len(lock_text.encode()))


def _sources(lock: Lock, made: Made) -> Iterator[Difference]:
    before: dict[str, object] = {**lock.options, "filters": dict(lock.filters), "assumptions": dict(lock.assumptions)}
    after: dict[str, object] = {**made.options, "filters": dict(made.filters), "assumptions": dict(made.assumptions)}
    keys = {*before, *after}
    kind = {key for key in ("host", "form") if before.get(key) != after.get(key)}
    if kind:  # what only one of the two kinds of export has is no change of its own
        keys = kind | (before.keys() & after.keys())
    for key in sorted(keys):
        if before.get(key) != after.get(key):
            detail = _change(key, before.get(key), after.get(key))
            yield Difference("options-changed", LOCK_NAME, None, detail)
    if lock.toolcat != made.toolcat:
        yield Difference("toolcat-changed", LOCK_NAME, None, f"exported by {lock.toolcat}, this is {made.toolcat}")


def _change(key: str, before: object, after: object) -> str:
    """Word the change of one option; of an object only the members that differ, in one order on both sides."""
    if key == "templates":  # two hashes would say no more
        how = "" if before and after else f": {'none' if before is None else 'some'} were used"
        return f"templates changed{how}"
    old, new = _differing(before, after)
    return f"{key} was {_shown(old)}, is {_shown(new)}"


def _differing(before: object, after: object) -> tuple[object, object]:
    """Return two values; if both are objects, without the members in which they agree."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return cast("object", before), after
    one, other = cast("dict[str, object]", before), cast("dict[str, object]", after)
    old, new = dict(one), dict(other)
    for name in one.keys() & other.keys():
        if one[name] == other[name]:
            del old[name], new[name]
        else:
            old[name], new[name] = _differing(one[name], other[name])
    return old, new


def _tools(lock: Lock, made: Made, fates: Mapping[str, str]) -> Iterator[Difference]:
    kind: Kind = "catalog-changed"
    for name in sorted({*lock.tools, *made.specs}):
        before = lock.tools.get(name)
        path = before.files[0] if before is not None and before.files else LOCK_NAME
        if before is None:
            yield Difference(kind, path, name, "new in the catalog")
        elif name not in made.specs:
            yield Difference(kind, path, name, f"no longer in the catalog{fates.get(name, '')}")
        elif before.spec != made.specs[name]:
            yield Difference(kind, path, name, "its spec changed")


def _files(folder: Path, lock: Lock, made: Made) -> tuple[int, list[Difference], dict[str, str]]:
    """Return the size of the files, their differences, and what becomes of the files of tools that are gone.

    The latter are no differences of their own: the catalog's change explains them.
    """
    owners: dict[str, str | None] = {}
    for name, tool in lock.tools.items():
        for path in tool.files:
            owners[path] = None if path in owners else name  # a file of several tools is no tool's own
    size = 0
    found: list[Difference] = []
    fates: dict[str, str] = {}
    base = str(folder)
    for path, wanted in sorted(lock.files.items()):
        owner = owners.get(path)
        gone = owner is not None and owner not in made.specs
        try:
            with open(f"{base}/{path}", "rb", buffering=0) as file:  # noqa: PTH123 - half the time of Path.read_bytes
                content = file.read()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            if not gone:
                found.append(Difference("missing", path, owner))
            continue
        size += len(content)
        same = is_same(content, wanted)
        if owner is not None and gone:
            fates[owner] = "; its file is to be removed" if same else "; its file was edited, and is kept"
        elif not same:
            found.append(Difference("edited", path, owner))
    return size, found, fates


def _left_over(folder: Path, lock: Lock, mark: bytes) -> Iterator[str]:
    """Yield the files that begin like ours and that the lock does not know, at the depths at which we write.

    Only kinds of files that we write: what a compiler put beside them (`x.js`, `x.d.ts`) begins like ours as well.
    """
    kinds = {_kind(path) for path in lock.files}
    depth = max([1, *(path.count("/") for path in lock.files)])
    for path in sorted(_listed(folder, "", depth)):
        if path not in lock.files and path != LOCK_NAME and _kind(path) in kinds and begins(folder / path, mark):
            yield path


def _kind(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[2]


def _listed(folder: Path, prefix: str, depth: int) -> Iterator[str]:
    with os.scandir(folder) as found:
        entries = list(found)
    if prefix and any(entry.name == LOCK_NAME for entry in entries):
        return  # a tree of its own, which has its own check
    for entry in entries:
        if is_temporary(entry.name):
            continue
        if entry.is_file(follow_symlinks=False):
            yield prefix + entry.name
        elif depth and entry.name != "node_modules" and entry.is_dir(follow_symlinks=False):
            yield from _listed(Path(entry.path), f"{prefix}{entry.name}/", depth - 1)


def begins(path: Path, mark: bytes) -> bool:
    """Whether the file begins with the mark of our files."""
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


def _shown(value: object) -> str:
    import json

    return "unset" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)
