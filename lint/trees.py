"""Exported trees: whether each is what an export of today's catalog would leave, by its lock."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..catalog.documents import Document
from ..catalog.selection import Selection
from ..catalog.spec import Mode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..catalog.catalog import Catalog
    from ..generators.outcome import Difference


@dataclass(frozen=True, slots=True)
class CheckedTree:
    """A tree's differences, and its lock as a document, for places in it. `problem` says why it cannot be checked."""

    folder: Path
    document: Document
    differences: tuple[Difference, ...] = ()
    problem: str = ""


def check_tree(folder: Path, catalog: Catalog) -> CheckedTree:
    """Compare a tree with the catalog, with the options and filters that its lock records. Nothing is generated.

    Raises ToolcatError if the lock was written by a newer toolcat.
    """
    import json
    from importlib.metadata import version

    from ..generators.drift import Made, compare
    from ..generators.lock import LOCK_NAME, parse, spec_hash

    path = folder / LOCK_NAME
    nowhere = Document(str(path), "", "json", None)
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return CheckedTree(folder, nowhere, problem="nothing has been exported there")
    except OSError as error:
        return CheckedTree(folder, nowhere, problem=f"its lock cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        return CheckedTree(folder, nowhere, problem="its lock is damaged: it is not UTF-8")
    try:
        lock = parse(text, str(path))
        document = Document(str(path), text, "json", json.loads(text))
    except ValueError as error:
        return CheckedTree(folder, nowhere, problem=f"its lock is damaged: {error}")
    specs = _selection(lock.filters).apply(catalog)
    made = Made(
        target=lock.target,
        toolcat=version("toolcat"),
        options=lock.options,
        filters=lock.filters,
        assumptions=lock.assumptions,
        specs={spec.name: spec_hash(spec) for spec in specs},
    )
    try:
        found = compare(folder, lock, text, made, _mark(lock.target)).differences
    except OSError as error:
        return CheckedTree(folder, document, problem=f"{error.filename} cannot be read: {error.strerror}")
    return CheckedTree(folder, document, tuple(found))


def _selection(filters: Mapping[str, object]) -> Selection:
    """Return the filters of a lock as a selection (see `Selection.describe`)."""
    mode = filters.get("mode")
    words = {
        key: tuple(map(str, cast("list[object]", filters.get(key, []))))
        for key in ("categories", "sources", "include", "exclude")
    }
    return Selection(mode=None if mode is None else Mode(str(mode)), **words)


def _mark(target: str) -> bytes:
    """Return what our files of a target begin with."""
    if target == "python":
        from ..generators.python.exporter import PythonTarget

        return PythonTarget.mark
    from ..generators.typescript.exporter import TypeScriptTarget

    return TypeScriptTarget.mark
