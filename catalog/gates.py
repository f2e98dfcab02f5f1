"""Gates that are switched and that no tool has: a misspelt gate leaves on what was meant to be off."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from .codes import UNMATCHED_GATE
from .findings import Place
from .pointers import join
from .text import quoted

if TYPE_CHECKING:
    from .collect import Findings
    from .config import Config


def report_unmatched_gates(
    config: Config | None, options: Iterable[str], known: Collection[str], findings: Findings
) -> None:
    """Report the gates of the config (None: its sources are not those that were read) and of the options."""
    for gate in options:
        if gate not in known:
            findings.add(UNMATCHED_GATE, _message(gate), _help(gate, known), Place("--gate"))
    if config is None:
        return
    for gate in config.gates:
        if gate not in known:
            at = config.prefix + join("/gates", gate)
            findings.at(UNMATCHED_GATE, _message(gate), _help(gate, known), config.document, at, key=True)


def _message(gate: str) -> str:
    return f"no tool has the gate {quoted(gate)}, so switching it does nothing"


def _help(gate: str, known: Collection[str]) -> str:
    from difflib import get_close_matches

    if not known:
        return "Remove it: no tool here has a gate."
    lower = {each.lower(): each for each in sorted(known)}
    near = [lower[each] for each in get_close_matches(gate.lower(), lower, n=3)]
    if near:
        return f"Did you mean {' or '.join(quoted(each) for each in near)}?"
    shown = sorted(known)[:8]
    more = f" and {len(known) - len(shown)} more" if len(known) > len(shown) else ""
    return f"Correct or remove it; the gates here are {', '.join(quoted(each) for each in shown)}{more}."
