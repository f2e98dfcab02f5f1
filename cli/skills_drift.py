"""`skills drift`: whether a routing skill still matches the tools that are live."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalog.findings import ToolcatError
from . import exits
from . import skills_input as s
from .groups import option_groups
from .input import FilterOptions, ReportOptions, SourceOptions, read_input
from .report import Report

if TYPE_CHECKING:
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
    allowed, label = _allowed(allow or (), allow_file)
    surfaces = Surfaces(
        [LiveTool(spec.name, spec.tool) for spec in given.specs()],
        _routing_skill(skill, searching, report),
        [file for directory in commands or () for file in _command_files(directory)],
        allowed,
        label,
        HOST_TOOLS | frozenset(host_tool or ()),
    )
    if not surfaces.tools:
        raise ToolcatError("there is no live tool to compare with", hint="name a source, or loosen the filters")
    findings = find_drift(surfaces)
    labels = [file.label for file in (surfaces.skill, *surfaces.commands)]
    print_findings(findings, form, labels=labels, units=len(surfaces.tools), noun="tool")
    if findings:
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


def _allowed(pairs: list[str] | tuple[str, ...], path: Path | None) -> tuple[dict[str, str], str]:
    out: dict[str, str] = {}
    if path is not None:
        import tomllib

        try:
            data: object = tomllib.loads(path.read_text(encoding="utf-8")).get("allow")
        except (OSError, ValueError) as error:
            raise ToolcatError(f"cannot read {path}: {' '.join(str(error).split())}", hint="mend the file") from None
        if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
            raise ToolcatError(f"{path} has no table [allow] of texts", hint='write [allow] and "TOOL" = "REASON"')
        out.update({str(key): str(value) for key, value in data.items()})  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType, reportUnknownMemberType]
    for pair in pairs:
        name, found, reason = pair.partition("=")
        if not found or not name:
            raise ToolcatError(
                f"--allow takes TOOL=REASON, not {pair!r}", hint="for example --allow admin_reset='by hand'"
            )
        out[name] = reason
    return out, "--allow" if path is None else path.as_posix()
