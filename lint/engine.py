"""`lint()`: from sources to findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..catalog.findings import Severity
from ..catalog.nesting import deep_nesting
from .context import Context, LintOptions
from .findings import LintResult
from .outcome import settle
from .reading import Reading, read
from .run import Run, no_collections
from .settings import options_of

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

    `options` are `settings.options_of(config)` unless given. Raises ToolcatError for sources and options that mean
    nothing; problems of the input are findings.
    """
    chosen = options_of(config) if options is None else options
    reading = read(sources, config=config, options=load_options)
    return lint_reading(reading, chosen, config=config, is_complete=not sources)


@no_collections()
@deep_nesting()
def lint_reading(
    reading: Reading,
    options: LintOptions | None = None,
    *,
    config: Config | None = None,
    is_complete: bool = False,
    only_fixable: bool = False,
    shown_from: Severity = Severity.INFO,
    asked_from: Severity = Severity.INFO,
) -> LintResult:
    """Check what has been read; `is_complete` says that this is all there is, not a part of it.

    With `only_fixable`, only the rules whose problems may carry fixes run. Findings below `shown_from` are counted, and
    not placed: where a thing stands in a large file costs as much as a dozen rules. Rules that find nothing as severe
    as `asked_from` are not asked at all. Raises ToolcatError for options that name no rule, profile, client or
    protocol.
    """
    chosen = options or LintOptions()
    catalog = None if reading.loaded is None else reading.loaded.catalog
    context = Context(chosen, catalog=catalog, config=config, is_complete=is_complete)
    run = Run(chosen, only_fixable=only_fixable, asked_from=asked_from, context=context)
    run.check_files(reading.files)
    return settle(run, reading, shown_from=shown_from)
