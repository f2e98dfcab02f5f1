"""The entry points `tools`, `skills` and `toolcat`, and how every run ends: exit code and last words.

A traceback is printed only with --debug. Nothing heavy is imported here, so that even an early interrupt ends in order.
"""

from __future__ import annotations

import gc
import sys

from . import exits, streams


def tools_main() -> None:
    """Run the command `tools`."""
    run("tools")


def skills_main() -> None:
    """Run the command `skills`."""
    run("skills")


def toolcat_main() -> None:
    """Run the command `toolcat`, which holds both."""
    run("toolcat")


def run(name: str) -> None:
    """Run the Typer app of this name (`cli/<name>.py`) and exit as `exits` says."""
    debug = "--debug" in sys.argv
    if debug:
        sys.argv.remove("--debug")
    streams.prepare()
    # What a run makes mostly lasts until its end: looking for cycles every 700 objects would take a fifth of it.
    gc.set_threshold(20_000, 10, 10)
    try:
        code = _run(name)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = exits.INTERRUPTED
    except streams.OutputError as error:
        _say(f"error: {error.strerror}")
        code = exits.FINDINGS
    except Exception as error:
        if (said := _surroundings(error)) is not None:
            _say(said)
            sys.exit(exits.USAGE)
        if debug:
            raise
        text = " ".join(str(error).split())
        _say(
            f"bug: {type(error).__name__}: {text[:300]}\n"
            "  help: this is a fault of toolcat; please report it with the output of the same command with --debug"
        )
        code = exits.BUG
    gc.freeze()  # what is left belongs to the end of the process: looking through a large catalog once more is idle
    sys.exit(code)


def _run(name: str) -> int:
    from importlib import import_module

    from ..catalog.findings import ToolcatError

    try:
        import_module(f".{name}", __package__).app(prog_name=name)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else exits.USAGE if end.code else 0
    except ToolcatError as error:
        from .report import Report

        Report().failure(error)
        return exits.USAGE
    return 0


def _surroundings(error: Exception) -> str | None:
    """Say what the system refused for a path that was given, where a command did not say it better; None for a bug."""
    import errno

    hints = {
        errno.ENAMETOOLONG: "give a shorter path; a text is piped to standard input, and named '-'",
        errno.EACCES: "check its permissions",
        errno.EPERM: "check its permissions",
        errno.EROFS: "the disk is mounted read-only: name another place",
        errno.ENOSPC: "make room, or name another place",
        errno.ELOOP: "its symbolic links lead in a circle: name another path",
        errno.EIO: "check the disk",
        errno.EMFILE: "raise the limit of open files (ulimit -n)",
    }
    if not isinstance(error, OSError) or error.filename is None or error.errno not in hints:
        return None
    from ..catalog.text import one_line

    path = one_line(str(error.filename))
    path = path if len(path) <= 120 else f"{path[:80]}…{path[-30:]}"
    reason = (error.strerror or type(error).__name__).lower()
    return f"error: cannot use {path}: {reason}\n  help: {hints[error.errno]}"


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
