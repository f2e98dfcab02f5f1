"""Writing a tree of files: all of it or nothing, never a file of somebody else's.

**How a crash leaves the old tree or the new one.** The new tree is built whole in a folder beside the output, files
that did not change being hard links to the old ones. Then one system call switches: `rename` where there was no tree,
an atomic exchange of the two folders (Linux, macOS) where there was one; a process killed before or after leaves a
complete tree, and at worst a temporary folder that the next export removes. Files of others are linked into the new
tree before the switch.

**Where folders cannot be exchanged** (Windows, a mount point, a working directory inside the tree, which the exchange
would leave standing in a deleted folder, a repository or thousands of foreign files inside, a folder that is shared: of
another owner or group, or with access lists) the finished files are
moved one by one, each atomically, in an order in which every import keeps its target: runtime, tools, barrels, then
stale files go, and the lock, which is the record of completion, comes last. An export killed there leaves `--check`
failing, and the next one finishes the work: whatever it did not write yet it writes, whatever it did is recognised by
content or header.

Nothing is flushed to the disk on purpose (a thousand `fsync` cost seconds): after a power cut, `--check` tells.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from ..catalog import ToolcatError
from .existing import Existing, is_plain
from .lock import LOCK_NAME, Lock, content_hash, is_same, render
from .names import fold
from .ownership import is_generated
from .swap import INSIDE, can_exchange, exchange, is_temporary, temporary_name

MAX_CARRIED = 2000
"""Foreign files that are linked into a new tree; with more the tree is updated in place."""


@dataclass(slots=True)
class Written:
    """What a writer did or would do; paths are relative to the tree, with `/`."""

    written: list[str] = field(default_factory=list[str])
    unchanged: list[str] = field(default_factory=list[str])
    removed: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])
    overwritten: list[str] = field(default_factory=list[str])
    bytes: int = 0


class TreeWriter:
    """Writes one tree: `add` every file, then `commit` with its lock; `close` in any case.

    `mark` is what our files begin with: a file that is in no lock but begins so is ours to replace (not to remove).
    """

    def __init__(self, existing: Existing, *, mark: bytes, dry_run: bool = False, force: bool = False) -> None:
        self.existing = existing
        self.output = existing.folder
        self.mark = mark
        self.dry_run = dry_run
        self.force = force
        self.files: dict[str, str] = {}
        self.outcome = Written()
        self._locked: dict[str, str] = dict(existing.lock.files) if existing.lock else {}
        self._in_the_way: list[str] = []
        self._folders: dict[str, dict[str, os.DirEntry[str]]] = {}
        self._made: set[str] = set()
        self._stage: Path | None = None
        self._whole = not dry_run and self._can_switch()

    def add(self, path: str, text: str) -> None:
        """Add a file: its path relative to the tree, with `/`, and its text. Each path once. Raises OSError."""
        content = text.encode()
        self.files[path] = content_hash(content)
        old = self._old(path, content)
        same = old is not None and (old == content or old.replace(b"\r\n", b"\n") == content)
        (self.outcome.unchanged if same else self.outcome.written).append(path)
        if old is not None and not same and self.existing.lock is not None:
            wanted = self._locked.get(path)
            if wanted is None or not is_same(old, wanted):
                self.outcome.overwritten.append(path)
        self.outcome.bytes += len(content)
        if not self.dry_run and not self._in_the_way and (self._whole or not same):
            self._put(path, content, linked=same)

    def commit(self, lock: Lock) -> Written:
        """Put the tree in its place, with `lock` as its record, and return what was done.

        Raises ToolcatError, and leaves the old tree, if a file of somebody else's stands in the way; OSError if the
        system refuses.
        """
        if self._in_the_way:
            more = len(self._in_the_way) - 3
            raise ToolcatError(
                f"in {self.output}, {', '.join(self._in_the_way[:3])}{f' and {more} more' if more > 0 else ''} "
                f"{'are' if len(self._in_the_way) > 1 else 'is'} in the way, and not toolcat's",
                hint="move it, or export into another folder",
            )
        outcome = self.outcome
        for path in sorted(self._locked.keys() - self.files.keys()):
            entry = self._entry(path)
            if self._blocked(path) is not None or entry is None or not entry.is_file(follow_symlinks=False):
                continue
            content = (self.output / path).read_bytes()
            untouched = self.force or is_same(content, self._locked[path])
            ours = untouched and is_generated(path, content, self.mark)
            (outcome.removed if ours else outcome.kept).append(path)
        text = render(lock)
        same = text == self.existing.lock_text.replace("\r\n", "\n")
        (outcome.unchanged if same else outcome.written).append(LOCK_NAME)
        outcome.bytes += len(text.encode())
        if not self.dry_run and (outcome.written or outcome.removed):
            self._put(LOCK_NAME, text.encode(), linked=False)
            self._switch()
        outcome.written.sort()
        outcome.unchanged.sort()
        outcome.overwritten.sort()
        return outcome

    def close(self) -> None:
        """Remove what is left of the work, after success and failure alike."""
        if self._stage is not None:
            shutil.rmtree(self._stage, ignore_errors=True)
            self._stage = None

    # What stands in the output

    def _listing(self, folder: str) -> dict[str, os.DirEntry[str]]:
        listing = self._folders.get(folder)
        if listing is None:
            try:
                with os.scandir(self.output / folder) as entries:
                    listing = {entry.name: entry for entry in entries}
            except (FileNotFoundError, NotADirectoryError):
                listing = {}
            self._folders[folder] = listing
        return listing

    def _entry(self, path: str) -> os.DirEntry[str] | None:
        folder, _, name = path.rpartition("/")
        return self._listing(folder).get(name)

    def _blocked(self, path: str) -> str | None:
        """Return what stands where a folder above `path` would be: a file, or a link, which may lead anywhere."""
        parts = path.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            folder = "/".join(parts[:count])
            above = self._entry(folder)
            if above is None:
                return None
            if not above.is_dir(follow_symlinks=False):
                return folder
        return None

    def _old(self, path: str, content: bytes) -> bytes | None:
        """Return the present content of a file that is ours to replace; note what is in the way."""
        if self.existing.state == "absent":
            return None
        blocked = self._blocked(path)
        if blocked is not None:
            if blocked not in self._in_the_way:
                self._in_the_way.append(blocked)
            return None
        entry = self._entry(path)
        if entry is None:
            return None
        if entry.is_file(follow_symlinks=False):
            old = (self.output / path).read_bytes()
            if path in self._locked or old == content or old.startswith(self.mark):
                return old
        self._in_the_way.append(path)
        return None

    # Building beside

    def _can_switch(self) -> bool:
        """Whether the tree can be put in place as a whole: nothing of worth is attached to the old folder itself."""
        here = Path.cwd()
        output = Path(os.path.realpath(self.output))
        if here == output or output in here.parents or os.path.ismount(output):
            return False
        if self.existing.state != "absent" and not (is_plain(output) and os.access(output, os.W_OK)):
            return False
        if self.existing.state in {"absent", "empty"}:
            return True
        return self.existing.state == "ours" and can_exchange() and not (output / ".git").exists()

    def _staged(self) -> Path:
        if self._stage is not None:
            return self._stage
        if self._whole:
            beside = self.output.parent / temporary_name(self.output.name)
            try:
                self.output.parent.mkdir(parents=True, exist_ok=True)
                beside.mkdir()
            except OSError:
                if self.existing.state == "absent":
                    raise
                self._whole = False  # the folder is writable, perhaps, but what holds it is not
            else:
                self._stage = beside
                return beside
        self.output.mkdir(parents=True, exist_ok=True)
        self._stage = self.output / temporary_name(INSIDE)
        self._stage.mkdir()
        return self._stage

    def _put(self, path: str, content: bytes, *, linked: bool) -> None:
        stage = self._staged()
        if linked and not self._whole:
            return
        target = f"{stage}/{path}"
        folder = path.rpartition("/")[0]
        if folder and folder not in self._made:
            (stage / folder).mkdir(parents=True, exist_ok=True)
            self._made.add(folder)
        if linked:
            try:
                os.link(self.output / path, target)
                return
            except OSError:
                content = (self.output / path).read_bytes()
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        try:
            left = memoryview(content)
            while left:
                left = left[os.write(descriptor, left) :]
        finally:
            os.close(descriptor)

    # Switching

    def _switch(self) -> None:
        stage = self._staged()
        if self._whole and self.existing.state in {"absent", "empty"}:
            if self.existing.state == "empty":
                shutil.copymode(self.output, stage)
            with contextlib.suppress(OSError):
                self.output.rmdir()  # Windows renames onto nothing only; elsewhere it makes no difference
            stage.rename(self.output)
            self._stage = None
            return
        if self._whole:
            shutil.copymode(self.output, stage)
            if self._carry() and exchange(stage, self.output):
                self._retire(stage)
                return
        self._move_one_by_one(stage)

    def _carry(self) -> bool:
        """Link every file of somebody else's into the new tree; False if there are too many or a link is refused."""
        stage = self._staged()
        left = MAX_CARRIED
        ours = {*self.files, *self.outcome.removed, LOCK_NAME}
        for root, folders, names in os.walk(self.output):
            inside = PurePosixPath(Path(root).relative_to(self.output).as_posix())
            folders[:] = [name for name in folders if not is_temporary(name)]
            links = [name for name in folders if (Path(root) / name).is_symlink()]
            for name in [*names, *links]:
                path = (inside / name).as_posix()
                if path in ours:
                    continue
                left -= 1
                try:
                    (stage / inside).mkdir(parents=True, exist_ok=True)
                    os.link(self.output / path, stage / path, follow_symlinks=False)
                except (OSError, NotImplementedError):
                    return False
                if left == 0:
                    return False
            if not names and not folders:
                (stage / inside).mkdir(parents=True, exist_ok=True)
        return True

    def _retire(self, old: Path) -> None:
        """Remove the old tree, now at `old`; what appeared in it meanwhile is nobody's to remove, and moves over."""
        removed = set(self.outcome.removed)
        for root, _, names in os.walk(old, topdown=False):
            inside = PurePosixPath(Path(root).relative_to(old).as_posix())
            for name in names:
                path = (inside / name).as_posix()
                here = self.output / path
                if path not in removed and not here.exists() and not here.is_symlink():
                    here.parent.mkdir(parents=True, exist_ok=True)
                    (old / path).rename(here)

    def _move_one_by_one(self, stage: Path) -> None:
        outcome = self.outcome
        # On a disk that sees no case, a stale name may be a new one in other letters: it goes first.
        coming = {fold(path) for path in self.files}
        for path in outcome.removed:
            if fold(path) in coming:
                (self.output / path).unlink(missing_ok=True)
        for path in outcome.written:
            if path != LOCK_NAME:
                (self.output / path).parent.mkdir(parents=True, exist_ok=True)
                (stage / path).replace(self.output / path)
        for path in outcome.removed:
            if fold(path) not in coming:
                (self.output / path).unlink(missing_ok=True)
        for folder in sorted({path.rpartition("/")[0] for path in outcome.removed} - {""}, reverse=True):
            if not any((self.output / folder).iterdir()):
                (self.output / folder).rmdir()
        if LOCK_NAME in outcome.written:
            (stage / LOCK_NAME).replace(self.output / LOCK_NAME)
