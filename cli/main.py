"""The entry points `tools`, `skills` and `toolcat`, and how every run ends: exit code and last words.

A traceback is printed only with --debug.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from ..catalog.findings import ToolcatError
from . import exits

if TYPE_CHECKING:
    from collections.abc import Callable


def tools_main() -> None:
    """Run the command `tools`."""
    from .tools import app

    run(app, "tools")


def skills_main() -> None:
    """Run the command `skills`."""
    from .skills import app

    run(app, "skills")


def toolcat_main() -> None:
    """Run the command `toolcat`, which holds both."""
    from .toolcat import app

    run(app, "toolcat")


def run(app: Callable[..., object], name: str) -> None:
    """Run a Typer app and exit as the module says."""
    debug = "--debug" in sys.argv
    if debug:
        sys.argv.remove("--debug")
    _use_utf8()
    try:
        app(prog_name=name)
    except ToolcatError as error:
        from .report import Report

        Report().failure(error)
        sys.exit(exits.USAGE)
    except KeyboardInterrupt:
        sys.exit(exits.INTERRUPTED)
    except SystemExit:
        # The reader has gone (`tools list | head`): not our failure. Typer makes exit code 1 of it, which means
        # findings here, and wraps stdout so that Python does not complain at shutdown; that is how we know.
        if type(sys.stdout).__name__ == "PacifyFlushWrapper":
            sys.exit(0)
        raise
    except Exception as error:
        if debug:
            raise
        text = " ".join(str(error).split())
        typer.echo(
            f"bug: {type(error).__name__}: {text[:300]}\n"
            "  help: this is a fault of toolcat; please report it with the output of the same command with --debug",
            err=True,
        )
        sys.exit(exits.BUG)


def _use_utf8() -> None:
    """Write UTF-8 and LF whatever the system's encoding is, so that output is the same on every machine."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
