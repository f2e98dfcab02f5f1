"""A run: the rules that are on, called over what there is to check; a rule that crashes costs itself, not the run."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..catalog.findings import ToolcatError
from .context import PROTOCOLS, Context, LintOptions
from .profiles import check_clients
from .registry import is_active, select_rules
from .rule import BOOLEAN, EVERY, Problem, Rule, overrides

if TYPE_CHECKING:
    from ..catalog.documents import Document
    from .nodes import Text
    from .units import File, Tool

_Unit = TypeVar("_Unit")


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
        context: Context | None = None,
    ) -> None:
        check_clients(options.clients)
        if options.protocol is not None and options.protocol not in PROTOCOLS:
            hint = f"there are {', '.join(PROTOCOLS)}"
            raise ToolcatError(f"{options.protocol!r} is no version of the protocol", hint=hint)
        self.context = Context(options) if context is None else context
        self.domain = domain
        wanted = select_rules(self.context, domain)
        self.rules = [rule(self.context) for rule in wanted if rule.fix is not None or not only_fixable]
        self.found: list[Found] = []
        self.crashes: list[Crash] = []
        self._crashed: set[tuple[str, int]] = set()
        self._file_rules = self._having("check_file")
        self._tool_rules = self._having("check_tool")
        self._text_rules = self._having("check_text")
        self._catalog_rules = self._having("check_catalog")
        self._node_rules = self._having("check_node")
        self._plans: dict[tuple[object, ...], list[Rule]] = {}
        self._boolean_rules = [rule for rule in self._node_rules if BOOLEAN in rule.keywords]

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
        for rule in self._tool_rules:  # as `call` does it, without calling it half a million times
            if crashed and (rule.code, id(document)) in crashed:
                continue
            try:
                for problem in rule.check_tool(tool):
                    found.append(Found(type(rule), problem))
            except Exception as error:
                self._note_crash(rule, error, document, tool)
        if self._node_rules:
            self._check_nodes(tool, document)
        if self._text_rules:
            self._check_texts(tool, document)

    def _check_nodes(self, tool: Tool, document: Document) -> None:
        """Call the rules for each schema of a tool. A large catalog has a million, so `call` is written out here."""
        plans, found, crashed = self._plans, self.found, self._crashed
        for node in tool.nodes:
            if node.value.__class__ is bool:
                rules = self._boolean_rules
            else:
                schema = node.schema
                kind = schema.get("type")
                keys = (kind if kind.__class__ is str else None, *schema)
                rules = plans.get(keys)
                if rules is None:
                    rules = self._plan(keys)
            for rule in rules:
                if crashed and (rule.code, id(document)) in crashed:
                    continue
                try:
                    for problem in rule.check_node(node):
                        found.append(Found(type(rule), problem))
                except Exception as error:
                    self._note_crash(rule, error, document, tool)

    def _plan(self, keys: tuple[object, ...]) -> list[Rule]:
        """Return the rules for schemas of this type with just these keys; schemas are alike: few plans serve many."""
        kind, names = keys[0], frozenset(map(str, keys[1:]))
        wanted = {EVERY, *names}
        plan = [
            rule
            for rule in self._node_rules
            if not wanted.isdisjoint(rule.keywords)
            and (not rule.types or kind is None or kind in rule.types)
            and rule.concerns(kind if isinstance(kind, str) else None, names)
        ]
        if len(self._plans) < 10_000:
            self._plans[keys] = plan
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
