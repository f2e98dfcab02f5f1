"""`skills lint` and `skills rules`: check skills for a profile, mend them, accept what is there; what is checked."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError
from . import exits
from . import options as o
from .input import find_settings
from .lint_output import (
    FailOn,
    LintFormat,
    check_options,
    check_selection,
    emit,
    end_empty,
    print_findings,
    print_statistics,
    protect,
    tell_unread,
    threshold_of,
    write_baseline,
)
from .report import Report, count
from .tools_rules import RulesFormat, print_rules

if TYPE_CHECKING:
    from ..catalog.config import Config
    from ..lint import LintOptions
    from ..lint.skills_reading import SkillReading


_NOTHING = ("no skill", "a folder that holds a SKILL.md")


class SkillProfile(StrEnum):
    """For whom skills are checked."""

    PORTABLE = "portable"
    SPEC = "spec"
    CLAUDE_CODE = "claude-code"
    CLAUDE_AI = "claude-ai"


def lint(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATHS",
            help="SKILL.md files, skills' folders, folders of skills at any depth, or '-' for standard input. "
            "Without one, the project's conventional directories.",
            show_default=False,
        ),
    ] = None,
    profile: Annotated[
        SkillProfile | None,
        typer.Option(
            "--profile",
            help="portable: what every loader takes. spec: agentskills.io to the letter. Else: that host.",
            show_default="portable",
        ),
    ] = None,
    form: Annotated[LintFormat, typer.Option("--format", help="How findings are printed.")] = LintFormat.TEXT,
    output_file: Annotated[
        Path | None, typer.Option("--output-file", metavar="FILE", help="Write them to a file.", show_default=False)
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            "--select",
            metavar="RULES",
            help="Only these: codes, beginnings of codes (SF), names, or ALL. Commas allowed, repeatable.",
            show_default=False,
        ),
    ] = None,
    extend_select: Annotated[
        list[str] | None, typer.Option("--extend-select", metavar="RULES", help="These as well.", show_default=False)
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", metavar="RULES", help="Not these.", show_default=False)
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Also the rules that are off by default.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended without changing its meaning.")] = False,
    unsafe_fixes: Annotated[
        bool, typer.Option("--unsafe-fixes", help="With --fix or --diff: also what may change the meaning.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Print what --fix would change; write nothing.")] = False,
    fail_on: Annotated[
        FailOn | None, typer.Option("--fail-on", help="Exit 1 from this severity on [default: error].")
    ] = None,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 whatever is found.")] = False,
    statistics: Annotated[bool, typer.Option("--statistics", help="Print how often each rule fired.")] = False,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="Only what is not in this file is new.", show_default=False),
    ] = None,
    update_baseline: Annotated[
        bool, typer.Option("--update-baseline", help="Write the baseline anew; what is gone is pruned.")
    ] = False,
    allow_empty: Annotated[bool, typer.Option("--allow-empty", help="Exit 0 if there was nothing to check.")] = False,
    stdin_filename: Annotated[
        str, typer.Option("--stdin-filename", metavar="FILE", help="How '-' is called in findings.")
    ] = "<stdin>",
    config: o.ConfigFile = None,
    no_config: o.NoConfig = False,
    quiet: o.Quiet = False,
) -> None:
    """Check skills: what loaders refuse or cut, names, descriptions, bodies, links, files, clashes.

    Exit 0: nothing as bad as --fail-on says. 1: something was. 2: nothing could be checked.
    """
    from ..lint.settings import merged, options_of
    from ..lint.skills_engine import lint_skill_reading

    given = {
        "--fix": fix,
        "--diff": diff,
        "--unsafe-fixes": unsafe_fixes,
        "--statistics": statistics,
        "--update-baseline": update_baseline,
        "--output-file": output_file is not None,
    }
    check_options(given, form)
    check_selection("skills", select=select, extend_select=extend_select)
    report = Report(quiet=quiet)
    settings = find_settings(config, no_config=no_config)
    options = merged(
        options_of(settings),
        select=select or (),
        extend_select=extend_select or (),
        ignore=ignore or (),
        profile="strict" if strict else None,
        baseline=baseline,
        update_baseline=update_baseline or None,
    )
    if update_baseline and options.baseline is None:
        raise ToolcatError("--update-baseline needs a file", hint="name it with --baseline")
    chosen = profile.value if profile is not None else _configured_profile(settings)
    reading = _read(paths or [], stdin_filename)
    read_files = [skill.label for skill in reading.skills.skills] + [each.place.file for each in reading.findings]
    records = [None if settings is None else settings.path, options.baseline]
    protect(output_file, [*read_files, *(paths or ()), *records])
    if diff:
        tell_unread(report, reading.findings)
        is_bad = _diff(reading, options, profile=chosen, unsafe=unsafe_fixes, output_file=output_file)
        is_bad = is_bad or any(finding.is_error for finding in reading.findings)
        end_empty(report, len(reading.skills.skills), *_NOTHING, is_allowed=allow_empty)
        raise typer.Exit(exits.FINDINGS if is_bad and not exit_zero else 0)
    is_changed = fix and _fix(reading, options, report, profile=chosen, unsafe=unsafe_fixes)
    if is_changed and "-" not in (paths or ()):
        reading = _read(paths or [], stdin_filename)
    result = lint_skill_reading(reading, options, profile=chosen)
    threshold = threshold_of(fail_on, options.fail_on)
    if statistics or update_baseline:
        tell_unread(report, reading.findings)
    if update_baseline:
        end_empty(report, result.units, *_NOTHING, is_allowed=allow_empty)
        write_baseline(result.baseline, report)
        return
    if statistics:
        print_statistics(result, form, output_file)
    else:
        print_findings(result, form, output_file, quiet=quiet, threshold=threshold)
    end_empty(report, result.units, *_NOTHING, is_allowed=allow_empty)
    if not exit_zero and result.fails(threshold):
        raise typer.Exit(exits.FINDINGS)


def _configured_profile(settings: Config | None) -> str:
    """Return `[lint.skills] profile` of the config, else portable."""
    table = None if settings is None else settings.lint.get("skills")
    value: object = table.get("profile", "portable") if isinstance(table, dict) else "portable"  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return str(value)  # pyright: ignore[reportUnknownArgumentType]


def _read(paths: list[str], stdin_filename: str) -> SkillReading:
    """Read the paths; without one, the directories that the project has by convention."""
    from ..lint.skills_reading import SkillReading, read_skills, skill_of
    from ..lint.skills_units import SkillSet
    from ..skills.model import Tier
    from ..skills.tiers import PROJECT_DIRECTORIES, find_project, shown_path

    if "-" in paths:
        if len(paths) > 1:
            raise ToolcatError("'-' stands alone", hint="name files, or pipe one SKILL.md in")
        return SkillReading(SkillSet([skill_of(_standard_input(stdin_filename), stdin_filename)]))
    if paths:
        return read_skills(paths)
    project = find_project(Path.cwd())
    places = [project / name for name in PROJECT_DIRECTORIES if (project / name).is_dir()]
    labels = [shown_path(place) for place in places]
    return read_skills(labels, dict.fromkeys(labels, Tier.PROJECT))


def _standard_input(label: str) -> bytes:
    from ..catalog.sources.text import STDIN, Limits, Unreadable, read_bytes

    try:
        return read_bytes(STDIN, Limits().yaml_bytes)
    except Unreadable as error:
        raise ToolcatError(f"{label}: it {error.message}", hint=error.help) from None


def _fix(reading: SkillReading, options: LintOptions, report: Report, *, profile: str, unsafe: bool) -> bool:
    """Fix the files; returns whether anything was fixed."""
    from ..lint.skills_fixing import fix_reading, write_atomically

    changed = fix_reading(reading, options, profile=profile, unsafe=unsafe)
    for file in changed:
        if file.path is None:
            report.note("standard input cannot be mended in place; --diff prints what would change")
            continue
        try:
            is_written = write_atomically(file.path, file.after, file.before)
        except OSError as error:
            raise ToolcatError(f"cannot write {file.label}: {error.strerror}") from error
        if is_written:
            report.note(f"mended {file.label}: {count(file.fixes, 'fix')}")
        else:
            report.note(f"left {file.label} alone: it has changed since it was read")
    return bool(changed)


def _diff(reading: SkillReading, options: LintOptions, *, profile: str, unsafe: bool, output_file: Path | None) -> bool:
    """Print what would be fixed; returns whether anything would."""
    from ..lint.fixes import unified_diff
    from ..lint.skills_fixing import fix_reading

    changed = fix_reading(reading, options, profile=profile, unsafe=unsafe)
    texts = [unified_diff(file.label, file.before.decode(), file.after.decode()) for file in changed]
    emit("".join(texts), output_file)
    return bool(changed)


def rules(
    selectors: Annotated[
        list[str] | None,
        typer.Argument(metavar="RULES", help="Codes, beginnings of codes (SF) or names.", show_default=False),
    ] = None,
    form: Annotated[RulesFormat, typer.Option("--format")] = RulesFormat.TABLE,
) -> None:
    """List the rules of `skills lint`: code, name, severity, whether there is a fix, and what is found."""
    print_rules(selectors or (), form, "skills")
