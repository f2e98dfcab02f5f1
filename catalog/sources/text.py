"""Reading a file as text: its kind, its size and its encoding, each problem in one line."""

from __future__ import annotations

import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

STDIN = "-"
STDIN_LABEL = "<stdin>"

_STREAMS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
_CHUNK = 1 << 20
_ENCODINGS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


class Unreadable(Exception):
    """A file that cannot be read: what is wrong, what to do, and where (a span of `text`, or a line and column)."""

    def __init__(
        self,
        message: str,
        help: str,
        *,
        text: str | None = None,
        span: tuple[int, int] | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.text = text
        self.span = span
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is read, in bytes, and how deep values may nest; beyond is one clear line."""

    json_bytes: int = 1 << 30
    yaml_bytes: int = 64 << 20
    depth: int = 1_000
    alias_values: int = 1_000_000


def human_size(size: int) -> str:
    """Return a size as people write it: `64 MiB`, `1.5 GiB`, `12 bytes`."""
    for factor, unit in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= factor:
            return f"{size / factor:.1f}".removesuffix(".0") + f" {unit}"
    return f"{size} bytes"


def read_bytes(path: str, limit: int) -> bytes:
    """Return the bytes of a file, or of standard input for `-`.

    Raises Unreadable if there is no such file, if it is no regular file (a folder, a named pipe, a device: reading
    one may never end), if reading fails, or if it is larger than `limit`.
    """
    if path == STDIN:
        return _read_stdin(limit)
    try:
        status = Path(path).stat()
    except OSError as error:
        raise Unreadable(f"cannot be read: {_why(error)}", _what_to_do(error, path)) from None
    except ValueError:
        raise Unreadable("cannot be read: the path holds a NUL character", "Check the path.") from None
    if stat.S_ISDIR(status.st_mode):
        raise Unreadable("is a folder, not a file", "Name a file in it.")
    if not stat.S_ISREG(status.st_mode) and not path.startswith(_STREAMS):
        raise Unreadable(
            "is no regular file (a pipe, a socket or a device)", "Pipe its content to standard input and name '-'."
        )
    if status.st_size > limit:
        raise _too_large(limit)
    try:
        with Path(path).open("rb") as file:
            # In one piece, as long as the file does not grow meanwhile.
            whole = file.read(status.st_size + 1) if stat.S_ISREG(status.st_mode) else b""
            return whole if 0 < len(whole) <= status.st_size else _read(file, limit, whole)
    except OSError as error:
        raise Unreadable(f"cannot be read: {_why(error)}", _what_to_do(error)) from None


def _read_stdin(limit: int) -> bytes:
    what_to_do = "Pipe something into the command, or name a file."
    # A caller that closes it (`<&-`, some services) leaves Python without one.
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise Unreadable("cannot be read: standard input is closed", what_to_do)
    try:
        return _read(stream.buffer, limit)
    except OSError as error:
        raise Unreadable(f"cannot be read: {_why(error)}", what_to_do) from None


def _read(file: BinaryIO, limit: int, begun: bytes = b"") -> bytes:
    chunks = [begun]
    size = len(begun)
    while chunk := file.read(_CHUNK):
        size += len(chunk)
        if size > limit:
            raise _too_large(limit)
        chunks.append(chunk)
    return b"".join(chunks)


def _meant(path: str) -> str | None:
    """Return as a question which file is there that nearly has this path; None if there is none."""
    from difflib import get_close_matches

    slashed = path.replace("\\", "/")
    if slashed != path and Path(slashed).is_file():
        return f"Did you mean {slashed}?"
    server, colon, rest = path.partition(":")
    if colon and rest and Path(rest).is_file():
        return f"Did you mean {server}={rest}?"
    folder = Path(path).parent
    try:
        names = [entry.name for entry in folder.iterdir()]
    except OSError:
        return None
    near = get_close_matches(Path(path).name, names, n=1, cutoff=0.8)
    return f"Did you mean {(folder / near[0]).as_posix()}?" if near else None


def _too_large(limit: int) -> Unreadable:
    return Unreadable(f"is larger than the limit of {human_size(limit)}", "Split it, or raise the limit.")


def _why(error: OSError) -> str:
    import errno

    words = {
        errno.ENOENT: "there is no such file",
        errno.ENOTDIR: "there is no such file (a part of its path is a file, not a folder)",
        errno.EACCES: "permission is denied",
        errno.ELOOP: "its symbolic links lead in a circle",
        errno.ENAMETOOLONG: "its name is too long",
        errno.EISDIR: "it is a folder",
        errno.EBADF: "it is not open for reading",
    }
    return words.get(error.errno or 0, (error.strerror or type(error).__name__).lower())


def _what_to_do(error: OSError, path: str = "") -> str:
    import errno

    if error.errno == errno.EACCES:
        return "Make it readable for you."
    if error.errno == errno.ELOOP:
        return "Let the link point to a file."
    return (_meant(path) if error.errno == errno.ENOENT and path else None) or "Check the path."


def decode(data: bytes) -> tuple[str, bool]:
    """Return UTF-8 bytes as text without their byte order mark, and whether there was one.

    Raises Unreadable with line and column for what is no UTF-8, and for NUL bytes.
    """
    for mark, name in _ENCODINGS:
        if data.startswith(mark):
            raise Unreadable(f"is {name} text, only UTF-8 is read", "Save it as UTF-8.")
    zero = data.find(b"\x00")
    if zero >= 0:
        if zero < 4 and data[:64].count(b"\x00") >= min(len(data), 64) // 3:
            raise Unreadable("looks like UTF-16 or UTF-32 text, only UTF-8 is read", "Save it as UTF-8.")
        line, column = _line_column(data, zero)
        raise Unreadable(
            "holds a NUL byte, so it is no text", "Remove the byte, or name another file.", line=line, column=column
        )
    marked = data.startswith(b"\xef\xbb\xbf")
    try:
        return (data[3:] if marked else data).decode("utf-8"), marked
    except UnicodeDecodeError as error:
        offset = error.start + (3 if marked else 0)
        line, column = _line_column(data, offset)
        raise Unreadable(
            f"is not UTF-8: byte 0x{data[offset]:02x} at offset {offset}", "Save it as UTF-8.", line=line, column=column
        ) from None


def _line_column(data: bytes, offset: int) -> tuple[int, int]:
    """Return line and column (in characters) of a byte whose predecessors are UTF-8."""
    start = data.rfind(b"\n", 0, offset) + 1
    if b"\r" in data[:offset] and data.count(b"\r\n", 0, offset) != data.count(b"\r", 0, offset):
        head = data[:offset].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        start = head.rfind(b"\n") + 1
        return head.count(b"\n") + 1, len(head[start:].removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")) + 1
    lead = data[start:offset].removeprefix(b"\xef\xbb\xbf") if start == 0 else data[start:offset]
    return data.count(b"\n", 0, offset) + 1, len(lead.decode("utf-8", "replace")) + 1
