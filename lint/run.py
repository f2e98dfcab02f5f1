"""A run: the rules that are on, called over what there is to check; a rule that crashes costs itself, not the run."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..catalog.findings import Severity, ToolcatError
from .context import PROTOCOLS, Context, LintOptions
from .nodes import BOOLEANS
from .profiles import check_clients
from .registry import as_severe, is_active, select_rules
from .rule import BOOLEAN, EVERY, Problem, Rule, overrides

if TYPE_CHECKING:
    from ..catalog.documents import Document
    from .nodes import Kind, Node, Text
    from .units import File, Tool

    _ToolCheck = tuple[Rule, Callable[[Tool], Iterable[Problem]]]
    _NodeCheck = tuple[Rule, Callable[[Node], Iterable[Problem]]]

_Unit = TypeVar("_Unit")

_MOST_PLANS = 10_000
"""Tools and schemas are alike: few plans serve many, and hostile ones must not fill the memory."""


class Found(NamedTuple):
    """A problem and the rule that found it."""

    rule: type[Rule]
    problem: Problem


class Crash(NamedTuple):
    """A rule that raised over a file."""

    rule: type[Rule]
    document: Document
    error: Exception
    tool: str | None
    pointer: str


class Run:
    """The instances of the rules that are on, and what they found so far.

    `tools lint` calls `check_files`; another command with other units calls `call` with the name of its own check.
    """

    def __init__(
        self,
        options: LintOptions,
        domain: str = "tools",
        *,
        only_fixable: bool = False,
        asked_from: Severity = Severity.INFO,
        context: Context | None = None,
    ) -> None:
        check_clients(options.clients)
        if options.protocol is not None and options.protocol not in PROTOCOLS:
            hint = f"there are {', '.join(PROTOCOLS)}"
            raise ToolcatError(f"{options.protocol!r} is no version of the protocol", hint=hint)
        self.context = Context(options) if context is None else context
        self.domain = domain
        wanted = as_severe(select_rules(self.context, domain), asked_from, self.context)
        self.rules = [rule(self.context) for rule in wanted if rule.fix is not None or not only_fixable]
        self.found: list[Found] = []
        self.crashes: list[Crash] = []
        self._crashed: set[tuple[str, int]] = set()
        self._file_rules = self._having("check_file")
        self._tool_rules = self._having("check_tool")
        self._text_rules = self._having("check_text")
        self._catalog_rules = self._having("check_catalog")
        self._node_rules = self._having("check_node")
        self._node_plans: dict[Kind, list[_NodeCheck]] = {}
        self._tool_plans: dict[tuple[str, ...], list[_ToolCheck]] = {}

    def seen_by(self, client: str) -> Run:
        """Return what was found, as if only this client had been asked for."""
        other = copy(self)
        other.context = copy(self.context)
        other.context.options = replace(self.context.options, clients=(client,))
        other.context.clients = (client,)
        other.found = [found for found in self.found if is_active(found.rule, other.context)]
        return other

    def _having(self, check: str) -> list[Rule]:
        return [rule for rule in self.rules if overrides(type(rule), check)]

    def check_files(self, files: Sequence[File]) -> None:
        """Check files and their tools one by one, then all together."""
        with no_collections():
            for file in files:
                for rule in self._file_rules:
                    self.call(rule, rule.check_file, file, file.document)
                for tool in file.tools:
                    self._check_tool(tool)
                    tool.release()
            for rule in self._catalog_rules:
                if files:
                    self.call(rule, rule.check_catalog, files, files[0].document)

    def call(
        self,
        rule: Rule,
        check: Callable[[_Unit], Iterable[Problem]],
        unit: _Unit,
        document: Document,
        tool: Tool | None = None,
    ) -> None:
        """Call one check of one rule and keep what it yields; what it raises becomes one crash per rule and file."""
        if self._crashed and (rule.code, id(document)) in self._crashed:
            return
        try:
            for problem in check(unit):
                self.found.append(Found(type(rule), problem))
        except Exception as error:
            self._note_crash(rule, error, document, tool)

    def _note_crash(self, rule: Rule, error: Exception, document: Document, tool: Tool | None) -> None:
        self._crashed.add((rule.code, id(document)))
        pointer = "" if tool is None else tool.pointer
        self.crashes.append(Crash(type(rule), document, error, tool.catalog_name if tool else None, pointer))

    def _check_tool(self, tool: Tool) -> None:
        document = tool.file.document
        found, crashed = self.found, self._crashed
        keys = (tool.shape, *tool.raw)
        for rule, check in self._tool_plans.get(keys) or self._tool_plan(keys):
            # As `call` does it, without calling it half a million times.
            if crashed and (rule.code, id(document)) in crashed:
                continue
            try:
                for problem in check(tool):
                    found.append(Found(type(rule), problem))
            except Exception as error:
                self._note_crash(rule, error, document, tool)
        if self._node_rules:
            self._check_nodes(tool, document)
        if self._text_rules:
            self._check_texts(tool, document)

    def _check_nodes(self, tool: Tool, document: Document) -> None:
        """Call the rules for each schema of a tool. A large catalog has a million, so `call` is written out here."""
        plans, found, crashed = self._node_plans, self.found, self._crashed
        for node in tool.nodes:
            plan = plans.get(node.kind)
            if plan is None:
                plan = self._node_plan(node.kind)
            for rule, check in plan:
                if crashed and (rule.code, id(document)) in crashed:
                    continue
                try:
                    for problem in check(node):
                        found.append(Found(type(rule), problem))
                except Exception as error:
                    self._note_crash(rule, error, document, tool)

    def _tool_plan(self, keys: tuple[str, ...]) -> list[_ToolCheck]:
        """Return the rules for tools of this shape (the first of the keys) with just these fields."""
        shape, names = keys[0], frozenset(keys[1:])
        plan = [
            (rule, rule.check_tool)
            for rule in self._tool_rules
            if (not rule.shapes or shape in rule.shapes) and (not rule.fields or not names.isdisjoint(rule.fields))
        ]
        if len(self._tool_plans) < _MOST_PLANS:
            self._tool_plans[keys] = plan
        return plan

    def _node_plan(self, kind: Kind) -> list[_NodeCheck]:
        """Return the rules for schemas of a kind."""
        if kind is BOOLEANS:
            plan = [(rule, rule.check_node) for rule in self._node_rules if BOOLEAN in rule.keywords]
        else:
            names = frozenset(kind.keywords)
            wanted = {EVERY, *names}
            plan = [
                (rule, rule.check_node)
                for rule in self._node_rules
                if not wanted.isdisjoint(rule.keywords)
                and (not rule.types or kind.type is None or kind.type in rule.types)
                and rule.concerns(kind.type, names)
            ]
        if len(self._node_plans) < _MOST_PLANS:
            self._node_plans[kind] = plan
        return plan

    def _check_texts(self, tool: Tool, document: Document) -> None:
        """Call the rules for each text that has one of their needles."""
        blob = tool.prose.lower()
        for rule in self._text_rules:
            needles = rule.needles
            found = [needle for needle in needles if needle in blob]
            if needles and not found:
                continue
            check: Callable[[Text], Iterable[Problem]] = rule.check_text
            for text in tool.texts:
                lower = text.value.lower()
                for needle in found:
                    if needle in lower:
                        break
                else:
                    if needles:
                        continue
                self.call(rule, check, text, document, tool)


@contextmanager
def no_collections() -> Generator[None]:
    """Run without the garbage collector: no cycle outlives its tool, and each collection walks over the catalog.

    Also serves as a decorator.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
