"""M015–M018: what a `.meta` file's tool runs.

Alone among the rules these look at the disk: beside a `.meta` file stands, or does not stand, what it describes.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from ...catalog import codes
from ..examples import Example
from ..patterns import later
from ..rule import Confidence, Problem, Rule, Severity
from ..units import as_list, as_object, as_text
from .meta_files import NOISE, meta

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..units import Tool

_PAGE = "Ollie's page on its tool registry, command resolution"


def _beside(tool: Tool) -> Path:
    """Return where the executable of a tool would stand, beside its `.meta` file."""
    path = Path(tool.file.label)
    return path.parent / path.name.removesuffix(".meta")


def _commands(tool: Tool) -> list[tuple[str, tuple[str | int, ...]]]:
    """Return every command of a tool, its own and those of its variants, with their paths from the tool."""
    own = "cmd" if tool.shape == "meta" else "command"
    found = [(as_text(tool.raw.get(own)), (own,))] if own in tool.raw else []
    more = [
        (as_text(as_object(variant).get(own)), ("variants", place, own))
        for place, variant in enumerate(as_list(tool.raw.get("variants")))
    ]
    return [(command, path) for command, path in (*found, *more) if command.strip()]


class CmdMissing(Rule):
    code = "M015"
    name = "cmd-missing"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    what = (
        "A `.meta` file has no `cmd`, neither at its top nor in a variant, no file of its name stands beside it, and "
        "no such program is on this machine's PATH. An info where `CI` is set: the tools run elsewhere."
    )
    why = "The tool is listed and fails at its first call."
    source = f"{_PAGE}: the file beside it, then `cmd`, then the name on the PATH."
    help = "Add a `cmd`, or put the program beside the file."
    bad = (Example(meta('"tier": "cold", '), at="", wrap=None, file="find-files-9.meta", also=("T",)),)
    good = (
        Example(meta('"cmd": "true", '), wrap=None, file="find-files-9.meta", also=("T",)),
        Example(
            meta('"tier": "cold", '),
            wrap=None,
            file="find-files-9.meta",
            files={"find-files-9": "#!/bin/sh\n"},
            not_sources=("find-files-9",),
            also=("T", "M017"),
        ),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.shape != "meta" or _commands(tool) or _beside(tool).exists() or shutil.which(_beside(tool).name):
            return
        message = f"nothing to run: no `cmd`, no file `{_beside(tool).name}` beside it, and none on the PATH"
        yield tool.problem(message, severity=Severity.INFO if os.environ.get("CI") else None)


class FileBeatsCmd(Rule):
    code, name, severity = codes.FILE_BEATS_CMD.code, codes.FILE_BEATS_CMD.name, codes.FILE_BEATS_CMD.severity
    in_source = True
    what = "A file of the tool's name stands beside its `.meta` file, which has a `cmd`, too."
    why = "The file is run and the `cmd` never; which of the two was meant cannot be seen."
    source = f"{_PAGE}: the file beside it comes first, and is looked for at every call."
    help = "Remove one of the two."
    bad = (
        Example(
            meta('"cmd": "true", '),
            at="/cmd",
            wrap=None,
            file="glob.meta",
            files={"glob": "#!/bin/sh\n"},
            not_sources=("glob",),
            also=(*NOISE, "M017"),
        ),
    )
    good = (Example(meta('"cmd": "true", '), wrap=None, file="glob.meta", also=NOISE),)


_MAGIC = (b"#!", b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xfe\xed\xfa\xcf", b"\xca\xfe\xba\xbe", b"MZ")


class NotExecutable(Rule):
    code = "M017"
    name = "not-executable"
    severity = Severity.WARNING
    what = "The file beside a `.meta` file is a folder, may not be executed, or is a script without `#!`."
    why = "The call fails although the tool is listed."
    source = f"{_PAGE}: the file beside it is run as it is."
    help = "Make it executable (`chmod +x`) and let a script begin with `#!`."
    bad = (
        Example(
            meta('"tier": "cold", '),
            at="",
            wrap=None,
            file="glob.meta",
            files={"glob": "echo\n"},
            not_sources=("glob",),
            also=("T",),
        ),
    )
    good = (Example(meta('"cmd": "true", '), wrap=None, file="glob.meta", also=NOISE),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.shape != "meta":
            return
        path = _beside(tool)
        if path.is_dir():
            yield tool.problem(f"`{path.name}` beside it is a folder, not a program")
        elif path.is_file():
            if os.name != "nt" and not os.access(path, os.X_OK):
                yield tool.problem(f"`{path.name}` beside it may not be executed")
            elif not _begins_well(path):
                yield tool.problem(f"`{path.name}` beside it is no program and does not begin with `#!`")


def _begins_well(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4).startswith(_MAGIC)
    except OSError:
        return True


_POSITIONAL = later(r"(?<!\\)\$(?:[1-9@*]|\{[1-9@*])|`[^`]*`")
_QUOTED = later(r"'[^']*'")


class CmdShellRisk(Rule):
    code = "M018"
    name = "cmd-shell-risk"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    security = True
    what = "A command uses `$1`, `$*`, `$@` or backticks outside single quotes."
    why = (
        "Arguments come as one JSON object on standard input, never as words: `$1` is empty, and what stands in "
        "backticks is run by the shell."
    )
    source = "Ollie's page on its tool registry, execution contract."
    help = "Read standard input (`jq -r .pattern`), and write `$(…)` where a command is really meant."
    bad = (Example(meta('"cmd": "find . -name $1", '), at="/cmd", wrap=None, file="glob.meta", also=NOISE),)
    good = (
        Example(meta('"cmd": "jq -r .pattern | xargs find . -name", '), wrap=None, file="glob.meta", also=NOISE),
        Example(meta('"cmd": "awk \'{print $1}\'", '), wrap=None, file="glob.meta", also=NOISE),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if tool.shape not in ("meta", "manifest"):
            return
        for command, path in _commands(tool):
            match = _POSITIONAL.search(_QUOTED.sub(lambda quoted: " " * len(quoted[0]), command))
            if match is not None:
                what = (
                    "runs what stands in backticks"
                    if match[0].startswith("`")
                    else f"uses `{match[0]}`, which is empty"
                )
                yield tool.problem(f"the command {what}", *path, span=match.span())
