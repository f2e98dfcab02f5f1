"""The lock: what an exported tree was made from and what it holds, so that a check needs neither generation nor memory.

One line a tool and a file, in code-point order: a changed tool is a changed line, in a diff and in a merge.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, cast

from ..catalog import ToolcatError, ToolSpec
from ..catalog.sources.files import LOCK
from ..catalog.text import json_safe

LOCK_NAME = LOCK
FORMAT = 1


NAME = "name"
"""What is degraded where a tool cannot be called by its name in a host."""


class Degraded(NamedTuple):
    """A part of a tool's schemas whose type says less than the schema: `of` is `inputSchema` or `outputSchema`.

    With `of` being `name`: a tool that a host cannot call.
    """

    of: str
    pointer: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class LockedTool:
    """What a lock says of one tool: its raw names, the hash of its spec, its files, and the names it was given.

    `names` are the settled names (in TypeScript: `function`, `input` and, if there is such a type, `output`),
    `properties` the renamed properties by JSON pointer (TypeScript renames none).
    """

    server: str | None
    tool: str
    spec: str
    files: tuple[str, ...]
    names: Mapping[str, str]
    properties: Mapping[str, str] = field(default_factory=dict[str, str])
    degraded: tuple[Degraded, ...] = ()


@dataclass(frozen=True, slots=True)
class Lock:
    """The record of a tree. `tools` are by catalog name, `files` maps paths relative to the tree (`/`) to hashes."""

    target: str
    toolcat: str
    options: Mapping[str, object]
    filters: Mapping[str, object]
    assumptions: Mapping[str, str]
    tools: Mapping[str, LockedTool]
    files: Mapping[str, str]


def content_hash(content: bytes) -> str:
    """Return the hash of a file's content as locks write it."""
    return f"sha256:{sha256(content).hexdigest()}"


def is_same(content: bytes, wanted: str) -> bool:
    r"""Whether `content` has the hash `wanted`, line ends that Git made `\r\n` on their way aside."""
    return content_hash(content) == wanted or (
        b"\r\n" in content and content_hash(content.replace(b"\r\n", b"\n")) == wanted
    )


def spec_hash(spec: ToolSpec) -> str:
    """Return the hash of everything in a spec that an export may depend on: what a model sees, and the catalog fields.

    The order of keys counts, since properties are emitted in their author's order. Left out is what no stub shows and
    servers change at will: icons, `_meta`, execution, the command, unknown keys but `deprecated`, and where it came
    from.
    """
    seen: dict[str, object] = {
        "server": spec.server,
        "tool": spec.tool,
        "title": spec.title,
        "description": spec.description,
        "input": spec.input_schema,
        "output": spec.output_schema,
        "annotations": dict(spec.annotations),
        "category": spec.category,
        "keywords": spec.keywords,
        "gate": spec.gate,
        "hint": spec.usage_hint,
        "plan": spec.plan_only,
        "read": spec.read_only,
        "deprecated": spec.extra.get("deprecated"),
    }
    try:
        text = _encode(seen)
    except RecursionError:
        text = "".join(_flat_json(seen))
    return content_hash(text.encode())


_encode = json.JSONEncoder(separators=(",", ":"), default=str).encode


def _flat_json(value: object) -> Iterator[str]:
    """Yield the same text as `_encode` without recursion: a schema may be nested deeper than Python's stack."""
    stack: list[object] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, _Raw):
            yield item
        elif isinstance(item, Mapping):
            members = cast("Mapping[object, object]", item)
            parts: list[object] = []
            for key, member in members.items():
                parts += [_Raw("," if parts else "{"), _Raw(_encode(str(key)) + ":"), member]
            parts.append(_Raw("}" if parts else "{}"))
            stack += reversed(parts)
        elif isinstance(item, (list, tuple)):
            parts = []
            for member in cast("Sequence[object]", item):
                parts += [_Raw("," if parts else "["), member]
            parts.append(_Raw("]" if parts else "[]"))
            stack += reversed(parts)
        else:
            yield _encode(item)


class _Raw(str):
    """A piece of JSON text among the values still to be written."""

    __slots__ = ()


def render(lock: Lock) -> str:
    """Return the text of a lock file: valid JSON, safe to look at, the same for equal locks."""
    dump = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
    tools = (f"{dump(name)}: {dump(_tool_entry(lock.tools[name]))}" for name in sorted(lock.tools))
    files = (f"{dump(path)}: {dump(lock.files[path])}" for path in sorted(lock.files))
    head = {
        "format": FORMAT,
        "target": lock.target,
        "toolcat": lock.toolcat,
        "options": dict(lock.options),
        "filters": dict(lock.filters),
        "assumptions": dict(lock.assumptions),
    }
    lines = [f'  "{key}": {dump(value)},' for key, value in head.items()]
    lines += [f'  "tools": {_block(tools)},', f'  "files": {_block(files)}']
    return json_safe("\n".join(["{", *lines, "}", ""]))


def _block(entries: Iterable[str]) -> str:
    body = ",\n    ".join(entries)
    return f"{{\n    {body}\n  }}" if body else "{}"


