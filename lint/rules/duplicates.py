"""TU001–TU004, TU007–TU009: tools that cannot be told apart by name or by text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...catalog import codes
from ...catalog.text import printable
from ..examples import Example
from ..rule import Confidence, Problem, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..units import File, Tool


def _list(*tools: tuple[str, str], server: str = "") -> str:
    head = f"server: {server}\n" if server else ""
    return f"{head}tools:\n" + "".join(
        f"- name: {name}\n  description: {description}\n"
        "  inputSchema: {type: object, additionalProperties: false}\n"
        "  annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false}\n"
        for name, description in tools
    )


_ORDER = ("get_order", "Return one order of the shop. Use it when you know its number.")
_PARCEL = ("get_parcel", "Return one parcel on its way. Use it to see where it is.")
_NOISE = ("TC", "TQ", "TA", "TD")


class DuplicateName(Rule):
    code, name, severity = codes.DUPLICATE_NAME.code, codes.DUPLICATE_NAME.name, codes.DUPLICATE_NAME.severity
    in_source = True
    what = "Two tools of one list have the same name."
    why = "Clients select by name: one of the two is never called, and which one differs. Vendors refuse the request."
    source = "The tools page of MCP 2025-11-25 and 2026-07-28: names SHOULD be unique within a server."
    help = "Rename one, or remove it."
    bad = (Example(_list(_ORDER, (_ORDER[0], _PARCEL[1])), at="/tools/1/name", wrap=None, also=_NOISE),)
    good = (Example(_list(_ORDER, _PARCEL), wrap=None, also=_NOISE),)


_SEPARATORS = re.compile(r"[_.\-\s/]+")


def _folded(name: str) -> str:
    return _SEPARATORS.sub("", name.casefold())


class NameCasefoldClash(Rule):
    code = "TU002"
    name = "name-casefold-clash"
    severity = Severity.WARNING
    what = "Names of two tools of one server differ only in case and in `_`, `-`, `.`."
    why = "Models mix them up, and clients that fold names keep one of the two."
    source = "Names are case-sensitive by MCP 2025-11-25; files, identifiers and people are not."
    help = "Give one of them another name."
    bad = (
        Example(
            _list(("get_Order", _PARCEL[1]), _ORDER),
            at="/tools/1/name",
            wrap=None,
            also=(*_NOISE, "TN008"),
        ),
    )
    good = (Example(_list(_ORDER, _PARCEL), wrap=None, also=_NOISE),)

    def check_file(self, file: File) -> Iterator[Problem]:
        seen: dict[tuple[str | None, str], Tool] = {}
        for tool in file.tools:
            if not tool.name:
                continue
            first = seen.setdefault((tool.server, _folded(tool.name)), tool)
            if first.name != tool.name:
                message = f"`{printable(tool.name)}` differs from `{printable(first.name)}` in case and separators only"
                yield tool.problem(message, "name")


class CrossServerClash(Rule):
    code = "TU003"
    name = "cross-server-clash"
    severity = Severity.WARNING
    fold = 3
    what = (
        "Servers of the run have tools of the same name (reported once a name), or server and tool joined by `_` give "
        "the same text for two of them (`a_` + `b`, `a` + `_b`)."
    )
    why = "Clients that select by the bare name, or join with one `_`, call the wrong server."
    source = "The tools page of MCP 2026-07-28: server names are not unique, so who aggregates must tell tools apart."
    help = "Rename one, or make sure that every client puts the server in front."
    bad = (
        Example(
            _list(_ORDER, server="shop"),
            at="depot.tools.yaml#/tools/0/name",
            wrap=None,
            also=_NOISE,
            files={"depot.tools.yaml": _list((_ORDER[0], _PARCEL[1]), server="depot")},
        ),
        Example(
            _list(("order_get", _ORDER[1]), server="shop"),
            at="depot.tools.yaml#/tools/0/name",
            wrap=None,
            also=_NOISE,
            files={"depot.tools.yaml": _list(("get", _PARCEL[1]), server="shop_order")},
        ),
    )
    good = (
        Example(
            _list(_ORDER, server="shop"),
            wrap=None,
            also=_NOISE,
            files={"depot.tools.yaml": _list(_PARCEL, server="depot")},
        ),
    )

    def check_catalog(self, files: Sequence[File]) -> Iterator[Problem]:
        tools = [tool for file in files for tool in file.tools if tool.server and tool.name]
        if len({tool.server for tool in tools}) < 2:
            return
        by_name: dict[str, dict[str, Tool]] = {}
        joined: dict[str, dict[str, Tool]] = {}
        for tool in tools:
            server = tool.server or ""
            by_name.setdefault(tool.name, {}).setdefault(server, tool)
            joined.setdefault(f"{server}_{tool.name}", {}).setdefault(server, tool)
        for name, owners in by_name.items():
            if len(owners) > 1:
                listed = ", ".join(f"`{server}`" for server in owners)
                second = list(owners.values())[1]
                yield second.problem(f"`{printable(name)}` is a tool of the servers {listed}", "name")
        for name, owners in joined.items():
            if len(owners) > 1:
                first, second = list(owners.values())[:2]
                message = f"`{printable(name)}` is `{first.name}` of the server `{first.server}`, too"
                yield second.problem(message, "name")


class DuplicateDescription(Rule):
    code = "TU004"
    name = "duplicate-description"
    severity = Severity.WARNING
    fold = 5
    what = "Two tools of one server have the same description, white space aside."
    why = "The description is what a model chooses by: with equal ones it guesses by the name."
    source = "A check of the same kind in agent-friend; the usual cause is copying a tool."
    help = "Say in each what the other does not do."
    bad = (Example(_list(_ORDER, ("get_parcel", _ORDER[1])), at="/tools/1/description", wrap=None, also=_NOISE),)
    good = (Example(_list(_ORDER, _PARCEL), wrap=None, also=_NOISE),)

    def check_file(self, file: File) -> Iterator[Problem]:
        seen: dict[tuple[str | None, str], Tool] = {}
        for tool in file.tools:
            text = " ".join(tool.description.split())
            if text:
                first = seen.setdefault((tool.server, text), tool)
                if first is not tool and first.name != tool.name:
                    message = f"`{tool.name}` has the description of `{first.name}`"
                    yield tool.problem(message, "description")


class ShadowedTool(Rule):
    code, name, severity = codes.SHADOWED.code, codes.SHADOWED.name, codes.SHADOWED.severity
    in_source = True
    confidence = Confidence.HIGH
    what = "A tool has the catalog name of a tool of an earlier source."
    why = "First wins: the later one is in no listing, export or search."
    source = "The order of sources in toolcat's config; openclaw/openclaw issue 100071 asks that it be said."
    help = "Rename one, give a source a server name, or exclude the tool there."
    bad = (
        Example(
            _list((_ORDER[0], _PARCEL[1])),
            at="later.tools.yaml#/tools/0/name",
            wrap=None,
            also=_NOISE,
            files={"later.tools.yaml": _list(_ORDER)},
        ),
    )
    good = (Example(_list(_PARCEL), wrap=None, also=_NOISE, files={"a.tools.yaml": _list(_ORDER)}),)


class ServerNameClash(Rule):
    code, name, severity = codes.SERVER_CLASH.code, codes.SERVER_CLASH.name, codes.SERVER_CLASH.severity
    in_source = True
    what = "Names of two servers differ only in case, `-` and `_`."
    why = "Folders and packages of exported code, and clients that fold names, could not tell them apart."
    source = "Server identity in toolcat's own formats."
    help = "Give one of them another name."
    bad = (
        Example(
            _list(_PARCEL, server="My-Shop"),
            at="later.tools.yaml#",
            wrap=None,
            also=_NOISE,
            files={"later.tools.yaml": _list(_ORDER, server="my_shop")},
        ),
    )
    good = (
        Example(
            _list(_PARCEL, server="depot"),
            wrap=None,
            also=_NOISE,
            files={"later.tools.yaml": _list(_ORDER, server="shop")},
        ),
    )


class OtherServer(Rule):
    code, name, severity = codes.OTHER_SERVER.code, codes.OTHER_SERVER.name, codes.OTHER_SERVER.severity
    in_source = True
    what = "A document that belongs to a server holds tools whose names already read `mcp__other__tool`."
    why = "They keep their own server, so that a filter or a setting for the document's server passes them by."
    source = "Server identity in toolcat's own formats."
    help = "Leave the server out where the names have it already."
    bad = (
        Example(
            _list(("mcp__depot__get_parcel", _PARCEL[1]), server="shop"),
            at="/tools/0",
            wrap=None,
            also=_NOISE,
        ),
    )
    good = (Example(_list(("mcp__depot__get_parcel", _PARCEL[1])), wrap=None, also=_NOISE),)
