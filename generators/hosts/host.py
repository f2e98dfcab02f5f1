"""What a host is: the description that its file holds, and how it turns raw names into its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from ...catalog import ToolSpec
from ..names import camel, digest, upper_first

Form: TypeAlias = Literal["tree", "prelude", "declarations"]
Language: TypeAlias = Literal["typescript", "python"]
Collision: TypeAlias = Literal["settled", "merged", "hidden", "first", "refused"]
"""What a host does with tools whose names meet there: `settled`: the names are ours and never meet; `merged`: the last
one replaces the others; `hidden`: none of them can be called; `first`: one of them can, which it is given first;
`refused`: it does not start.
"""
Result: TypeAlias = Literal["raw", "value", "text"]
"""What a call gives: a raw `CallToolResult`, the value in it, or that value with texts as they came, never parsed."""

_JAVASCRIPT = """
    arguments await break case catch class const continue debugger default delete do else enum eval export extends false
    finally for function if implements import in instanceof interface let new null package private protected public
    return static super switch this throw true try typeof var void while with yield
"""
_PYTHON = """
    False None True and as assert async await break class continue def del elif else except finally for from global if
    import in is lambda nonlocal not or pass raise return try while with yield
"""
_WORDS = {"typescript": frozenset(_JAVASCRIPT.split()), "python": frozenset(_PYTHON.split())}
"""What no global of a host can be called in a program."""

_CASES = {"camel": "camelCase", "pascal": "PascalCase", "lower": "lower case"}
_FIELD = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A host's sanitiser: the steps by which it turns a raw name into one of its own, in this order.

    `case` (words joined in that case), `replace` (patterns and what stands for each match), `empty` (what an empty
    result becomes), `digit` (put before, or with `digit_replaces` instead of, a first digit), `reserved` names (get
    `suffix`), `longest` (a longer name is refused), `refused` (names that cannot be used, and why).
    """

    case: Literal["camel", "pascal", "lower"] | None = None
    replace: tuple[tuple[re.Pattern[str], str], ...] = ()
    empty: str = ""
    digit: str = ""
    digit_replaces: bool = False
    reserved: frozenset[str] = frozenset()
    suffix: str = "_"
    longest: int | None = None
    refused: re.Pattern[str] | None = None
    why: str = ""

    def apply(self, raw: str) -> str:
        """Return what the host calls something whose raw name is `raw`."""
        name = raw
        if self.case == "lower":
            name = name.lower()
        elif self.case is not None:
            name = camel(name) if self.case == "camel" else upper_first(camel(name))
        for pattern, text in self.replace:
            name = pattern.sub(text, name)
        name = name or self.empty
        if self.digit and name[:1].isdigit():
            name = self.digit + (name[1:] if self.digit_replaces else name)
        return f"{name}{self.suffix}" if name in self.reserved else name

    def reason(self, raw: str, name: str) -> str:
        """Say why `name`, which the rule made of `raw`, is not that."""
        word = name.removesuffix(self.suffix)
        if name not in self.reserved and word in self.reserved:
            return f"{word} is a word of the host's"
        if self.case is not None and Rule(case=self.case).apply(raw) == name:
            return f"the host writes names in {_CASES[self.case]}"
        return "the host replaces what it does not take in a name"

    def problem(self, name: str) -> str | None:
        """Say why a name that the rule gave cannot be used there, None if it can."""
        if self.longest is not None and len(name) > self.longest:
            return f"the name is longer than {self.longest} characters"
        if self.refused is not None and self.refused.search(name):
            return self.why
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the output for a host is made: of templates, which get the tools, and the way to each in the host.

    `emit`: code, or the `tools` array of a request with `allowed_callers`. Preludes: `prelude`, the template, and
    `prelude_file`, what comes of it (empty: those of the language); `call`, the expression that calls a tool, not
    awaited, with `{path}`, `{name}`, `{server}`, `{tool}` and what is sent (`{input}`, in Python `{arguments}`);
    `namespaces`, whether the prelude has one of ours a server, so that no name is the host's; `sync` and `sentinel`, of
    Python functions. Trees: `runtime`, the template of the runtime; `client`, the file that tools call instead of it
    (`client_each`: one a server; `client_call`: by one joined name, or by two; `client_template`, and `tool`, the
    template of a tool's file); `files`, further files and their
    templates; `bind`, the module that the package imports first; `tool_end`, the template of what ends a tool's module;
    `barrels`, whether the packages of servers offer the functions of their modules. Declarations: `note`, what a
    program has to do before it can call what they declare.
    """

    emit: Literal["code", "tools-json"] = "code"
    allowed_callers: tuple[str, ...] = ()
    prelude: str = ""
    prelude_file: str = ""
    call: str = ""
    namespaces: bool = False
    sync: bool = False
    sentinel: str = "..."
    runtime: str = ""
    client: str = ""
    client_each: bool = False
    client_call: Literal["joined", "apart"] = "apart"
    client_template: str = "client.ts.j2"
    tool: str = "tool.client.ts.j2"
    files: Mapping[str, str] = field(default_factory=dict[str, str])
    bind: str = ""
    tool_end: str = ""
    barrels: bool = True
    note: str = ""


class HostNames(NamedTuple):
    """Where a host keeps one tool: the steps from the global to the tool, or its name alone, and the raw one."""

    path: tuple[str, ...]
    wanted: tuple[str, ...]
    problem: str | None
    reason: str = ""
    """Why the path is not what the raw names ask for, where it is not."""

    @property
    def renamed(self) -> bool:
        """Whether any step is not what the raw names ask for."""
        return self.path != self.wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """One code-mode host. `forms` begin with the default one; `path` and `lone` lead to a tool of a server, of none."""

    name: str
    title: str
    language: Language
    forms: tuple[Form, ...]
    modules: str
    """What the host lets a program import, in words."""
    path: tuple[str, ...]
    lone: tuple[str, ...]
    rule: Rule
    collision: Collision
    call: str
    """How a program, or our output for it, calls a tool, in words; `{path}` is the way to the tool."""
    result: Result
    proof: Literal["run", "contract"]
    """Whether our tests run the real host, or hold its documented rules with a stand-in."""
    proved: str
    limits: tuple[str, ...] = ()
    import_suffix: Literal["js", "ts"] | None = None
    unwraps: bool = False
    split: str = ""
    """What a host splits tool names at, for namespaces."""
    root: str = ""
    """The folder in an exported tree below which the tools stand."""
    settings: Settings = field(default_factory=Settings)
    variables: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the user may set (`--host-option KEY=VALUE`), with the defaults."""

    def names(self, spec: ToolSpec) -> HostNames:
        """Return where the host keeps a tool."""
        steps = self.path if spec.server is not None else self.lone
        # The first step may be a global with a fixed name, which no rule touches.
        wanted: list[str] = []
        path: list[str] = []
        problem: str | None = None
        reason = ""
        for step in steps:
            raw = self._filled(step, spec)
            parts = raw.split(self.split) if self.split and "{tool}" in step else [raw]
            for part in parts:
                wanted.append(part)
                if "{" not in step:
                    path.append(part)
                    continue
                if not part:
                    key = step.strip("{}")
                    # Only a tool of no server leaves a whole step empty, where its name stands for something else.
                    unnamed = f"it belongs to no server: set --host-option {key}=NAME"
                    problem = "a part of its name between its dots is empty" if raw else unnamed
                    path.append(key)
                    continue
                name = self.rule.apply(part)
                reason = reason or (self.rule.reason(part, name) if name != part else "")
                problem = problem or self.rule.problem(name)
                path.append(name)
        if "{path}" in self.call and path[0] in _WORDS[self.language]:
            problem = problem or f"{path[0]} is a word of the language there, no global"
            path[0] += "_"
        return HostNames(tuple(path), tuple(wanted), problem, reason)

    def _filled(self, step: str, spec: ToolSpec) -> str:
        values = {"server": spec.server or "", "tool": spec.tool}

        def value(match: re.Match[str]) -> str:
            key = match[1]
            if key in values:
                return values[key]
            return _FIELD.sub(lambda inner: values.get(inner[1], ""), self.variables[key])

        return _FIELD.sub(value, step)


def settled_names(specs: list[ToolSpec], host: Host) -> list[str]:
    """Return a flat, unique name for each tool under the host's rule: for hosts whose names are ours to choose.

    A name that is too long, or that meets another, ends in a hash of the catalog name, as everywhere.
    """
    longest = host.rule.longest or 10_000
    wishes = ["".join(host.names(spec).path) for spec in specs]
    counts: dict[str, int] = {}
    for name in wishes:
        counts[name] = counts.get(name, 0) + 1
    out: list[str] = []
    for spec, name in zip(specs, wishes, strict=True):
        apart = counts[name] > 1 or len(name) > longest
        out.append(f"{name[: longest - 9]}_{digest(spec.name, 8)}" if apart else name)
    return out
