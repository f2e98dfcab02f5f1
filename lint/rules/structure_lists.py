"""TS016 and TS018: recorded lists as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..examples import Example
from ..rule import Problem, Rule, Severity
from ..units import as_object

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..units import File, JsonObject

_NOISE = ("TC", "TQ", "TA", "TD")
_TOOLS = (
    "tools:\n- name: get_order\n  description: Return one order of the shop. Use it daily.\n"
    "  inputSchema: {type: object, additionalProperties: false}\n"
)
_MORE = (
    "- name: add_order\n  description: Put one more order into the shop. Use it daily.\n"
    "  inputSchema: {type: object, additionalProperties: false}\n"
)


class ListCacheFields(Rule):
    code = "TS016"
    name = "list-cache-fields"
    severity = Severity.WARNING
    worst = Severity.ERROR
    since = "2026-07-28"
    what = (
        "A recorded result of `tools/list` has a `ttlMs` that is no number from 0 up, a `cacheScope` other than public "
        "and private, or lacks one of these or `resultType` while it has others. With --protocol 2026-07-28, lacking "
        "one is an error in any recorded list."
    )
    why = "Clients of that version refuse the result, or ask for the list again every time."
    source = "`ListToolsResult` in the schema of MCP 2026-07-28 (SEP-2549): all three are required."
    help = "Let the server send all three: `resultType: complete`, `ttlMs`, `cacheScope`."
    bad = (
        Example(f"ttlMs: -1\ncacheScope: public\nresultType: complete\n{_TOOLS}", at="/ttlMs", wrap=None, also=_NOISE),
        Example(f"ttlMs: 60000\nresultType: complete\n{_TOOLS}", at="", wrap=None, also=_NOISE),
    )
    good = (
        Example(f"ttlMs: 60000\ncacheScope: public\nresultType: complete\n{_TOOLS}", wrap=None, also=_NOISE),
        Example(_TOOLS, wrap=None, also=_NOISE),
    )

    def check_file(self, file: File) -> Iterator[Problem]:
        if file.shape != "mcp":
            return
        result: JsonObject = as_object(file.data)
        path: tuple[str, ...] = ()
        if "tools" not in result:
            result, path = as_object(result.get("result")), ("result",)
        if not isinstance(result.get("tools"), list):
            return
        severity = Severity.ERROR if self.context.pinned else None
        yield from self._check(file, result, path, severity)

    def _check(
        self, file: File, result: JsonObject, path: tuple[str, ...], severity: Severity | None
    ) -> Iterator[Problem]:
        ttl, scope = result.get("ttlMs"), result.get("cacheScope")
        if "ttlMs" in result and (not isinstance(ttl, (int, float)) or isinstance(ttl, bool) or ttl < 0):
            yield file.problem("`ttlMs` must be a number from 0 up", *path, "ttlMs", severity=severity)
        if "cacheScope" in result and scope not in ("public", "private"):
            yield file.problem("`cacheScope` must be public or private", *path, "cacheScope", severity=severity)
        lacking = [f"`{key}`" for key in ("resultType", "ttlMs", "cacheScope") if key not in result]
        # One of the three shows the version; a list without any may be of an older one.
        if lacking and (self.context.pinned or len(lacking) < 3):
            yield file.problem(f"the result lacks {' and '.join(lacking)}", *path, severity=severity)


class ListOrder(Rule):
    code = "TS018"
    name = "list-order"
    severity = Severity.INFO
    off = True
    about_list = True
    what = "The tools of a list are not in the order of their names (code points). The first one that is not is shown."
    why = "A list whose order changes from call to call spoils the prompt caches of every client, and diffs."
    source = "The tools page of MCP 2026-07-28: the order should be deterministic; this is the simplest such order."
    help = "Sort the tools by name. There is no fix: it would move the whole file about."
    bad = (Example(_TOOLS + _MORE, at="/tools/1/name", wrap=None, also=_NOISE),)
    good = (Example(_TOOLS, wrap=None, also=_NOISE),)

    def check_file(self, file: File) -> Iterator[Problem]:
        last = ""
        for tool in file.tools:
            if tool.name < last:
                yield tool.problem(f"`{tool.name}` stands behind `{last}`", "name")
                return
            last = tool.name
