"""The comparison of two definitions of a tool: what changed, and for whom that is bad.

A change is *breaking* if a call that was right may now be refused, or a result may now be what no caller expects;
*degraded* if calls still work but the model or the reader was told something else; *additive* if it only allows more.
An input may take more and promise less, an output the other way round. What cannot be told apart counts as breaking.

Definitions are MCP `Tool` objects, as `ToolSpec.to_mcp` gives them and as snapshots and approvals keep them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from .comparison_schemas import compare_schemas
from .pointers import join
from .spec import EMPTY, JsonObject

if TYPE_CHECKING:
    from .spec import ToolSpec


class Impact(StrEnum):
    """For whom a change is bad; the worst comes first."""

    BREAKING = "breaking"
    DEGRADED = "degraded"
    ADDITIVE = "additive"


RANK = {Impact.BREAKING: 2, Impact.DEGRADED: 1, Impact.ADDITIVE: 0}


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its impact, what happened in a few words, and its pointer in the tool (`/inputSchema/required`)."""

    impact: Impact
    message: str
    pointer: str


@dataclass(frozen=True, slots=True)
class ToolChange:
    """What became of one tool: `added`, `removed` or `changed`, with the single changes."""

    tool: str
    kind: Literal["added", "removed", "changed"]
    changes: tuple[Change, ...]

    @property
    def impact(self) -> Impact:
        """The worst impact of the changes."""
        return worst(self.changes)


_TOLD = ("title", "description", "summary", "usageHint")
_CATALOG = ("category", "gate", "keywords", "disclosure", "planOnly", "command", "icons", "execution")


def worst(changes: Iterable[Change]) -> Impact:
    """Return the worst impact of some changes; additive if there are none."""
    return max((change.impact for change in changes), key=RANK.__getitem__, default=Impact.ADDITIVE)


def definition(spec: ToolSpec) -> dict[str, object]:
    """Return what is compared of a spec: the MCP tool object with its catalog fields."""
    return spec.to_mcp()


def definition_hash(tool: JsonObject) -> str:
    """Return a hash of a definition that depends on its data alone, not on the order or the spelling of its keys."""
    text = json.dumps(_canonical(tool), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _canonical(value: object) -> object:
    """Return a value with floats that are whole as integers, as JSON means them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {str(key): _canonical(item) for key, item in value.items()}  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if isinstance(value, (list, tuple)):
        return [_canonical(item) for item in value]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return value


def compare_tools(before: JsonObject, after: JsonObject) -> list[Change]:
    """Return the changes from one definition of a tool to another, the worst first; equal definitions have none."""
    out: list[Change] = []
    for key in _TOLD:
        if before.get(key) != after.get(key):
            out.append(Change(Impact.DEGRADED, _told(key, before.get(key), after.get(key)), f"/{key}"))
    out += _annotations(_object(before.get("annotations")), _object(after.get("annotations")))
    for key, is_output in (("inputSchema", False), ("outputSchema", True)):
        out += _schemas(key, before.get(key), after.get(key), is_output=is_output)
    rest = (*_CATALOG, *sorted({*before, *after} - {*_TOLD, *_CATALOG, *_HANDLED}))
    for key in rest:
        if before.get(key) != after.get(key):
            out.append(Change(Impact.DEGRADED, f"`{key}` changed", f"/{key}"))
    return sorted(out, key=lambda change: -RANK[change.impact])


_HANDLED = ("name", "annotations", "inputSchema", "outputSchema")


def compare_lists(before: Mapping[str, JsonObject], after: Mapping[str, JsonObject]) -> list[ToolChange]:
    """Return what became of each tool of a list (definitions by name), sorted by name; what is equal is left out."""
    out: list[ToolChange] = []
    for name in sorted({*before, *after}):
        if name not in after:
            gone = Change(Impact.BREAKING, "the tool was removed", "")
            out.append(ToolChange(name, "removed", (gone,)))
        elif name not in before:
            out.append(ToolChange(name, "added", (Change(Impact.ADDITIVE, "the tool is new", ""),)))
        else:
            changes = compare_tools(before[name], after[name])
            if changes:
                out.append(ToolChange(name, "changed", tuple(changes)))
    return out


def _object(value: object) -> JsonObject:
    return value if isinstance(value, Mapping) else EMPTY  # pyright: ignore[reportUnknownVariableType]


def _told(key: str, before: object, after: object) -> str:
    if before in (None, ""):
        return f"the {key} is new"
    return f"the {key} is gone" if after in (None, "") else f"the {key} changed"


def _annotations(before: JsonObject, after: JsonObject) -> list[Change]:
    """Report hints that changed, in either direction: nothing proves what they say."""
    return [
        Change(
            Impact.DEGRADED,
            f"the annotation `{key}` was {_shown(before.get(key))}, is {_shown(after.get(key))}",
            join("/annotations", key),
        )
        for key in sorted({*before, *after})
        if before.get(key) != after.get(key) or isinstance(before.get(key), bool) != isinstance(after.get(key), bool)
    ]


def _shown(value: object) -> str:
    return "absent" if value is None else json.dumps(value, ensure_ascii=False)[:60]


def _schemas(key: str, before: object, after: object, *, is_output: bool) -> Sequence[Change]:
    pointer = f"/{key}"
    if before is None and after is None:
        return ()
    if is_output and before is None:
        return (Change(Impact.ADDITIVE, "the tool promises an output schema now", pointer),)
    if is_output and after is None:
        return (Change(Impact.BREAKING, "the output schema is gone", pointer),)
    words = {"breaking": Impact.BREAKING, "degraded": Impact.DEGRADED, "additive": Impact.ADDITIVE}
    found = compare_schemas({} if before is None else before, {} if after is None else after, is_output=is_output)
    return [Change(words[impact], message, pointer + below) for impact, message, below in found]