def _tool_entry(tool: LockedTool) -> dict[str, object]:
    entry: dict[str, object] = {
        "server": tool.server,
        "tool": tool.tool,
        "spec": tool.spec,
        "files": list(tool.files),
        "names": dict(tool.names),
    }
    if tool.properties:
        entry["properties"] = dict(tool.properties)
    if tool.degraded:
        entry["degraded"] = [item._asdict() for item in tool.degraded]
    return entry


def parse(text: str, where: str) -> Lock:
    """Return the lock that a lock file (`where`, for messages) holds.

    Raises ToolcatError if it was written by a newer toolcat, ValueError if it is no lock (damaged, a merge conflict,
    paths that leave the tree): its text says in plain words what is wrong.
    """
    data = _object(_loaded(text))
    version = _member(data, "format")
    if isinstance(version, int) and version > FORMAT:
        raise ToolcatError(
            f"{where} was written by toolcat {data.get('toolcat', '')}, in a format this toolcat does not know",
            hint="use that toolcat, or a newer one",
        )
    if version != FORMAT or isinstance(version, bool):
        raise ValueError(f"its format is {_shown(version)}, not {FORMAT}")
    tools: dict[str, LockedTool] = {}
    for name, entry in _object(_member(data, "tools"), "tools").items():
        try:
            tools[name] = _locked_tool(_object(entry))
        except ValueError as error:
            raise ValueError(f"of its tool {_shown(name)}, {error}") from error
    return Lock(
        target=_text(_member(data, "target"), "target"),
        toolcat=_text(_member(data, "toolcat"), "toolcat"),
        options=_object(_member(data, "options"), "options"),
        filters=_object(_member(data, "filters"), "filters"),
        assumptions=_texts(_member(data, "assumptions"), "assumptions"),
        tools=tools,
        files={_inside(path): value for path, value in _texts(_member(data, "files"), "files").items()},
    )


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        conflict = any(line.startswith("<<<<<<< ") for line in text.splitlines())
        what = "it holds a merge conflict" if conflict else "it is not JSON"
        raise ValueError(f"{what} (line {error.lineno}, column {error.colno})") from error
    except ValueError as error:  # Python reads no numbers of thousands of digits
        raise ValueError("it holds a number that no lock holds") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _locked_tool(entry: Mapping[str, object]) -> LockedTool:
    server = _member(entry, "server")
    return LockedTool(
        server=None if server is None else _text(server, "server"),
        tool=_text(_member(entry, "tool"), "tool"),
        spec=_text(_member(entry, "spec"), "spec"),
        files=tuple(_inside(_text(path, "files")) for path in _array(_member(entry, "files"), "files")),
        names=_texts(_member(entry, "names"), "names"),
        properties=_texts(entry.get("properties", {}), "properties"),
        degraded=tuple(_degraded(item) for item in _array(entry.get("degraded", []), "degraded")),
    )


def _degraded(value: object) -> Degraded:
    item = _texts(value, "degraded")
    return Degraded(*(_text(_member(item, name), name) for name in Degraded._fields))


_OUTSIDE = re.compile(r"^[A-Za-z]:|[\\\0]|(?:^|/)\.{0,2}(?:/|$)")


def _inside(path: str) -> str:
    """Return a path that a lock lists: what it lists may be replaced and removed, so that it must be in the tree."""
    if path == LOCK_NAME or _OUTSIDE.search(path):
        raise ValueError(f"it lists {_shown(path)}, which is no path of a file in the tree")
    return path


def _member(data: Mapping[str, object], key: str) -> object:
    if key not in data:
        raise ValueError(f'it has no "{key}"')
    return data[key]


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f'"{key}" holds {_shown(value)}, which is no text')
    return value


def _array(value: object, key: str) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f'"{key}" is {_shown(value)}, which is no array')
    return cast("list[object]", value)


def _object(value: object, key: str = "") -> Mapping[str, object]:
    if not isinstance(value, dict):
        named = f'"{key}"' if key else "it"
        raise ValueError(f"{named} is {_shown(value)}, which is no object")
    return cast("Mapping[str, object]", value)


def _texts(value: object, key: str) -> dict[str, str]:
    return {name: _text(member, key) for name, member in _object(value, key).items()}


def _shown(value: object) -> str:
    """Return a value of a lock as JSON, safe to look at and short enough for a line."""
    try:
        text = json_safe(json.dumps(value, ensure_ascii=False))
    except RecursionError:
        return "deeply nested"
    return text if len(text) <= 60 else f"{text[:60]}…"


def recorded_assumptions(folder: Path) -> dict[str, str]:
    """Return what the lock of an exported tree says that its catalog assumed of the machine; empty without a lock.

    A check loads the catalog under these assumptions, so that it gives the same answer on every machine.
    """
    lock = _found(folder)
    return {} if lock is None else dict(lock.assumptions)


def recorded_tools(folder: Path) -> frozenset[str]:
    """Return the catalog names of the tools that an exported tree holds, as its lock says; none without a lock."""
    lock = _found(folder)
    return frozenset() if lock is None else frozenset(lock.tools)


def _found(folder: Path) -> Lock | None:
    """Return the lock of a tree, None if it cannot be read: what is wrong with it is for a check to say."""
    try:
        return parse((folder / LOCK_NAME).read_text(encoding="utf-8"), LOCK_NAME)
    except (OSError, ValueError, ToolcatError):
        return None
