"""TS011–TS013: icons, and the keys of `_meta`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..examples import Example
from ..rule import Problem, Rule, Severity
from ..units import as_list, as_object

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..units import JsonObject, Tool

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SIZE = re.compile(r"\d+x\d+|any")
_TYPES = frozenset(("image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"))


class IconInvalid(Rule):
    code = "TS011"
    name = "icon-invalid"
    severity = Severity.ERROR
    since = "2025-11-25"
    fields = ("icons",)
    what = (
        "An icon has no `src`, or one whose scheme is neither https nor data (http is a warning); a size that is not "
        "`48x48` or `any`; a theme other than light and dark. An info: a type that clients need not show."
    )
    why = "Clients must refuse such sources, since they would run code, read files or follow the user about."
    source = "Icons in the base protocol of MCP 2025-11-25 and 2026-07-28."
    help = "Use an https address or a data URL of a PNG or JPEG."
    bad = (
        Example("icons: [{src: 'javascript:alert(1)'}]", at="/icons/0/src"),
        Example("icons: [{mimeType: image/png}]", at="/icons/0"),
        Example("icons: [{src: 'http://shop.io/order.png'}]", at="/icons/0/src"),
        Example("icons: [{src: 'https://shop.io/order.png', sizes: [48]}]", at="/icons/0/sizes/0"),
        Example("icons: [{src: 'https://shop.io/order.png', theme: blue}]", at="/icons/0/theme"),
        Example("icons: [{src: 'https://shop.io/order.bmp', mimeType: image/bmp}]", at="/icons/0/mimeType"),
    )
    good = (
        Example("icons: [{src: 'https://shop.io/order.png', sizes: [48x48, any], theme: dark, mimeType: image/png}]"),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        if "icons" not in tool.raw:
            return
        for place, icon in enumerate(as_list(tool.raw["icons"])):
            yield from self._check(tool, place, as_object(icon))

    @staticmethod
    def _check(tool: Tool, place: int, icon: JsonObject) -> Iterator[Problem]:
        src = icon.get("src")
        if not isinstance(src, str) or not src.strip():
            yield tool.problem("an icon must have a `src`", "icons", place, *(("src",) if "src" in icon else ()))
        else:
            match = _SCHEME.match(src.strip())
            scheme = match[1].lower() if match else ""
            if scheme == "http":
                message = "an icon's source should be https, not http"
                yield tool.problem(message, "icons", place, "src", severity=Severity.WARNING)
            elif scheme not in ("https", "data"):
                what = f"`{scheme}:`" if scheme else "no scheme"
                yield tool.problem(
                    f"an icon's source has {what}: only https and data are allowed", "icons", place, "src"
                )
        sizes = icon.get("sizes")
        for index, size in enumerate(as_list(sizes)):
            if not isinstance(size, str) or not _SIZE.fullmatch(size):
                yield tool.problem(
                    f"an icon's size must be like 48x48, or any: {size!r}", "icons", place, "sizes", index
                )
        if sizes is not None and not isinstance(sizes, list):
            yield tool.problem("an icon's sizes must be a list", "icons", place, "sizes")
        if "theme" in icon and icon["theme"] not in ("light", "dark"):
            yield tool.problem("an icon's theme must be light or dark", "icons", place, "theme")
        kind = icon.get("mimeType")
        if isinstance(kind, str) and kind.lower() not in _TYPES:
            message = f"clients need not show icons of the type {kind!r}"
            yield tool.problem(message, "icons", place, "mimeType", severity=Severity.INFO)


_LABEL = r"[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_PREFIX = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_NAME = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)?")
_RESERVED = ("modelcontextprotocol", "mcp")
_DOCUMENTED = frozenset(
    (
        "io.modelcontextprotocol/related-task",
        "io.modelcontextprotocol/model-immediate-response",
        "io.modelcontextprotocol/ui",
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientInfo",
        "io.modelcontextprotocol/clientCapabilities",
        "io.modelcontextprotocol/logLevel",
        "io.modelcontextprotocol/serverInfo",
        "io.modelcontextprotocol/tasks",
    )
)
"""Keys that the specification or one of its extensions defines."""


class MetaKeyFormat(Rule):
    code = "TS012"
    name = "meta-key-format"
    severity = Severity.WARNING
    fold = 1
    since = "2025-06-18"
    fields = ("_meta",)
    what = (
        "A key in `_meta` is not `name` or `prefix/name`: a prefix is labels with dots between them, each begins "
        "with a letter and ends with a letter or digit; a name begins and ends with a letter or digit, or is empty."
    )
    why = "Clients and gateways that check keys drop the field or refuse the list."
    source = "The `_meta` clause of MCP's base protocol, 2025-06-18 and later (MUST)."
    help = "Use your domain backwards: `com.example/team`."
    bad = (Example("_meta: {-bad: 1}", at="/_meta/-bad", key=True),)
    good = (Example("_meta: {com.example/team.name: depot, plain_name: 1}"),)

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        for key in as_object(tool.raw.get("_meta")):
            prefix, slash, name = key.rpartition("/")
            if slash and not _PREFIX.fullmatch(prefix):
                yield tool.problem(f"the prefix of the `_meta` key {key[:80]!r} is malformed", "_meta", key, key=True)
            elif not _NAME.fullmatch(name):
                message = f"the `_meta` key {key[:80]!r} does not begin and end with a letter or digit"
                if any(not (char.isascii() and char.isalnum()) and char not in "_.-" for char in name):
                    message = (
                        f"the `_meta` key {key[:80]!r} has characters other than letters, digits, `_`, `.` and `-`"
                    )
                yield tool.problem(message, "_meta", key, key=True)


class MetaKeyReserved(Rule):
    code = "TS013"
    name = "meta-key-reserved"
    severity = Severity.WARNING
    fold = 1
    since = "2025-06-18"
    fields = ("_meta",)
    what = (
        "A key in `_meta` has a prefix that is kept for MCP and is not one that MCP defines: the second label is "
        "`modelcontextprotocol` or `mcp` (in 2025-06-18, any label but the last)."
    )
    why = "A later version may give the key a meaning of its own."
    source = "The `_meta` clause of MCP's base protocol, 2025-06-18, and its new wording since 2025-11-25."
    help = "Use your own domain backwards: `com.example/team`."
    bad = (
        Example("_meta: {dev.mcp/team: 1}", at="/_meta/dev.mcp~1team", key=True),
        Example("_meta: {mcp.dev/team: 1}", at="/_meta/mcp.dev~1team", key=True, options={"protocol": "2025-06-18"}),
    )
    good = (
        Example("_meta: {com.example.mcp/team: 1, mcp.dev/team: 1}"),
        Example("_meta: {io.modelcontextprotocol/ui: {}}"),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        meta = as_object(tool.raw.get("_meta"))
        for key in meta:
            prefix, slash, _ = key.rpartition("/")
            if not slash or key in _DOCUMENTED:
                continue
            labels = prefix.lower().split(".")
            kept = labels[1:2] if self.context.protocol >= "2025-11-25" else labels[:-1]
            if any(label in _RESERVED for label in kept):
                yield tool.problem(
                    f"the prefix of the `_meta` key {key[:80]!r} is kept for MCP", "_meta", key, key=True
                )
