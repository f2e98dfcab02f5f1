"""Skills as zip files: packed to the same bytes everywhere, and unpacked without trusting the archive."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
import unicodedata
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from ..catalog.findings import ToolcatError
from .assets import MAIN, read_whole, take_inventory
from .fields import accept
from .frontmatter import Problem, SkillText, parse
from .limits import MAX_ASSETS
from .model import SkillError
from .names import asset_name_problem
from .scan import read_bounded

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BUNDLE = 30 * 1024 * 1024
"""What claude.ai and the Skills API take as an upload, and what is ever unpacked."""

JUNK = (".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__", "node_modules", ".git", ".venv", "__MACOSX")
"""Files and folders that no bundle needs; they are left out."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_CHUNK = 1 << 16
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)
_NOT_ON_WINDOWS = re.compile(r'[<>:"|?*]|[. ]$')


@dataclass(frozen=True, slots=True)
class Packed:
    """A bundle that was written: its size, the names in it, and the junk that was left out."""

    size: int
    names: tuple[str, ...]
    left_out: tuple[str, ...]


def load_skill(folder: Path, label: str | None = None) -> SkillText:
    """Return the SKILL.md of a folder. Raises ToolcatError with the reason as a finding if the skill is invalid."""
    label = f"{(label or str(folder)).rstrip('/')}/{MAIN}"
    raw = read_bounded(str(folder / MAIN))
    if isinstance(raw, Problem):
        raise ToolcatError(f"{label}: {raw.message}", hint=raw.help)
    file = parse(raw, label)
    accepted = accept(file, folder.resolve().name)
    if isinstance(accepted, Problem):
        raise ToolcatError(f"{folder} is no valid skill", hint=accepted.help, findings=(file.finding(accepted),))
    return file


def pack(folder: Path, target: Path, *, deflate: bool = False, overwrite: bool = False) -> Packed:
    """Write a skill's folder as a zip whose one top folder has the skill's name.

    The bytes depend on names, contents and x bits alone: entries are sorted, their time is fixed, and they are stored
    (`deflate` compresses, whose bytes differ between builds of zlib). Raises ToolcatError for an invalid skill, links,
    names that no system takes, more than an upload may hold, and a target that exists.
    """
    file = load_skill(folder)
    name = folder.resolve().name
    inventory = take_inventory(str(folder))
    if inventory.bad_name is not None:
        raise ToolcatError(f"an asset has an invalid name: {inventory.bad_name!a}", hint="rename it")
    links = [link for link in inventory.links if not _is_junk(link)]
    if links:
        raise ToolcatError(f"{links[0]!a} is a link, which no bundle may hold", hint="copy the file into the skill")
    if inventory.refused is not None:
        raise ToolcatError(f"the skill cannot be packed: {inventory.refused}", hint="bundle fewer files")
    assets = [asset for asset in inventory.assets if not _is_junk(asset.name)]
    left_out = tuple(asset.name for asset in inventory.assets if _is_junk(asset.name))
    _check_names([MAIN, *(asset.name for asset in assets)])
    size = len(file.raw) + sum(asset.size for asset in assets)
    if size > MAX_BUNDLE:
        raise ToolcatError(f"the files have {size:,} bytes, an upload may hold {MAX_BUNDLE:,}", hint="bundle less")
    entries = sorted([(MAIN, False), *((asset.name, asset.executable) for asset in assets)])
    method = zipfile.ZIP_DEFLATED if deflate else zipfile.ZIP_STORED
    if Path(os.path.realpath(target)).is_relative_to(folder.resolve()):
        raise ToolcatError(f"the output {target} lies in the skill itself", hint="name another place with --output")
    if target.is_dir():
        raise ToolcatError(f"{target} is a folder", hint="name a file with --output")
    if target.exists() and not overwrite:
        raise ToolcatError(f"{target} exists", hint="--force overwrites it")
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with zipfile.ZipFile(temporary, "w", method) as archive:
            for entry, executable in entries:
                data = file.raw if entry == MAIN else read_whole(folder, entry, MAX_BUNDLE)
                info = zipfile.ZipInfo(f"{name}/{entry}", _EPOCH)
                info.compress_type = method
                info.create_system = _UNIX
                info.external_attr = (stat.S_IFREG | (0o755 if executable else 0o644)) << 16
                archive.writestr(info, data)
        temporary.replace(target)
    except (OSError, SkillError) as error:
        why = _reason(error)
        raise ToolcatError(f"cannot write {target}: {why}", hint="check the folder and its permissions") from None
    finally:
        temporary.unlink(missing_ok=True)
    return Packed(target.stat().st_size, tuple(entry for entry, _ in entries), left_out)


def _reason(error: Exception) -> str:
    """Return what the system says, without its number and without the name of a temporary file."""
    return getattr(error, "strerror", None) or str(error)


def _is_junk(name: str) -> bool:
    return any(part in JUNK for part in name.split("/"))


def _check_names(names: list[str]) -> None:
    """Raise ToolcatError unless every system can hold these names beside each other."""
    seen: dict[str, str] = {}
    for name in names:
        for part in name.split("/"):
            if _RESERVED.fullmatch(part) or _NOT_ON_WINDOWS.search(part):
                raise ToolcatError(f"no Windows system can hold {name!a}", hint="rename it")
        key = unicodedata.normalize("NFC", name).casefold()
        other = seen.setdefault(key, name)
        if other is not name:
            raise ToolcatError(f"{name!a} and {other!a} differ only in letter case or accents", hint="rename one")
    for key, name in seen.items():
        for folder in PurePosixPath(key).parents:
            if str(folder) in seen:
                raise ToolcatError(f"{seen[str(folder)]!a} is a file and a folder, of {name!a}", hint="rename one")


