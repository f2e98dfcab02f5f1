"""Settings: the config's section `[lint]` as options, and what the command line says on top of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, cast

from ..catalog.findings import Severity, ToolcatError
from ..catalog.pointers import join
from .context import PROTOCOLS, LintOptions
from .profiles import SKILL_PROFILES, check_clients
from .registry import PROFILES, all_rules, check_selectors, rules_called
from .suppressions import Suppression

if TYPE_CHECKING:
    from ..catalog.config import Config
    from ..catalog.spec import JsonObject

KEYS = (
    "select",
    "extend-select",
    "ignore",
    "profile",
    "clients",
    "protocol",
    "fail-on",
    "baseline",
    "approvals",
    "trees",
    "severity",
    "per-file-ignores",
    "per-tool-ignores",
    "rules",
    "suppress",
    "skills",
)
_SUPPRESS = ("rule", "reason", "tool", "path", "pointer", "expires")


def options_of(config: Config | None) -> LintOptions:
    """Return the options that a config asks for; the defaults without one.

    Raises ToolcatError, with file and line, for what is not understood.
    """
    if config is None:
        return LintOptions()
    return _Reader(config).read()


def merged(
    options: LintOptions,
    *,
    select: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    **others: object,
) -> LintOptions:
    """Return the options with those of the command line on top: `select` replaces, `ignore` and the like are added.

    Values are lists of selectors, commas allowed. An option that is None leaves the config's.
    """
    given = {key: value for key, value in others.items() if value is not None}
    return replace(
        options,
        select=words(select) or options.select,
        extend_select=(*options.extend_select, *words(extend_select)),
        ignore=(*options.ignore, *words(ignore)),
        **given,  # pyright: ignore[reportArgumentType]
    )


def words(values: Sequence[str]) -> tuple[str, ...]:
    """Return the words of values that may hold several with commas between them."""
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


class _Reader:
    """Reads the section of one config; the first thing that is wrong ends it."""

    def __init__(self, config: Config) -> None:
        self._config = config

    def read(self) -> LintOptions:
        """Return the options."""
        table = self._config.lint
        self._known(table, "", KEYS)
        profile = self._text(table, "", "profile")
        protocol = self._text(table, "", "protocol")
        baseline = self._text(table, "", "baseline")
        approvals = self._text(table, "", "approvals")
        fail_on = self._text(table, "", "fail-on")
        if profile is not None and profile not in PROFILES:
            raise self._wrong("/profile", f"no rule profile is called {profile!r}", f"There are {', '.join(PROFILES)}.")
        if protocol is not None and protocol not in PROTOCOLS:
            hint = f"There are {', '.join(PROTOCOLS)}."
            raise self._wrong("/protocol", f"{protocol!r} is no version of the protocol", hint)
        self._check_skills(self._table(table, "skills"))
        options = LintOptions(
            select=self._rules(table, "", "select"),
            extend_select=self._rules(table, "", "extend-select"),
            ignore=self._rules(table, "", "ignore"),
            profile=profile or "default",
            clients=self._clients(table),
            protocol=protocol,
            severity=self._severities(self._table(table, "severity")),
            per_file_ignores=self._selectors(table, "per-file-ignores"),
            per_tool_ignores=self._selectors(table, "per-tool-ignores"),
            suppress=self._suppressions(table.get("suppress")),
            baseline=None if baseline is None else self._config.path_of(baseline),
            trees=tuple(map(self._config.path_of, self._texts(table, "", "trees"))),
            approvals=None if approvals is None else self._config.path_of(approvals),
            rules={key: self._settings(key, value) for key, value in self._table(table, "rules").items()},
        )
        options = replace(options, root=self._config.root)
        if fail_on is None:
            return options
        if fail_on not in (*Severity, "never"):
            raise self._wrong("/fail-on", f"{fail_on!r} is no severity", "Write error, warning, info or never.")
        return replace(options, fail_on=None if fail_on == "never" else Severity(fail_on))

    def _wrong(self, pointer: str, message: str, hint: str, *, key: bool = False) -> ToolcatError:
        place = self._config.document.place(f"{self._config.prefix}/lint{pointer}", key=key)
        return ToolcatError(f"{place}: {message}", hint=hint)

    def _known(self, table: JsonObject, pointer: str, known: Sequence[str], where: str = "[lint]") -> None:
        for key in table:
            if key not in known:
                near = get_close_matches(key, known, n=1)
                hint = f"Did you mean {near[0]!r}?" if near else f"The keys are {', '.join(known)}."
                raise self._wrong(join(pointer, key), f"the key {key!r} is not known in {where}", hint, key=True)

    def _text(self, table: JsonObject, pointer: str, key: str) -> str | None:
        value = table.get(key)
        if value is None or isinstance(value, str):
            return value
        raise self._wrong(join(pointer, key), f"{key} is no string", "Put it into quotes.")

    def _texts(self, table: JsonObject, pointer: str, key: str) -> tuple[str, ...]:
        value = table.get(key, [])
        entries = [value] if isinstance(value, str) else value
        if isinstance(entries, list):
            strings = [entry for entry in cast("list[object]", entries) if isinstance(entry, str)]
            if len(strings) == len(cast("list[object]", entries)):
                return tuple(strings)
        raise self._wrong(join(pointer, key), f"{key} is no list of strings", f'Write {key} = ["…"].')

    def _rules(self, table: JsonObject, pointer: str, key: str) -> tuple[str, ...]:
        """Return selectors of rules; rules of the other command are fine, since one config serves both."""
        selectors = self._texts(table, pointer, key)
        is_list = isinstance(table.get(key), list)
        for number, selector in enumerate(selectors):
            self._check_selector(selector, join(pointer, key) + (f"/{number}" if is_list else ""))
        return selectors

    def _check_selector(self, selector: str, pointer: str, *, key: bool = False) -> None:
        try:
            check_selectors([selector], all_rules(), "")
        except ToolcatError as error:
            raise self._wrong(pointer, f"no rule answers to {selector!r}", error.hint or "", key=key) from None

    def _clients(self, table: JsonObject) -> tuple[str, ...]:
        names = self._texts(table, "", "clients")
        is_list = isinstance(table.get("clients"), list)
        for number, name in enumerate(names):
            try:
                check_clients([name])
            except ToolcatError as error:
                pointer = f"/clients/{number}" if is_list else "/clients"
                raise self._wrong(pointer, error.message, error.hint or "") from None
        return names

    def _check_skills(self, table: JsonObject) -> None:
        self._known(table, "/skills", ("profile",), "[lint.skills]")
        profile = self._text(table, "/skills", "profile")
        if profile is None:
            return

        if profile not in SKILL_PROFILES:
            hint = f"There are {', '.join(SKILL_PROFILES)}."
            raise self._wrong("/skills/profile", f"no profile is called {profile!r}", hint)

    def _table(self, table: JsonObject, key: str) -> JsonObject:
        value = table.get(key, {})
        if isinstance(value, Mapping):
            return cast("JsonObject", value)
        raise self._wrong(f"/{key}", f"{key} is no table", f"Write [lint.{key}].")

    def _settings(self, name: str, value: object) -> JsonObject:
        """Return the settings of one rule, of which each must be one that the rule has."""
        pointer = join("/rules", name)
        if not isinstance(value, Mapping):
            raise self._wrong(pointer, "the settings of a rule are a table", f"Write [lint.rules.{name}].")
        rules = rules_called(name)
        if not rules:
            hint = "Write a rule's whole name or code; `tools rules` and `skills rules` list them."
            raise self._wrong(pointer, f"no rule is called {name!r}", hint, key=True)
        defaults = {key: default for rule in rules for key, default in rule.options.items()}
        table = cast("JsonObject", value)
        for key, given in table.items():
            if key not in defaults:
                hint = f"It has {', '.join(sorted(defaults))}." if defaults else "It has none."
                message = f"the rule {rules[0].name} has no setting {key!r}"
                raise self._wrong(join(pointer, key), message, hint, key=True)
            if isinstance(defaults[key], int):
                if not isinstance(given, int) or given < 0:
                    raise self._wrong(join(pointer, key), f"{key} is no number", f"Write {key} = {defaults[key]}.")
            else:
                self._only_texts(table, pointer, key)
        return table

    def _only_texts(self, table: JsonObject, pointer: str, key: str) -> None:
        value = table[key]
        if not isinstance(value, list) or not all(isinstance(each, str) for each in cast("list[object]", value)):
            raise self._wrong(join(pointer, key), f"{key} is no list of texts", f'Write {key} = ["…"].')

    def _severities(self, table: JsonObject) -> dict[str, Severity | None]:
        out: dict[str, Severity | None] = {}
        for rule, value in table.items():
            if value not in (*Severity, "off"):
                hint = "Write error, warning, info or off."
                raise self._wrong(join("/severity", rule), f"{value!r} is no severity", hint)
            self._check_selector(rule, join("/severity", rule), key=True)
            out[rule] = None if value == "off" else Severity(str(value))
        return out

    def _selectors(self, table: JsonObject, key: str) -> dict[str, tuple[str, ...]]:
        inner = self._table(table, key)
        return {pattern: self._rules(inner, f"/{key}", pattern) for pattern in inner}

    def _suppressions(self, value: object) -> tuple[Suppression, ...]:
        entries = cast("list[object]", value) if isinstance(value, list) else [] if value is None else [value]
        out: list[Suppression] = []
        for number, entry in enumerate(entries):
            pointer = f"/suppress/{number}"
            if not isinstance(entry, Mapping):
                raise self._wrong("/suppress", "suppress is no list of tables", "Write [[lint.suppress]] before each.")
            table = cast("JsonObject", entry)
            self._known(table, pointer, _SUPPRESS)
            rule, reason = self._text(table, pointer, "rule"), self._text(table, pointer, "reason")
            if not rule or not (reason or "").strip():
                missing = "rule" if not rule else "reason"
                raise self._wrong(pointer, f"the suppression has no {missing}", "Say which rule, and why.")
            self._check_selector(rule, f"{pointer}/rule")
            out.append(
                Suppression(
                    rule=rule,
                    reason=(reason or "").strip(),
                    tool=self._text(table, pointer, "tool"),
                    path=self._text(table, pointer, "path"),
                    pointer=self._text(table, pointer, "pointer"),
                    expires=self._date(table, pointer),
                    place=self._config.document.place(f"{self._config.prefix}/lint{pointer}"),
                )
            )
        return tuple(out)

    def _date(self, table: JsonObject, pointer: str) -> date | None:
        value = table.get("expires")
        if value is None:
            return None
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            raise self._wrong(f"{pointer}/expires", "expires is no day", 'Write expires = "2027-01-31".') from None
