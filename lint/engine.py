"""`lint()`: from sources to findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import LintOptions
from .findings import LintResult
from .outcome import settle
from .reading import Reading, read
from .run import Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..catalog.config import Config
    from ..catalog.loading import LoadOptions, SourceRequest


def lint(
    sources: Sequence[str | SourceRequest] = (),
    options: LintOptions | None = None,
    *,
    config: Config | None = None,
    load_options: LoadOptions | None = None,
) -> LintResult:
    """Read sources (paths, folders, globs, `NAME=PATH`, `-`), else those of the config, and check them.

    Raises ToolcatError for sources and options that mean nothing; problems of the input are findings.
    """
    reading = read(sources, config=config, options=load_options)
    return lint_reading(reading, options, is_complete=not sources)


def lint_reading(reading: Reading, options: LintOptions | None = None, *, is_complete: bool = False) -> LintResult:
    """Check what has been read; `is_complete` says that this is all there is, not a part of it.

    Raises ToolcatError for options that name no rule, profile, client or protocol.
    """
    run = Run(options or LintOptions())
    run.check_files(reading.files)
    return settle(run, reading, is_complete=is_complete)