def unpack(archive: Path, directory: Path) -> Path:
    """Unpack a bundle into `<directory>/<name>` and return that folder.

    Nothing is written unless everything is in order: one top folder (or a SKILL.md at the top, for an archive that the
    skill's name then names), only plain files with safe names inside it, no more of them and no more bytes than a
    bundle may hold (counted while unpacking, whatever the archive claims), and a valid skill. Raises ToolcatError
    otherwise, also if the folder exists already.
    """
    if not archive.exists():
        raise ToolcatError(f"{archive} does not exist", hint="check the path")
    if not archive.is_file():  # opening a pipe would wait for ever
        raise ToolcatError(f"{archive} is no regular file", hint="name a zip file")
    made = _missing(directory)
    try:
        with zipfile.ZipFile(archive) as opened:
            return _unpack(opened, directory)
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise ToolcatError(f"{archive} is no sound zip file: {error}", hint="get it again") from None
    except (OSError, RuntimeError) as error:
        why = _reason(error)
        raise ToolcatError(f"cannot unpack {archive}: {why}", hint="check the folder and its permissions") from None
    finally:
        for folder in made:
            with contextlib.suppress(OSError):  # what holds the skill stays
                folder.rmdir()


def _missing(directory: Path) -> list[Path]:
    """Return the folder and those above it that do not exist, the deepest first."""
    return [folder for folder in (directory, *directory.parents) if not folder.exists()]


def _unpack(opened: zipfile.ZipFile, directory: Path) -> Path:
    entries = list(_entries(opened))
    tops = {name.split("/")[0] for name, _ in entries}
    is_flat = any(name == MAIN for name, _ in entries)
    if not is_flat and (len(tops) != 1 or not any(name == f"{next(iter(tops))}/{MAIN}" for name, _ in entries)):
        raise ToolcatError(f"the archive does not hold one folder with a {MAIN}", hint="pack one skill")
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".unpack-", dir=directory) as temporary:
        root = Path(temporary) / "skill"
        _write(opened, entries, root, prefix="" if is_flat else f"{next(iter(tops))}/")
        raw = (root / MAIN).read_bytes()
        file = parse(raw, f"{opened.filename}/{MAIN}")
        accepted = accept(file, None if is_flat else next(iter(tops)))
        if isinstance(accepted, Problem):
            raise ToolcatError("the bundle is no valid skill", hint=accepted.help, findings=(file.finding(accepted),))
        target = directory / accepted.name
        if target.exists() or target.is_symlink():
            raise ToolcatError(f"{target} exists already", hint="remove it, or unpack elsewhere with --dir")
        root.rename(target)
        return target


def _entries(opened: zipfile.ZipFile) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    """Yield the files of an archive; raise ToolcatError for anything that is not a plain file with a safe name."""
    names: list[str] = []
    infos = opened.infolist()
    if len(infos) > 2 * MAX_ASSETS:
        raise ToolcatError(f"the archive has {len(infos):,} entries", hint="that is no skill")
    total = sum(info.file_size for info in infos)
    if total > MAX_BUNDLE:
        raise ToolcatError(f"the archive holds {total:,} bytes, {MAX_BUNDLE:,} are allowed", hint="that is no skill")
    for info in infos:
        # `orig_filename` is what the archive says: zipfile turns backslashes and cuts at NUL.
        name = info.orig_filename
        kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system == _UNIX else 0
        if info.flag_bits & 0x1:
            raise ToolcatError("the archive is encrypted", hint="pack it without a password")
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise ToolcatError(f"{name!a} in the archive is a link or device", hint="that is no safe bundle")
        if re.match(r"[A-Za-z]:", name) or asset_name_problem(name.rstrip("/") or name) is not None:
            raise ToolcatError(f"the archive has an unsafe name: {name!a}", hint="that is no safe bundle")
        if _is_junk(name):
            continue
        if not name.endswith("/"):
            names.append(name)
            yield name, info
    if len(names) > MAX_ASSETS + 1:
        raise ToolcatError(f"the archive has {len(names):,} files", hint=f"a skill has at most {MAX_ASSETS} assets")
    if len(set(names)) != len(names):
        raise ToolcatError("the archive holds one name twice", hint="that is no safe bundle")
    _check_names(names)


def _write(opened: zipfile.ZipFile, entries: list[tuple[str, zipfile.ZipInfo]], root: Path, prefix: str) -> None:
    room = MAX_BUNDLE
    for name, info in entries:
        path = root / PurePosixPath(name.removeprefix(prefix))
        path.parent.mkdir(parents=True, exist_ok=True)
        with opened.open(info) as source, path.open("xb") as file:
            while chunk := source.read(_CHUNK):
                room -= len(chunk)
                if room < 0:
                    raise ToolcatError(
                        f"the archive unpacks to more than {MAX_BUNDLE:,} bytes", hint="that is no skill"
                    )
                file.write(chunk)
        if info.create_system == _UNIX and info.external_attr >> 16 & 0o111:
            path.chmod(0o755)
