"""The names of a TypeScript tree: functions, types, namespaces and files, settled in the pools where they meet.

The pools: the names a barrel exports (functions, types, and in the root one the namespaces of servers); the files of
a folder, where upper and lower case are one. What the runtime file exports is reserved in every pool, so that a tool
keeps its name when it moves from one layout to the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ...catalog import ToolSpec
from ..names import Wish, camel, file_stem, fold, preserved, settle, upper_first

Layout: TypeAlias = Literal["server", "flat"]
Style: TypeAlias = Literal["camel", "preserve"]

RUNTIME_VALUES = ("ToolError", "bind", "call")
RUNTIME_TYPES = ("CallToolResult", "Caller", "Output")

# ECMAScript reserved words, those of strict mode and of modules included (ECMA-262, 12.7.2).
_KEYWORDS = """
    arguments await break case catch class const continue debugger default delete do else enum eval export extends false
    finally for function if implements import in instanceof interface let new null package private protected public
    return static super switch this throw true try typeof undefined var void while with yield
"""
# Names that a CommonJS build of a module declares for itself.
_COMMON_JS = "__dirname __esModule __filename exports module require"
# A module that exports `then` is taken for a promise by `await import(…)`; `__proto__` is no key of an object literal;
# the compiler lets nobody declare `globalThis` and `undefined`.
_TRAPS = "__proto__ globalThis then undefined"
# What the stubs of some hosts call: a function of that name would call itself.
_CLIENT = "callMCPTool"

RESERVED = frozenset(
    [*_KEYWORDS.split(), *_COMMON_JS.split(), *_TRAPS.split(), _CLIENT, *RUNTIME_VALUES, *RUNTIME_TYPES]
)
"""Identifiers no function, type or namespace of a tree may have; a wish for one gets a `_`."""

RESERVED_STEMS = frozenset({"index", "runtime"})

_SERVER_FOLDER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")


class ToolNames(NamedTuple):
    """What one tool is called: its function, its two types, and its file (relative to the tree, with `/`)."""

    function: str
    input: str
    output: str
    file: str


class ServerNames(NamedTuple):
    """What one server is called in the root barrel, its folder, and its tools by their place in the given specs."""

    server: str
    namespace: str
    folder: str
    tools: list[int]


class TreeNames(NamedTuple):
    """Every name of a tree: `tools` in the specs' order, `servers` by raw name, `root` the root barrel's tools."""

    tools: list[ToolNames]
    servers: list[ServerNames]
    root: list[int]


def settle_tree(
    specs: Sequence[ToolSpec], *, layout: Layout = "server", style: Style = "camel", taken: Collection[str] = ()
) -> TreeNames:
    """Settle every name of the tree that exports `specs`; no function of the root is called like one that is `taken`.

    The result for a tool depends on its raw name and on those of the tools and servers whose wishes meet it, not on the
    order or on anything else. Raises ValueError if two specs have the same server and tool.
    """
    if len({(spec.server, spec.tool) for spec in specs}) < len(specs):
        raise ValueError("two specs have the same server and tool name; a Catalog holds each once")
    wish = camel if style == "camel" else preserved
    by_server: dict[str, list[int]] = {}
    root: list[int] = []
    for index, spec in enumerate(specs):
        if layout == "flat" or spec.server is None:
            root.append(index)
        else:
            by_server.setdefault(spec.server, []).append(index)

    raws = sorted(by_server)
    namespaces = settle([Wish(raw, _allowed(wish(raw)), first=wish(raw) == raw) for raw in raws])
    folders = settle([_folder(raw) for raw in raws], key=fold)
    tools: list[ToolNames | None] = [None] * len(specs)

    def fill(members: list[int], folder: str, taken: Sequence[str]) -> None:
        pool = [_wish(specs[index], layout, wish) for index in members]
        for index, names in zip(members, _settle_barrel(pool, folder, taken), strict=True):
            tools[index] = names

    servers: list[ServerNames] = []
    for raw, namespace, folder in zip(raws, namespaces, folders, strict=True):
        fill(by_server[raw], f"{folder}/", ())
        servers.append(ServerNames(raw, namespace, folder, by_server[raw]))
    fill(root, "", [*namespaces, *taken])
    return TreeNames([names for names in tools if names is not None], servers, root)


def _wish(spec: ToolSpec, layout: Layout, style: Callable[[str], str]) -> Wish:
    """Return what a tool's function wants to be called.

    In the flat layout the tools of all servers share one pool, so that the server stands in front of the name: without
    it, a tool of a further server would rename one that was there before.
    """
    if layout == "flat" and spec.server is not None:
        return Wish(spec.name, _allowed(style(f"{spec.server}_{spec.tool}")), first=False)
    name = _allowed(style(spec.tool))
    return Wish(spec.tool, name, first=name == spec.tool)


def _settle_barrel(wishes: list[Wish], folder: str, taken: Sequence[str]) -> list[ToolNames]:
    """Settle what one barrel exports and the files beside it; `taken` are the namespaces that the barrel exports."""
    functions = settle(wishes, taken=taken)
    stem_wishes: list[Wish] = []
    base_wishes: list[Wish] = []
    for wish, function in zip(wishes, functions, strict=True):
        stem = file_stem(function, wish.raw, RESERVED_STEMS)
        stem_wishes.append(Wish(wish.raw, stem, first=stem == function))
        base_wishes.append(Wish(wish.raw, type_base(wish.name), first=function == wish.name))
    stems = settle(stem_wishes, key=fold)
    # Functions and namespaces win over types: `search` cannot have a `SearchInput` beside a function of that name.
    values = [*functions, *taken]
    lost = [value.removesuffix(end) for value in values for end in ("Input", "Output") if value.endswith(end)]
    bases = settle(base_wishes, taken=lost)
    return [
        ToolNames(function, f"{base}Input", f"{base}Output", f"{folder}{stem}.ts")
        for function, base, stem in zip(functions, bases, stems, strict=True)
    ]


def type_base(function: str) -> str:
    """Return what the types of a function begin with: `getUser` and `get_user` → `GetUser`, `delete_` → `Delete`."""
    return upper_first(function if function.isascii() and "_" not in function else camel(function))


def _allowed(name: str) -> str:
    return f"{name}_" if name in RESERVED else name


def _folder(raw: str) -> Wish:
    """Return the wish for a server's folder: its raw name, if it is a server name at all (code may give any)."""
    name = raw if _SERVER_FOLDER.fullmatch(raw) else preserved(raw)
    stem = file_stem(name, raw, RESERVED_STEMS)
    return Wish(raw, stem, first=stem == raw)
