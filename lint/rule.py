"""Rule: one small class a check, which carries its own documentation, its examples and its verdict on severity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from ..catalog.findings import Severity

if TYPE_CHECKING:
    from ..catalog.documents import Document
    from .context import Context
    from .edits import Fix
    from .examples import Example
    from .nodes import Node, Text
    from .units import File, Shape, Tool


class Confidence(StrEnum):
    """How sure a rule is: high is a fact, medium is nearly always right, low is a hint that a human weighs."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Safety(StrEnum):
    """What a rule's fix may change: safe keeps the meaning, unsafe may change it and asks for --unsafe-fixes."""

    SAFE = "safe"
    UNSAFE = "unsafe"


EVERY = "*"
"""In `Rule.keywords`: every schema that is an object."""

BOOLEAN = "<boolean>"
"""In `Rule.keywords`: every schema that is `true` or `false`."""


@dataclass(slots=True, kw_only=True)  # not frozen: a large catalog has many, and freezing costs more than they do
class Problem:
    """What a rule yields: a message and a place; the engine makes a finding of it, if it is wanted.

    Use `file.problem(…)`, `tool.problem(…)`, `node.problem(…)` or `text.problem(…)`, which fill in where it stands.
    `pointer` is absolute in `document`; with `key` the place is the key, not the value. `span` narrows it to a part of
    a string value, in characters. `base` is where the tool stands, so that a finding keeps its identity when tools are
    added before it. `severity`, `confidence` and `help` replace the rule's own.
    """

    message: str
    document: Document
    pointer: str = ""
    key: bool = False
    span: tuple[int, int] | None = None
    tool: str | None = None
    base: str = ""
    severity: Severity | None = None
    confidence: Confidence | None = None
    help: str | None = None
    fix: Fix | None = None


class Rule:
    """A check. Subclass it in a file of `lint/rules/`, set the class variables and override one or more `check_*`.

    A class with a `code` of its own is registered by being there; a class without one is a base for others. One
    instance lives for one run, so a rule may keep what it saw in `self`. Every `check_*` yields `Problem`s.
    """

    code: ClassVar[str]
    """Two letters and three digits, for ever."""
    name: ClassVar[str]
    """Kebab-case, accepted wherever the code is."""
    severity: ClassVar[Severity]
    what: ClassVar[str]
    """What is found, exactly: one or two sentences."""
    why: ClassVar[str]
    """Why it matters: who breaks, and how."""
    source: ClassVar[str]
    """The clause of a specification with its version, or the client and the report."""
    help: ClassVar[str]
    """What to do about it; a problem may bring a better one."""
    bad: ClassVar[tuple[Example, ...]]
    """Examples that this rule finds at the place they name; they are its tests."""
    good: ClassVar[tuple[Example, ...]]
    """Examples that this rule is silent on."""

    worst: ClassVar[Severity | None] = None
    """The worst severity that its problems may bring, where that is worse than `severity`."""
    confidence: ClassVar[Confidence] = Confidence.HIGH
    fix: ClassVar[Safety | None] = None
    """The best fix that the rule's problems may carry."""
    off: ClassVar[bool] = False
    """Off unless selected by code or name, by ALL, or by one of `profiles` (`strict` has every rule)."""
    profiles: ClassVar[tuple[str, ...]] = ()
    """Rule profiles that switch an `off` rule on, beside `strict`."""
    always: ClassVar[bool] = False
    """On whatever is selected, because nothing else could be checked; only an explicit ignore switches it off."""
    in_source: ClassVar[bool] = False
    """Reported while a file is read: the class documents it, and has no `check_*`."""
    since: ClassVar[str | None] = None
    """The first protocol version in which the rule holds."""
    until: ClassVar[str | None] = None
    """The last protocol version in which the rule holds."""
    clients: ClassVar[tuple[str, ...]] = ()
    """The client profiles that the rule is about; empty is all. Under `portable` it is at most a warning."""
    portable: ClassVar[bool] = True
    """Whether a rule about clients also runs in the default profile, `portable`."""
    client_severity: ClassVar[Mapping[str, Severity]] = MappingProxyType({})
    """A severity that holds when this client is asked for; the worst of those asked for counts."""
    fold: ClassVar[int] = 0
    """Findings about more tools of one file than this become one finding (for rules about clients: while none is
    asked for by name); 0 keeps them apart."""
    about_list: ClassVar[bool] = False
    """Its problem is one of the whole list, and shown at some tool: at another tool it is the same finding."""
    security: ClassVar[bool] = False
    """Baselines and suppressions of a security rule need a reason."""
    fields: ClassVar[tuple[str, ...]] = ()
    """For `check_tool`: only for tools that have one of these keys in `raw`; empty is all."""
    shapes: ClassVar[tuple[Shape, ...]] = ()
    """For `check_tool`: only for tools in the words of these vendors; empty is all."""
    keywords: ClassVar[tuple[str, ...]] = ()
    """For `check_node`: called for schemas that have one of these keywords (or `EVERY`, `BOOLEAN`)."""
    types: ClassVar[tuple[str, ...]] = ()
    """For `check_node`: only for schemas whose `type` is one of these, or is no single word (a list, absent)."""
    needles: ClassVar[tuple[str, ...]] = ()
    """For `check_text`: lower-case words; a tool whose texts contain none of them (ignoring case) is passed over."""
    options: ClassVar[Mapping[str, object]] = MappingProxyType[str, object]({})
    """Settings with their defaults; `[lint.rules.<name>]` in the config replaces them (`self.option(…)`)."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._numbers: dict[str, int] = {}

    @classmethod
    def mend(cls, document: Document, pointer: str) -> Fix | None:
        """Return a fix for what reading `document` found at `pointer`, or None: for rules that are `in_source`."""
        del document, pointer
        return None

    def check_file(self, file: File) -> Iterable[Problem]:
        """Check a file as a whole, once for each."""
        del file
        return ()

    def check_tool(self, tool: Tool) -> Iterable[Problem]:
        """Check one tool."""
        del tool
        return ()

    def check_node(self, node: Node) -> Iterable[Problem]:
        """Check one schema of a tool's input or output: called for each subschema that has one of `keywords`."""
        del node
        return ()

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        """Whether `check_node` can find anything in schemas with just these keywords; asked once for all alike.

        `kind` is the `type` if it is one word. Say no where a keyword would have to be absent, or a type another one,
        so that the check is not called a million times for nothing.
        """
        del kind, keys
        return True

    def check_text(self, text: Text) -> Iterable[Problem]:
        """Check one text that a model reads: called for each name, title, description, enum value … of a tool."""
        del text
        return ()

    def check_catalog(self, files: Sequence[File]) -> Iterable[Problem]:
        """Check all tools together, once a run, after everything else."""
        del files
        return ()

    def option(self, key: str) -> int:
        """Return a number of `options` as the config sets it."""
        known = self._numbers.get(key)
        if known is None:
            value = self.context.rule_options(self).get(key, self.options[key])
            known = self._numbers[key] = value if isinstance(value, int) else int(str(value))
        return known

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of words of `options` as the config sets it."""
        value = self.context.rule_options(self).get(key, self.options[key])
        return tuple(str(item) for item in value) if isinstance(value, (list, tuple)) else ()  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def overrides(rule: type[Rule], check: str) -> bool:
    """Whether a rule class implements this check."""
    return getattr(rule, check) is not getattr(Rule, check)
