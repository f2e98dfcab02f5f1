"""`lint()`: from sources to findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import LintOptions
from .findings import LintResult
from .outcome import settle
from .run import Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .units import File


def lint_files(files: Sequence[File], options: LintOptions | None = None) -> LintResult:
    """Check files that have been read.

    Raises ToolcatError for options that name no rule, profile, client or protocol.
    """
    run = Run(options or LintOptions())
    run.check_files(files)
    return settle(run, files)
