"""The names of a Python tree: packages, modules, functions and the types of their results.

Pools: what a package offers (functions, types, and in the root one the packages of servers), and the files of a folder,
where upper and lower case are one. A module is called as its function, which takes its place in the package when the
package is imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...catalog import ToolSpec
from ..names import Wish, file_stem, fold, settle
from .identifiers import Style, class_base, wish

_STEMS = frozenset({"py"})
"""No module of a tool is called so; `_runtime` and `__init__` cannot be met, since no module begins with `_`."""


class ToolNames(NamedTuple):
    """What one tool is called: its function, the types of its input and its result, and its module, without `.py`."""

    function: str
    input: str
    output: str
    module: str


class ServerNames(NamedTuple):
    """What one server is called: its package, and its tools by their place in the given specs."""

    server: str
    package: str
    tools: list[int]


class TreeNames(NamedTuple):
    """Every name of a tree: `tools` in the order of the specs, `servers` by raw name, `root` the tools of no server."""

    tools: list[ToolNames]
    servers: list[ServerNames]
    root: list[int]


def settle_tree(specs: Sequence[ToolSpec], *, style: Style = "snake") -> TreeNames:
    """Settle every name of the tree that exports `specs`.

    The names of a tool depend on its raw name and on those of the tools and servers whose wishes meet it, not on the
    order or on anything else. Raises ValueError if two specs have the same server and tool.
    """
    if len({(spec.server, spec.tool) for spec in specs}) < len(specs):
        raise ValueError("two specs have the same server and tool name; a Catalog holds each once")
    by_server: dict[str, list[int]] = {}
    root: list[int] = []
    for index, spec in enumerate(specs):
        if spec.server is None:
            root.append(index)
        else:
            by_server.setdefault(spec.server, []).append(index)
    raws = sorted(by_server)
    packages = settle([_module_wish(raw, wish(raw, style, "server")) for raw in raws], key=fold)
    tools: list[ToolNames | None] = [None] * len(specs)
    servers: list[ServerNames] = []
    for raw, package in zip(raws, packages, strict=True):
        _fill(tools, specs, by_server[raw], style, ())
        servers.append(ServerNames(raw, package, by_server[raw]))
    _fill(tools, specs, root, style, packages)
    return TreeNames([names for names in tools if names is not None], servers, root)


def _fill(
    tools: list[ToolNames | None], specs: Sequence[ToolSpec], members: list[int], style: Style, taken: Sequence[str]
) -> None:
    """Settle what one package offers and the modules in it; `taken` are the packages beside them."""
    if not members:
        return
    wishes: list[Wish] = []
    for index in members:
        raw = specs[index].tool
        name = wish(raw, style, "tool")
        wishes.append(Wish(raw, name, first=name == raw))
    functions = settle(wishes, taken=taken)
    module_wishes = [
        _module_wish(item.raw, function, keeps=function == item.name)
        for item, function in zip(wishes, functions, strict=True)
    ]
    modules = settle(module_wishes, taken=taken, key=fold)
    bases = [
        Wish(item.raw, class_base(item.name, item.raw), first=function == item.name)
        for item, function in zip(wishes, functions, strict=True)
    ]
    # Functions and packages win over types: under --names preserve, a function may be called `SearchInput`.
    values = [*functions, *taken]
    lost = [value.removesuffix(end) for value in values for end in ("Input", "Output") if value.endswith(end)]
    for index, function, module, base in zip(members, functions, modules, settle(bases, taken=lost), strict=True):
        tools[index] = ToolNames(function, f"{base}Input", f"{base}Output", module)


def _module_wish(raw: str, name: str, *, keeps: bool = True) -> Wish:
    stem = file_stem(name, raw, _STEMS)
    return Wish(raw, stem, first=keeps and stem == raw)
