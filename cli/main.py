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


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
