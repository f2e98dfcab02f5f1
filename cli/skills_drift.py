"""`skills drift`: whether a routing skill still matches the tools that are live."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ..catalog.findings import ToolcatError
from . import exits
from . import skills_input as s
from .groups import option_groups
from .input import FilterOptions, ReportOptions, SourceOptions, read_input
from .report import Report

if TYPE_CHECKING:
    from ..catalog.findings import Place
    from ..skills.frontmatter import SkillText


@option_groups
def drift(
    *,
    skill: Annotated[
        str, typer.Option("--skill", metavar="NAME", help="The routing skill: its name, or its folder.")
    ] = "",
    commands: Annotated[
        list[Path] | None,
        typer.Option(
            "--commands",
            metavar="DIR",
            help="Also check the command files (*.md) here. Repeatable.",
            show_default=False,
        ),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            "--allow",
            metavar="TOOL=REASON",
            help="A tool that the skill need not name, and why. Repeatable.",
            show_default=False,
        ),
    ] = None,
    allow_file: Annotated[
        Path | None,
        typer.Option(
            "--allow-file", metavar="FILE", help="A TOML file with such reasons under [allow].", show_default=False
        ),
    ] = None,
    host_tool: Annotated[
        list[str] | None,
        typer.Option(
            "--host-tool", metavar="NAME", help="A tool that the host brings itself. Repeatable.", show_default=False
        ),
    ] = None,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="As `tools lint` has them.")] = "text",
    filters: FilterOptions,
    inputs: SourceOptions,
    searching: s.SkillsOptions,
    reporting: ReportOptions,
) -> None:
    """Compare a routing skill with the live tools: every tool is named in it as a whole word or let off with a reason.

    Every tool that is let off, that stands in allowed-tools or that a command file mentions must be live.
    """
    from ..skills.drift import HOST_TOOLS, LiveTool, Surfaces, find_drift
    from .skills_report import check_format, print_findings

    check_format(form)
    report = reporting.report()
    given = read_input(inputs, filters)
    report.findings(given.loaded.findings)
    allowed, places = _allowed(allow or (), allow_file)
    surfaces = Surfaces(
        [LiveTool(spec.name, spec.tool) for spec in given.specs()],
        _routing_skill(skill, searching, report),
        [file for directory in commands or () for file in _command_files(directory)],
        allowed,
        allowed_places=places,
        host_tools=HOST_TOOLS | frozenset(host_tool or ()),
    )
    if not surfaces.tools:
        raise ToolcatError("there is no live tool to compare with", hint="name a source, or loosen the filters")
    findings = find_drift(surfaces)
    labels = [file.label for file in (surfaces.skill, *surfaces.commands)]
    print_findings(findings, form, labels=labels, units=len(surfaces.tools), noun="tool")
    if findings or any(finding.is_error for finding in given.loaded.findings):
        raise typer.Exit(exits.FINDINGS)


def _routing_skill(name: str, options: s.SkillsOptions, report: Report) -> SkillText:
    from ..skills.bundle import load_skill

    if not name:
        raise ToolcatError("which skill routes to the tools is not said", hint="--skill NAME or --skill FOLDER")
    folder = Path(name)
    folder = folder.parent if folder.name == "SKILL.md" else folder
    if (folder / "SKILL.md").is_file():
        return load_skill(folder)
    found = s.get_skill(s.find_skills(options, report), name)
    return load_skill(found.folder, found.label.removesuffix("/SKILL.md"))


def _command_files(directory: Path) -> list[SkillText]:
    from ..skills.frontmatter import parse
    from ..skills.scan import read_bounded

    if not directory.is_dir():
        raise ToolcatError(f"{directory} is no directory", hint="--commands takes a folder of Markdown files")
    out: list[SkillText] = []
    for path in sorted(directory.rglob("*.md")):
        raw = read_bounded(str(path))
        if not isinstance(raw, bytes):
            raise ToolcatError(f"{path}: {raw.message}", hint=raw.help)
        out.append(parse(raw, path.as_posix()))
    return out


def _allowed(pairs: list[str] | tuple[str, ...], path: Path | None) -> tuple[dict[str, str], dict[str, Place]]:
    """Return the tools that are let off with their reasons, and where those of the file stand in it."""
    reasons, places = ({}, {}) if path is None else _allow_file(path)
    for pair in pairs:
        name, found, reason = pair.partition("=")
        if not found or not name:
            raise ToolcatError(
                f"--allow takes TOOL=REASON, not {pair!r}", hint="for example --allow admin_reset='by hand'"
            )
        reasons[name] = reason
        places.pop(name, None)
    return reasons, places


def _allow_file(path: Path) -> tuple[dict[str, str], dict[str, Place]]:
    """Read `[allow]` of a TOML file. Raises ToolcatError, with file and line, for what is none."""
    from ..catalog.pointers import join
    from ..catalog.sources.text import Limits, Unreadable, decode, read_bytes
    from ..catalog.sources.toml_text import parse_toml

    label, limits = path.as_posix(), Limits()
    try:
        text, _ = decode(read_bytes(str(path), limits.yaml_bytes))
        document = parse_toml(text, label, limits).document
    except Unreadable as error:
        where = label if error.line is None else f"{label}:{error.line}"
        raise ToolcatError(f"{where}: the file {error.message}", hint=error.help) from None
    data = document.data
    table: object = data.get("allow") if isinstance(data, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if table is None:
        raise ToolcatError(f"{label}: there is no table [allow]", hint=_ALLOW_HINT)
    if not isinstance(table, dict):
        raise ToolcatError(f"{document.place('/allow')}: [allow] is no table", hint=_ALLOW_HINT)
    reasons: dict[str, str] = {}
    places: dict[str, Place] = {}
    for name, reason in cast("dict[str, object]", table).items():
        pointer = join("/allow", name)
        if not isinstance(reason, str):
            raise ToolcatError(f"{document.place(pointer)}: the reason for {name} is no text", hint=_ALLOW_HINT)
        reasons[name] = reason
        places[name] = document.place(pointer, key=True)
    return reasons, places


_ALLOW_HINT = 'write [allow] and "TOOL" = "REASON"'
