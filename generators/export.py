"""Exporting and checking a tree: what every target language has in common, from specs to files and their lock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, Protocol

from ..catalog import Finding, Place, Severity, ToolcatError, ToolSpec
from ..catalog.nesting import deep_nesting
from .drift import Made, compare
from .existing import Existing, inspect
from .lock import LOCK_NAME, NAME, Degraded, Lock, LockedTool, spec_hash
from .others import is_contended, tidy
from .outcome import CheckResult, Difference, ExportedTool, ExportResult
from .swap import MARK
from .tree import TreeWriter

Progress = Callable[[int, int], None]
"""Called with the number of tools that are done and of all."""


class Emitted(NamedTuple):
    """One file of a tree: its path (relative, `/`) its text; for a tool's file its spec and what is recorded.

    Without a text: a further tool that stands in a file which was emitted before.
    """

    path: str
    text: str | None
    spec: ToolSpec | None = None
    names: Mapping[str, str] = {}
    properties: Mapping[str, str] = {}
    degraded: tuple[Degraded, ...] = ()


class Target(Protocol):
    """A target language: what an export needs to know of it."""

    name: str
    """As the lock names it: `typescript`."""

    mark: bytes
    """What every emitted file that can hold a comment begins with."""

    def options(self) -> Mapping[str, object]:
        """Return the options as the lock records them: JSON values, no paths."""
        ...

    def emit(self, specs: Sequence[ToolSpec], existing: Existing) -> Iterator[Emitted]:
        """Yield every file of the tree of `specs`, which are sorted by name: what others import comes first."""
        ...


@deep_nesting()
def export_tree(
    target: Target,
    specs: Iterable[ToolSpec],
    output: Path,
    *,
    filters: Mapping[str, object],
    assumptions: Mapping[str, str],
    dry_run: bool = False,
    force: bool = False,
    progress: Progress | None = None,
) -> ExportResult:
    """Export `specs` into the folder `output`, or say what that would do (`dry_run`).

    A tree that is up to date is only read. Raises ToolcatError, with what to do, if there is nothing to export or the
    folder cannot be used; then nothing has changed.
    """
    ordered = _ordered(specs)
    existing = inspect(output, target.name, target.mark, force=force)
    made = _made(target, ordered, filters, assumptions)
    if not dry_run:
        tidy(output)
    try:
        if existing.lock is not None and not force:
            comparison = compare(output, existing.lock, existing.lock_text, made, target.mark)
            if all(one.kind == "stale" for one in comparison.differences):
                return _untouched(existing.lock, ordered, comparison.bytes, dry_run=dry_run)
        return _write(target, ordered, existing, made, dry_run=dry_run, force=force, progress=progress)
    except OSError as error:
        if is_contended(output, None if existing.damage else existing.lock_text, error):
            raise ToolcatError(
                f"another export is running in {output}, and this one gave way to it",
                hint="run it again when the other one is done, or give each export a folder of its own",
            ) from error
        # The name of a temporary folder of ours would say nothing to the user.
        where = output if error.filename is None or MARK in str(error.filename) else error.filename
        raise ToolcatError(
            f"cannot write {where}: {error.strerror or error}",
            hint="check the folder's permissions and the space left; the old tree, if there was one, still stands",
        ) from error


@deep_nesting()
def check_tree(
    target: Target,
    specs: Iterable[ToolSpec],
    output: Path,
    *,
    filters: Mapping[str, object],
    assumptions: Mapping[str, str],
) -> CheckResult:
    """Say how the tree in `output` differs from what an export of `specs` would leave. Nothing is written.

    Raises ToolcatError if there is nothing to export or the folder holds something else.
    """
    ordered = _ordered(specs)
    existing = inspect(output, target.name, target.mark, tolerate_damage=True)
    if existing.state in {"absent", "empty"}:
        return CheckResult([Difference("missing", LOCK_NAME, None, "nothing has been exported here")])
    if existing.lock is None:
        if not existing.damage:
            return CheckResult([Difference("missing", LOCK_NAME)])
        return CheckResult([Difference("edited", LOCK_NAME, None, f"the lock cannot be read: {existing.damage}")])
    made = _made(target, ordered, filters, assumptions)
    try:
        return CheckResult(compare(output, existing.lock, existing.lock_text, made, target.mark).differences)
    except OSError as error:
        raise ToolcatError(f"cannot read {error.filename or output}: {error.strerror or error}") from error


def _ordered(specs: Iterable[ToolSpec]) -> list[ToolSpec]:
    ordered = sorted(specs, key=lambda spec: spec.name)
    if not ordered:
        raise ToolcatError("there is no tool to export", hint="loosen the filters; `tools list` shows what there is")
    return ordered


def _made(
    target: Target, specs: Sequence[ToolSpec], filters: Mapping[str, object], assumptions: Mapping[str, str]
) -> Made:
    return Made(
        target=target.name,
        toolcat=version("toolcat"),
        options=target.options(),
        filters=dict(filters),
        assumptions=dict(assumptions),
        specs={spec.name: spec_hash(spec) for spec in specs},
    )


def _write(
    target: Target,
    specs: Sequence[ToolSpec],
    existing: Existing,
    made: Made,
    *,
    dry_run: bool,
    force: bool,
    progress: Progress | None,
) -> ExportResult:
    writer = TreeWriter(existing, mark=target.mark, dry_run=dry_run, force=force)
    tools: dict[str, LockedTool] = {}
    degraded: list[Finding] = []
    try:
        for file in target.emit(specs, existing):
            if file.text is not None:
                writer.add(file.path, file.text)
            spec = file.spec
            if spec is None:
                continue
            tools[spec.name] = LockedTool(
                spec.server,
                spec.tool,
                made.specs[spec.name],
                (file.path,),
                file.names,
                file.properties,
                file.degraded,
            )
            degraded += (finding_of(spec, one) for one in file.degraded)
            if progress is not None:
                progress(len(tools), len(specs))
        lock = Lock(made.target, made.toolcat, made.options, made.filters, made.assumptions, tools, writer.files)
        done = writer.commit(lock)
    finally:
        writer.close()
    return ExportResult(
        tools=len(specs),
        written=done.written,
        unchanged=done.unchanged,
        removed=done.removed,
        kept=done.kept,
        bytes=done.bytes,
        degraded=degraded,
        names=_names(tools),
        dry_run=dry_run,
        overwritten=done.overwritten,
    )


def _untouched(lock: Lock, specs: Sequence[ToolSpec], size: int, *, dry_run: bool) -> ExportResult:
    return ExportResult(
        tools=len(specs),
        written=[],
        unchanged=sorted([*lock.files, LOCK_NAME]),
        removed=[],
        kept=[],
        bytes=size,
        degraded=[finding_of(spec, one) for spec in specs for one in lock.tools[spec.name].degraded],
        names=_names(lock.tools),
        dry_run=dry_run,
    )


def _names(tools: Mapping[str, LockedTool]) -> dict[str, ExportedTool]:
    return {name: ExportedTool(dict(tool.names), list(tool.files)) for name, tool in tools.items()}


def finding_of(spec: ToolSpec, degraded: Degraded) -> Finding:
    """Return the finding for a type that says less than its schema, at the schema's place in its file."""
    pointer = f"/{degraded.of}{degraded.pointer}"
    place = Place("<code>", pointer=pointer)
    excerpt = None
    if spec.origin is not None:
        place = spec.origin.document.place(spec.origin.pointer_to(degraded.of) + degraded.pointer)
        excerpt = spec.origin.document.excerpt(place)
    named = degraded.of == NAME
    to_do = "rename one of the tools, or leave it out"
    if "--host-option" in degraded.message:
        to_do = "do so, or say which server the tools belong to (NAME=PATH)"
    # Nothing is unknown where only the kind of models changed.
    whole = degraded.code == "models-fallback"
    return Finding(
        code=degraded.code,
        name=degraded.code,
        severity=Severity.WARNING,
        message=f"{spec.name}: {degraded.message}{'' if named or whole else '; the type there is unknown'}",
        help=f"{to_do}; `tools compat` tells what becomes of every tool"
        if named
        else "mend the schema, or override it in the config; the stub can be called all the same",
        place=place,
        tool=spec.name,
        excerpt=excerpt,
    )
