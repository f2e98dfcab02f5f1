"""Which files a source request means: a file, standard input, a glob, a folder and what is below it."""

from __future__ import annotations

import glob
import itertools
import os
from dataclasses import dataclass, field
from pathlib import Path

from .document import ENDINGS
from .text import STDIN

META_ENDING = ".meta"
MAX_FILES = 20_000
"""How many files and folders are looked at below one folder; beyond, the walk stops and says so."""

LOCK = "toolcat.lock.json"
"""What stands in every exported tree. Its files name tools, and reading them would double the catalog."""
_EXPORTED = "it was exported by toolcat"

_PASSED_OVER = frozenset(("node_modules", "__pycache__", "site-packages", "venv"))


@dataclass(slots=True)
class Expansion:
    """The files of one request. `optional` ones were met in a folder: not every JSON file is a catalog.

    `folders` are `.meta` registries, `skipped` what was passed over and why, `problem` why there is nothing.
    """

    files: list[str] = field(default_factory=list)
    optional: set[str] = field(default_factory=set)
    folders: list[str] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    problem: tuple[str, str] | None = None


def expand(path: str) -> Expansion:
    """Return the files that a path means, in code-point order of their paths; nothing is opened."""
    made = Expansion()
    if path == STDIN:
        made.files.append(path)
        return made
    try:
        exists = os.path.lexists(path)
    except ValueError:
        made.problem = ("the path holds a NUL character", "Check the path.")
        return made
    if not exists and glob.has_magic(path):
        matches = sorted(glob.glob(path, recursive=True))  # noqa: PTH207 - Path.glob takes no absolute pattern
        for match in matches:
            tree = _tree_of(match, path)
            if tree is None:
                _add(match, made)
            elif (tree, _EXPORTED) not in made.skipped:
                made.skipped.append((tree, _EXPORTED))
        if matches and not (made.files or made.folders or made.problem):
            made.problem = ("the pattern matches only what toolcat exported", "Name the file or the tree itself.")
        if not matches:
            made.problem = ("the pattern matches no file", "Check the pattern; ** goes through folders.")
        return made
    _add(path, made)
    return made


def _tree_of(match: str, pattern: str) -> str | None:
    """Return the exported tree that a match of a pattern lies in, if the pattern did not name that tree itself."""
    fixed = Path(*itertools.takewhile(lambda part: not glob.has_magic(part), Path(pattern).parts))
    for folder in (Path(match), *Path(match).parents):
        if folder == fixed or folder == Path():
            return None
        if (folder / LOCK).is_file():
            return str(folder)
    return None


def _add(path: str, made: Expansion) -> None:
    try:
        is_folder = Path(path).is_dir()
    except OSError:  # a name that is too long; reading it says so
        is_folder = False
    if not is_folder:
        made.files.append(path)
        return
    before = len(made.files) + len(made.folders)
    _walk(path, made)
    if len(made.files) + len(made.folders) == before and made.problem is None:
        endings = ", ".join(f"*{ending}" for ending in ENDINGS)
        made.problem = ("the folder holds no file that could list tools", f"Looked for {endings} and *.meta below it.")


def _walk(root: str, made: Expansion) -> None:
    """Walk a folder without following links to folders, so that no circle is walked; hidden folders are left."""
    seen = 0

    def failed(error: OSError) -> None:
        made.skipped.append((str(error.filename), (error.strerror or "it cannot be read").lower()))

    for folder, below, names in os.walk(root, onerror=failed):
        below.sort()
        for name in list(below):
            own = str(Path(folder, name))
            if name.startswith(".") or name in _PASSED_OVER:
                below.remove(name)
            elif Path(own, LOCK).is_file():
                below.remove(name)
                made.skipped.append((own, _EXPORTED))
            elif Path(own).is_symlink():
                below.remove(name)
                made.skipped.append((own, "links to folders are not followed"))
        seen += len(below) + len(names)
        if seen > MAX_FILES:
            made.skipped.append((folder, f"the walk stopped after {MAX_FILES:,} files and folders"))
            return
        if any(name.endswith(META_ENDING) and not name.startswith(".") for name in names):
            made.folders.append(folder)
        for name in sorted(names):
            if name.lower().endswith(ENDINGS) and not name.startswith("."):
                own = str(Path(folder, name))
                # A folder of that name is in `below`; a broken link or a pipe is none of our business here.
                if Path(own).is_file():
                    made.files.append(own)
                    made.optional.add(own)
                else:
                    made.skipped.append((own, "it is no regular file"))
