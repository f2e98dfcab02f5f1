"""Gathering: what several clients say of one thing, and what one rule says of many tools, becomes one finding each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..catalog.findings import Severity
from .profiles import client
from .reporters.text import count

if TYPE_CHECKING:
    from .candidates import Candidate
    from .context import Context

SHOWN_NAMES = 3
REMARKS = 3
"""More remarks of one rule in one file become one, where the rule says nothing else."""


def gathered(candidates: Sequence[Candidate], context: Context) -> list[Candidate]:
    """Return the candidates as they are reported, in their order; the first of a group stands for all of it.

    Clients are gathered while none was asked for by name; rules say themselves from how many tools on (`Rule.fold`).
    """
    if not context.options.fold:
        return list(candidates)
    if context.is_portable:
        candidates = _one_per_place(candidates)
    return _one_per_file(candidates, context)


def _one_per_place(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Make the findings about clients at one place one finding that names them all."""
    groups = _groups(
        (candidate, (candidate.label, candidate.pointer, candidate.key))
        for candidate in candidates
        if candidate.rule is not None and candidate.rule.clients and candidate.rule.code.startswith("TC")
    )
    out: list[Candidate] = []
    for candidate in candidates:
        group = groups.get(id(candidate))
        if group is None or len(group) == 1:
            out.append(candidate)
        elif group[0] is candidate:
            others = ", ".join(f"{_title(other)} ({other.code})" for other in group[1:] if other.code != candidate.code)
            message = f"{candidate.message}; likewise {others}" if others else candidate.message
            out.append(replace(candidate, message=message))
    return out


def _title(candidate: Candidate) -> str:
    return client(candidate.rule.clients[0]).title if candidate.rule is not None else candidate.name


def _one_per_file(candidates: Sequence[Candidate], context: Context) -> list[Candidate]:
    """Make the findings of one rule and severity about more tools of a file than it says one finding that counts them.

    Remarks of any rule are folded, and by their number, in whichever tools they stand: each alone is worth a line, a
    page of them is not read. A warning does not hide behind a remark of the same rule.
    """
    groups = _groups(
        (candidate, (candidate.code, candidate.label, candidate.severity))
        for candidate in candidates
        if candidate.rule is not None
        and (candidate.rule.fold or candidate.severity is Severity.INFO)
        and (not candidate.rule.clients or context.is_portable)
    )
    many: dict[int, bool] = {}
    out: list[Candidate] = []
    for candidate in candidates:
        group = groups.get(id(candidate))
        if group is None or candidate.rule is None:
            out.append(candidate)
            continue
        if id(group) not in many:
            if candidate.severity is Severity.INFO:
                many[id(group)] = len(group) > (candidate.rule.fold or REMARKS)
            else:
                many[id(group)] = _tools(group) > candidate.rule.fold
        if not many[id(group)]:
            out.append(candidate)
        elif group[0] is candidate:
            out.append(_counted(group))
    return out


def _groups(pairs: Iterable[tuple[Candidate, Hashable]]) -> dict[int, list[Candidate]]:
    """Return the group of each candidate, by its id."""
    by_key: dict[Hashable, list[Candidate]] = defaultdict(list)
    out: dict[int, list[Candidate]] = {}
    for candidate, key in pairs:
        by_key[key].append(candidate)
        out[id(candidate)] = by_key[key]
    return out


def _tools(group: Sequence[Candidate]) -> int:
    return len({candidate.tool for candidate in group})


def _counted(group: Sequence[Candidate]) -> Candidate:
    first = group[0]
    tools = list(dict.fromkeys(each.tool for each in group if each.tool and each.tool != first.tool))
    if not tools:
        return replace(first, message=f"{first.message}; likewise in {count(len(group) - 1, 'more place')}")
    shown = ", ".join(tools[:SHOWN_NAMES]) + (", …" if len(tools) > SHOWN_NAMES else "")
    return replace(first, message=f"{first.message}; likewise {count(len(tools), 'more tool')}: {shown}")
