"""What loading says of a source that is missing, unreadable, passed over, or whose tool came second."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .codes import SHADOWED, SKIPPED_FILE, UNREADABLE
from .findings import Finding, Place, Severity, ToolcatError
from .names import server_name_problem

if TYPE_CHECKING:
    from .collect import Findings
    from .config import Config
    from .requests import SourceRequest
    from .sources.files import Expansion
    from .sources.json_text import Parsed
    from .sources.text import Unreadable
    from .spec import ToolSpec


def nothing_named(config: Config | None) -> ToolcatError:
    """Return the error of a load that was asked for nothing."""
    if config is not None:
        return ToolcatError(
            f"the config {config.document.label} lists no sources",
            hint="Add a [[sources]] with a path, name a file, or let `tools init` write a starter.",
        )
    return ToolcatError(
        "there is nothing to read: no source was named, and there is no toolcat.toml here or above",
        hint="Name a file or folder, or let `tools init` write a starter.",
    )


def nothing_read(findings: list[Finding]) -> ToolcatError:
    """Return the error of a load that found nothing: one line if one problem says it all."""
    problems = [finding for finding in findings if finding.severity is not Severity.INFO]
    if len(problems) == 1:
        only = problems[0]
        return ToolcatError(f"{only.place}: {only.message}", hint=only.help)
    return ToolcatError("no tools could be read", hint="See the findings above.", findings=tuple(findings))


def named_at(config: Config | None, request: SourceRequest) -> str:
    """Return where the config names a source, as the end of a message; empty for one that it does not name."""
    if config is None or request.pointer is None:
        return ""
    place = config.document.place(f"{request.pointer}/path")
    return f" (named at {place.file}:{place.line})"


def report_unreadable(
    findings: Findings,
    label: str,
    path: str,
    error: Unreadable,
    request: SourceRequest,
    *,
    named: str,
    is_optional: bool,
) -> None:
    """Report a file that cannot be read or parsed, at its place; `named` ends the message, unless it `is_optional`.

    Optional is a file that was met in a folder. There, a broken file that is not named like a manifest may well be
    somebody else's, and is only warned of.
    """
    if "no such file" in error.message:
        error.help = _help_for_missing(path) or error.help
        if request.live is not None:
            error.help = f"It is the snapshot of a live server: take it with `tools snapshot {request.live.name}`."
    place, excerpt = Place(label, error.line, error.column), None
    if error.text is not None:
        from .documents import Document

        document = Document(label, error.text, "json", None)
        if error.span is not None:
            place = document.place_of(error.span)
        excerpt = document.excerpt(place)
    mild = is_optional and ".tools." not in Path(path).name
    findings.add(
        UNREADABLE,
        f"the file {error.message}{'' if is_optional else named}",
        error.help,
        place,
        severity=Severity.WARNING if mild else None,
        excerpt=excerpt,
    )


def report_mark(findings: Findings, parsed: Parsed) -> None:
    """Report a byte order mark."""
    findings.at(
        UNREADABLE,
        "the file begins with a byte order mark, which some programs do not expect",
        "Save it as UTF-8 without one.",
        parsed.document,
        span=(0, 0),
        severity=Severity.INFO,
    )


def report_skipped(findings: Findings, request: SourceRequest, expansion: Expansion) -> None:
    """Report in one finding what of a folder or pattern was passed over."""
    if not expansion.skipped:
        return
    shown = [f"{path} ({why})" for path, why in expansion.skipped[:3]]
    more = len(expansion.skipped) - len(shown)
    listed = ", ".join(shown) + (f" and {more:,} more" if more else "")
    findings.add(SKIPPED_FILE, f"not read: {listed}", "Name a file itself to learn why.", Place(request.path))


def report_shadowed(findings: Findings, kept: ToolSpec, refused: ToolSpec) -> None:
    """Report a tool whose name an earlier source has taken."""
    origin = refused.origin
    where = "an earlier source" if kept.origin is None else str(kept.origin.place)
    if origin is None:
        return
    findings.at(
        SHADOWED,
        f"the tool {refused.name!r} is skipped: the earlier source at {where} has a tool of that name, and wins",
        "Exclude it from one of the sources, or name the sources' servers.",
        origin.document,
        origin.pointer_to("name"),
        tool=refused.name,
    )


def _help_for_missing(path: str) -> str | None:
    """Guess what was meant by a source that is no file."""
    if path.startswith(("http://", "https://")):
        return "Ask a server with --mcp-server NAME=URL, or name a file with its tools/list result."
    name, equals, rest = path.partition("=")
    problem = server_name_problem(name) if equals and rest else None
    return None if problem is None else f"If NAME=PATH was meant: {problem}."
